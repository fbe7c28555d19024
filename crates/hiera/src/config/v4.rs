//! `hiera.yaml` of version 4, which is deprecated.

use std::sync::Arc;

use indexmap::IndexMap;
use values::{Hash, Type, Value};

use super::{Config, is_strict, text_of, texts_of};
use crate::entry::{Entry, Kind};
use crate::error::{Error, Found};
use crate::invocation::Invocation;
use crate::location::{Finder, join};
use crate::lookups::Lookups;
use crate::provider::Layer;
use crate::scope::Scope;
use crate::types;

pub(super) fn validate(config: &mut Config, lookups: &Lookups, scope: &mut dyn Scope) -> Result<(), Error> {
    let path = config.path.clone().unwrap_or_default();
    if is_strict(scope) {
        let message = format!("{path}: Use of 'hiera.yaml' version 4 is deprecated. It should be converted to version 5");
        lookups.warn_once(scope, &format!("hiera.yaml {path}"), &message, Some(&path));
    }
    let missing = |config: &Config, name: &str| !config.get(name).is_some_and(Value::is_true);
    if missing(config, "datadir") {
        config.settings.insert("datadir".into(), "data".into());
    }
    if missing(config, "hierarchy") {
        let common: Hash = [("name".into(), "common".into()), ("backend".into(), "yaml".into())].into_iter().collect();
        config.settings.insert("hierarchy".into(), Value::array(vec![Value::hash(common)]));
    }
    let text = types::text_not_empty;
    let entry = types::structure(&[
        ("backend", false, text()),
        ("name", false, text()),
        ("datadir", true, text()),
        ("path", true, text()),
        ("paths", true, types::array_of(text())),
    ]);
    let expected = types::structure(&[
        ("version", false, Type::Integer(Some(4), Some(4))),
        ("datadir", true, text()),
        ("hierarchy", true, types::array_of(entry)),
    ]);
    types::assert(&format!("The Lookup Configuration at '{path}'"), &expected, &Value::hash(config.settings.clone()))
}

pub(super) fn entries(
    config: &Config,
    lookups: &Lookups,
    scope: &mut dyn Scope,
    invocation: &Arc<Invocation>,
    layer: &Layer,
) -> Found<Vec<Arc<Entry>>> {
    let mut made: IndexMap<String, Arc<Entry>> = IndexMap::new();
    let datadir = config.get("datadir").and_then(Value::as_str).unwrap_or("data");
    for entry in config.list("hierarchy") {
        let name = text_of(entry, "name").unwrap_or_default();
        if made.contains_key(name) {
            let pattern = format!(r#"\s+name:\s+['"]?{}(?:[^\w]|$)"#, fancy_regex::escape(name));
            return Err(config
                .duplicate_name(lookups, "HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED", "Hierarchy name", "", name, &pattern)
                .into());
        }
        let mut paths = texts_of(entry, "paths");
        if !super::has(entry, "paths") {
            paths.push(text_of(entry, "path").unwrap_or(name));
        }
        let written = text_of(entry, "datadir").unwrap_or(datadir);
        let datadir = join(&config.root.to_string_lossy(), written);
        let backend = text_of(entry, "backend").unwrap_or_default();
        if !matches!(backend, "json" | "yaml") {
            let message = format!("No data provider is registered for backend '{backend}'");
            let line = format!(r"[^\w]{}(?:[^\w]|$)", fancy_regex::escape(backend));
            return Err(config.issue(lookups, "HIERA_NO_PROVIDER_FOR_BACKEND", message, Some(&line)).into());
        }
        let elsewhere = config.elsewhere(lookups, layer, written);
        let finder = Finder { lookups, invocation, datadir: &datadir, elsewhere };
        let locations = finder.paths(scope, &paths, config.path.is_none(), Some(&format!(".{backend}")))?;
        let function = format!("{backend}_data");
        made.insert(name.to_owned(), Arc::new(Entry::new(name, Kind::DataHash, function, Hash::default(), Some(locations))));
    }
    Ok(made.into_values().collect())
}
