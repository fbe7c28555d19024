//! A key through all layers: global, environment, module; and the options that data has for it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use values::regex::Regex;
use values::{Hash, Strict, Value};

use crate::candidates::{Candidates, KeyIndex};
use crate::config::Config;
use crate::error::{Error, Found, Stop};
use crate::explain::What;
use crate::files::{Format, Parsed};
use crate::invocation::{Invocation, lock};
use crate::key::Key;
use crate::lookups::{Lookups, Read, Request};
use crate::merge::Strategy;
use crate::open::{Elsewhere, OpenLayer, value_elsewhere};
use crate::provider::{Layer, Provider, config_path, in_global, merged};
use crate::scope::Scope;

pub(crate) const OPTIONS: &str = "lookup_options";

/// Steps that one lookup counts.
const STEPS: u64 = 100;

/// Where nothing is.
const NO_FILE: &str = "/dev/null/hiera.yaml";

/// The options of keys, and of those that match a pattern.
#[derive(Default)]
pub(crate) struct Options {
    keys: Hash,
    patterns: Vec<(Regex, Value)>,
}

/// Layers that are read already.
#[derive(Default)]
pub(crate) struct Layers {
    global: Option<Arc<Provider>>,
    environment: Option<Option<Arc<Provider>>>,
    modules: FxHashMap<String, Option<Arc<Provider>>>,
    options: FxHashMap<Option<String>, Arc<Options>>,
    global_options: Option<Option<Arc<Hash>>>,
    environment_options: Option<Option<Arc<Hash>>>,
    default_options: FxHashMap<String, Arc<Options>>,
    /// The data of a folder that no `hiera.yaml` is in.
    loose_data: FxHashMap<PathBuf, Arc<[LooseData]>>,
}

/// Files of data that no `hiera.yaml` names, and the index of their keys: a site has thousands of them, and each class parameter is
/// looked for in all.
struct LooseData {
    candidates: Arc<Candidates>,
    index: Arc<KeyIndex>,
}

#[derive(Clone, Copy)]
enum Step {
    Global,
    Environment,
    Module,
}

fn options_key() -> Key {
    Key { text: OPTIONS.to_owned(), root: OPTIONS.to_owned(), segments: Vec::new(), module: None }
}

/// Nothing instead of the sign that there is nothing.
fn optional<T>(found: Found<T>) -> Found<Option<T>> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(Stop::NotFound) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Folders whose data a global layer most likely reads if there is no `hiera.yaml` next to them: `hieradata_aws`, for example.
const LOOSE_DATA: [&str; 3] = ["hieradata*", "hiera", "data"];

impl Lookups {
    /// Looks for one key; merge: how the caller wants it.
    pub(crate) fn look(&self, scope: &mut dyn Scope, name: &str, invocation: &Arc<Invocation>, merge: Option<&Value>) -> Found {
        if name == OPTIONS || name.starts_with("lookup_options.") {
            return invocation.with(|| What::InvalidKey(OPTIONS.to_owned()), || Err(Stop::NotFound));
        }
        scope.spend(STEPS).map_err(Error::raised)?;
        self.read(Read::Wanted(name.to_owned()));
        let key = Key::new(name)?;
        // Lookups in interpolations nest.
        let with_stack = |work: &mut dyn FnMut() -> Found| stacker::maybe_grow(512 << 10, 4 << 20, work);
        let mut work = || {
            if invocation.only_options() {
                optional(self.ask_layers(scope, &options_key(), invocation, &Strategy::Hash))?;
                return Ok(Value::Undef);
            }
            let options = self.options_of(scope, &key, invocation)?;
            let option = |name: &str| match &options {
                Some(Value::Hash(options)) => options.get(&Value::string(name)).filter(|it| !it.is_undef()),
                _ => None,
            };
            let merge = match merge {
                Some(merge) => Some(merge),
                None => {
                    let merge = option("merge");
                    if merge.is_some() {
                        invocation.explain(|it| it.merge_source(OPTIONS));
                    }
                    merge
                }
            };
            let value = invocation.with(|| What::Top(name.to_owned()), || self.value(scope, &key, invocation, merge))?;
            match option("convert_to") {
                Some(convert_to) => Ok(self.convert(scope, name, invocation, value, convert_to)?),
                None => Ok(value),
            }
        };
        self.in_invocation(invocation, &key, None, || with_stack(&mut work))
    }

