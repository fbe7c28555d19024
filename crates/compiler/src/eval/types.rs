//! Types by their names, and what manifests define as types.
//!
//! Types are resolved when first used, since definitions may refer to each other in any order. Meanwhile the name is an alias that stands
//! for nothing yet.

mod build;
mod of_puppet;

use std::collections::hash_map::Entry;
use std::sync::Arc;

use functions::Failure;
use issue::{Issue, Taken};
use syntax::model::{Data, NodeId};
use values::{Str, Type, Value, ty};

use crate::compiler::{Compiler, Eval};
use crate::definitions::{Defined, Written};
use crate::ids::ScopeId;
use crate::native::Native;
use crate::resource::capitalize;
use crate::source::Program;

/// The resource types whose names no type alias can have: those that Puppet brings itself.
const RESOURCE_TYPES: [&str; 15] = [
    "component",
    "exec",
    "file",
    "filebucket",
    "group",
    "node",
    "notify",
    "package",
    "resources",
    "schedule",
    "service",
    "stage",
    "tidy",
    "user",
    "whit",
];

impl Compiler<'_> {
    pub(super) fn named_type(&mut self, program: &Arc<Program>, node: NodeId, name: &str) -> Eval<Value> {
        match self.type_named(name)? {
            Type::Reference(_) if self.is_absent_type(program, node, name) => Ok(Value::Type(Type::Any)),
            Type::Reference(_) if self.is_of_plan() && crate::bolt::has_type(name) => Ok(Value::Type(Type::Any)),
            Type::Reference(_) => {
                let unknown = if ty::named(name).is_some() { "UnresolvedReference" } else { name.strip_prefix("::").unwrap_or(name) };
                let issue = Issue::UnknownType { name: unknown.into() };
                let help = self.help_with_named_type(name.strip_prefix("::").unwrap_or(name));
                self.sink.advise(&issue, help);
                let failed = self.fail(program, node, issue);
                // What it is the type of may be missing.
                self.note_missing_type();
                self.go_on(failed, Type::Type(None))
            }
            ty => Ok(Value::Type(ty)),
        }
    }

    fn is_absent_type(&mut self, program: &Program, node: NodeId, name: &str) -> bool {
        let place = program.place_at(node);
        self.type_is_absent(&name.strip_prefix("::").unwrap_or(name).to_lowercase(), &place)
    }

    /// A built-in type, what a manifest defines, or the type of resources of that name; else a reference to nothing.
    pub fn type_named(&mut self, name: &str) -> Eval<Type> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(ty) = ty::named(name) {
            return Ok(ty);
        }
        if name == hiera::context::TYPE {
            return Ok(hiera::context::ty().clone());
        }
        let lower: Str = name.to_lowercase().into();
        if let Some(set) = self.loaded.type_sets.last() {
            let inside: Str = format!("{set}::{lower}").into();
            if self.loaded.definitions.types.contains_key(&inside) {
                return self.defined_type(&inside);
            }
        }
        if self.loaded.definitions.types.get(&lower).is_some_and(|it| !matches!(it, Defined::Written(Written { set: Some(_), .. }))) {
            return self.defined_type(&lower);
        }
        if self.is_type_of_puppet(&lower)? {
            return self.defined_type(&lower);
        }
        if self.is_native_type(&lower) {
            return Ok(Type::Resource(Some(self.draft.type_name(&lower)), None));
        }
        if let Some((path, _)) = self.environment.autoloaded(&lower, "types")
            && let Some(program) = self.environment.program(&path)
        {
            if self.loaded.definitions.loaded.insert(path) {
                self.fail_on_problems(&program)?;
                self.check_type_file(&program, &lower)?;
                self.import_valid(&program, lower.split("::").next().map(Str::from))?;
                return self.defined_type(&lower);
            }
            // What is defined there is not missing.
            if !program.errors.is_empty() {
                self.fail_on_problems(&program)?;
                return Ok(Type::Any);
            }
        }
        if let Some(found) = self.in_type_set(&lower)? {
            return Ok(found);
        }
        if self.find_define(&lower)?.is_some() {
            return Ok(Type::Resource(Some(capitalize(name).into()), None));
        }
        Ok(Type::Reference(Some(name.into())))
    }

    /// A file of a module's `types` defines the one type that it is named after, and nothing else.
    fn check_type_file(&self, program: &Program, lower: &str) -> Eval<()> {
        let file = program.file.as_deref().unwrap_or_default();
        let fail = |text: String| Err(Issue::UnexpectedContent { file: file.into(), text }.into());
        let definition = match program.model.definitions.as_slice() {
            [] => return fail(format!("does not define the type '{lower}' - it is empty.")),
            [one] => *one,
            _ => return fail(format!("must contain only the type '{lower}' - it has additional definitions.")),
        };
        let (Data::TypeAlias { name, .. } | Data::TypeDefinition { name, .. }) = program.data(definition) else {
            return fail(format!("does not define the type '{lower}' - no type alias or type definition found."));
        };
        if name.to_lowercase() != lower {
            return fail(format!("produced type with the wrong name, expected '{lower}', actual '{name}'"));
        }
        if program.model.root != Some(definition) {
            return fail(format!("contains additional logic - can only contain the type '{lower}'"));
        }
        Ok(())
    }

    /// A type of the type set of a module, `types/init_typeset.pp`.
    fn in_type_set(&mut self, lower: &Str) -> Eval<Option<Type>> {
        let module: Str = lower.split("::").next().unwrap_or_default().into();
        let Some(path) = self.environment.module(&module).map(|it| it.join("types/init_typeset.pp")) else { return Ok(None) };
        if self.loaded.definitions.loaded.insert(path.clone())
            && let Some(program) = self.environment.program(&path)
        {
            self.import(&program, Some(module.clone()))?;
        }
        if !self.loaded.definitions.types.contains_key(&module) || *lower == module {
            return if *lower == module && self.loaded.definitions.types.contains_key(lower) {
                self.defined_type(lower).map(Some)
            } else {
                Ok(None)
            };
        }
        self.defined_type(&module)?;
        if self.loaded.definitions.types.contains_key(lower) { self.defined_type(lower).map(Some) } else { Ok(None) }
    }

    /// A type that is written in Ruby: Puppet's own, or that of a module.
    pub fn is_native_type(&self, name: &str) -> bool {
        self.native_type(name).is_some()
    }

    /// Properties of a type that is written in Ruby, by its name in any case.
    pub fn native_type(&self, name: &str) -> Option<Native> {
        self.loaded.native_type(self.environment, name)
    }

    pub(crate) fn define_type(&mut self, program: &Arc<Program>, node: NodeId, name: &str, expr: NodeId) -> Eval<()> {
        let lower: Str = name.to_lowercase().into();
        let again = program.place_at(node);
        let taken = match &*lower {
            _ if ty::named(&lower).is_some() => Some(Taken::ByLanguage),
            name if RESOURCE_TYPES.contains(&name) => Some(Taken::ByResourceType),
            _ => None,
        };
        if let Some(taken) = taken {
            let issue = Issue::RedefinedEntity { kind: "type", name: lower, taken };
            let mut error = crate::EvalError::bare(issue, crate::Place::default());
            error.origin = Some(again);
            return Err(self.placed(error));
        }
        let first = match self.loaded.definitions.types.entry(lower.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(Defined::Written(Written { name: name.into(), program: program.clone(), node, expr, set: None }));
                return Ok(());
            }
            Entry::Occupied(entry) => match entry.get() {
                Defined::Written(first) => Some((first.program.clone(), first.node)),
                _ => None,
            },
        };
        let first = first.map_or_else(|| again.clone(), |(program, node)| program.place_at(node));
        Err(self.redefined("type", &lower, first, again))
    }

    /// A type as parameters name it.
    pub fn evaluate_type(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Type> {
        match self.eval(program, scope, node)? {
            Value::Type(ty) => Ok(ty),
            // Its error is reported already.
            value if self.analysis.unknown(&value).is_some() => Ok(Type::Any),
            // `Integer[1, 2]` in data form and the like never come here; a text names a type.
            other => Err(Failure::plain(format!("'{}' is no type", values::print::interpolate(&other)))),
        }
    }
}
