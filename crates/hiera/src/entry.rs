//! One level of a hierarchy: a function that gives data, and where it finds them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use functions::Failure;
use issue::Issue;
use values::{Hash, Origin, Type, Value, infer_reduced};

use crate::builtin;
use crate::context::FunctionContext;
use crate::error::{Error, Found, Stop};
use crate::explain::What;
use crate::interpolate::not_known;
use crate::invocation::{Invocation, lock};
use crate::key::Key;
use crate::location::{Finder, Location, Perhaps};
use crate::lookups::Lookups;
use crate::merge::Strategy;
use crate::open::{Elsewhere, OpenLayer};
use crate::provider::{Provider, merged};
use crate::scope::Scope;
use crate::types;

/// A function is called for no more files of which one may be meant.
const MOST_CALLS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    DataHash,
    LookupKey,
    DataDig,
    Hiera3Backend,
    /// A function of the time before there was a choice: it gives all data, and takes nothing.
    OldDataHash,
    V3DataHash,
    V3LookupKey,
}

impl Kind {
    /// Whether the outermost key of a file alone decides if something is found.
    fn reads_by_key(self) -> bool {
        !matches!(self, Kind::DataDig | Kind::Hiera3Backend)
    }

    fn tag(self) -> &'static str {
        match self {
            Kind::DataHash => "data_hash",
            Kind::LookupKey => "lookup_key",
            Kind::DataDig => "data_dig",
            Kind::Hiera3Backend => "hiera3_backend",
            Kind::OldDataHash => "v4_data_hash",
            Kind::V3DataHash => "v3_data_hash",
            Kind::V3LookupKey => "v3_lookup_key",
        }
    }
}

pub(crate) struct Entry {
    name: String,
    kind: Kind,
    function: String,
    options: Hash,
    /// None where the function has no use for any.
    locations: Vec<Option<Location>>,
    /// For version 3.
    datadir: Option<String>,
    contexts: Mutex<Vec<Option<Arc<FunctionContext>>>>,
    /// The return types of the function are those of data.
    is_checked: AtomicBool,
}

/// A file that is the data of one level for certain is hardly meant by the name of another that is known in part: `common.yaml` is not
/// what `%{role}.yaml` is made for.
pub(crate) fn leave_out_certain(entries: &mut [Arc<Entry>], knows_not_all: bool) {
    let locations = || entries.iter().flat_map(|it| it.locations.iter().flatten());
    if !locations().any(|it| it.perhaps.is_some()) {
        return;
    }
    let certain: Vec<String> = locations().filter(|it| it.perhaps.is_none()).map(|it| it.path.clone()).collect();
    for location in entries.iter_mut().filter_map(Arc::get_mut).flat_map(|it| it.locations.iter_mut().flatten()) {
        if let Some(perhaps) = &mut location.perhaps {
            let was_any = perhaps.is_any();
            certain.iter().for_each(|it| perhaps.leave_out(it));
            location.exists = perhaps.is_any();
            location.is_open |= was_any && !location.exists && knows_not_all;
        }
    }
}

/// One question to the function of a level.
struct Ask<'a> {
    lookups: &'a Lookups,
    invocation: &'a Arc<Invocation>,
    provider: &'a Provider,
    context: Arc<FunctionContext>,
    location: Option<&'a Location>,
}

impl Entry {
    pub fn new(name: &str, kind: Kind, function: String, options: Hash, locations: Option<Vec<Location>>) -> Entry {
        let locations = locations.map_or_else(|| vec![None], |them| them.into_iter().map(Some).collect());
        let contexts = Mutex::new(vec![None; locations.len()]);
        Entry { name: name.to_owned(), kind, function, options, locations, datadir: None, contexts, is_checked: AtomicBool::new(false) }
    }

    pub fn in_folder(self, datadir: &str) -> Entry {
        Entry { datadir: Some(datadir.to_owned()), ..self }
    }

    fn name(&self) -> String {
        match self.kind {
            Kind::OldDataHash => format!("Deprecated API function \"{}\"", self.function),
            _ => format!("Hierarchy entry \"{}\"", self.name),
        }
    }