    fn value(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>, merge: Option<&Value>) -> Found {
        let strategy = Strategy::from_value(merge)?;
        if let Some(value) = optional(self.ask_layers(scope, key, invocation, &strategy))? {
            return Ok(value);
        }
        if invocation.global_only {
            return Err(Stop::NotFound);
        }
        let value = self.in_default_of_module(scope, key, invocation)?;
        self.dig_key(invocation, key, value)
    }

    fn dig_key(&self, invocation: &Arc<Invocation>, key: &Key, value: Value) -> Found {
        if key.segments.is_empty() {
            return Ok(value);
        }
        self.dig(invocation, &key.text, &key.segments, &value)
    }

    fn convert(
        &self,
        scope: &mut dyn Scope,
        key: &str,
        invocation: &Arc<Invocation>,
        value: Value,
        convert_to: &Value,
    ) -> Result<Value, Error> {
        let mut arguments = match convert_to {
            Value::Array(items) => items.to_vec(),
            other => vec![other.clone()],
        };
        if let Some(first) = arguments.first_mut()
            && let Value::String(text) = first
        {
            match scope.resolve_type(text) {
                Ok(ty) => *first = Value::Type(ty),
                Err(failure) => {
                    let error = failure.message();
                    return Err(Error::lookup(format!(
                        "Invalid data type in lookup_options for key '{key}' could not parse '{text}', error: '{error}"
                    )));
                }
            }
        }
        let mut call = arguments.clone();
        call.insert(1.min(call.len()), value);
        match scope.call_function("new", call, None) {
            Ok(value) => {
                let arguments = values::print::puppet(&Value::array(arguments));
                invocation.explain(|it| it.text(format!("Applying convert_to lookup_option with arguments {arguments}")));
                Ok(value)
            }
            Err(failure) => {
                let error = failure.message();
                Err(Error::lookup(format!("The convert_to lookup_option for key '{key}' raised error: {error}")))
            }
        }
    }

    /// Through the layers, as far as they are to be asked.
    fn ask_layers(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>, strategy: &Strategy) -> Found {
        let value = if invocation.global_only {
            match self.in_global(scope, key, invocation, strategy) {
                Err(Stop::NotFound) => self.in_global_of_others(key)?,
                found => found?,
            }
        } else {
            merged(invocation, strategy, &[Step::Global, Step::Environment, Step::Module], &mut |step| match step {
                Step::Global => self.in_global(scope, key, invocation, strategy),
                Step::Environment => self.in_environment(scope, key, invocation, strategy),
                Step::Module => self.in_module(scope, key, invocation, strategy),
            })?
        };
        self.dig_key(invocation, key, value)
    }

    fn in_global(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>, strategy: &Strategy) -> Found {
        let config = self.site.global.as_deref().unwrap_or(Path::new(NO_FILE));
        let provider = lock(&self.layers).global.get_or_insert_with(|| Arc::new(Provider::new(Layer::Global, config.to_owned()))).clone();
        in_global(provider.lookup(self, scope, invocation, key, strategy), &invocation.top_key())
    }

    fn in_environment(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>, strategy: &Strategy) -> Found {
        if self.site.elsewhere == Elsewhere::Users {
            self.note_open(key, OpenLayer::Users);
        }
        let Some(provider) = self.environment_provider(scope)? else { return self.in_global_elsewhere(key) };
        provider.lookup(self, scope, invocation, key, strategy)
    }

