//! The state before the first statement: variables, the main stage and class, the manifests.

use crate::compiler::{Compiler, Eval};
use crate::ids::{DefId, ResId, ScopeId};
use crate::resource::{Kind, Param};
use crate::source::{Program, Reading};
use crate::{Code, Condition};
use indexmap::IndexMap;
use issue::{Issue, Place};
use std::path::Path;
use std::sync::Arc;
use syntax::Dialect;
use values::{Str, Value};

impl Compiler<'_> {
    pub fn node_parameters(&mut self) {
        // In the order in which Puppet has them.
        let mut variables: IndexMap<Str, Value> = IndexMap::new();
        for (name, value) in &self.request.parameters {
            variables.insert(name.clone(), value.clone());
        }
        let facts = self.facts();
        self.analysis.fact_reads.name(&facts);
        if let Value::Hash(facts) = &facts {
            for (name, value) in facts.iter() {
                if let Value::String(name) = name {
                    variables.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        // Puppet takes it from the environment, wherever parameters and facts have it.
        variables.shift_remove("environment");
        let mut server_facts = self.server_facts();
        for (name, value) in &server_facts {
            if let Value::String(name) = name {
                variables.insert(name.clone(), value.clone());
            }
        }
        server_facts.insert("environment".into(), Value::String(self.environment.name.clone()));
        variables.insert("environment".into(), Value::String(self.environment.name.clone()));
        variables.insert("trusted".into(), self.trusted());
        variables.insert("server_facts".into(), Value::hash(server_facts));
        variables.insert("facts".into(), facts);
        self.scope_mut(ScopeId::TOP).variables.extend(variables);
    }

    pub fn initial_resources(&mut self) -> Eval<()> {
        for (name, _) in &self.request.classes {
            self.draft.classified.push(name.clone());
            crate::resource::add_tag(&mut self.draft.tags, name);
        }
        // Their numbers are known to `ResId::STAGE_MAIN` and the top scope.
        let mut stage = self.new_resource("Stage".into(), "main".into(), Kind::Native, ScopeId::TOP);
        // Their titles are no texts to Puppet, and only texts are tags.
        stage.tags.remove("main");
        self.draft.place(stage);
        let mut settings = self.new_resource("Class".into(), "Settings".into(), Kind::Class, ScopeId::TOP);
        settings.definition = Some(DefId::SETTINGS);
        settings.evaluated = true;
        self.draft.place(settings);
        self.draft.classes.insert("settings".into());
        self.draft.tags.insert("settings".into());
        self.draft.edges.insert((ResId::STAGE_MAIN, ResId(1)));
        let scope = self.scopes.add(ScopeId::TOP, DefId::SETTINGS, ResId(1));
        self.scopes.of_classes.insert("settings".into(), scope);
        let mut main = self.new_resource("Class".into(), "main".into(), Kind::Class, ScopeId::TOP);
        main.tags.remove("main");
        main.definition = Some(DefId::MAIN);
        main.evaluated = true;
        let main = self.draft.place(main);
        self.draft.order.push(main);
        self.scopes.of_classes.insert("".into(), ScopeId::TOP);
        let name = Param { value: "main".into(), place: Place::default(), source: DefId::MAIN, add: false, when: Condition::Always };
        self.resource_mut(main).params.insert("name".into(), name.clone());
        self.resource_mut(ResId::STAGE_MAIN).params.insert("name".into(), name);
        self.draft.edges.insert((ResId::STAGE_MAIN, main));
        let variables = &mut self.scope_mut(ScopeId::TOP).variables;
        variables.insert("title".into(), "main".into());
        variables.insert("name".into(), "main".into());
        Ok(())
    }

    pub fn main_programs(&mut self) -> Eval<Vec<Arc<Program>>> {
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
        let mut programs = Vec::new();
        for path in files {
            programs.append(&mut self.main_program(path)?);
        }
        Ok(programs)
    }

    pub fn main_program(&mut self, path: &Path) -> Eval<Vec<Arc<Program>>> {
        match self.environment.main_programs(path) {
            Some(programs) => Ok(programs),
            None => {
                let text = format!("Could not read {}: no such file, or no text in UTF-8", path.display());
                Err(self.bare(Issue::failed(text), Place::default()))
            }
        }
    }
}
