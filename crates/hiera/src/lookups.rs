//! The lookups of one compilation, and what they remember.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use functions::Block;
use indexmap::IndexSet;
use issue::{DataError, Issue};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use values::{Hash, Str, Strict, Type, Value};

use crate::context::Running;
use crate::error::{Error, Found, Stop};
use crate::explain::Explainer;
use crate::eyaml::Unseal;
use crate::files::{Content, Files, Format};
use crate::invocation::{Invocation, lock};
use crate::key::{Key, Segment};
use crate::layers::Layers;
use crate::open::{Elsewhere, OpenLayer, may_be_overridden, value_elsewhere};
use crate::scope::Scope;
use crate::types;

/// Where data lies.
pub struct Site {
    pub files: Arc<Files>,
    /// The environment's name.
    pub environment: Str,
    /// Its folder; without one it has no data of its own.
    pub root: Option<PathBuf>,
    /// The global `hiera.yaml`, whether it exists or not; none for no such layer.
    pub global: Option<PathBuf>,
    /// `environment_data_provider` of `environment.conf`.
    pub data_provider: Option<String>,
    /// Opens encrypted values, which else stay closed.
    pub unseal: Option<Arc<dyn Unseal>>,
    /// Which data there may be that are not here.
    pub elsewhere: Elsewhere,
}

/// A read of a lookup: those who show its results must repeat it when that changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Read {
    /// A file that was read as a whole, a configuration.
    File(PathBuf),
    /// A file that would be read if it existed.
    Missing(PathBuf),
    /// A key, looked for in a file of data.
    Key { file: PathBuf, key: String },
    /// A variable that an interpolation names.
    Variable(String),
    /// A key that somebody wanted.
    Wanted(String),
}

/// One compilation's lookups.
pub struct Lookups {
    pub site: Site,
    pub(crate) layers: Mutex<Layers>,
    current: Mutex<Vec<Arc<Invocation>>>,
    pub(crate) contexts: Mutex<Vec<Running>>,
    /// Results of functions for the content of files.
    pub(crate) made_of_files: Mutex<FxHashMap<String, Value>>,
    number: Mutex<i64>,
    reads: Mutex<IndexSet<Read, FxBuildHasher>>,
    warned: Mutex<FxHashSet<String>>,
    files_warned: Mutex<FxHashSet<String>>,
    /// The open layers that the lookup that runs has asked so far.
    pub(crate) open: Mutex<Vec<OpenLayer>>,
    pub(crate) open_of_last: Mutex<Vec<OpenLayer>>,
    /// Certain elements of the list that the last lookup found, if that is partly unknown.
    certain_of_last: Mutex<Vec<Value>>,
    /// The files that had a key, if they are kept.
    sources: Option<Mutex<FxHashMap<String, Vec<String>>>>,
}

/// Key of a lookup, and its options.
#[derive(Clone, Default)]
pub struct Request {
    pub names: Vec<String>,
    /// Whether a list of names was given, if only one.
    pub is_list: bool,
    pub value_type: Option<Type>,
    pub merge: Option<Value>,
    pub default: Option<Value>,
    pub overrides: Arc<Hash>,
    pub defaults: Arc<Hash>,
    pub explainer: Option<Arc<Mutex<Explainer>>>,
    /// From one of the functions `hiera…`.
    pub hiera_call: bool,
    /// Paths that are looked into before those of a configuration of version 3.
    pub paths_first: Arc<Vec<String>>,
}

impl Request {
    pub fn new(name: &str) -> Request {
        Request { names: vec![name.to_owned()], ..Request::default() }
    }
}

impl Lookups {
    pub fn new(site: Site) -> Lookups {
        Lookups {
            site,
            layers: Mutex::default(),
            current: Mutex::default(),
            contexts: Mutex::default(),
            made_of_files: Mutex::default(),
            number: Mutex::default(),
            reads: Mutex::default(),
            warned: Mutex::default(),
            files_warned: Mutex::default(),
            open: Mutex::default(),
            open_of_last: Mutex::default(),
            certain_of_last: Mutex::default(),
            sources: None,
        }
    }

    /// Whether it is kept which file had which key.
    pub fn with_sources(self, wanted: bool) -> Lookups {
        Lookups { sources: wanted.then(Mutex::default), ..self }
    }

    /// Runs the function `lookup`. Block: gives the default.
    pub fn lookup(&self, scope: &mut dyn Scope, request: &Request, block: Option<&Block>) -> Result<Value, Error> {
        let mut invocation = self.invocation(request);
        if request.hiera_call {
            invocation.hiera_call = true;
            if !request.paths_first.is_empty() {
                invocation.paths_first = request.paths_first.clone();
            }
            invocation.global_only |= !self.has_new_environment_data(scope).map_err(not_found_is_none)?;
        }
        self.find(scope, request, &Arc::new(invocation), block).map_err(not_found_is_none)
    }

