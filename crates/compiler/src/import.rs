//! Finds and reads the files of definitions.

use std::path::Path;
use std::sync::Arc;

use functions::{ErrorKind, Failure};
use issue::{Definition as Twice, Issue, Place, Related, Role, Taken};
use syntax::model::{Data, DefinitionKind, NodeId};
use values::regex::Regex;
use values::{Str, Type};

use crate::compiler::{Compiler, Eval};
use crate::definitions::{Definition, Kind, Known, Parameter};
use crate::error::{EvalError, Frame, FrameKind};
use crate::ids::{DefId, ScopeId};
use crate::source::{Program, node_name, regexp_node_name};

impl Compiler<'_> {
    /// A class by its name in any case, with or without `::` before it; its file is read if need be.
    pub fn find_class(&mut self, name: &str) -> Eval<Option<DefId>> {
        self.find(name, true)
    }

    pub fn find_define(&mut self, name: &str) -> Eval<Option<DefId>> {
        self.find(name, false)
    }

    fn find(&mut self, name: &str, class: bool) -> Eval<Option<DefId>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let name: Str = if name.chars().any(char::is_uppercase) { name.to_lowercase().into() } else { name.into() };
        let known = |known: &Known| if class { known.classes.get(&name).copied() } else { known.defines.get(&name).copied() };
        if let Some(id) = known(&self.loaded.definitions) {
            return Ok(Some(id));
        }
        let key = (class, name.clone());
        if name.is_empty() || self.loaded.definitions.missing.contains(&key) {
            return Ok(None);
        }
        let paths = self.environment.manifests_for(&name);
        // Puppet reads the `init.pp` of the module with whatever file it looks for, and before it.
        if let Some((init, others)) = paths.split_last() {
            for path in others.iter().chain([init]) {
                match self.load(init, &name) {
                    // An analysis reports it in that file, and goes on with the others.
                    Err(Failure::Error(_)) if self.analysis.is_on() && path != init => {}
                    other => other?,
                }
                self.load(path, &name)?;
                if let Some(id) = known(&self.loaded.definitions) {
                    return Ok(Some(id));
                }
            }
        }
        self.loaded.definitions.missing.insert(key);
        Ok(None)
    }

    /// Makes the definitions of a file of a module known, once.
    fn load(&mut self, path: &Path, name: &str) -> Eval<()> {
        if self.loaded.definitions.loaded.contains(path) {
            return match self.loaded.definitions.broken.get(path).cloned() {
                Some(error) => Err(self.placed(error)),
                None => Ok(()),
            };
        }
        let Some(program) = self.environment.program(path) else { return Ok(()) };
        self.loaded.definitions.loaded.insert(path.to_owned());
        let module = name.split("::").next().map(Str::from);
        match self.import(&program, module) {
            Err(Failure::Error(error)) if matches!(error.kind, ErrorKind::Placed { .. }) => {
                let error = self.take_error(Failure::Error(error));
                self.loaded.definitions.broken.insert(path.to_owned(), error.clone());
                Err(self.placed(error))
            }
            other => other,
        }
    }

    /// Makes the definitions of a file known.
    pub fn import(&mut self, program: &Arc<Program>, module: Option<Str>) -> Eval<()> {
        self.fail_on_problems(program)?;
        self.import_valid(program, module)
    }

    /// The same for a file whose problems were reported already.
    pub fn import_valid(&mut self, program: &Arc<Program>, module: Option<Str>) -> Eval<()> {
        let nodes_wait = module.is_none() && self.loaded.definitions.nodes_wait(program);
        let mut failed = None;
        for id in program.model.definitions.clone() {
            if nodes_wait && matches!(program.data(id), Data::NodeDefinition { .. }) {
                continue;
            }
            match self.import_one(program, id, module.clone()) {
                // Each definition that cannot be is a mistake of its own; the last one ends the rest.
                Err(failure) if self.analysis.continues_after(&failure) => {
                    if let Some(earlier) = failed.replace(failure) {
                        self.keep(earlier)?;
                    }
                }
                other => other?,
            }
        }
        match failed {
            // What else is in it is known.
            Some(failure) if self.request.recovers => self.keep(failure),
            other => other.map_or(Ok(()), Err),
        }
    }

    /// Syntax errors and those of validation, as Puppet raises them.
    pub fn fail_on_problems(&mut self, program: &Arc<Program>) -> Eval<()> {
        for problem in program.warnings.clone() {
            self.sink.log_problem(program, &problem);
        }
        let Some(first) = program.errors.first() else { return Ok(()) };
        if self.goes_on_with(program) {
            return Ok(());
        }
        if first.code.puppet().is_empty() {
            // An error of the parser that is none of Puppet's issues is wrapped, and loses its place.
            let mut error = crate::compiler::error_of_problem(program, first);
            error.origin = Some(error.place.clone());
            let kind = FrameKind::Environment(self.environment.name.clone());
            error.frames.push(Frame { kind, place: Place::default() });
            return Err(self.placed(error));
        }
        if program.has_syntax_errors || program.errors.len() == 1 {
            let error = crate::compiler::error_of_problem(program, first);
            return Err(self.placed(error));
        }
        let text = format!("Language validation logged {} errors. Giving up", program.errors.len());
        let place = Place::line(program.file.clone(), None);
        let origin = crate::compiler::error_of_problem(program, first).place;
        let mut error = EvalError::bare(Issue::InvalidSource { text, code: None, all: true }, place);
        error.origin = Some(origin);
        Err(self.placed(error))
    }

    /// A function or type alias that is there already. Puppet says where the first one is, and not where the other is.
    pub(crate) fn redefined(&mut self, kind: &'static str, name: &str, first: Place, again: Place) -> Failure {
        let issue = Issue::RedefinedEntity { kind, name: name.into(), taken: Taken::By(first.clone()) };
        let mut error = EvalError::bare(issue, Place::default());
        error.origin = Some(again);
        error.related.push(Related::new(first, Role::DefinedFirst));
        self.placed(error)
    }

    fn import_one(&mut self, program: &Arc<Program>, id: NodeId, module: Option<Str>) -> Eval<()> {
        let place = program.line_at(id);
        match program.data(id) {
            // Its name has yet to be typed.
            Data::Definition { rest, .. } if rest.name.is_empty() => Ok(()),
            Data::Definition { kind: kind @ (DefinitionKind::Class | DefinitionKind::Define), parameters, rest } => {
                let kind = if *kind == DefinitionKind::Class { Kind::Class } else { Kind::Define };
                let parameters = self.parameters(program, parameters, &rest.name)?;
                let parent = rest.parent.as_ref().map(|it| Str::from(it.strip_prefix("::").unwrap_or(it).to_lowercase()));
                let definition = Definition {
                    kind,
                    name: rest.name.to_lowercase().into(),
                    program: Some(program.clone()),
                    body: rest.body,
                    parameters,
                    parent,
                    module,
                    place,
                    regex: None,
                };
                self.add_definition(definition)
            }
            Data::Definition { kind: DefinitionKind::Function, rest, .. } => {
                let name = Str::from(rest.name.as_str());
                if let Some((other, node)) = self.loaded.definitions.functions.get(&name) {
                    let first = other.place_at(*node);
                    return Err(self.redefined("function", &name, first, program.place_at(id)));
                }
                self.loaded.definitions.functions.insert(name, (program.clone(), id));
                Ok(())
            }
            Data::NodeDefinition { matches, body, .. } => {
                for name in matches {
                    let (name, regex) = match program.data(*name) {
                        Data::Regex(source) => {
                            let regex = Regex::new(source).or_else(|error| {
                                self.fail(program, *name, Issue::Refused { code: "RUNTIME_ERROR", text: error.to_string() })
                            })?;
                            (regexp_node_name(source), Some(Arc::new(regex)))
                        }
                        Data::Default => ("default".to_owned(), None),
                        _ => (node_name(program, *name), None),
                    };
                    let name: Str = if regex.is_some() { name.into() } else { name.to_lowercase().into() };
                    let definition = Definition {
                        program: Some(program.clone()),
                        body: *body,
                        module: module.clone(),
                        place: place.clone(),
                        regex,
                        ..Definition::fixed(Kind::Node, &name)
                    };
                    self.add_definition(definition)?;
                }
                Ok(())
            }
            Data::TypeAlias { name, type_expr } => self.define_type(program, id, name, *type_expr),
            _ => Ok(()),
        }
    }

    fn parameters(&mut self, program: &Arc<Program>, parameters: &[NodeId], owner: &str) -> Eval<Vec<Parameter>> {
        let mut all = Vec::with_capacity(parameters.len());
        for node in parameters {
            let Data::Parameter { name, type_expr, value, .. } = program.data(*node) else { continue };
            // Its name has yet to be typed.
            if name.is_empty() {
                continue;
            }
            let ty = match type_expr {
                Some(expr) => match self.evaluate_type(program, ScopeId::TOP, *expr) {
                    Err(Failure::Error(_)) if self.request.recovers => Type::Any,
                    other => other?,
                },
                None => Type::Any,
            };
            if resource_types::is_metaparameter(name) {
                if value.is_some() {
                    let message =
                        format!("{name} is a metaparam; this value will inherit to all contained resources in the {owner} definition");
                    self.sink.log(functions::LogLevel::Warning, message, None);
                } else {
                    let text = format!("{name} is a metaparameter; please choose another parameter name in the {owner} definition");
                    return Err(self.bare(Issue::failed(text), Place::default()));
                }
            }
            all.push(Parameter { name: name.clone(), ty, value: *value, node: *node });
        }
        Ok(all)
    }

    fn add_definition(&mut self, definition: Definition) -> Eval<()> {
        let name = definition.name.clone();
        if definition.kind != Kind::Define {
            // One that waits has its name all the same.
            self.loaded.definitions.node_named(&name);
        }
        let place = definition.place.clone();
        let known = &self.loaded.definitions;
        let taken = match definition.kind {
            Kind::Class => [
                (known.classes.get(&name), Twice::ClassAgain),
                (known.nodes.get(&name), Twice::NodeAsClass),
                (known.defines.get(&name), Twice::DefineAsClass),
            ],
            Kind::Define => [
                (known.classes.get(&name), Twice::ClassAsDefine),
                (known.defines.get(&name), Twice::DefineAgain),
                (None, Twice::DefineAgain),
            ],
            Kind::Node => {
                [(known.nodes.get(&name), Twice::NodeAgain), (known.classes.get(&name), Twice::ClassAsNode), (None, Twice::NodeAgain)]
            }
        };
        let clash = taken.into_iter().find_map(|(id, kind)| Some((*id?, kind)));
        if let Some((id, kind)) = clash {
            let first = known.get(id).place.clone();
            return Err(self.bare(Issue::DuplicateDefinition { name, first, kind }, place));
        }
        self.loaded.definitions.add(definition);
        Ok(())
    }

    /// A function of a manifest or of a module's `functions` folder.
    pub fn find_puppet_function(&mut self, name: &str) -> Eval<Option<(Arc<Program>, NodeId)>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(found) = self.loaded.definitions.functions.get(name) {
            return Ok(Some(found.clone()));
        }
        let Some((path, _)) = self.environment.autoloaded(name, "functions") else { return Ok(None) };
        if !self.loaded.definitions.loaded.insert(path.clone()) {
            return Ok(None);
        }
        let Some(program) = self.environment.program(&path) else { return Ok(None) };
        let module = name.split("::").next().map(Str::from);
        self.fail_on_problems(&program)?;
        check_function_file(&program, name)?;
        self.import_valid(&program, module)?;
        Ok(self.loaded.definitions.functions.get(name).cloned())
    }
}

/// A file of a module's `functions` defines the one function that it is named after, and nothing else.
fn check_function_file(program: &Program, name: &str) -> Eval<()> {
    let file = program.file.as_deref().unwrap_or_default();
    let fail = |text: String| Err(Issue::UnexpectedContent { file: file.into(), text }.into());
    let definition = match program.model.definitions.as_slice() {
        [] => return fail(format!("does not define the function '{name}' - it is empty.")),
        [one] => *one,
        _ => return fail(format!("must contain only the function '{name}' - it has additional definitions.")),
    };
    let Data::Definition { kind: DefinitionKind::Function, rest, .. } = program.data(definition) else {
        return fail(format!("does not define the function '{name}' - no function found."));
    };
    if rest.name != name {
        return fail(format!("produced function with the wrong name, expected {name}, actual {}", rest.name));
    }
    if program.model.root != Some(definition) {
        return fail(format!("contains additional logic - can only contain the function {name}"));
    }
    Ok(())
}