    fn full_name(&self) -> String {
        match self.kind {
            Kind::OldDataHash => format!("deprecated API function '{}'", self.function),
            _ => format!("{} function '{}'", self.kind.tag(), self.function),
        }
    }

    /// Description of a value from this level.
    fn description(&self, what: &str, location: Option<&Location>) -> String {
        match location {
            Some(location) => format!("{what} {}, when using location '{}',", self.full_name(), location.path),
            None => format!("{what} {}", self.full_name()),
        }
    }

    fn context(&self, at: usize, provider: &Provider) -> Arc<FunctionContext> {
        let mut contexts = lock(&self.contexts);
        match contexts.get_mut(at) {
            Some(slot) => slot.get_or_insert_with(|| Arc::new(FunctionContext::new(provider.module()))).clone(),
            None => Arc::new(FunctionContext::new(provider.module())),
        }
    }

    /// The arguments that set where a function looks.
    fn options(&self, location: Option<&Location>) -> Value {
        let mut options = self.options.clone();
        if let Some(location) = location {
            let name = if location.is_uri { "uri" } else { "path" };
            options.insert(name.into(), Value::string(&location.path));
        }
        Value::hash(options)
    }

    pub fn lookup(
        &self,
        lookups: &Lookups,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        provider: &Provider,
        key: &Key,
        strategy: &Strategy,
    ) -> Found {
        let what = || What::Provider { name: self.name(), config: None, module: None };
        let first = self.named_by_caller(lookups, scope, invocation)?;
        let first = first.iter().map(|it| (usize::MAX, Some(it)));
        let ask = |at: usize, location| Ask { lookups, invocation, provider, context: self.context(at, provider), location };
        let places: Vec<(usize, Option<&Location>)> =
            first.chain(self.locations.iter().enumerate().map(|(at, it)| (at, it.as_ref()))).collect();
        invocation.with(what, || {
            merged(invocation, strategy, &places, &mut |(at, location)| {
                let Some(location) = *location else { return self.ask(&ask(*at, None), scope, key) };
                let what = || What::Location { uri: location.is_uri, original: location.original.clone(), location: location.path.clone() };
                invocation.with(what, || {
                    if !location.exists {
                        if !location.is_uri {
                            lookups.missing_file(&location.path);
                        }
                        if location.is_open {
                            lookups.note_open(key, OpenLayer::Level { name: self.name.clone(), path: location.original.clone() });
                        }
                        invocation.explain(|it| it.no_location());
                        return Err(Stop::NotFound);
                    }
                    if let Some(perhaps) = &location.perhaps {
                        return self.ask_what_may_be(&ask(*at, Some(location)), location, perhaps, scope, key);
                    }
                    self.ask(&ask(*at, Some(location)), scope, key)
                })
            })
        })
    }

    /// Of a file of which only a part of the name is known: if one that it may be has the key, nobody knows what is found.
    fn ask_what_may_be(&self, ask: &Ask<'_>, location: &Location, perhaps: &Perhaps, scope: &mut dyn Scope, key: &Key) -> Found {
        let files = perhaps.candidates.files();
        let unknown = || Ok(not_known(Type::Any, Origin::Data(key.text.as_str().into())));
        if !perhaps.candidates.is_whole() {
            return unknown();
        }
        let Some(format) = builtin::format_of(&self.function).filter(|_| self.kind.reads_by_key()) else {
            // Only the function knows which keys a file has. It is not called for each of many.
            if files.len() - perhaps.without.len() > MOST_CALLS {
                return unknown();
            }
            for (path, _) in files.iter().zip(0_u32..).filter(|(_, number)| !perhaps.without.contains(number)) {
                let one = Location { path: path.to_string(), perhaps: None, ..location.clone() };
                let context = Arc::new(FunctionContext::new(ask.provider.module()));
                if !matches!(self.ask(&Ask { context, location: Some(&one), ..*ask }, scope, key), Err(Stop::NotFound)) {
                    return unknown();
                }
            }
            return Err(Stop::NotFound);
        };
        if !ask.provider.may_have(&key.root) {
            return Err(Stop::NotFound);
        }
        let index = ask.lookups.site.files.key_index(&perhaps.pattern, format);
        let found = index.first(&key.root, &perhaps.without).and_then(|it| files.get(it as usize));
        let Some(path) = found else { return Err(Stop::NotFound) };
        ask.lookups.read_key(path, &key.root);
        ask.lookups.found_in(path, &key.root);
        unknown()
    }

