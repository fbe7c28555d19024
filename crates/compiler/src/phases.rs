//! The order in which a catalog comes to be; it is Puppet's own.
//!
//! 1. The main manifest's statements, the node's, the classes that a classifier gives parameters to.
//! 2. Again and again until nothing changes: collectors, then what defined types and waiting classes declared so far hold.
//! 3. Arrows, overrides, tags of containers, checks of attributes, metaparameters handed down.
//! 4. Whether everything that is named is there.

use std::path::Path;
use std::sync::Arc;

use functions::Failure;
use indexmap::IndexMap;
use syntax::Dialect;
use values::Strict;
use values::{Str, Type, Value, mismatch};

use crate::Code;
use crate::compiler::{Compiler, Eval, Override};
use crate::definitions::{DefId, Kind as DefKind};
use crate::error::{EvalError, Place};
use crate::eval::flatten;
use crate::resource::{Kind, Param, ResId, Resource, capitalize};
use crate::scope::{Frame, ScopeId};
use crate::source::{Program, Reading};

/// Passes over what is still to be evaluated, as Puppet counts them.
const MOST_PASSES: u32 = 1_000;

impl Compiler<'_> {
    pub fn phases(&mut self) -> Eval<()> {
        self.node_parameters();
        self.initial_resources()?;
        let programs = self.main_programs()?;
        for program in &programs {
            self.import(program, None)?;
        }
        for program in &programs {
            let value = match program.model.root {
                Some(root) => self.eval(program, ScopeId::TOP, root)?,
                None => Value::Undef,
            };
            self.value = Some(value);
        }
        self.node()?;
        self.classifier_classes()?;
        self.generators()?;
        self.finish()?;
        self.check_remaining()
    }

    fn node_parameters(&mut self) {
        let mut variables: IndexMap<Str, Value> = IndexMap::new();
        if let Value::Hash(facts) = &self.request.facts {
            for (name, value) in facts.iter() {
                if let Value::String(name) = name {
                    variables.insert(name.clone(), value.clone());
                }
            }
        }
        for (name, value) in &self.request.parameters {
            variables.insert(name.clone(), value.clone());
        }
        if let Value::Hash(facts) = &self.request.server_facts {
            for (name, value) in facts.iter() {
                if let Value::String(name) = name {
                    variables.insert(name.clone(), value.clone());
                }
            }
        }
        variables.insert("environment".into(), Value::String(self.environment.name.clone()));
        variables.insert("trusted".into(), self.request.trusted.clone().unwrap_or_else(|| trusted(&self.request.node)));
        variables.insert("server_facts".into(), self.request.server_facts.clone());
        variables.insert("facts".into(), self.request.facts.clone());
        self.scope_mut(ScopeId::TOP).variables.extend(variables);
    }

    fn initial_resources(&mut self) -> Eval<()> {
        // Their numbers are known to `ResId::STAGE_MAIN` and the top scope.
        let stage = self.new_resource("Stage".into(), "main".into(), Kind::Native, ScopeId::TOP);
        self.place_resource(stage);
        let mut settings = self.new_resource("Class".into(), "Settings".into(), Kind::Class, ScopeId::TOP);
        settings.definition = Some(DefId::SETTINGS);
        settings.evaluated = true;
        self.place_resource(settings);
        self.classes.insert("settings".into());
        self.edges.insert((ResId::STAGE_MAIN, ResId(1)));
        let scope = self.new_scope(ScopeId::TOP, DefId::SETTINGS, ResId(1));
        self.class_scopes.insert("settings".into(), scope);
        let mut main = self.new_resource("Class".into(), "main".into(), Kind::Class, ScopeId::TOP);
        main.definition = Some(DefId::MAIN);
        main.evaluated = true;
        let main = self.place_resource(main);
        self.order.push(main);
        self.class_scopes.insert("".into(), ScopeId::TOP);
        let name = Param { value: "main".into(), place: Place::default(), source: DefId::MAIN, add: false };
        self.resource_mut(main).params.insert("name".into(), name.clone());
        self.resource_mut(ResId::STAGE_MAIN).params.insert("name".into(), name);
        self.edges.insert((ResId::STAGE_MAIN, main));
        let variables = &mut self.scope_mut(ScopeId::TOP).variables;
        variables.insert("title".into(), "main".into());
        variables.insert("name".into(), "main".into());
        Ok(())
    }

    fn main_programs(&mut self) -> Eval<Vec<Arc<Program>>> {
        let reading = Reading { autoload: None, ..self.environment.reading.clone() };
        let request = self.request;
        let files = match &request.code {
            Code::Text(text) => {
                return Ok(vec![Arc::new(Program::parse(None, None, text.clone(), Dialect::Manifest, &reading))]);
            }
            Code::Named(path, text) => {
                let file = Some(Str::from(&*path.to_string_lossy()));
                return Ok(vec![Arc::new(Program::parse(file, Some(path.clone()), text.clone(), Dialect::Manifest, &reading))]);
            }
            Code::Files(files) => files,
        };
        files.iter().map(|path| self.main_program(path)).collect()
    }

    fn main_program(&mut self, path: &Path) -> Eval<Arc<Program>> {
        match self.environment.program(path) {
            Some(program) => Ok(program),
            None => {
                let message = format!("Could not read {}: no such file, or no text in UTF-8", path.display());
                Err(self.placed(EvalError::new(message, Place::default())))
            }
        }
    }

    fn node(&mut self) -> Eval<()> {
        if self.known.nodes.is_empty() {
            return Ok(());
        }
        let name = self.request.node.to_lowercase();
        let Some(id) = self.find_node(&name).or_else(|| self.known.nodes.get("default").copied()) else {
            let message = format!("Could not find node statement with name 'default' or '{}'", self.request.node);
            return Err(self.placed(EvalError::new(message, Place::default())));
        };
        let definition = self.definition(id).clone();
        let mut resource = self.new_resource("Node".into(), capitalize(&definition.name).into(), Kind::Node, ScopeId::TOP);
        resource.definition = Some(id);
        resource.source = id;
        resource.title = definition.name.clone();
        let resource = self.add_resource(ScopeId::TOP, resource)?;
        self.resource_mut(resource).evaluated = true;
        self.tag_by_scope(resource);
        let scope = self.new_scope(ScopeId::TOP, id, resource);
        self.classes.insert(definition.name.clone());
        self.tags_of_class(&definition.name);
        self.class_scopes.insert(definition.name.clone(), scope);
        self.node_scope = Some(scope);
        let variables = &mut self.scope_mut(scope).variables;
        variables.insert("title".into(), Value::String(definition.name.clone()));
        variables.insert("name".into(), Value::String(definition.name.clone()));
        let (Some(program), Some(body)) = (&definition.program, definition.body) else { return Ok(()) };
        self.guarded(scope, |this| {
            let captures = definition.regex.as_ref().and_then(|regex| regex.captures(&this.request.node));
            this.scope_mut(scope).frames.push(Frame::Match(captures));
            this.eval(program, scope, body).map(|_| ())
        })
    }

    fn classifier_classes(&mut self) -> Eval<()> {
        let request = self.request;
        let scope = self.node_scope.unwrap_or(ScopeId::TOP);
        for (name, params) in &request.classes {
            let Some(id) = self.find_class(name)? else {
                let message = format!("Could not find class {name} for {}", self.request.node);
                return Err(self.placed(EvalError::new(message, Place::default())));
            };
            let known = self.definition(id).name.clone();
            if params.is_none() && self.class_scopes.contains_key(&known) {
                continue;
            }
            let mut resource = self.class_resource(id, scope);
            for (key, value) in params.iter().flatten() {
                let Value::String(key) = key else { continue };
                let param = Param { value: value.clone(), place: Place::default(), source: id, add: false };
                self.set_param(&mut resource, key.clone(), param)?;
            }
            self.add_parent(id, scope)?;
            self.add_resource(scope, resource)?;
        }
        Ok(())
    }

    fn generators(&mut self) -> Eval<()> {
        let mut passes = 0;
        loop {
            let mut changed = self.evaluate_collectors()?;
            let waiting: Vec<ResId> = self
                .order
                .iter()
                .copied()
                .filter(|id| {
                    let resource = self.resource(*id);
                    !resource.evaluated && !resource.is_virtual && resource.kind != Kind::Native
                })
                .collect();
            changed |= !waiting.is_empty();
            for id in waiting {
                if let Err(failure) = self.evaluate_resource(id) {
                    return Err(self.in_definition(id, failure));
                }
            }
            if !changed {
                return Ok(());
            }
            passes += 1;
            if passes > MOST_PASSES {
                let message = "Somehow looped more than 1000 times while evaluating host catalog";
                return Err(self.placed(EvalError::new(message, Place::default())));
            }
        }
    }

    /// An error from within a defined type, as Puppet tells it: at the place of the declaration, which is not where it is.
    fn in_definition(&mut self, id: ResId, failure: Failure) -> Failure {
        if !matches!(failure, Failure::Error(_)) {
            return failure;
        }
        let inner = self.take_error(failure);
        let place = self.resource(id).place.clone();
        let message = format!("Evaluation Error: Error while evaluating a Resource Statement, {}", inner.full());
        let mut error = EvalError::new(message, place);
        error.code = Some("RUNTIME_ERROR");
        error.origin = Some(inner.origin().clone());
        self.placed(error)
    }

    // ---- resources ----

    fn place_resource(&mut self, resource: Resource) -> ResId {
        let id = ResId(u32::try_from(self.resources.len()).unwrap_or(u32::MAX));
        self.table.insert((resource.type_name.clone(), resource.title.clone()), id);
        self.resources.push(resource);
        id
    }

    /// Adds a resource to the catalog; refuses what is there already.
    pub fn add_resource(&mut self, scope: ScopeId, resource: Resource) -> Eval<ResId> {
        let key = (resource.type_name.clone(), resource.title.clone());
        if let Some(existing) = self.table.get(&key) {
            return Err(Failure::plain(self.duplicate(&resource, *existing)));
        }
        let names = self.other_names(&resource);
        let id = self.place_resource(resource);
        self.order.push(id);
        for (name, message) in names? {
            match self.aliases.get(&name) {
                Some(existing) if *existing == id => {}
                Some(existing) => {
                    let there = self.resource(*existing).place.text();
                    let there = if there.is_empty() { String::new() } else { format!(" {there}") };
                    return Err(Failure::plain(format!("{message} already declared{there}")));
                }
                None => {
                    self.aliases.insert(name, id);
                }
            }
        }
        let resource = self.resource(id);
        if resource.kind != Kind::Class && resource.value("stage").is_some() {
            let message = format!("Only classes can set 'stage'; normal resources like {} cannot change run stage", resource.reference());
            return Err(Failure::plain(message));
        }
        if &*resource.type_name == "Stage" {
            return Ok(id);
        }
        if resource.kind == Kind::Class || resource.kind == Kind::Node {
            let tags = resource.tags.clone();
            self.tags.extend(tags);
        }
        if self.resource(id).kind != Kind::Class {
            let container = self.scope(scope).resource;
            self.edges.insert((container, id));
        }
        Ok(id)
    }

    fn duplicate(&self, resource: &Resource, existing: ResId) -> String {
        let existing = self.resource(existing);
        let mut message = format!("Duplicate declaration: {} is already declared", resource.reference());
        let at = existing.place.text();
        if !at.is_empty() {
            message.push_str(&format!(" at {at}"));
        }
        message.push_str("; cannot redeclare");
        let here = resource.place.text();
        if !here.is_empty() {
            message.push_str(&format!(" {here}"));
        }
        message
    }

    /// Under what else a resource is found, and the beginning of what is said if that is taken.
    #[allow(clippy::type_complexity)]
    fn other_names(&self, resource: &Resource) -> Eval<Vec<((Str, Vec<Value>), String)>> {
        let mut names = Vec::new();
        let place = resource.place.text();
        let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
        let reference = resource.reference();
        let ty = &resource.type_name;
        if let Some(alias) = resource.value("alias") {
            let mut aliases = Vec::new();
            flatten(alias.clone(), &mut aliases, 0);
            for alias in aliases {
                let Value::String(text) = &alias else { continue };
                if *text == resource.title {
                    continue;
                }
                let newref = values::print::ruby(&Value::array(vec![Value::String(ty.clone()), alias.clone()]));
                let message = format!("Cannot alias {reference} to {}{place}; resource {newref}", values::print::ruby(&alias));
                names.push(((ty.clone(), vec![alias]), message));
            }
        }
        if resource.kind != Kind::Native {
            return Ok(names);
        }
        let Some(info) = resource_types::type_info(&ty.to_lowercase()) else { return Ok(names) };
        if !info.isomorphic {
            return Ok(names);
        }
        let key = self.uniqueness_key(info, ty, &resource.title, &resource.params)?;
        if key.iter().any(|it| !it.is_undef()) && key != [Value::String(resource.title.clone())] {
            let list = Value::array(key.clone());
            let mut other = vec![Value::String(ty.clone())];
            other.extend(key.iter().cloned());
            let newref = values::print::ruby(&Value::array(other));
            let message = format!("Cannot alias {reference} to {}{place}; resource {newref}", values::print::ruby(&list));
            names.push(((ty.clone(), key), message));
        } else {
            names.push(((ty.clone(), key), String::new()));
        }
        Ok(names)
    }

    fn uniqueness_key(
        &self,
        info: &resource_types::TypeInfo,
        reference: &str,
        title: &str,
        params: &IndexMap<Str, Param>,
    ) -> Eval<Vec<Value>> {
        let given = |name: &str| {
            params.get(name).filter(|it| !it.value.is_undef()).map(|it| match &it.value {
                Value::String(text) => resource_types::Value::str(&**text),
                Value::Integer(value) => resource_types::Value::Int(*value),
                Value::Boolean(value) => resource_types::Value::Bool(*value),
                other => resource_types::Value::str(values::print::interpolate(other)),
            })
        };
        let key = resource_types::uniqueness_key(info, reference, title, given).map_err(|error| Failure::plain(error.to_string()))?;
        Ok(key
            .into_iter()
            .map(|it| match it {
                resource_types::Value::Nil => Value::Undef,
                resource_types::Value::Str(text) | resource_types::Value::Sym(text) => Value::from(text),
                resource_types::Value::Int(value) => Value::Integer(value),
                resource_types::Value::Bool(value) => Value::Boolean(value),
                other => Value::from(other.inspect()),
            })
            .collect())
    }

    /// A resource by type and title, alias or the value of its namevar.
    pub fn find_resource(&mut self, type_name: &str, title: &str) -> Eval<Option<ResId>> {
        let name: Str = capitalize(type_name).into();
        let title: Str = if &*name == "Class" {
            if title == "main" || title.is_empty() { "main".into() } else { capitalize(title).into() }
        } else {
            title.into()
        };
        if let Some(id) = self.table.get(&(name.clone(), title.clone())) {
            return Ok(Some(*id));
        }
        if let Some(id) = self.aliases.get(&(name.clone(), vec![Value::String(title.clone())])) {
            return Ok(Some(*id));
        }
        if let Some(info) = resource_types::type_info(&name.to_lowercase())
            && let Ok(key) = self.uniqueness_key(info, &name, &title, &IndexMap::new())
        {
            return Ok(self.aliases.get(&(name, key)).copied());
        }
        Ok(None)
    }

    // ---- classes and defined types ----

    /// `include`, `require` and `contain`: classes that are there stay, the others are evaluated now.
    pub fn include(&mut self, scope: ScopeId, name: &str) -> Eval<ResId> {
        let Some(id) = self.find_class(name)? else {
            return Err(Failure::plain(format!("Could not find class {name} for {}", self.request.node)));
        };
        let known = self.definition(id).name.clone();
        if let Some(found) = self.class_scopes.get(&known) {
            return Ok(self.scope(*found).resource);
        }
        let key = (Str::from("Class"), Str::from(capitalize(&known)));
        if let Some(resource) = self.table.get(&key).copied() {
            self.evaluate_resource(resource)?;
            return Ok(resource);
        }
        let mut resource = self.class_resource(id, scope);
        for (name, param) in self.defaults_for(scope, &"Class".into()) {
            self.set_param(&mut resource, name, param)?;
        }
        self.add_parent(id, scope)?;
        let resource = self.add_resource(scope, resource)?;
        self.evaluate_resource(resource)?;
        Ok(resource)
    }

    /// Puts the class that a class inherits into the catalog.
    pub fn add_parent(&mut self, id: DefId, scope: ScopeId) -> Eval<()> {
        let definition = self.definition(id).clone();
        let Some(parent) = &definition.parent else { return Ok(()) };
        let Some(parent_id) = self.find_class(parent)? else {
            let message = format!("Could not find parent resource type '::{parent}' of type hostclass in {}", self.environment.name);
            return Err(self.placed(EvalError::new(message, definition.place.clone())));
        };
        let key = (Str::from("Class"), Str::from(capitalize(&self.definition(parent_id).name)));
        if self.table.contains_key(&key) {
            return Ok(());
        }
        self.deeper(|this| this.add_parent(parent_id, scope))?;
        let resource = self.class_resource(parent_id, scope);
        self.add_resource(scope, resource)?;
        Ok(())
    }

    pub fn evaluate_resource(&mut self, id: ResId) -> Eval<()> {
        if self.resource(id).evaluated {
            return Ok(());
        }
        self.resource_mut(id).evaluated = true;
        self.tag_by_scope(id);
        self.deeper(|this| this.evaluate_code(id))
    }

    fn tag_by_scope(&mut self, id: ResId) {
        if std::mem::replace(&mut self.resource_mut(id).tagged_by_scope, true) {
            return;
        }
        let container = self.scope(self.resource(id).scope).resource;
        if container == id {
            return;
        }
        let tags = self.resource(container).tags.clone();
        self.resource_mut(id).tags.extend(tags);
    }

    fn evaluate_code(&mut self, id: ResId) -> Eval<()> {
        let Some(def) = self.resource(id).definition else { return Ok(()) };
        let definition = self.definition(def).clone();
        let mut parent = self.resource(id).scope;
        if let Some(name) = &definition.parent
            && let Some(parent_def) = self.find_class(name)?
        {
            let known = self.definition(parent_def).name.clone();
            let key = (Str::from("Class"), Str::from(capitalize(&known)));
            if let Some(resource) = self.table.get(&key).copied() {
                self.evaluate_resource(resource)?;
            }
            if let Some(scope) = self.class_scopes.get(&known) {
                parent = *scope;
            }
        }
        let scope = self.new_scope(parent, def, id);
        if definition.kind == DefKind::Class {
            self.classes.insert(definition.name.clone());
            self.tags_of_class(&definition.name);
        }
        self.parameters_of(id, scope, &definition)?;
        self.edge_to_stage(id)?;
        let (Some(program), Some(body)) = (&definition.program, definition.body) else { return Ok(()) };
        match self.eval(program, scope, body) {
            Err(Failure::Return(_) | Failure::Next(_)) => Ok(()),
            other => other.map(|_| ()),
        }
    }

    fn tags_of_class(&mut self, name: &str) {
        crate::resource::add_tag(&mut self.tags, name);
    }

    fn edge_to_stage(&mut self, id: ResId) -> Eval<()> {
        if self.resource(id).kind != Kind::Class {
            return Ok(());
        }
        let container = self.scope(self.resource(id).scope).resource;
        let stage = self.resource(id).value("stage").or_else(|| self.resource(container).value("stage")).cloned();
        let name = stage.as_ref().map_or_else(|| "main".to_owned(), values::print::interpolate);
        let Some(found) = self.find_resource("Stage", &name)? else {
            let message = format!("Could not find stage {name} specified by {}", self.resource(id).reference());
            return Err(Failure::plain(message));
        };
        let title = self.resource(found).title.clone();
        if &*title != "main" && self.resource(id).value("stage").is_none() {
            let source = self.resource(id).source;
            let param = Param { value: Value::String(title), place: Place::default(), source, add: false };
            self.resource_mut(id).params.insert("stage".into(), param);
        }
        self.edges.insert((found, id));
        Ok(())
    }

    fn parameters_of(&mut self, id: ResId, scope: ScopeId, definition: &Arc<crate::definitions::Definition>) -> Eval<()> {
        let title = self.resource(id).title.clone();
        let (title, name) = if definition.kind == DefKind::Class {
            let lower: Str = title.to_lowercase().into();
            (lower.clone(), Value::String(lower))
        } else {
            let name = self.resource(id).value("name").cloned().unwrap_or_else(|| Value::String(title.clone()));
            (title, name)
        };
        if let Some(module) = &definition.module {
            self.set_variable(scope, "module_name".into(), Value::String(module.clone()));
        }
        let parent = self.scope(scope).parent;
        if let Some(module) = parent.and_then(|parent| self.definition(self.scope(parent).source).module.clone()) {
            self.set_variable(scope, "caller_module_name".into(), Value::String(module));
        }
        self.set_variable(scope, "title".into(), Value::String(title));
        self.set_variable(scope, "name".into(), name);
        if definition.kind == DefKind::Class {
            self.class_scopes.insert(definition.name.clone(), scope);
        }
        let reference = self.resource(id).reference();
        let mut entries: Vec<(Str, Option<Value>)> = definition.parameters.iter().map(|it| (it.name.clone(), None)).collect();
        for (name, param) in &self.resource(id).params {
            if matches!(&**name, "name" | "title") {
                continue;
            }
            match entries.iter_mut().find(|(it, _)| it == name) {
                Some(entry) => entry.1 = Some(param.value.clone()),
                None => entries.push((name.clone(), Some(param.value.clone()))),
            }
        }
        let level = self.scope(scope).frames.len();
        self.scope_mut(scope).frames.push(Frame::Parameters { callee: reference.clone().into(), current: "".into(), entries });
        let result = self.defaults_of(id, scope, level, definition);
        let frame = self.scope_mut(scope).frames.get(level).cloned();
        self.scope_mut(scope).frames.truncate(level);
        result?;
        let Some(Frame::Parameters { entries, .. }) = frame else { return Ok(()) };
        let given: Vec<(Str, Value)> = entries.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let declared: Vec<mismatch::Param> = definition
            .parameters
            .iter()
            .map(|it| mismatch::Param { name: it.name.clone(), ty: it.ty.clone(), required: it.value.is_none() })
            .collect();
        let to_check: Vec<(Str, Value)> = given
            .iter()
            .filter(|(name, _)| !crate::definitions::is_metaparameter(name) || definition.parameters.iter().any(|it| it.name == *name))
            .cloned()
            .collect();
        if let Some(message) = mismatch::parameters(&reference, &declared, &to_check) {
            return Err(Failure::plain(message));
        }
        for (name, value) in given {
            if self.scope(scope).is_bound(&name) {
                return Err(Failure::plain(format!("Cannot reassign variable '${name}'")));
            }
            self.set_variable(scope, name, value);
        }
        Ok(())
    }

    fn defaults_of(&mut self, id: ResId, scope: ScopeId, level: usize, definition: &Arc<crate::definitions::Definition>) -> Eval<()> {
        let Some(program) = &definition.program else { return Ok(()) };
        for parameter in &definition.parameters {
            let given = self.resource(id).params.get(&parameter.name).is_some_and(|it| !it.value.is_undef());
            let Some(default) = parameter.value else { continue };
            if given {
                continue;
            }
            let value = self.parameter_default(program, scope, &parameter.name, default)?;
            let source = self.resource(id).source;
            let param = Param { value: value.clone(), place: Place::default(), source, add: false };
            self.resource_mut(id).params.insert(parameter.name.clone(), param);
            if let Some(Frame::Parameters { entries, .. }) = self.scope_mut(scope).frames.get_mut(level)
                && let Some(entry) = entries.iter_mut().find(|(it, _)| *it == parameter.name)
            {
                entry.1 = Some(value);
            }
        }
        Ok(())
    }

    // ---- overrides ----

    pub fn merge(&mut self, id: ResId, change: &Override) -> Eval<()> {
        let source = self.resource(id).source;
        if source != change.source && !self.is_override_of(change.source, source) {
            return Err(self.placed(EvalError::new("Only subclasses can override parameters", change.place.clone())));
        }
        if self.resource(id).evaluated {
            let place = self.resource(id).place.text();
            let at = if place.is_empty() { String::new() } else { format!(", defined at {place},") };
            let message = format!("Attempt to override an already evaluated resource{at} with new values");
            match self.settings.strict {
                Strict::Off => {}
                Strict::Warning => self.log_plain(functions::Level::Warning, format!("{message} {}", change.place.text())),
                Strict::Error => return Err(self.placed(EvalError::new(message, change.place.clone()))),
            }
        }
        for (name, param) in &change.params {
            self.override_param(id, name, param)?;
        }
        Ok(())
    }

    /// A collector may override anything.
    fn is_override_of(&self, child: DefId, parent: DefId) -> bool {
        self.overriding.contains(&child) || self.is_child_of(child, parent)
    }

    fn override_param(&mut self, id: ResId, name: &Str, param: &Param) -> Eval<()> {
        let mut param = param.clone();
        if let Some(current) = self.resource(id).params.get(name) {
            let (scope, type_name) = (self.resource(id).scope, self.resource(id).type_name.clone());
            let default = self.defaults_for(scope, &type_name).get(name).map(|it| it.value.clone());
            if default.as_ref() == Some(&param.value) {
                return Ok(());
            }
            let was_default = param.source == current.source && default.as_ref() == Some(&current.value);
            if !self.is_override_of(param.source, current.source) && !was_default {
                let at = current.place.text();
                let at = if at.is_empty() { String::new() } else { format!(" at {at}") };
                let by = self.source_name(current.source);
                let message = format!("Parameter '{name}' is already set on {}{by}{at}; cannot redefine", self.resource(id).reference());
                return Err(self.placed(EvalError::new(message, param.place)));
            }
            if param.add {
                let mut values = Vec::new();
                flatten(current.value.clone(), &mut values, 0);
                flatten(param.value.clone(), &mut values, 0);
                param.value = Value::array(values);
            }
        }
        if &**name == "tag" {
            let mut tags = Vec::new();
            flatten(param.value.clone(), &mut tags, 0);
            for tag in tags {
                let tag = values::print::interpolate(&tag);
                self.resource_mut(id).tag_if_valid(&tag);
            }
        }
        self.resource_mut(id).params.insert(name.clone(), param);
        Ok(())
    }

    /// Puppet shows the address of an object here; what is meant is the class.
    fn source_name(&self, source: DefId) -> String {
        let name = &self.definition(source).name;
        format!(" by #<Puppet::Resource::Type:{name}>")
    }

    // ---- the end ----

    fn finish(&mut self) -> Eval<()> {
        self.apply_relationships()?;
        for id in self.order.clone() {
            let key = (self.resource(id).type_name.clone(), self.resource(id).title.clone());
            if let Some(changes) = self.waiting_overrides.shift_remove(&key) {
                for change in changes {
                    self.merge(id, &change)?;
                }
            }
            self.tag_by_scope(id);
            self.unwrap_sensitive(id);
            self.check_attributes(id)?;
        }
        self.hand_down();
        Ok(())
    }

    fn unwrap_sensitive(&mut self, id: ResId) {
        let resource = self.resource_mut(id);
        for (name, param) in &mut resource.params {
            if let Value::Sensitive(inner) = &param.value {
                resource.sensitive.push(name.clone());
                param.value = (**inner).clone();
            }
        }
    }

    fn check_attributes(&mut self, id: ResId) -> Eval<()> {
        let resource = self.resource(id);
        if resource.kind == Kind::Node || resource.definition == Some(DefId::SETTINGS) || resource.definition == Some(DefId::MAIN) {
            return Ok(());
        }
        if let Some(definition) = resource.definition {
            let definition = self.definition(definition).clone();
            let declared: Vec<mismatch::Param> = definition
                .parameters
                .iter()
                .map(|it| mismatch::Param { name: it.name.clone(), ty: it.ty.clone(), required: it.value.is_none() })
                .collect();
            let given: Vec<(Str, Value)> = resource
                .params
                .iter()
                .filter(|(name, _)| {
                    definition.parameters.iter().any(|it| it.name == **name)
                        || (&***name != "name" && !crate::definitions::is_metaparameter(name))
                })
                .map(|(name, param)| {
                    let value = param.value.clone();
                    let value = if resource.sensitive.contains(name) { Value::Sensitive(Arc::new(value)) } else { value };
                    (name.clone(), value)
                })
                .collect();
            let (reference, place) = (resource.reference(), resource.place.clone());
            if resource.is_virtual || !resource.evaluated {
                return Ok(());
            }
            return match mismatch::parameters(&reference, &declared, &given) {
                Some(message) => Err(self.placed(EvalError::new(message, place))),
                None => Ok(()),
            };
        }
        let lower = resource.type_name.to_lowercase();
        let unknown = resource.params.iter().find(|(name, _)| !crate::native::accepts(&lower, name));
        if let Some((name, param)) = unknown {
            let place = resource.place.clone();
            let inner = EvalError::new(format!("no parameter named '{name}'"), place.clone()).full();
            let mut error = EvalError::new(format!("{inner} on {}", resource.reference()), place);
            error.origin = Some(param.place.clone());
            return Err(self.placed(error));
        }
        Ok(())
    }

    /// Metaparameters go from containers to what they hold, and tags with them.
    fn hand_down(&mut self) {
        const NAMES: [&str; 6] = ["alias", "audit", "loglevel", "noop", "schedule", "tag"];
        let mut children: rustc_hash::FxHashMap<ResId, Vec<ResId>> = rustc_hash::FxHashMap::default();
        for (from, to) in &self.edges {
            children.entry(*from).or_default().push(*to);
        }
        let main = ResId(2);
        let data = |this: &Self, id: ResId| -> Vec<(Str, Param)> {
            let resource = this.resource(id);
            NAMES
                .iter()
                .filter_map(|name| resource.params.get(*name).filter(|it| !it.value.is_undef()).map(|it| (Str::from(*name), it.clone())))
                .collect()
        };
        let mut stack = vec![(main, data(self, main))];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some((id, inherited)) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let tags = self.resource(id).tags.clone();
            for child in children.get(&id).cloned().unwrap_or_default() {
                for (name, param) in &inherited {
                    if self.resource(child).value(name).is_none() {
                        self.resource_mut(child).params.insert(name.clone(), param.clone());
                    }
                }
                let mut handed = inherited.clone();
                for (name, param) in data(self, child) {
                    match handed.iter_mut().find(|(it, _)| *it == name) {
                        Some(entry) => entry.1 = param,
                        None => handed.push((name, param)),
                    }
                }
                self.resource_mut(child).tags.extend(tags.iter().cloned());
                stack.push((child, handed));
            }
        }
    }

    fn check_remaining(&mut self) -> Eval<()> {
        let overrides: Vec<String> = self
            .waiting_overrides
            .iter()
            .flat_map(|((name, title), changes)| std::iter::repeat_n(format!("{name}[{title}]"), changes.len()))
            .collect();
        if !overrides.is_empty() {
            let message = format!("Could not find resource(s) {} for overriding", overrides.join(", "));
            return Err(self.placed(EvalError::new(message, Place::default())));
        }
        let unrealized = self.unrealized();
        if !unrealized.is_empty() {
            let message = format!("Failed to realize virtual resources {}", unrealized.join(", "));
            return Err(self.placed(EvalError::new(message, Place::default())));
        }
        self.check_relationship_parameters()
    }

    fn check_relationship_parameters(&mut self) -> Eval<()> {
        for id in std::iter::once(ResId::STAGE_MAIN).chain(std::iter::once(ResId(1))).chain(self.order.clone()) {
            if self.resource(id).is_virtual {
                continue;
            }
            for name in ["before", "notify", "require", "subscribe"] {
                let Some(param) = self.resource(id).params.get(name).cloned() else { continue };
                let mut targets = Vec::new();
                flatten(param.value.clone(), &mut targets, 0);
                for target in targets.into_iter().filter(|it| !it.is_undef()) {
                    let text = reference_text(&target);
                    let Some((type_name, title)) = split_reference(&text) else {
                        let message =
                            format!("No title provided and {} is not a valid resource reference", values::print::ruby(&Value::from(text)));
                        return Err(self.placed(EvalError::new(message, param.place.clone())));
                    };
                    if self.find_resource(&type_name, &title)?.is_none() {
                        let message = format!("Could not find resource '{text}' in parameter '{name}'");
                        return Err(self.placed(EvalError::new(message, param.place.clone())));
                    }
                }
            }
        }
        Ok(())
    }
}

