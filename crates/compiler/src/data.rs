//! Data lookups, and what they need of the evaluation.

use std::sync::Arc;

use functions::{Context as _, Error, ErrorKind, Failure, LogLevel};
use hiera::OpenLayer;
use issue::{DataError, Issue, Place, Wrong};
use syntax::model::Data;
use values::{Origin, Str, Tri, Type, Unknown, Value};

use crate::Condition;
use crate::builtin;
use crate::compiler::{Compiler, Eval};
use crate::definitions::{Definition, Kind, Parameter};
use crate::error::{DataKey, EvalError};
use crate::eval::Caller;
use crate::ids::{ResId, ScopeId};
use crate::phases::literal;
use crate::resource::{Param, own_param};
use crate::site::Site;
use crate::source::Program;
use crate::unbound::{help_with_layer, layer_elsewhere};
use crate::unknowns::unknown;

/// Marks the end of a function that gives no data.
const NOT_FOUND: u64 = u64::MAX - 1;

pub fn not_found() -> Failure {
    let text = "uncaught throw :no_such_key";
    let kind = ErrorKind::Placed { index: NOT_FOUND, text: text.into() };
    Failure::Error(Box::new(Error { issue: Issue::failed(text), kind }))
}

/// Whether a function gave no data.
pub fn is_not_found(failure: &Failure) -> bool {
    matches!(failure, Failure::Error(error) if matches!(error.kind, ErrorKind::Placed { index: NOT_FOUND, .. }))
}

impl hiera::Scope for Caller<'_, '_> {
    fn why_undefined(&mut self, name: &str) -> String {
        let name = name.strip_prefix("::").unwrap_or(name);
        let Some((class, _)) = name.rsplit_once("::") else { return String::new() };
        match self.compiler.find_class(class) {
            Ok(Some(_)) => format!("class {class} has not been evaluated"),
            _ => format!("class {class} could not be found"),
        }
    }

    fn has_function(&mut self, name: &str) -> Result<bool, Failure> {
        self.compiler.has_function(name)
    }

    fn return_types(&mut self, name: &str) -> Result<Vec<Type>, Failure> {
        if let Some((program, node)) = self.compiler.find_puppet_function(name)? {
            let Data::Definition { rest, .. } = program.data(node) else { return Ok(Vec::new()) };
            return rest.return_type.into_iter().map(|ty| self.compiler.evaluate_type(&program, ScopeId::TOP, ty)).collect();
        }
        let environment = self.compiler.environment;
        match self.compiler.loaded.ruby_function(environment, None, name) {
            Some(it) if !it.is_legacy() => {
                let path = it.file.clone();
                Ok(builtin::ruby::return_types(self.compiler, &self.site, name, &path))
            }
            _ => Ok(Vec::new()),
        }
    }