    /// Locations that a caller of `hiera` wants first, for version 3.
    fn named_by_caller(&self, lookups: &Lookups, scope: &mut dyn Scope, invocation: &Arc<Invocation>) -> Found<Vec<Location>> {
        let Some(datadir) = self.datadir.as_deref().filter(|_| !invocation.paths_first.is_empty()) else { return Ok(Vec::new()) };
        let paths: Vec<&str> = invocation.paths_first.iter().map(String::as_str).collect();
        Finder { lookups, invocation, datadir, elsewhere: None }.paths(scope, &paths, false, Some(&format!(".{}", self.name)))
    }

    fn ask(&self, ask: &Ask<'_>, scope: &mut dyn Scope, key: &Key) -> Found {
        let invocation = ask.invocation;
        if ask.lookups.site.elsewhere != Elsewhere::Nothing && self.has_no_function(scope)? {
            // Its module is elsewhere.
            ask.lookups.note_open(key, OpenLayer::Level { name: self.name.clone(), path: self.function.clone() });
            return Err(Stop::NotFound);
        }
        if let Some(location) = ask.location.filter(|it| !it.is_uri) {
            ask.lookups.read_key(&location.path, &key.root);
        }
        let result = match self.kind {
            Kind::DataHash | Kind::OldDataHash | Kind::V3DataHash => self.in_hash(ask, scope, &key.root),
            Kind::LookupKey | Kind::V3LookupKey => self.by_key(ask, scope, &key.root),
            Kind::DataDig | Kind::Hiera3Backend => self.by_dig(ask, scope, key),
        };
        let named = if self.kind == Kind::DataDig { &key.text } else { &key.root };
        match &result {
            Ok(value) => {
                if let Some(location) = ask.location.filter(|it| !it.is_uri) {
                    ask.lookups.found_in(&location.path, &key.root);
                }
                invocation.explain(|it| it.found(named, value));
            }
            Err(Stop::NotFound) => invocation.explain(|it| it.not_found(named)),
            Err(Stop::Fail(_)) => {}
        }
        match result {
            Ok(value) if self.kind == Kind::DataDig => Ok(key.undig(value)),
            other => other,
        }
    }

    fn has_no_function(&self, scope: &mut dyn Scope) -> Found<bool> {
        Ok(builtin::find(&self.function).is_none() && !scope.has_function(&self.function).map_err(Error::raised)?)
    }

    fn in_hash(&self, ask: &Ask<'_>, scope: &mut dyn Scope, root: &str) -> Found {
        let known = lock(&ask.context.data).clone();
        let hash = match known {
            Some(hash) => hash,
            None => {
                let value = self.call(ask, scope, None)?;
                let description = self.description("Value returned from", ask.location);
                // Whether it has the key is not known either.
                if let Value::Unknown(unknown) = &value {
                    return Ok(not_known(Type::Any, unknown.origin.clone()));
                }
                let Value::Hash(hash) = value else {
                    let any = Type::Hash(Arc::new((Type::Any, Type::Any)), values::Size::ANY);
                    let any = values::ty::named("Hash").unwrap_or(any);
                    return Err(types::wrong(&description, &any, &value).into());
                };
                let hash = ask.provider.own_keys(scope, hash, &description);
                *lock(&ask.context.data) = Some(hash.clone());
                hash
            }
        };
        let Some(value) = hash.get(&Value::string(root)) else { return Err(Stop::NotFound) };
        self.check(value, &format!("Value for key '{root}', in hash returned from"), ask.location)?;
        ask.lookups.interpolate(scope, value, ask.invocation, true)
    }

    fn by_key(&self, ask: &Ask<'_>, scope: &mut dyn Scope, root: &str) -> Found {
        let known = lock(&ask.context.found).get(root).cloned();
        if let Some(value) = known {
            return Ok(value);
        }
        let value = self.call(ask, scope, Some(Value::string(root)))?;
        self.check(&value, &format!("Value for key '{root}', returned from"), ask.location)?;
        lock(&ask.context.found).insert(root.to_owned(), value.clone());
        Ok(value)
    }

