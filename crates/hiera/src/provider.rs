//! One of the layers that are asked in turn: the global one, the environment's, a module's.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use values::{Hash, Strict, Value};

use crate::config::{self, Config};
use crate::error::{Error, ErrorKind, Found, Stop};
use crate::explain::What;
use crate::invocation::{Invocation, lock};
use crate::key::Key;
use crate::layers::OPTIONS;
use crate::lookups::Lookups;
use crate::merge::Strategy;
use crate::scope::Scope;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Global,
    Environment,
    Module(String),
}

pub(crate) struct Provider {
    layer: Layer,
    root: PathBuf,
    config: Mutex<Option<Arc<Config>>>,
}

impl Provider {
    /// Path: that of the `hiera.yaml`.
    pub fn new(layer: Layer, path: PathBuf) -> Provider {
        Provider { layer, root: path, config: Mutex::default() }
    }

    pub fn with_config(self, config: Config) -> Provider {
        Provider { config: Mutex::new(Some(Arc::new(config))), ..self }
    }

    pub fn module(&self) -> Option<&str> {
        match &self.layer {
            Layer::Module(name) => Some(name),
            _ => None,
        }
    }

    fn name(&self) -> String {
        let mut name = match &self.layer {
            Layer::Global => "Global Data Provider".to_owned(),
            Layer::Environment => "Environment Data Provider".to_owned(),
            Layer::Module(name) => format!("Module \"{name}\" Data Provider"),
        };
        if let Some(config) = self.known_config() {
            name.push_str(&format!(" ({})", config.name()));
        }
        name
    }

    pub fn known_config(&self) -> Option<Arc<Config>> {
        lock(&self.config).clone()
    }

    /// None where the file is of a version that is passed over here.
    pub fn config(&self, lookups: &Lookups, scope: &mut dyn Scope) -> Found<Option<Arc<Config>>> {
        if let Some(config) = self.known_config() {
            return Ok(Some(config));
        }
        let config = Config::create(lookups, scope, &self.root, &self.layer)?;
        match (&self.layer, config.version) {
            (Layer::Global, 4) => {
                let message = "hiera.yaml version 4 cannot be used in the global layer";
                return Err(config.issue(lookups, "HIERA_UNSUPPORTED_VERSION_IN_GLOBAL", message, None).into());
            }
            // A repository may be the server's own folder, whose `hiera.yaml` is the one of the global layer.
            (Layer::Environment, 3) if lookups.may_be_of_server(&self.root) => return Ok(None),
            (Layer::Environment | Layer::Module(_), 3) => {
                let (place, root) = match self.layer {
                    Layer::Environment => ("an environment", "the environment root"),
                    _ => ("a module", "module root"),
                };
                if scope.strict() == Strict::Error {
                    let message = format!("hiera.yaml version 3 cannot be used in {place}");
                    return Err(config.issue(lookups, "HIERA_VERSION_3_NOT_GLOBAL", message, None).into());
                }
                let message = format!("hiera.yaml version 3 found at {root} was ignored");
                lookups.warn_once(scope, &format!("version 3 {}", self.root.display()), &message, Some(&self.root.to_string_lossy()));
                return Ok(None);
            }
            _ => {}
        }
        let config = Arc::new(config);
        *lock(&self.config) = Some(config.clone());
        Ok(Some(config))
    }

    pub fn lookup(&self, lookups: &Lookups, scope: &mut dyn Scope, invocation: &Arc<Invocation>, key: &Key, strategy: &Strategy) -> Found {
        invocation.check(&key.text, || {
            let Some(config) = self.config(lookups, scope)? else { return Err(Stop::NotFound) };
            match config.version {
                3 => self.lookup_of_3(lookups, scope, invocation, key, strategy, &config),
                _ => self.in_config(lookups, scope, invocation, key, strategy, &config),
            }
        })
    }

    fn in_config(
        &self,
        lookups: &Lookups,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        key: &Key,
        strategy: &Strategy,
        config: &Config,
    ) -> Found {
        invocation.with(
            || self.explained(config),
            || {
                let entries = config.entries(lookups, scope, invocation, &self.layer, false)?;
                if entries.is_empty() {
                    invocation.explain(|it| it.not_found(&key.text));
                    return Err(Stop::NotFound);
                }
                merged(invocation, strategy, &entries, &mut |entry| entry.lookup(lookups, scope, invocation, self, key, strategy))
            },
        )
    }

