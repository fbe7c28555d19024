//! The definition of the node, and the classes that a classifier names.

use crate::Condition;
use crate::compiler::{Compiler, Eval};
use crate::ids::{DefId, ScopeId};
use crate::resource::{Kind, Param, capitalize};
use crate::scope::Frame;
use issue::{ClassUse, Issue, Place};
use values::{Str, Value};

impl Compiler<'_> {
    pub fn node(&mut self) -> Eval<()> {
        if !self.loaded.definitions.has_nodes() {
            return Ok(());
        }
        let name = self.request.node.to_lowercase();
        let Some(id) = self.loaded.definitions.find_node(&name).or_else(|| self.loaded.definitions.node_named("default")) else {
            return Err(self.bare(Issue::UnknownNode { name: self.request.node.clone() }, Place::default()));
        };
        let id = self.node_by_title(id)?;
        let definition = self.definition(id).clone();
        let mut resource = self.new_resource("Node".into(), capitalize(&definition.name).into(), Kind::Node, ScopeId::TOP);
        resource.definition = Some(id);
        resource.source = id;
        resource.title = definition.name.clone();
        let resource = self.add_resource(ScopeId::TOP, resource)?;
        self.resource_mut(resource).evaluated = true;
        self.tag_by_scope(resource);
        let scope = self.scopes.add(ScopeId::TOP, id, resource);
        self.draft.classes.insert(definition.name.clone());
        self.tags_of_class(&definition.name);
        self.scopes.of_classes.insert(definition.name.clone(), scope);
        self.scopes.of_node = Some(scope);
        let variables = &mut self.scope_mut(scope).variables;
        variables.insert("title".into(), Value::String(definition.name.clone()));
        variables.insert("name".into(), Value::String(definition.name.clone()));
        let (Some(program), Some(body)) = (&definition.program, definition.body) else { return Ok(()) };
        self.guarded(scope, |this| {
            let captures = definition.regex.as_ref().and_then(|regex| regex.captures(&this.request.node));
            this.scope_mut(scope).frames.push(Frame::Match(captures));
            this.body(program, scope, body).map(|_| ())
        })
    }

    /// The definition that Puppet finds by the title of another one. What has capitals is matched by a pattern, or by none; an
    /// analysis warns of that, and goes on as is meant.
    fn node_by_title(&mut self, id: DefId) -> Eval<DefId> {
        let name = self.definition(id).name.clone();
        let is_by_name = self.definition(id).regex.is_none() || !name.bytes().any(|it| it.is_ascii_uppercase());
        if is_by_name || self.analysis.is_on() {
            return Ok(id);
        }
        let found = self.loaded.definitions.node_matching(&name.to_lowercase());
        found.ok_or_else(|| self.bare(Issue::failed("Cannot find definition Node"), Place::default()))
    }

    pub fn classifier_classes(&mut self) -> Eval<()> {
        let request = self.request;
        let scope = self.scopes.of_node.unwrap_or(ScopeId::TOP);
        // Those with parameters come first: a class that others include is declared with its parameters before they do.
        let has_parameters = |it: &&(Str, Option<values::Hash>)| it.1.as_ref().is_some_and(|it| !it.is_empty());
        let with_parameters = request.classes.iter().filter(has_parameters);
        let without = request.classes.iter().filter(|it| !has_parameters(it));
        for (name, params) in with_parameters.chain(without) {
            let Some(id) = self.find_class(name)? else {
                let issue = Issue::UnknownClass { name: name.clone(), user: ClassUse::Node(self.request.node.clone()) };
                return Err(self.bare(issue, Place::default()));
            };
            let known = self.definition(id).name.clone();
            if params.as_ref().is_none_or(values::Hash::is_empty) && self.scopes.of_classes.contains_key(&known) {
                continue;
            }
            let mut resource = self.class_resource(id, scope);
            for (key, value) in params.iter().flatten() {
                let Value::String(key) = key else { continue };
                let param = Param { value: value.clone(), place: Place::default(), source: id, add: false, when: Condition::Always };
                self.set_param(&mut resource, key.clone(), param)?;
            }
            self.add_parent(id, scope)?;
            self.add_resource(scope, resource)?;
        }
        Ok(())
    }
}
