//! From the definition of a type to the type.

use std::sync::{Arc, OnceLock};

use functions::Failure;
use issue::Issue;
use syntax::model::{Data, NodeId};
use values::{Alias, Hash, Str, Type, Value, ty};

use crate::compiler::{Compiler, Eval};
use crate::definitions::{Defined, Written};
use crate::source::Program;
use crate::type_expression;

impl Compiler<'_> {
    /// Type of a defined name.
    pub(super) fn defined_type(&mut self, lower: &Str) -> Eval<Type> {
        let written = match self.loaded.definitions.types.get(lower) {
            Some(Defined::Resolved(ty)) => return Ok(ty.clone()),
            Some(Defined::Resolving(alias)) => return Ok(Type::Alias(alias.clone())),
            Some(Defined::Written(written)) => written.clone(),
            None => return Ok(Type::Reference(Some(lower.clone()))),
        };
        let alias = Arc::new(Alias { name: written.name.clone(), resolved: OnceLock::new() });
        self.loaded.definitions.types.insert(lower.clone(), Defined::Resolving(alias.clone()));
        if let Some(set) = &written.set {
            self.loaded.type_sets.push(set.clone());
        }
        let before = self.loaded.definitions.resolved_types.len();
        let built = self.deeper(|this| this.build(&written, &alias));
        if written.set.is_some() {
            self.loaded.type_sets.pop();
        }
        match built {
            Ok(ty) => {
                if matches!(&ty, Type::Alias(it) if !Arc::ptr_eq(it, &alias)) {
                    // An equal type of before takes its place: what was made since may speak of the one that stands for nothing.
                    for (name, written) in self.loaded.definitions.resolved_types.drain(before..) {
                        self.loaded.definitions.types.insert(name, Defined::Written(written));
                    }
                }
                self.loaded.definitions.resolved_types.push((lower.clone(), written));
                self.loaded.definitions.types.insert(lower.clone(), Defined::Resolved(ty.clone()));
                Ok(ty)
            }
            Err(error) => {
                self.loaded.definitions.types.insert(lower.clone(), Defined::Written(written));
                Err(error)
            }
        }
    }

    fn build(&mut self, written: &Written, alias: &Arc<Alias>) -> Eval<Type> {
        let program = &written.program;
        let (kind, parts) = match program.data(written.expr) {
            Data::Hash { .. } | Data::ResourceDefaults { .. } => ("Object", Some(written.expr)),
            Data::Access { left, keys } => match program.data(*left) {
                Data::Reference(name) => (&**name, keys.first().copied()),
                _ => ("", None),
            },
            _ => ("", None),
        };
        let built = match (kind, parts) {
            ("Object", Some(parts)) => {
                let init = self.object_init(program, parts)?;
                ty::named_object(Some(&written.name), &init).map_err(|it| Failure::from(it.issue))?
            }
            ("TypeSet", Some(parts)) => self.build_type_set(written, parts)?,
            _ => {
                let resolved = self.interpret(program, written.expr)?.normalize();
                let resolved = without_itself(resolved, alias)
                    .ok_or_else(|| Failure::plain(format!("Type alias '{}' cannot be resolved to a real type", written.name)))?;
                return Ok(ty::close(alias, resolved));
            }
        };
        // Nobody else sets it: the definition was marked as being resolved.
        let _ = alias.resolved.set(built.clone());
        Ok(built)
    }

    fn interpret(&mut self, program: &Arc<Program>, node: NodeId) -> Eval<Type> {
        match self.interpret_any(program, node)? {
            Value::Type(ty) => Ok(ty),
            _ => {
                let range = program.model.get(node).range;
                let text = program.text.get(range.start().into()..range.end().into()).unwrap_or_default();
                Err(Failure::plain(format!("The expression <{text}> is not a valid type specification.")))
            }
        }
    }

    /// A literal as types have them: nothing in it is evaluated.
    fn interpret_any(&mut self, program: &Arc<Program>, node: NodeId) -> Eval<Value> {
        let mut failure = None;
        let found = type_expression::interpret_any(&program.text, &program.model, node, &mut |name| {
            // What failed once fails again, and each name may lead to two others.
            if failure.is_some() {
                return None;
            }
            match self.type_named(name) {
                Ok(Type::Reference(_)) => None,
                Ok(ty) => Some(ty),
                Err(error) => {
                    failure = Some(error);
                    None
                }
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None => found.map_err(Failure::from),
        }
    }

    /// The parts of an object: a hash, or `Parent { … }` as it stands in type sets.
    fn object_init(&mut self, program: &Arc<Program>, node: NodeId) -> Eval<Value> {
        let Data::ResourceDefaults { type_ref, operations, .. } = program.data(node) else {
            return match program.data(node) {
                Data::Hash { .. } => self.interpret_any(program, node),
                // Puppet takes what is no hash as it was parsed.
                other => Err(Failure::exception(Issue::wrong_type(format!(
                    "object initializer has wrong type, expects a Struct value, got Puppet::AST::{}",
                    parsed_class(other)
                )))),
            };
        };
        let mut init = Hash::default();
        if !matches!(program.data(*type_ref), Data::Reference(name) if &**name == "Object" || &**name == "TypeSet") {
            init.insert("parent".into(), self.interpret_any(program, *type_ref)?);
        }
        for operation in operations {
            if let Data::AttributeOperation { name, value, .. } = program.data(*operation) {
                init.insert(Value::String(name.clone()), self.interpret_any(program, *value)?);
            }
        }
        Ok(Value::hash(init))
    }

    fn build_type_set(&mut self, written: &Written, parts: NodeId) -> Eval<Type> {
        let program = &written.program;
        let Data::Hash { entries } = program.data(parts) else {
            let class = parsed_class(program.data(parts));
            return Err(
                Issue::wrong_type(format!("TypeSet initializer has wrong type, expects a Struct value, got Puppet::AST::{class}")).into()
            );
        };
        let set: Str = written.name.to_lowercase().into();
        let mut init = Hash::default();
        let mut members: Vec<(Str, Str)> = Vec::new();
        for entry in entries {
            let Data::Entry { key, value } = program.data(*entry) else { continue };
            let key = self.interpret_any(program, *key)?;
            let named = matches!(key.as_str(), Some("types" | "references"));
            let value = match program.data(*value) {
                Data::Hash { entries } if named => {
                    let mut section = Hash::default();
                    for entry in entries {
                        let Data::Entry { key: name, value } = program.data(*entry) else { continue };
                        let name = match program.data(*name) {
                            Data::Reference(name) => Value::String(name.clone()),
                            _ => self.interpret_any(program, *name)?,
                        };
                        let value = if key.as_str() == Some("types") {
                            let short: Str = values::print::interpolate(&name).into();
                            let full = format!("{}::{short}", written.name);
                            let lower: Str = full.to_lowercase().into();
                            let member =
                                Written { name: full.into(), program: program.clone(), node: *value, expr: *value, set: Some(set.clone()) };
                            self.loaded.definitions.types.insert(lower.clone(), Defined::Written(member));
                            members.push((short, lower));
                            Value::Type(Type::Any)
                        } else {
                            self.interpret_any(program, *value)?
                        };
                        section.insert(name, value);
                    }
                    Value::hash(section)
                }
                _ => self.interpret_any(program, *value)?,
            };
            init.insert(key, value);
        }
        // The whole is checked before its types.
        let check = |init: Hash| ty::named_type_set(Some(&written.name), &Value::hash(init)).map_err(|it| Failure::from(it.issue));
        let whole = check(init.clone())?;
        if members.is_empty() {
            return Ok(whole);
        }
        let mut types = Hash::default();
        for (short, lower) in members {
            types.insert(Value::String(short), Value::Type(self.defined_type(&lower)?));
        }
        init.insert("types".into(), Value::hash(types));
        check(init)
    }
}

/// The type without those variants that say nothing but itself; none if nothing is left.
fn without_itself(ty: Type, alias: &Arc<Alias>) -> Option<Type> {
    match &ty {
        Type::Variant(types) if !types.is_empty() => {
            let real: Vec<Type> = types.iter().filter(|it| is_real(it, alias, &mut Vec::new())).cloned().collect();
            if real.is_empty() { None } else { Some(Type::variant(real)) }
        }
        _ => is_real(&ty, alias, &mut Vec::new()).then_some(ty),
    }
}

/// More names than this are not followed.
const MOST_NAMES: usize = 100;

/// Whether it is more than aliases for one another.
fn is_real<'a>(ty: &'a Type, alias: &Arc<Alias>, seen: &mut Vec<&'a Arc<Alias>>) -> bool {
    match ty {
        Type::Alias(it) if Arc::ptr_eq(it, alias) => false,
        Type::Alias(it) => {
            if seen.len() > MOST_NAMES || seen.iter().any(|known| Arc::ptr_eq(known, it)) {
                return false;
            }
            seen.push(it);
            it.resolved.get().is_none_or(|it| is_real(it, alias, seen))
        }
        Type::Variant(types) => types.iter().any(|it| is_real(it, alias, seen)),
        _ => true,
    }
}

/// The name of the class of Puppet's own syntax tree.
fn parsed_class(data: &Data) -> &'static str {
    match data {
        Data::Integer { .. } => "LiteralInteger",
        Data::Float(_) => "LiteralFloat",
        Data::String(_) => "LiteralString",
        Data::Name(_) => "QualifiedName",
        Data::Reference(_) => "QualifiedReference",
        Data::Boolean(_) => "LiteralBoolean",
        Data::Undef => "LiteralUndef",
        Data::Default => "LiteralDefault",
        Data::List { .. } => "LiteralList",
        Data::Access { .. } => "AccessExpression",
        Data::Regex(_) => "LiteralRegularExpression",
        _ => "Expression",
    }
}