    /// The value that a parameter of a class is given by data; none where there is none.
    pub fn parameter(&self, scope: &mut dyn Scope, class: &str, parameter: &str) -> Result<Option<Value>, Error> {
        let name = format!("{class}::{parameter}");
        let invocation = Arc::new(self.invocation(&Request::default()));
        let (found, open) = self.with_open(|| self.look(scope, &name, &invocation, None));
        *lock(&self.open_of_last) = open;
        match found {
            Ok(value) => Ok(Some(value)),
            Err(Stop::NotFound) => Ok(None),
            Err(Stop::Fail(error)) => Err(*error),
        }
    }

    pub(crate) fn invocation(&self, request: &Request) -> Invocation {
        let current = self.current();
        let mut invocation = Invocation::new(current.as_deref(), Arc::clone(&request.overrides), Arc::clone(&request.defaults));
        if current.is_none() {
            invocation.explainer.clone_from(&request.explainer);
        }
        invocation
    }

    pub(crate) fn current(&self) -> Option<Arc<Invocation>> {
        lock(&self.current).last().cloned()
    }

    /// Does something as a part of an invocation, which others are then begun from.
    pub(crate) fn in_invocation<T>(&self, invocation: &Arc<Invocation>, key: &Key, module: Option<&str>, work: impl FnOnce() -> T) -> T {
        invocation.set_top(key, module.or(key.module.as_deref()));
        let is_current = lock(&self.current).last().is_some_and(|it| Arc::ptr_eq(it, invocation));
        if is_current {
            return work();
        }
        lock(&self.current).push(Arc::clone(invocation));
        let result = work();
        lock(&self.current).pop();
        result
    }

    pub(crate) fn find(&self, scope: &mut dyn Scope, request: &Request, invocation: &Arc<Invocation>, block: Option<&Block>) -> Found {
        let ty = request.value_type.as_ref();
        let mut may_have = Vec::new();
        for name in &request.names {
            if let Some(value) = request.overrides.get(&Value::string(name)) {
                return Ok(assert(&format!("Value found for key '{name}' in override hash"), ty, value.clone())?);
            }
            let (found, open) = self.with_open(|| self.look(scope, name, invocation, request.merge.as_ref()));
            *lock(&self.certain_of_last) = invocation.take_certain();
            match found.map(|it| assert("Found value", ty, it)) {
                Ok(Err(_)) if may_be_overridden(&open) => return Ok(value_elsewhere(&request.names, ty)),
                Ok(found) => return Ok(found.map_err(found_value)?),
                Err(Stop::NotFound) => may_have.extend(open),
                Err(stop) => return Err(stop),
            }
        }
        // Nobody knows whether the defaults count.
        let is_open = !may_have.is_empty();
        *lock(&self.open_of_last) = may_have;
        let has_default = block.is_some() || request.default.is_some();
        if is_open && (has_default || request.names.iter().any(|it| request.defaults.contains_key(&Value::string(it)))) {
            return Ok(value_elsewhere(&request.names, ty));
        }
        for name in &request.names {
            if let Some(value) = request.defaults.get(&Value::string(name)) {
                return Ok(assert(&format!("Value found for key '{name}' in default values hash"), ty, value.clone())?);
            }
        }
        if let Some(block) = block {
            let names = || request.names.iter().map(Value::string).collect();
            let name = match request.names.as_slice() {
                [only] if !request.is_list => Value::string(only),
                _ => Value::array(names()),
            };
            let value = scope.call_block(block, vec![name]).map_err(Error::raised)?;
            return Ok(assert("Value returned from default block", ty, value)?);
        }
        if let Some(default) = &request.default {
            return Ok(assert("Default value", ty, default.clone())?);
        }
        Err(Error::not_found(missing(&request.names)).into())
    }

    /// Certain elements of the list that the last lookup found, if that is partly unknown: elements, and lists of them.
    pub fn certain_elements(&self) -> Vec<Value> {
        lock(&self.certain_of_last).clone()
    }

    /// A variable as the code that looks up sees it, which is read along some segments only.
    pub(crate) fn variable(&self, scope: &mut dyn Scope, invocation: &Invocation, name: &str, along: &[Segment]) -> Option<Value> {
        if let Some((_, value)) = lock(&invocation.locals).iter().rev().find(|(it, _)| it == name) {
            return Some(value.clone());
        }
        self.read(Read::Variable(name.to_owned()));
        let keys: Vec<Value> = along.iter().map(Segment::value).collect();
        if !invocation.of_version_3 {
            return scope.variable_along(name, &keys);
        }
        let value = match name {
            "calling_class" => scope.calling_class().map(Value::from),
            "calling_class_path" => scope.calling_class().map(|it| Value::from(it.replace("::", "/"))),
            "calling_module" => scope.variable("module_name"),
            _ => scope.variable_along(name, &keys),
        };
        value.filter(|it| it.as_str() != Some(""))
    }