    /// In a global layer that is not here, for what asks no other layer: `hiera` does where an environment has no data of version 5.
    fn in_global_of_others(&self, key: &Key) -> Found {
        if self.site.elsewhere == Elsewhere::Users {
            self.note_open(key, OpenLayer::Users);
        }
        self.in_global_elsewhere(key)
    }

    /// In a site without a `hiera.yaml`, the server's global layer may have any key; where data are here all the same, it reads those.
    fn in_global_elsewhere(&self, key: &Key) -> Found {
        if self.site.elsewhere == Elsewhere::Server && self.site.global.is_none() {
            let data = self.site.root.as_deref().map(|it| self.loose_data(it)).unwrap_or_default();
            if self.is_in_loose_data(&data, key) {
                return Ok(value_elsewhere(std::slice::from_ref(&key.text), None));
            }
            let reads_data = data.iter().any(|it| !it.candidates.files().is_empty());
            self.note_open(key, OpenLayer::Global { reads_data });
        }
        Err(Stop::NotFound)
    }

    fn loose_data(&self, root: &Path) -> Arc<[LooseData]> {
        let known = lock(&self.layers).loose_data.get(root).cloned();
        known.unwrap_or_else(|| {
            let below = |folder| {
                let pattern = format!("{}/{folder}/**/*.{{yaml,eyaml}}", root.display());
                let files = &self.site.files;
                let candidates = files.candidates(&pattern);
                let index = if candidates.files().is_empty() { Arc::default() } else { files.key_index(&pattern, Format::Yaml) };
                LooseData { candidates, index }
            };
            let data: Arc<[LooseData]> = LOOSE_DATA.into_iter().map(below).collect();
            lock(&self.layers).loose_data.insert(root.to_owned(), data.clone());
            data
        })
    }

    fn is_in_loose_data(&self, data: &[LooseData], key: &Key) -> bool {
        let found = data.iter().find_map(|it| it.candidates.files().get(it.index.first_with(&key.root)? as usize));
        found.is_some_and(|path| {
            self.read_key(path, &key.root);
            true
        })
    }

    fn in_module(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>, strategy: &Strategy) -> Found {
        let Some(module) = invocation.module() else { return Err(Stop::NotFound) };
        let Some(provider) = self.module_provider(scope, &module)? else {
            let exists = scope.module_path(&module).is_some();
            invocation.explain(|it| if exists { it.no_module_data(&module) } else { it.no_module(&module) });
            if self.site.elsewhere != Elsewhere::Nothing
                && let Some(root) = scope.module_path(&module)
                && self.is_in_loose_data(&self.loose_data(&root), key)
            {
                return Ok(value_elsewhere(std::slice::from_ref(&key.text), None));
            }
            return Err(Stop::NotFound);
        };
        provider.lookup(self, scope, invocation, key, strategy)
    }

    /// Whether the environment has a `hiera.yaml` of version 5.
    pub(crate) fn has_new_environment_data(&self, scope: &mut dyn Scope) -> Found<bool> {
        let Some(provider) = self.environment_provider(scope)? else { return Ok(false) };
        Ok(provider.config(self, scope)?.is_some_and(|it| it.version >= 5))
    }

    fn environment_provider(&self, scope: &mut dyn Scope) -> Found<Option<Arc<Provider>>> {
        let known = lock(&self.layers).environment.clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let provider = self.make_environment_provider(scope)?.map(Arc::new);
        lock(&self.layers).environment = Some(provider.clone());
        Ok(provider)
    }