    fn by_dig(&self, ask: &Ask<'_>, scope: &mut dyn Scope, key: &Key) -> Found {
        let known = lock(&ask.context.found).get(&key.text).cloned();
        let value = match known {
            Some(value) => value,
            None => {
                let mut path = vec![Value::string(&key.root)];
                path.extend(key.segments.iter().map(crate::key::Segment::value));
                let value = self.call(ask, scope, Some(Value::array(path)))?;
                lock(&ask.context.found).insert(key.text.clone(), value.clone());
                value
            }
        };
        self.check(&value, &format!("Value for key '{}', returned from", key.text), ask.location)?;
        Ok(value)
    }

    fn check(&self, value: &Value, what: &str, location: Option<&Location>) -> Result<(), Error> {
        if is_data(value, 0) {
            return Ok(());
        }
        let description = self.description(what, location);
        Err(Error::puppet(Issue::wrong_type(format!(
            "{description} has wrong type, expects Puppet::LookupValue, got {}",
            infer_reduced(value)
        ))))
    }

    fn call(&self, ask: &Ask<'_>, scope: &mut dyn Scope, key: Option<Value>) -> Found {
        let Ask { lookups, invocation, provider, ref context, location } = *ask;
        let options = self.options(location);
        if let Some(function) = builtin::find(&self.function) {
            return function(lookups, scope, invocation, context, key.as_ref(), &options);
        }
        if self.has_no_function(scope)? {
            let (tag, name) = (self.kind.tag(), &self.function);
            let message = format!("Unable to find '{tag}' function named '{name}'");
            let error = match provider.known_config() {
                Some(config) => config.issue(lookups, "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND", message, None),
                None => Error::issue("HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND", message),
            };
            return Err(error.into());
        }
        if !self.is_checked.load(Ordering::Relaxed) {
            self.check_return_types(scope)?;
            self.is_checked.store(true, Ordering::Relaxed);
        }
        if self.kind == Kind::OldDataHash {
            return scope.call_data_function(&self.function, Vec::new()).map_err(Error::raised)?.ok_or(Stop::NotFound);
        }
        let value = lookups.enter_context(context, invocation);
        let arguments = key.into_iter().chain([options, value]).collect();
        let result = scope.call_data_function(&self.function, arguments);
        lookups.leave_context();
        result.map_err(|failure| self.of_function(failure))?.ok_or(Stop::NotFound)
    }
}

impl Entry {
    /// A wrong result of a function is reported by Puppet itself, unlike an error in a call.
    fn of_function(&self, failure: Failure) -> Error {
        match failure.error() {
            Some(issue @ Issue::WrongReturn { function, .. }) if **function == *self.function => Error::puppet(issue.clone()),
            _ => Error::raised(failure),
        }
    }

    /// A function that promises what no data is, is refused whatever it gives.
    fn check_return_types(&self, scope: &mut dyn Scope) -> Result<(), Error> {
        let expected = match self.kind {
            Kind::LookupKey | Kind::V3LookupKey | Kind::DataDig | Kind::Hiera3Backend => Type::RichData,
            Kind::DataHash | Kind::OldDataHash | Kind::V3DataHash => types::hash_of(Type::RichDataKey, Type::RichData),
        };
        for given in scope.return_types(&self.function).map_err(Error::raised)? {
            if given != Type::Any && !expected.accepts(&given) {
                let subject = format!("Return type of '{}' function named '{}' is incorrect,", self.kind.tag(), self.function);
                return Err(Error::puppet(values::mismatch::describe_type(&subject, &expected, &given)));
            }
        }
        Ok(())
    }
}

/// Whether data may hold it: Puppet's `RichData`.
fn is_data(value: &Value, depth: usize) -> bool {
    match value {
        _ if depth > 1000 => false,
        Value::Array(items) => items.iter().all(|it| is_data(it, depth + 1)),
        Value::Hash(entries) => {
            entries.iter().all(|(key, it)| matches!(key, Value::String(_) | Value::Integer(_) | Value::Float(_)) && is_data(it, depth + 1))
        }
        Value::Iterator(_) | Value::Object(_) => false,
        _ => true,
    }
}