    /// A missing variable is nothing, a warning or an error.
    pub(crate) fn undefined(&self, scope: &mut dyn Scope, invocation: &Invocation, name: &str) -> Found<Option<Value>> {
        let numeric = name.bytes().all(|it| it.is_ascii_digit()) && !name.is_empty();
        let calling = invocation.of_version_3 && matches!(name, "calling_class" | "calling_class_path" | "calling_module");
        if numeric || calling || matches!(name, "module_name" | "caller_module_name") {
            return Ok(None);
        }
        let reason = scope.why_undefined(name);
        match scope.strict() {
            Strict::Off => {}
            Strict::Warning => self.warn_once(scope, &format!("variable {name}"), &format!("Undefined variable '{name}'; {reason}"), None),
            Strict::Error if invocation.is_lenient() => {
                let message = format!("Interpolation failed with '{name}', but compilation continuing; {reason}");
                self.warn_once(scope, &format!("variable {name}"), &message, None);
            }
            Strict::Error => return Err(Error::ruby(Issue::Data(DataError::UndefinedVariable { name: name.into(), reason })).into()),
        }
        Ok(None)
    }

    // ---- what was asked for ----

    /// Reads of the lookups so far, in order.
    pub fn reads(&self) -> Vec<Read> {
        lock(&self.reads).iter().cloned().collect()
    }

    /// The files that had a key so far, in the order of the layers; none unless they are kept.
    pub fn sources(&self, key: &str) -> Vec<String> {
        self.sources.as_ref().and_then(|it| lock(it).get(key).cloned()).unwrap_or_default()
    }

    pub(crate) fn found_in(&self, path: &str, key: &str) {
        let Some(sources) = &self.sources else { return };
        let mut sources = lock(sources);
        let files = sources.entry(key.to_owned()).or_default();
        if !files.iter().any(|it| it == path) {
            files.push(path.to_owned());
        }
    }

    pub(crate) fn read(&self, read: Read) {
        lock(&self.reads).insert(read);
    }

    /// Notes that the result depends on a file.
    pub fn read_file(&self, path: &Path) {
        self.read(Read::File(path.to_owned()));
    }

    pub(crate) fn missing_file(&self, path: &str) {
        self.read(Read::Missing(path.into()));
    }

    pub(crate) fn read_key(&self, path: &str, key: &str) {
        self.read(Read::Key { file: path.into(), key: key.to_owned() });
    }

    pub(crate) fn content(&self, path: &str, format: Format) -> Arc<Content> {
        self.site.files.content(Path::new(path), format)
    }

    // ---- warnings ----

    /// A warning of Puppet that is said once for each kind, with the file that it is about.
    pub(crate) fn warn_once(&self, scope: &mut dyn Scope, kind: &str, message: &str, file: Option<&str>) {
        if lock(&self.warned).insert(kind.to_owned()) {
            let place = file.map_or_else(|| "(file & line not available)".to_owned(), |file| format!("(file: {file})"));
            scope.warn(format!("{message}\n   {place}"));
        }
    }

    /// Said when a file is parsed, which happens once.
    pub(crate) fn warn_of_file(&self, scope: &mut dyn Scope, path: &str, message: &str) {
        if lock(&self.files_warned).insert(path.to_owned()) {
            scope.warn(message.to_owned());
        }
    }

    pub(crate) fn next_number(&self) -> i64 {
        let mut number = lock(&self.number);
        *number += 1;
        *number
    }
}

fn missing(names: &[String]) -> String {
    match names {
        [name] => format!("Function lookup() did not find a value for the name '{name}'"),
        _ => {
            let names: Vec<String> = names.iter().map(|it| format!("'{it}'")).collect();
            format!("Function lookup() did not find a value for any of the names [{}]", names.join(", "))
        }
    }
}

/// A value of the data that is of another type than is asked for: what is wrong is the data.
fn found_value(error: Error) -> Error {
    let path = error.issue.value_path().to_vec();
    Error { issue: Issue::Data(DataError::FoundValue { text: error.issue.to_string(), path }), ..error }
}

fn assert(label: &str, ty: Option<&Type>, value: Value) -> Result<Value, Error> {
    if let Some(ty) = ty {
        types::assert(label, ty, &value)?;
    }
    Ok(value)
}

/// At the end there is always an error to report.
fn not_found_is_none(stop: Stop) -> Error {
    match stop {
        Stop::Fail(error) => *error,
        Stop::NotFound => Error::ruby("uncaught throw :no_such_key"),
    }
}