    fn make_environment_provider(&self, scope: &mut dyn Scope) -> Found<Option<Provider>> {
        let Some(root) = &self.site.root else { return Ok(None) };
        let path = config_path(root);
        let new = || Provider::new(Layer::Environment, config_path(root));
        let mut provider = self.existing(scope, new(), path)?;
        let mut name = self.site.data_provider.as_deref();
        let conf = root.join("environment.conf");
        if let (Some(provider), Some(given)) = (&provider, name)
            && provider.known_config().is_some_and(|it| it.version >= 5)
        {
            if scope.strict() != Strict::Off {
                let message = format!("Defining environment_data_provider='{given}' in environment.conf is deprecated");
                self.warn_once(scope, "environment.conf", &message, Some(&conf.to_string_lossy()));
                if given != "hiera" {
                    let config = config_path(root);
                    let message =
                        format!("The environment_data_provider='{given}' setting is ignored since '{}' version >= 5", config.display());
                    self.warn_once(scope, "overridden environment.conf", &message, Some(&conf.to_string_lossy()));
                }
            }
            name = None;
        }
        let Some(name) = name else { return Ok(provider) };
        if scope.strict() != Strict::Off {
            let mut message = format!("Defining environment_data_provider='{name}' in environment.conf is deprecated.");
            if provider.is_none() {
                message.push_str(" A 'hiera.yaml' file should be used instead");
            }
            self.warn_once(scope, "environment.conf", &message, Some(&conf.to_string_lossy()));
        }
        Ok(match name {
            "none" => None,
            "hiera" => Some(provider.take().unwrap_or_else(new)),
            "function" => Some(self.of_function(scope, new(), root.clone(), "environment::data")),
            _ => {
                let environment = &self.site.environment;
                let message = format!("Environment '{environment}', cannot find environment_data_provider '{name}'");
                return Err(Error::puppet(message).into());
            }
        })
    }

    /// The provider, if there is a file that describes it.
    fn existing(&self, scope: &mut dyn Scope, provider: Provider, path: PathBuf) -> Found<Option<Provider>> {
        if !self.site.files.exists(&path) {
            self.read(Read::Missing(path));
            return Ok(None);
        }
        Ok(provider.config(self, scope)?.map(|_| provider))
    }

    fn of_function(&self, scope: &mut dyn Scope, provider: Provider, root: PathBuf, function: &str) -> Provider {
        if scope.strict() != Strict::Off {
            let message = format!("Using of legacy data provider function '{function}'. Please convert to a 'data_hash' function");
            self.warn_once(scope, "legacy_provider_function", &message, None);
        }
        provider.with_config(Config::of_function(&root, function))
    }

    fn module_provider(&self, scope: &mut dyn Scope, module: &str) -> Found<Option<Arc<Provider>>> {
        let known = lock(&self.layers).modules.get(module).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let provider = self.make_module_provider(scope, module)?.map(Arc::new);
        lock(&self.layers).modules.insert(module.to_owned(), provider.clone());
        Ok(provider)
    }

    fn make_module_provider(&self, scope: &mut dyn Scope, module: &str) -> Found<Option<Provider>> {
        let Some(root) = scope.module_path(module) else { return Ok(None) };
        let path = config_path(&root);
        let new = || Provider::new(Layer::Module(module.to_owned()), config_path(&root));
        let mut provider = self.existing(scope, new(), path)?;
        let mut name = self.data_provider_of_module(&root);
        if let (Some(provider), Some(given)) = (&provider, &name)
            && provider.known_config().is_some_and(|it| it.version >= 5)
        {
            if scope.strict() != Strict::Off {
                let message = format!(
                    "Defining \"data_provider\": \"{given}\" in metadata.json is deprecated. It is ignored since a 'hiera.yaml' with \
                     version >= 5 is present"
                );
                self.warn_once(scope, &format!("metadata.json {module}"), &message, Some(&root.join("metadata.json").to_string_lossy()));
            }
            name = None;
        }
        let Some(name) = name else { return Ok(provider) };
        if scope.strict() != Strict::Off {
            let mut message = format!("Defining \"data_provider\": \"{name}\" in metadata.json is deprecated.");
            if provider.is_none() {
                message.push_str(" A 'hiera.yaml' file should be used instead");
            }
            self.warn_once(scope, &format!("metadata.json {module}"), &message, Some(&root.join("metadata.json").to_string_lossy()));
        }
        Ok(match name.as_str() {
            "none" => None,
            "hiera" => Some(provider.take().unwrap_or_else(new)),
            "function" => Some(self.of_function(scope, new(), root.clone(), &format!("{module}::data"))),
            _ => {
                let environment = &self.site.environment;
                let message = format!("Environment '{environment}', cannot find module_data_provider '{name}'");
                return Err(Error::puppet(message).into());
            }
        })
    }

