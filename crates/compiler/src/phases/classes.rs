//! Classes and defined types: into the catalog, and evaluated.

use crate::Condition;
use crate::compiler::{Compiler, Eval};
use crate::definitions::Kind as DefKind;
use crate::error::{EvalError, Raised};
use crate::ids::{DefId, ResId, ScopeId};
use crate::reference::reference_text;
use crate::resource::{Kind, Param, capitalize};
use functions::Failure;
use issue::{ClassUse, Ended, Help, Issue, Place};
use values::{Str, Value};

impl Compiler<'_> {
    /// `include`, `require` and `contain`: classes that are there stay, the others are declared, then evaluated.
    pub fn include(&mut self, scope: ScopeId, classes: &[DefId]) -> Eval<Vec<ResId>> {
        let (mut there, mut new) = (Vec::new(), Vec::new());
        for class in classes {
            let known = self.definition(*class).name.clone();
            match self.scopes.of_classes.get(&known) {
                Some(found) => {
                    let id = self.scope(*found).resource;
                    self.also_included(id);
                    there.push(id);
                }
                None => new.push(self.declared_class(scope, *class)?),
            }
        }
        for resource in &new {
            self.evaluate_resource(*resource)?;
        }
        there.extend(new);
        Ok(there)
    }

    fn declared_class(&mut self, scope: ScopeId, class: DefId) -> Eval<ResId> {
        let key = (Str::from("Class"), Str::from(capitalize(&self.definition(class).name)));
        if let Some(resource) = self.draft.declared(&key.0, &key.1) {
            self.also_included(resource);
            return Ok(resource);
        }
        let mut resource = self.class_resource(class, scope);
        resource.when = self.analysis.condition_of_inclusion(&resource.place);
        for (name, param) in self.scopes.defaults_for(scope, &"Class".into()) {
            self.set_param(&mut resource, name, param)?;
        }
        self.add_parent(class, scope)?;
        self.add_resource(scope, resource)
    }

    /// Puts the class that a class inherits into the catalog.
    pub fn add_parent(&mut self, id: DefId, scope: ScopeId) -> Eval<()> {
        let definition = self.definition(id).clone();
        let Some(parent) = &definition.parent else { return Ok(()) };
        if self.loaded.definitions.is_child_of(id, id) {
            let mut error = EvalError::bare(Issue::Ended(Ended::Depth), Place::default());
            error.origin = Some(definition.place.clone());
            error.help = Some(Help::InheritsItself { class: definition.name.clone() });
            return Err(self.placed(error));
        }
        let Some(parent_id) = self.find_class(parent)? else {
            if self.is_absent(parent, &definition.place) {
                self.sink.incomplete = true;
                return Ok(());
            }
            let user = ClassUse::Child { environment: self.environment.name.clone() };
            let issue = Issue::UnknownClass { name: format!("::{parent}").into(), user };
            return Err(self.bare(issue, definition.place.clone()));
        };
        let key = (Str::from("Class"), Str::from(capitalize(&self.definition(parent_id).name)));
        if let Some(there) = self.draft.declared(&key.0, &key.1) {
            self.also_included(there);
            return Ok(());
        }
        self.deeper(|this| this.add_parent(parent_id, scope))?;
        let mut resource = self.class_resource(parent_id, scope);
        resource.when = self.analysis.condition_of_inclusion(&resource.place);
        self.add_resource(scope, resource)?;
        Ok(())
    }

    pub fn evaluate_resource(&mut self, id: ResId) -> Eval<()> {
        if self.resource(id).evaluated {
            return Ok(());
        }
        self.resource_mut(id).evaluated = true;
        self.tag_by_scope(id);
        let outside = self.analysis.enter_resource(self.draft.resource(id).when);
        let pending = self.analysis.pending.len();
        self.stack.enter_resource(id);
        let result = self.deeper(|this| this.evaluate_code(id));
        self.stack.leave_resource();
        self.analysis.pending.truncate(pending);
        self.analysis.leave_resource(outside);
        result
    }

    /// A class that is there is included here, too. One that was given parameters would have others here.
    pub fn also_included(&mut self, id: ResId) {
        let resource = self.resource(id);
        if resource.when != crate::Condition::Always && resource.place.line.is_none() {
            let (it, here) = (resource.when, self.analysis.path.when);
            self.analysis.conditions.also_there(it, here);
        }
    }

    pub fn tag_by_scope(&mut self, id: ResId) {
        if std::mem::replace(&mut self.resource_mut(id).tagged_by_scope, true) {
            return;
        }
        let container = self.scope(self.resource(id).scope).resource;
        if container == id {
            return;
        }
        let tags = self.resource(container).tags.clone();
        self.resource_mut(id).tags.extend(tags.iter());
    }

    pub fn evaluate_code(&mut self, id: ResId) -> Eval<()> {
        let Some(def) = self.resource(id).definition else { return Ok(()) };
        let definition = self.definition(def).clone();
        let mut parent = self.resource(id).scope;
        if let Some(name) = &definition.parent
            && let Some(parent_def) = self.find_class(name)?
        {
            let known = self.definition(parent_def).name.clone();
            let key = (Str::from("Class"), Str::from(capitalize(&known)));
            if let Some(resource) = self.draft.declared(&key.0, &key.1) {
                self.evaluate_resource(resource)?;
            }
            if let Some(scope) = self.scopes.of_classes.get(&known) {
                parent = *scope;
            }
        }
        let scope = self.scopes.add(parent, def, id);
        if definition.kind == DefKind::Class {
            self.draft.classes.insert(definition.name.clone());
            self.tags_of_class(&definition.name);
        }
        let wrong = self.parameters_of(id, scope, &definition)?;
        self.edge_to_stage(id)?;
        if let (Some(program), Some(body)) = (&definition.program, definition.body) {
            match self.body(program, scope, body) {
                Err(Failure::Return(_) | Failure::Next(_)) => {}
                Err(Failure::Break) if definition.kind == DefKind::Define => return Err(self.break_of_define()),
                other => drop(other?),
            }
        }
        wrong.map_or(Ok(()), |it| Err(self.sink.refuse(it)))
    }

    /// `break()` in a defined type, which Puppet evaluates later: it takes that for an exception of Ruby.
    fn break_of_define(&mut self) -> Failure {
        let place = Place::line(Some("unknown".into()), Some(self.stack.jump_line));
        let issue = Issue::IllegalJump { function: "break", place: Place::default() };
        self.placed(EvalError::new(issue, Raised::Exception("Object".into()), place))
    }

    pub fn tags_of_class(&mut self, name: &str) {
        crate::resource::add_tag(&mut self.draft.tags, name);
    }

    pub fn edge_to_stage(&mut self, id: ResId) -> Eval<()> {
        if self.resource(id).kind != Kind::Class {
            return Ok(());
        }
        let container = self.scope(self.resource(id).scope).resource;
        let stage = self.resource(id).value("stage").or_else(|| self.resource(container).value("stage")).cloned();
        let name = stage.as_ref().map_or_else(|| "main".to_owned(), reference_text);
        let Some(found) = self.find_resource("Stage", &name)? else {
            let class = self.resource(id).reference().into();
            return Err(Issue::MissingStage { name: name.into(), class }.into());
        };
        let title = self.resource(found).title.clone();
        if &*title != "main" && self.resource(id).value("stage").is_none() {
            let source = self.resource(id).source;
            let param = Param { value: Value::String(title), place: Place::default(), source, add: false, when: Condition::Always };
            self.resource_mut(id).params.insert("stage".into(), param);
        }
        self.draft.edges.insert((found, id));
        Ok(())
    }
}
