//! Evaluates a single entry point instead of a whole site.

use std::sync::Arc;

use functions::Failure;
use issue::{ClassUse, Issue, TypeUse};
use syntax::model::{Data, DefinitionKind, NodeId};
use values::{Origin, Size, Str, Tri, Type, Value, mismatch};

use crate::Entry;
use crate::compiler::{Compiler, Eval};
use crate::definitions::{Definition, Kind as DefKind, Parameter};
use crate::ids::{ResId, ScopeId};
use crate::resource::{Kind, capitalize, own_param};
use crate::source::Program;
use crate::unknowns::unknown;

impl Compiler<'_> {
    pub fn entry(&mut self) -> Eval<()> {
        let request = self.request;
        match &request.entry {
            Entry::Site => Ok(()),
            Entry::Class(name) => self.entry_class(name),
            Entry::Define(name) => self.entry_define(name),
            Entry::Function(name) => {
                self.value = Some(self.entry_function(name)?);
                Ok(())
            }
            Entry::Plan(name) => {
                self.value = Some(self.entry_plan(name)?);
                Ok(())
            }
        }
    }

    /// Leaves out what the manifests would do before anything else: its result is unknown.
    pub fn leave_out_manifests(&mut self, programs: &[Arc<Program>]) {
        if !self.analysis.is_on() {
            return;
        }
        for (program, root) in programs.iter().filter_map(|it| Some((it, it.model.root?))) {
            let statements = match program.data(root) {
                Data::Block { statements } => statements.clone(),
                _ => vec![root],
            };
            // Definitions do nothing by themselves.
            let is_definition = |it: &NodeId| program.model.definitions.contains(it) || matches!(program.data(*it), Data::Nop);
            for statement in statements.iter().filter(|it| !is_definition(it)) {
                self.leave_out(program, ScopeId::TOP, *statement);
            }
        }
        for (name, value) in &mut self.scope_mut(ScopeId::TOP).variables {
            if matches!(value, Value::Unknown(it) if it.origin == Origin::Failure) {
                *value = unknown(Type::Any, name.clone());
            }
        }
    }

    /// Whether the main manifest has declared the class in question: then it is analysed as declared there.
    pub fn main_has_the_entry(&mut self) -> Eval<bool> {
        let request = self.request;
        Ok(match &request.entry {
            Entry::Class(name) => self.find_class(name)?.is_some_and(|it| self.draft.has_class_of(it)),
            _ => false,
        })
    }

    fn entry_class(&mut self, name: &str) -> Eval<()> {
        let Some(class) = self.find_class(name)? else {
            return Err(Issue::UnknownClass { name: format!("::{name}").into(), user: ClassUse::Node(self.request.node.clone()) }.into());
        };
        if self.request.behind_main && self.draft.has_class_of(class) {
            return Ok(());
        }
        let resource = self.class_resource(class, ScopeId::TOP);
        self.add_parent(class, ScopeId::TOP)?;
        let id = self.add_resource(ScopeId::TOP, resource)?;
        self.analysis.entry = Some(id);
        self.evaluate_resource(id)
    }

    fn entry_define(&mut self, name: &str) -> Eval<()> {
        let Some(define) = self.find_define(name)? else {
            return Err(Issue::UnknownResourceType { name: name.into(), user: TypeUse::Declaration }.into());
        };
        let title = unknown(Type::String(Size { from: 1, to: None }), "title".into());
        let name = Str::from(capitalize(&self.definition(define).name));
        let mut resource = self.new_resource(name, "?".into(), Kind::Define, ScopeId::TOP);
        resource.tags.remove("?");
        resource.definition = Some(define);
        resource.unknown_title = Some(Box::new(title));
        let id = self.add_resource(ScopeId::TOP, resource)?;
        self.analysis.entry = Some(id);
        self.evaluate_resource(id)
    }

    fn entry_function(&mut self, name: &str) -> Eval<Value> {
        match self.find_puppet_function(name)? {
            Some((program, node)) => self.run_with_unknowns(name, &program, node),
            None => Err(Issue::UnknownFunction { name: name.into() }.into()),
        }
    }

    fn entry_plan(&mut self, name: &str) -> Eval<Value> {
        let missing = || Failure::plain(format!("Unknown plan: '{name}'"));
        let path = match name.contains("::") {
            true => self.environment.autoloaded(name, "plans").map(|it| it.0),
            false => self.environment.module(name).map(|it| it.join("plans/init.pp")),
        };
        let program = path.and_then(|path| self.environment.program(&path)).ok_or_else(missing)?;
        self.fail_on_problems(&program)?;
        let is_it = |data: &Data| matches!(data, Data::Definition { kind: DefinitionKind::Plan, rest, .. } if rest.name == name);
        let node = program.model.definitions.iter().copied().find(|it| is_it(program.data(*it))).ok_or_else(missing)?;
        self.run_with_unknowns(name, &program, node)
    }

    /// Reports a default that is written out and has another type than its parameter: whoever leaves the parameter out meets it.
    fn check_literal_default(&mut self, id: ResId, definition: &Definition, parameter: &Parameter) {
        let (Some(program), Some(default)) = (&definition.program, parameter.value) else { return };
        let Some(value) = literal(program, default) else { return };
        if parameter.ty.may_be_instance(&value) != Tri::No {
            return;
        }
        let declared = mismatch::Param { name: parameter.name.clone(), ty: parameter.ty.clone(), required: false };
        let subject = self.resource(id).reference();
        let Some(issue) = mismatch::parameters(&subject, &[declared], &[(parameter.name.clone(), value)]) else { return };
        self.note_perhaps(issue, program.place_at(default));
    }

    /// Gives parameters that nobody gave values of which only their types are known: what the entry requires, and all where it is
    /// not known what was given. A default is used only where it is certain that it would be.
    pub fn give_unknown(&mut self, id: ResId, definition: &Arc<Definition>) {
        if !self.analysis.is_on() {
            return;
        }
        // What a defined type is given is up to who uses it; what it has by itself seldom is enough.
        let is_entry = self.analysis.entry == Some(id) && (definition.kind == DefKind::Define || self.request.open);
        let open = self.resource(id).open || is_entry;
        let required = self.analysis.entry == Some(id);
        for parameter in &definition.parameters {
            if (open || required && parameter.value.is_none()) && self.resource(id).value(&parameter.name).is_none() {
                self.check_literal_default(id, definition, parameter);
                let source = self.resource(id).source;
                let param = own_param(unknown(parameter.ty.clone(), parameter.name.clone()), source);
                self.resource_mut(id).params.insert(parameter.name.clone(), param);
            }
        }
    }
}

/// The value of a text, number or truth that is written out.
pub fn literal(program: &Program, node: NodeId) -> Option<Value> {
    let is_literal = matches!(program.data(node), Data::String(_) | Data::Integer { .. } | Data::Float(_) | Data::Boolean(_));
    is_literal.then(|| program.constant(node))
}