    fn data_provider_of_module(&self, root: &Path) -> Option<String> {
        let path = root.join("metadata.json");
        if !self.site.files.exists(&path) {
            return None;
        }
        self.read_file(&path);
        match &self.content(&path.to_string_lossy(), Format::Json).0 {
            Parsed::Hash { hash, .. } => hash.get(&Value::string("data_provider"))?.as_str().map(str::to_owned),
            _ => None,
        }
    }

    fn in_default_of_module(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>) -> Found {
        let Some(module) = invocation.module() else { return Err(Stop::NotFound) };
        let Some(provider) = self.module_provider(scope, &module)? else { return Err(Stop::NotFound) };
        let has_any = provider.config(self, scope)?.is_some_and(|it| it.has_default_hierarchy());
        if !has_any {
            return Err(Stop::NotFound);
        }
        let searching = |what: &str| What::Scope(format!("Searching {what}"));
        invocation.with(
            || searching(&format!("default_hierarchy of module \"{module}\"")),
            || {
                let known = lock(&self.layers).default_options.get(&module).cloned();
                let options = match known {
                    Some(options) => options,
                    None => {
                        let meta = Arc::new(self.invocation(&Request::default()));
                        let found = self.in_invocation(&meta, &options_key(), Some(&module), || {
                            invocation.with(
                                || searching(&format!("for \"{OPTIONS}\"")),
                                || {
                                    let found = provider.lookup_in_default(self, scope, &meta, &options_key(), &Strategy::Hash);
                                    validated(optional(found)?, Some(&module)).map_err(Stop::from)
                                },
                            )
                        })?;
                        let options = Arc::new(compiled(found.as_deref())?);
                        lock(&self.layers).default_options.insert(module.clone(), options.clone());
                        options
                    }
                };
                let merge = match options.for_root(&key.root) {
                    Some(Value::Hash(options)) => options.get(&Value::string("merge")).cloned(),
                    _ => None,
                };
                let strategy = Strategy::from_value(merge.as_ref())?;
                invocation.with(
                    || searching(&format!("for \"{}\"", key.text)),
                    || provider.lookup_in_default(self, scope, invocation, key, &strategy),
                )
            },
        )
    }

    // ---- options ----

    fn options_of(&self, scope: &mut dyn Scope, key: &Key, invocation: &Arc<Invocation>) -> Found<Option<Value>> {
        let known = lock(&self.layers).options.get(&key.module).cloned();
        let options = match known {
            Some(options) => options,
            None => {
                let options = Arc::new(self.all_options(scope, key.module.as_deref(), invocation)?);
                lock(&self.layers).options.insert(key.module.clone(), options.clone());
                options
            }
        };
        Ok(options.for_root(&key.root).cloned())
    }

    fn all_options(&self, scope: &mut dyn Scope, module: Option<&str>, invocation: &Arc<Invocation>) -> Found<Options> {
        let meta = Arc::new(self.invocation(&Request::default()));
        let of_module = invocation.module();
        self.in_invocation(&meta, &options_key(), of_module.as_deref(), || {
            meta.with(
                || What::Top(OPTIONS.to_owned()),
                || {
                    if meta.global_only {
                        let options = self.global_options(scope, &meta)?;
                        return Ok(compiled(options.as_deref())?);
                    }
                    let mut options = self.environment_options(scope, &meta)?;
                    if let Some(module) = module {
                        let above = Arc::new(compiled(options.as_deref())?);
                        lock(&self.layers).options.entry(None).or_insert(above);
                        let found = optional(self.in_module(scope, &options_key(), &meta, &Strategy::Hash))?;
                        let own = validated(found, Some(module))?;
                        options = match (options, own) {
                            (None, own) => own,
                            (options, None) => options,
                            (Some(options), Some(own)) => Some(both(&meta, of_module.as_deref(), &options, &own)?),
                        };
                    }
                    Ok(compiled(options.as_deref())?)
                },
            )
        })
    }