/// A value of `require` and the like as the text that Puppet makes of it.
pub fn reference_text(value: &Value) -> String {
    match value {
        Value::Type(Type::Class(Some(name))) => format!("Class[{}]", capitalize(name)),
        Value::Type(Type::Resource(Some(name), Some(title))) => format!("{}[{title}]", capitalize(name)),
        other => values::print::interpolate(other),
    }
}

/// `Type[title]`.
pub fn split_reference(text: &str) -> Option<(String, String)> {
    let text = text.strip_suffix(']')?;
    let (name, title) = text.split_once('[')?;
    (!name.is_empty() && !name.contains(']') && !title.is_empty()).then(|| (name.to_owned(), title.to_owned()))
}

fn trusted(node: &str) -> Value {
    let mut trusted = values::Hash::default();
    let (host, domain) = match node.split_once('.') {
        Some((host, domain)) => (host, Value::string(domain)),
        None => (node, Value::Undef),
    };
    trusted.insert("authenticated".into(), "local".into());
    trusted.insert("certname".into(), node.into());
    trusted.insert("domain".into(), domain);
    trusted.insert("extensions".into(), Value::hash(values::Hash::default()));
    trusted.insert("external".into(), Value::hash(values::Hash::default()));
    trusted.insert("hostname".into(), host.into());
    Value::hash(trusted)
}
