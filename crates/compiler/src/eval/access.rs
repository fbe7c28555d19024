//! `x[…]`.

use std::sync::Arc;

use issue::{AttributeUse, Issue, ResourceUse};
use syntax::model::{Data, NodeId};
use values::ops::{self, At};
use values::{Str, Type, Value, ty};

use crate::compiler::{Compiler, Eval};
use crate::ids::{ResId, ScopeId};
use crate::source::Program;

impl Compiler<'_> {
    pub(super) fn access(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, left: NodeId, keys: &[NodeId]) -> Eval<Value> {
        let lazy = self.analysis.fact_reads.is_lazy();
        let (value, part) = self.eval_part(program, scope, left)?;
        let of_class = matches!(value, Value::Type(Type::Class(_)));
        let mut evaluated = match self.keys(program, scope, of_class, keys) {
            Ok(evaluated) => evaluated,
            Err(failure) => {
                self.give_part(false, part);
                return Err(failure);
            }
        };
        let part = part.and_then(|part| self.part_within(part, &value, &evaluated));
        self.give_part(lazy, part);
        if let Some(Value::Unknown(unknown)) = evaluated.iter().find(|it| matches!(it, Value::Unknown(_))) {
            let unknown = unknown.clone();
            evaluated.insert(0, value);
            return Ok(self.analysis.derive("[]", evaluated, &unknown, Type::Any));
        }
        match &value {
            Value::Unknown(unknown) => {
                let (unknown, ty) = (unknown.clone(), ops::element(&unknown.ty, evaluated.len()));
                evaluated.insert(0, value);
                Ok(self.analysis.derive("[]", evaluated, &unknown, ty))
            }
            Value::Type(Type::Resource(None, None)) if matches!(evaluated.as_slice(), [Value::Type(Type::Resource(..))]) => {
                Ok(evaluated.remove(0))
            }
            Value::Type(Type::Resource(Some(name), Some(title))) => {
                let (name, title) = (name.clone(), title.clone());
                self.resource_values(program, node, &name, &title, evaluated)
            }
            Value::Type(Type::Class(Some(name))) => {
                let name = name.clone();
                self.resource_values(program, node, "Class", &name, evaluated)
            }
            // A type of a module that is not there.
            value if self.analysis.is_missing_type(value) && matches!(program.data(left), Data::Reference(name) if &**name != "Any") => {
                Ok(self.analysis.missing_value("type"))
            }
            // A list of titles may hold one that is not known.
            Value::Type(_) if evaluated.iter().any(|it| self.analysis.hidden_in(it).is_some()) => {
                let hidden = evaluated.iter().find_map(|it| self.analysis.hidden_in(it));
                evaluated.insert(0, value);
                match hidden {
                    Some(unknown) => Ok(self.analysis.derive("[]", evaluated, &unknown, Type::Any)),
                    None => Ok(Value::Undef),
                }
            }
            Value::Type(base) => self.parameterize(program, node, left, keys, base, &evaluated),
            value if let Some(fact) = self.custom_fact_in(value, &evaluated) => Ok(fact),
            _ => match ops::index(&value, &evaluated, self.settings.strict) {
                Ok((value, warnings)) => {
                    for warning in warnings {
                        let at = match warning.at {
                            At::Left => left,
                            At::Right => keys.first().copied().unwrap_or(node),
                            At::Key(index) => keys.get(index).copied().unwrap_or(node),
                            At::Operator => node,
                        };
                        self.sink.warn_at(program, at, warning.code, warning.message);
                    }
                    Ok(value)
                }
                Err(error) => {
                    let at = match error.at {
                        At::Left => left,
                        At::Right | At::Key(0) => keys.first().copied().unwrap_or(node),
                        At::Key(index) => keys.get(index).copied().unwrap_or(node),
                        At::Operator => node,
                    };
                    if error.is_exception {
                        return Err(self.at(program, at, error.issue.into()));
                    }
                    self.fail(program, at, error.issue)
                }
            },
        }
    }

    fn keys(&mut self, program: &Arc<Program>, scope: ScopeId, of_class: bool, keys: &[NodeId]) -> Eval<Vec<Value>> {
        let mut evaluated = Vec::with_capacity(keys.len());
        for key in keys {
            evaluated.push(match program.data(*key) {
                // What looks like a type is the name of a class: `Class[Foo]` is refused elsewhere.
                Data::Reference(name) if of_class => Value::Type(self.type_named(name)?),
                _ => self.eval(program, scope, *key)?,
            });
        }
        Ok(evaluated)
    }

    fn parameterize(
        &mut self,
        program: &Arc<Program>,
        node: NodeId,
        left: NodeId,
        keys: &[NodeId],
        base: &Type,
        evaluated: &[Value],
    ) -> Eval<Value> {
        match ty::parameterize(base, evaluated) {
            Ok(value) => Ok(value),
            Err(error) => {
                let at = match error.at {
                    At::Key(index) => keys.get(index).copied().unwrap_or(left),
                    At::Left | At::Right | At::Operator => node,
                };
                if error.is_exception {
                    return Err(error.issue.into());
                }
                self.fail(program, at, error.issue)
            }
        }
    }

    /// `File['/x'][mode]`: what the attribute was set to until now.
    fn resource_values(&mut self, program: &Arc<Program>, node: NodeId, type_name: &str, title: &str, keys: Vec<Value>) -> Eval<Value> {
        let many = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
        let mut names = Vec::new();
        for key in keys {
            match key {
                Value::Array(values) => names.extend(values.iter().cloned()),
                other => names.push(other),
            }
        }
        let Some(id) = self.find_resource(type_name, title)? else {
            let references = vec![format!("{type_name}['{title}']").into()];
            return self.fail(program, node, Issue::MissingResource { references, user: ResourceUse::Access });
        };
        let mut values = Vec::with_capacity(names.len());
        for name in names {
            let known = match &name {
                Value::String(name) => self.is_valid_attribute(id, name),
                _ => false,
            };
            if !known {
                let name = values::print::interpolate(&name).into();
                let user = AttributeUse::Read { type_name: type_name.into(), title: title.into() };
                return self.fail(program, node, Issue::UnknownAttribute { name, user });
            }
            let name = name.as_str().unwrap_or_default().to_owned();
            values.push(self.attribute_value(id, &name));
        }
        if many { Ok(Value::array(values)) } else { Ok(values.pop().unwrap_or(Value::Undef)) }
    }

    /// The value of an attribute, or its default in the scope of the resource.
    fn attribute_value(&mut self, id: ResId, name: &str) -> Value {
        if name == "title" {
            return Value::String(self.resource(id).title.clone());
        }
        if let Some(value) = self.resource(id).value(name) {
            return value.clone();
        }
        let (scope, type_name) = (self.resource(id).scope, self.resource(id).type_name.clone());
        let defaults = self.scopes.defaults_for(scope, &type_name);
        defaults.get(&Str::from(name)).map_or(Value::Undef, |param| param.value.clone())
    }
}