    fn global_options(&self, scope: &mut dyn Scope, meta: &Arc<Invocation>) -> Found<Option<Arc<Hash>>> {
        let known = lock(&self.layers).global_options.clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = optional(self.in_global(scope, &options_key(), meta, &Strategy::Hash))?;
        let options = validated(found, None)?;
        lock(&self.layers).global_options = Some(options.clone());
        Ok(options)
    }

    fn environment_options(&self, scope: &mut dyn Scope, meta: &Arc<Invocation>) -> Found<Option<Arc<Hash>>> {
        let known = lock(&self.layers).environment_options.clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let global = self.global_options(scope, meta)?;
        let found = optional(self.in_environment(scope, &options_key(), meta, &Strategy::Hash))?;
        let own = validated(found, None)?;
        let options = match (global, own) {
            (None, own) => own,
            (global, None) => global,
            (Some(global), Some(own)) => match Strategy::Hash.merge(&Value::Hash(global), &Value::Hash(own))? {
                Value::Hash(merged) => Some(merged),
                _ => None,
            },
        };
        lock(&self.layers).environment_options = Some(options.clone());
        Ok(options)
    }
}

/// The options of the layers above together with those of a module.
fn both(meta: &Arc<Invocation>, module: Option<&str>, above: &Arc<Hash>, own: &Arc<Hash>) -> Found<Arc<Hash>> {
    let sources = [
        ("Global and Environment".to_owned(), Value::Hash(above.clone())),
        (format!("Module {}", module.unwrap_or_default()), Value::Hash(own.clone())),
    ];
    let merged = merged(meta, &Strategy::Hash, &sources, &mut |(name, options)| {
        meta.with(|| What::Scope(name.clone()), || meta.explain(|it| it.found(OPTIONS, options)));
        Ok(options.clone())
    })?;
    Ok(match merged {
        Value::Hash(merged) => merged,
        _ => Arc::default(),
    })
}

impl Options {
    fn for_root(&self, root: &str) -> Option<&Value> {
        let own = self.keys.get(&Value::string(root)).filter(|it| !it.is_undef());
        own.or_else(|| self.patterns.iter().find(|(pattern, _)| pattern.is_match(root)).map(|it| &it.1))
    }
}

/// Options must be a hash, those of a module about its own keys.
fn validated(found: Option<Value>, module: Option<&str>) -> Result<Option<Arc<Hash>>, Error> {
    let options = match found {
        None | Some(Value::Undef) => return Ok(None),
        Some(Value::Hash(options)) => options,
        // A function that is not run here may know some.
        Some(Value::Unknown(_)) => return Ok(None),
        Some(_) => return Err(Error::lookup("value of lookup_options must be a hash")),
    };
    let Some(module) = module else { return Ok(Some(options)) };
    let prefix = format!("{module}::");
    for key in options.keys() {
        let key = crate::ruby::to_s(key);
        match key.strip_prefix('^') {
            Some(pattern) if !pattern.starts_with(&prefix) => {
                let message = format!("all lookup_options patterns must match a key starting with module name '{module}'");
                return Err(Error::lookup(message));
            }
            None if !key.starts_with(&prefix) => {
                return Err(Error::lookup(format!("all lookup_options keys must start with module name '{module}'")));
            }
            _ => {}
        }
    }
    Ok(Some(options))
}

fn compiled(options: Option<&Hash>) -> Result<Options, Error> {
    let mut compiled = Options::default();
    for (key, value) in options.into_iter().flatten() {
        match key.as_str().filter(|it| it.starts_with('^')) {
            Some(pattern) => compiled.patterns.push((Regex::new(pattern).map_err(Error::ruby)?, value.clone())),
            None => {
                compiled.keys.insert(key.clone(), value.clone());
            }
        }
    }
    Ok(compiled)
}
