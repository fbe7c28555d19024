//! Types by their names.

use std::sync::{Arc, OnceLock};

use functions::Failure;
use syntax::model::{Data, NodeId};
use values::{Alias, Str, Type, Value, ty};

use crate::compiler::{Compiler, Eval};
use crate::resource::capitalize;
use crate::scope::ScopeId;
use crate::source::Program;

impl Compiler<'_> {
    pub(super) fn named_type(&mut self, program: &Arc<Program>, node: NodeId, name: &str) -> Eval<Value> {
        match self.type_named(name)? {
            Type::Reference(Some(_)) => {
                let message = format!("Resource type not found: {}", name.strip_prefix("::").unwrap_or(name));
                self.fail(program, node, "UNKNOWN_RESOURCE_TYPE", message)
            }
            ty => Ok(Value::Type(ty)),
        }
    }

    /// A built-in type, an alias, or the type of resources of that name; else a reference to nothing.
    pub fn type_named(&mut self, name: &str) -> Eval<Type> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(ty) = ty::named(name) {
            return Ok(ty);
        }
        let lower: Str = name.to_lowercase().into();
        if let Some(ty) = self.known.aliases.get(&lower) {
            return Ok(ty.clone());
        }
        if self.is_native_type(&lower) {
            return Ok(Type::Resource(Some(capitalize(name).into()), None));
        }
        if let Some((path, _)) = self.autoloaded(&lower, "types")
            && !self.known.loaded.contains(&path)
            && let Some(program) = self.environment.program(&path)
        {
            self.known.loaded.insert(path.clone());
            self.import(&program, lower.split("::").next().map(Str::from))?;
            if let Some(ty) = self.known.aliases.get(&lower) {
                return Ok(ty.clone());
            }
            let actual = program.model.definitions.iter().find_map(|id| match program.data(*id) {
                Data::TypeAlias { name, .. } => Some(name.clone()),
                _ => None,
            });
            let file = path.display();
            let message = match actual {
                Some(actual) => {
                    format!("The code loaded from {file} produced type with the wrong name, expected '{lower}', actual '{actual}'")
                }
                None => format!(
                    "The code loaded from {file} does not define the type '{lower}' - no type alias, type definition, or type set found."
                ),
            };
            return Err(Failure::plain(message));
        }
        if self.find_define(&lower)?.is_some() {
            return Ok(Type::Resource(Some(capitalize(name).into()), None));
        }
        Ok(Type::Reference(Some(name.into())))
    }

    /// A type that is written in Ruby: Puppet's own, or that of a module.
    pub fn is_native_type(&mut self, lower: &str) -> bool {
        if lower.contains("::") {
            return false;
        }
        if let Some(known) = self.native_types.get(lower) {
            return *known;
        }
        let found = crate::native::is_known(lower) || {
            let file = format!("lib/puppet/type/{lower}.rb");
            let folders: Vec<_> = self.environment.modules().map(|(_, folder)| folder.join(&file)).collect();
            folders.iter().any(|path| self.environment.is_file(path))
        };
        self.native_types.insert(lower.into(), found);
        found
    }

    pub(crate) fn define_alias(&mut self, program: &Arc<Program>, name: &str, expr: NodeId) -> Eval<()> {
        let lower: Str = name.to_lowercase().into();
        if self.known.aliases.contains_key(&lower) {
            let (line, column) = program.place(expr);
            let file = program.file.clone().unwrap_or_else(|| "string:".into());
            let message = format!(
                "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/{lower}'. Originally set at {file}?line={line}&pos={column}."
            );
            return Err(self.placed(crate::EvalError::new(message, crate::Place::default())));
        }
        let alias = Arc::new(Alias { name: name.into(), resolved: OnceLock::new() });
        self.known.aliases.insert(lower, Type::Alias(alias.clone()));
        self.pending_aliases.push((alias, program.clone(), expr));
        Ok(())
    }

    /// Finds what aliases stand for. Later than they are defined, since they may speak of each other.
    pub fn resolve_aliases(&mut self) -> Eval<()> {
        while let Some((alias, program, expr)) = self.pending_aliases.pop() {
            let resolved = self.evaluate_type(&program, ScopeId::TOP, expr)?;
            // Nobody else sets it: it was taken out of the list.
            let _ = alias.resolved.set(resolved);
        }
        Ok(())
    }

    /// A type as parameters and aliases name it; names of no type are kept as such.
    pub fn evaluate_type(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Type> {
        let value = match program.data(node) {
            Data::Reference(name) => Value::Type(self.type_named(name)?),
            _ => self.eval(program, scope, node)?,
        };
        match value {
            Value::Type(ty) => Ok(ty),
            // `Integer[1, 2]` in data form and the like never come here; a text names a type.
            other => Err(Failure::plain(format!("'{}' is no type", values::print::interpolate(&other)))),
        }
    }
}
