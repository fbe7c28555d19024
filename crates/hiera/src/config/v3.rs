//! `hiera.yaml` of version 3, which only the global layer may have.

use std::sync::Arc;

use indexmap::IndexMap;
use values::{Hash, Type, Value};

use super::{Config, Entries, is_strict, text_of};
use crate::entry::{Entry, Kind};
use crate::error::{Error, Found};
use crate::invocation::Invocation;
use crate::location::Finder;
use crate::lookups::Lookups;
use crate::merge::Strategy;
use crate::provider::Layer;
use crate::scope::Scope;
use crate::types;

/// Where data lies if nothing is said.
const DATADIR: &str = "/etc/puppetlabs/code/environments/%{::environment}/hieradata";

pub(super) fn validate(config: &mut Config, lookups: &Lookups, scope: &mut dyn Scope) -> Result<(), Error> {
    let path = config.path.clone().unwrap_or_default();
    if is_strict(scope) {
        let message = format!("{path}: Use of 'hiera.yaml' version 3 is deprecated. It should be converted to version 5");
        lookups.warn_once(scope, &format!("hiera.yaml {path}"), &message, Some(&path));
    }
    let texts = |texts: &[&str]| Value::array(texts.iter().map(Value::string).collect());
    let defaults = [
        ("version", Value::Integer(3)),
        ("backends", texts(&["yaml"])),
        ("hierarchy", texts(&["nodes/%{::trusted.certname}", "common"])),
        ("merge_behavior", "native".into()),
        ("deep_merge_options", Value::hash(Hash::default())),
    ];
    for (name, default) in defaults {
        if !config.get(name).is_some_and(Value::is_true) {
            config.settings.insert(name.into(), default);
        }
    }
    let text = types::text_not_empty;
    let texts = || Type::Variant([text(), types::array_of(text())].into());
    let options = || types::hash_of(text(), Type::Variant([types::text(), Type::Boolean(None)].into()));
    let behaviors = Type::Enum(["deep", "deeper", "native"].map(Into::into).into(), false);
    let backends = flat(config.get("backends"));
    let mut elements = vec![
        ("version", true, Type::Integer(Some(3), Some(3))),
        ("backends", true, texts()),
        ("logger", true, text()),
        ("merge_behavior", true, behaviors),
        ("deep_merge_options", true, options()),
        ("hierarchy", true, texts()),
    ];
    elements.extend(backends.iter().map(|it| (it.as_str(), true, types::hash_of(text(), Type::Any))));
    let expected = types::structure(&elements);
    types::assert(&format!("The Lookup Configuration at '{path}'"), &expected, &Value::hash(config.settings.clone()))
}

/// One text or many.
fn flat(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.to_string()],
        Some(Value::Array(items)) => items.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

/// How `hiera_hash` merges.
pub(super) fn merge_strategy(config: &Config) -> Result<Strategy, Error> {
    let name = match config.get("merge_behavior").and_then(Value::as_str) {
        Some("deep") => "reverse_deep",
        Some("deeper") => "unconstrained_deep",
        _ => return Ok(Strategy::Default),
    };
    let mut merge = Hash::default();
    merge.insert("strategy".into(), name.into());
    if let Some(options) = config.hash("deep_merge_options") {
        merge.extend(options.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    Strategy::from_value(Some(&Value::hash(merge)))
}

pub(super) fn entries(
    config: &Config,
    lookups: &Lookups,
    scope: &mut dyn Scope,
    invocation: &Arc<Invocation>,
    layer: &Layer,
) -> Found<Entries> {
    let mut made: IndexMap<String, Arc<Entry>> = IndexMap::new();
    let paths = flat(config.get("hierarchy"));
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    for backend in flat(config.get("backends")) {
        if made.contains_key(&backend) {
            let pattern = format!(r"[^\w]{}(?:[^\w]|$)", fancy_regex::escape(&backend));
            return Err(config.duplicate_name(lookups, "HIERA_BACKEND_MULTIPLY_DEFINED", "Backend", "is ", &backend, &pattern).into());
        }
        let own = match config.get(&backend) {
            Some(own @ Value::Hash(_)) => lookups.interpolate(scope, own, invocation, false)?,
            _ => Value::Undef,
        };
        let own = if let Value::Hash(own) = &own { Hash::clone(own) } else { Hash::default() };
        let datadir = match text_of(&own, "datadir") {
            Some(datadir) => datadir.to_owned(),
            None => lookups.interpolate_text(scope, DATADIR, invocation)?,
        };
        let extension = format!(".{}", text_of(&own, "extension").unwrap_or(&backend));
        let elsewhere = config.elsewhere(lookups, layer, text_of(&own, "datadir").unwrap_or(DATADIR));
        let finder = Finder { lookups, invocation, datadir: &datadir, elsewhere };
        let locations = finder.paths(scope, &paths, config.path.is_none(), Some(&extension))?;
        let entry = match backend.as_str() {
            "json" | "yaml" => Entry::new(&backend, Kind::V3DataHash, format!("{backend}_data"), Hash::default(), Some(locations)),
            "eyaml" => Entry::new(&backend, Kind::V3LookupKey, "eyaml_lookup_key".to_owned(), own, Some(locations)),
            _ => return Err(super::without_hiera_3().into()),
        };
        made.insert(backend, Arc::new(entry.in_folder(&datadir)));
    }
    Ok(made.into_values().collect())
}