    /// Looks a key up in version 3, which decides alone unless the environment has data of its own; `hiera_hash` and `hiera_array` have
    /// rules of their own.
    fn lookup_of_3(
        &self,
        lookups: &Lookups,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        key: &Key,
        strategy: &Strategy,
        config: &Config,
    ) -> Found {
        let current = lookups.current();
        let mut own = Invocation::new(current.as_deref(), Arc::clone(&invocation.overrides), Arc::clone(&invocation.defaults));
        own.of_version_3 = true;
        own.global_only |= !lookups.has_new_environment_data(scope)?;
        let own = Arc::new(own);
        let configured = config.merge_strategy()?;
        let replaced = own.hiera_call && *strategy == Strategy::Hash && configured != Strategy::Default;
        let strategy = if replaced { &configured } else { strategy };
        let module = invocation.module();
        let value = lookups.in_invocation(&own, key, module.as_deref(), || self.in_config(lookups, scope, &own, key, strategy, config))?;
        if own.hiera_call {
            if matches!(strategy, Strategy::Hash | Strategy::Deep { .. }) && !matches!(value, Value::Hash(_)) {
                let expected = values::ty::named("Hash").unwrap_or(values::Type::Any);
                return Err(crate::types::wrong("value", &expected, &value).into());
            }
            let kind = match strategy {
                Strategy::Hash => Some("hash"),
                Strategy::Unique => Some("array"),
                _ => None,
            };
            if let Some(kind) = kind.filter(|_| !key.segments.is_empty()) {
                let key = &key.text;
                return Err(Error::lookup(format!(
                    "Resolution type :{kind} is illegal when accessing values using dotted keys. Offending key was '{key}'"
                ))
                .into());
            }
        }
        Ok(value)
    }

    /// In the hierarchy that a module asks after all others.
    pub fn lookup_in_default(
        &self,
        lookups: &Lookups,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        key: &Key,
        strategy: &Strategy,
    ) -> Found {
        let Some(config) = self.config(lookups, scope)? else { return Err(Stop::NotFound) };
        let entries = config.entries(lookups, scope, invocation, &self.layer, true)?;
        if entries.is_empty() {
            invocation.explain(|it| it.not_found(&key.text));
            return Err(Stop::NotFound);
        }
        invocation.check(&key.text, || {
            invocation.with(
                || self.explained(&config),
                || merged(invocation, strategy, &entries, &mut |entry| entry.lookup(lookups, scope, invocation, self, key, strategy)),
            )
        })
    }

    fn explained(&self, config: &Config) -> What {
        What::Provider { name: self.name(), config: config.path.clone(), module: self.module().map(str::to_owned) }
    }

    /// Returns whether what this layer has for a key counts.
    pub fn may_have(&self, key: &str) -> bool {
        let Layer::Module(module) = &self.layer else { return true };
        key == OPTIONS || key.strip_prefix(module.as_str()).is_some_and(|it| it.starts_with("::"))
    }

    /// A module may give data for keys of its own only; the others are left out, with a warning.
    pub fn own_keys(&self, scope: &mut dyn Scope, hash: Arc<Hash>, description: &str) -> Arc<Hash> {
        let Layer::Module(module) = &self.layer else { return hash };
        let is_own = |key: &Value| key.as_str().is_some_and(|it| self.may_have(it));
        if hash.keys().all(is_own) {
            return hash;
        }
        let mut own = Hash::default();
        for (key, value) in hash.iter() {
            if is_own(key) {
                own.insert(key.clone(), value.clone());
            } else {
                let key = crate::ruby::to_s(key);
                scope.warn(format!("Module '{module}': {description} must use keys qualified with the name of the module; got {key}"));
            }
        }
        Arc::new(own)
    }
}

pub(crate) fn config_path(folder: &std::path::Path) -> PathBuf {
    folder.join(config::FILE)
}

/// Asks all in turn and merges what they give, as a part of the explanation.
pub(crate) fn merged<V>(invocation: &Invocation, strategy: &Strategy, variants: &[V], ask: &mut dyn FnMut(&V) -> Found) -> Found {
    let mut work = || {
        let mut ask = |variant: &V| match ask(variant) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::NotFound) => Ok(None),
            Err(Stop::Fail(error)) => Err(*error),
        };
        let found = strategy.lookup(variants, &mut ask, &mut |value| invocation.note_certain(value));
        found.map_err(Stop::from)?.ok_or(Stop::NotFound)
    };
    if variants.len() < 2 || strategy.takes_first() {
        return work();
    }
    invocation.with(
        || What::Merge { name: strategy.name(), options: strategy.options() },
        || {
            let result = work();
            if let Ok(value) = &result {
                invocation.explain(|it| it.result(value));
            }
            result
        },
    )
}

/// An error of the global layer that is none of Puppet's issues names the key that was looked for.
pub(crate) fn in_global(result: Found, key: &str) -> Found {
    match result {
        Err(Stop::Fail(error)) if error.kind.is_lookup() && error.code().is_none() => {
            let text = format!("Lookup of key '{key}' failed: {error}");
            Err(error.reworded(ErrorKind::Puppet, text).into())
        }
        other => other,
    }
}