    fn call_data_function(&mut self, name: &str, arguments: Vec<Value>) -> Result<Option<Value>, Failure> {
        match self.call_function(name, arguments, None) {
            Ok(value) => Ok(Some(value)),
            Err(failure) if is_not_found(&failure) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    fn calling_class(&mut self) -> Option<String> {
        let mut at = Some(self.site.scope);
        while let Some(scope) = at {
            let source = self.compiler.definition(self.compiler.scope(scope).source);
            if source.kind == Kind::Class {
                return Some(source.name.to_string());
            }
            at = self.compiler.scope(scope).parent;
        }
        None
    }

    fn warn(&mut self, text: String) {
        self.compiler.sink.log(LogLevel::Warning, text, None);
    }
}

/// Whether a parameter is `undef` by default and must not be: it has to be bound as one without a default.
fn lacks_value(program: &Program, parameter: &Parameter) -> bool {
    parameter.value.is_some_and(|it| matches!(program.data(it), Data::Undef)) && !parameter.ty.is_instance(&Value::Undef)
}

/// Known part of a parameter's value from data. One of another type may be overridden by a level that is elsewhere.
fn known_of(parameter: &Parameter, value: Value, open: &[OpenLayer]) -> Value {
    let ty = || parameter.ty.clone();
    match &value {
        Value::Unknown(it) if it.ty == Type::Any => Value::Unknown(Arc::new(Unknown { ty: ty(), origin: it.origin.clone() })),
        _ if open.iter().any(OpenLayer::is_level) && parameter.ty.may_be_instance(&value) == Tri::No => {
            unknown(ty(), parameter.name.clone())
        }
        _ => value,
    }
}

impl Compiler<'_> {
    /// Looks up what a function of the language asks for.
    pub fn lookup(&mut self, site: &Site, request: &hiera::Request, block: Option<&functions::Block>) -> Eval<Value> {
        let lookups = self.loaded.lookups.clone();
        let mut caller = Caller { compiler: self, site: site.clone() };
        let result = lookups.lookup(&mut caller, request, block);
        let place = site.program.place_at(site.node);
        match result {
            Err(error) if self.analysis.is_on() && error.circle().is_some() => {
                // Whatever other data say, these are wrong: what they give is not known.
                let failure = self.data_failure(error, place);
                let failure = self.at(&site.program, site.node, failure);
                self.keep(failure)?;
                let ty = request.value_type.clone().unwrap_or(Type::Any);
                Ok(Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Data(request.names.join(", ").into()) })))
            }
            Err(error) if self.analysis.is_on() && error.kind.is_lookup() => {
                let ty = request.value_type.clone().unwrap_or(Type::Any);
                let unknown = Unknown { ty, origin: Origin::Data(request.names.join(", ").into()) };
                let is_missing = error.kind == hiera::ErrorKind::NotFound;
                let open = if is_missing { lookups.open_layers() } else { Vec::new() };
                let path = self.analysis.path.clone();
                match layer_elsewhere(&open) {
                    // Users of a module may have it.
                    None if !open.is_empty() => return Ok(Value::Unknown(Arc::new(unknown))),
                    None => {}
                    // Other data than those that are here may have it.
                    Some(layer) => {
                        self.analysis.assume_something(place.clone());
                        self.sink.advise(&error.issue, Some(help_with_layer(layer)));
                    }
                }
                if error.is_of_text() {
                    let names: Vec<Str> = request.names.iter().map(|it| it.as_str().into()).collect();
                    let data = self.files_read(&names);
                    self.sink.point_at(&error.issue, None, data);
                }
                let failure = self.data_failure(error, place);
                let failure = self.at(&site.program, site.node, failure);
                self.keep(failure)?;
                self.analysis.path = path;
                Ok(Value::Unknown(Arc::new(unknown)))
            }
            Err(error) => {
                if let Issue::Data(DataError::FoundValue { .. }) = error.issue {
                    let data = request.names.iter().map(|it| self.keys_of(it, None)).find(|it| !it.is_empty());
                    self.sink.point_at(&error.issue, None, data.unwrap_or_default());
                } else if error.is_of_merge() {
                    let data = request.names.iter().flat_map(|it| self.options_for(it, None)).collect();
                    self.sink.point_at(&error.issue, None, data);
                }
                Err(self.data_failure(error, place))
            }
            Ok(Value::Unknown(unknown)) => {
                self.analysis.note_certain(&unknown, lookups.certain_elements());
                Ok(Value::Unknown(unknown))
            }
            result => result.map_err(|error| self.data_failure(error, place)),
        }
    }

    /// The keys of data that give the parameters which an issue is about.
    pub fn wrong_data(&self, id: ResId, definition: &Definition, issue: &Issue) -> Vec<DataKey> {
        if definition.kind != Kind::Class {
            return Vec::new();
        }
        let given = |name: &Str| self.resource(id).params.get(name).is_some_and(|it| it.place.line.is_none());
        let Issue::WrongParameters { mismatches, .. } = issue else { return Vec::new() };
        let is_wrong = |name: &Str| mismatches.iter().any(|it| it.parameter == *name && it.wrong != Wrong::Unknown);
        let named = definition.parameters.iter().filter(|it| is_wrong(&it.name) && given(&it.name));
        named.flat_map(|it| self.keys_of(&format!("{}::{}", definition.name, it.name), Some(&it.name))).collect()
    }

    /// Where keys were looked for, be they there or not.
    fn keys_read(&self, keys: &[Str]) -> Vec<DataKey> {
        if keys.is_empty() {
            return Vec::new();
        }
        let read = self.loaded.lookups.reads().into_iter().filter_map(|it| match it {
            hiera::Read::Key { file, key } if keys.iter().any(|it| **it == *key) => {
                Some(DataKey { file: (*file.to_string_lossy()).into(), key: key.into(), parameter: None })
            }
            _ => None,
        });
        read.collect()
    }

    /// The same, with the files that may say how they are looked up: these are read first.
    fn files_read(&self, keys: &[Str]) -> Vec<DataKey> {
        let options = Str::from("lookup_options");
        self.keys_read(&[keys, &[options]].concat())
    }

    /// The files that may say how a key is looked up.
    fn options_for(&self, key: &str, parameter: Option<&Str>) -> Vec<DataKey> {
        self.keys_in("lookup_options", key, parameter)
    }

    fn keys_of(&self, key: &str, parameter: Option<&Str>) -> Vec<DataKey> {
        self.keys_in(key, key, parameter)
    }

    /// A key in each of the files that were found to have an entry.
    fn keys_in(&self, entry: &str, key: &str, parameter: Option<&Str>) -> Vec<DataKey> {
        let files = self.loaded.lookups.sources(entry).into_iter();
        files.map(|file| DataKey { file: file.into(), key: key.into(), parameter: parameter.cloned() }).collect()
    }

    /// Gives a class the parameters that nobody gave it and data has.
    pub fn bind_data(&mut self, id: ResId, scope: ScopeId, definition: &Arc<Definition>) -> Eval<()> {
        let Some(program) = &definition.program else { return Ok(()) };
        let Some(node) = definition.body.or(program.model.root) else { return Ok(()) };
        let site = Site { program: program.clone(), node, scope };
        for parameter in &definition.parameters {
            if self.resource(id).params.get(&parameter.name).is_some_and(|it| !it.value.is_undef()) {
                continue;
            }
            let lookups = self.loaded.lookups.clone();
            let mut caller = Caller { compiler: self, site: site.clone() };
            let found = lookups.parameter(&mut caller, &definition.name, &parameter.name);
            let found = match found {
                Err(error) if self.analysis.is_on() && (error.is_of_merge() || error.is_of_text()) => {
                    // The others are bound all the same.
                    let key = Str::from(format!("{}::{}", definition.name, parameter.name));
                    let data = match error.is_of_merge() {
                        true => self.options_for(&key, Some(&parameter.name)),
                        false => self.files_read(std::slice::from_ref(&key)),
                    };
                    let mut wrong = EvalError::bare(error.into_issue(), definition.place.clone());
                    wrong.data = data;
                    let failure = self.placed(wrong);
                    self.keep(failure)?;
                    let unknown = Unknown { ty: parameter.ty.clone(), origin: Origin::Data(key) };
                    Ok(Some(Value::Unknown(Arc::new(unknown))))
                }
                other => other,
            };
            let open = lookups.open_layers();
            let value = match found.map_err(|error| self.data_failure(error, definition.place.clone()))? {
                Some(Value::Undef) if parameter.value.is_some() => continue,
                Some(value) => known_of(parameter, value, &open),
                None => {
                    self.hide_undef(id, program, parameter, &open);
                    let is_entry = self.analysis.entry == Some(id);
                    let is_wrong = self.analysis.is_on() && lacks_value(program, parameter);
                    let is_required = parameter.value.is_none() && !is_entry || is_wrong;
                    if is_required && !open.is_empty() {
                        if !is_entry {
                            self.note_unbound(id, definition, parameter, Value::Undef, &open);
                        }
                        self.leave_unbound(id, parameter);
                    } else if self.analysis.is_on() && parameter.value.is_some() && !open.is_empty() {
                        match self.wrong_literal(program, parameter).filter(|_| open.iter().any(OpenLayer::is_level)) {
                            Some(value) => {
                                self.note_unbound(id, definition, parameter, value, &open);
                                self.leave_unbound(id, parameter);
                            }
                            None => _ = self.analysis.left_open.insert((id, parameter.name.clone()), open),
                        }
                    }
                    continue;
                }
            };
            self.analysis.watch_data(&self.request.watch, &self.loaded.lookups, program, &definition.name, &parameter.name, &value);
            let source = self.resource(id).source;
            let param = Param { value, place: Place::default(), source, add: false, when: Condition::Always };
            self.resource_mut(id).params.insert(parameter.name.clone(), param);
        }
        Ok(())
    }

    /// A default that is written out and of another type than its parameter.
    fn wrong_literal(&self, program: &Program, parameter: &Parameter) -> Option<Value> {
        let value = literal(program, parameter.value?)?;
        (parameter.ty.may_be_instance(&value) == Tri::No).then_some(value)
    }

    /// Makes the value of a parameter unknown: something that is elsewhere has to bind it.
    pub fn leave_unbound(&mut self, id: ResId, parameter: &Parameter) {
        let source = self.resource(id).source;
        let param = own_param(unknown(parameter.ty.clone(), parameter.name.clone()), source);
        self.resource_mut(id).params.insert(parameter.name.clone(), param);
    }

    /// Takes a parameter that is `undef` by default for unknown where a layer of a site's data that is elsewhere may bind it: secrets are
    /// kept so. Other defaults are mostly what is meant.
    fn hide_undef(&mut self, id: ResId, program: &Program, parameter: &Parameter, open: &[OpenLayer]) {
        let is_undef = parameter.value.is_some_and(|it| matches!(program.data(it), Data::Undef));
        if self.analysis.is_on() && is_undef && open.iter().any(OpenLayer::has_data) {
            self.leave_unbound(id, parameter);
        }
    }

    /// Calls a method of the context that functions of hierarchies are given.
    pub fn call_context(
        &mut self,
        site: &Site,
        context: &Value,
        method: &str,
        arguments: &[Value],
        block: Option<&functions::Block>,
    ) -> Eval<Value> {
        let lookups = self.loaded.lookups.clone();
        let mut caller = Caller { compiler: self, site: site.clone() };
        lookups.call_context(&mut caller, context, method, arguments, block)?.ok_or_else(not_found)
    }

    /// Scope of a lookup: variables and functions at a place.
    pub fn caller(&mut self, site: &Site) -> impl hiera::Scope {
        Caller { compiler: self, site: site.clone() }
    }

    /// An error of data; `asked` is where somebody asked for it.
    pub fn data_failure(&mut self, error: hiera::Error, asked: Place) -> Failure {
        match error.kind {
            hiera::ErrorKind::Raised(failure) => *failure,
            hiera::ErrorKind::Puppet => Failure::puppet(error.into_issue()),
            hiera::ErrorKind::Ruby => Failure::exception(error.into_issue()),
            hiera::ErrorKind::Lookup | hiera::ErrorKind::NotFound => {
                let data = self.keys_read(error.circle().unwrap_or_default());
                let (file, line): (Option<Str>, Option<u32>) = match error.place {
                    Some((file, line)) => (Some(file), line),
                    None => (None, None),
                };
                let mut wrong = EvalError::bare(error.issue, Place::line(file, line));
                wrong.data = data;
                if wrong.place.file.is_none() {
                    wrong.origin = Some(asked);
                }
                self.placed(wrong)
            }
        }
    }
}
