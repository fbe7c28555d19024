//! `hiera.yaml` of version 5.

use std::sync::Arc;

use indexmap::IndexMap;
use values::{Hash, Type, Value};

use super::{Config, FUNCTIONS, data, has, text_of, texts_of};
use crate::entry::{Entry, Kind};
use crate::error::{Error, Found};
use crate::invocation::Invocation;
use crate::location::{self, Location, join};
use crate::lookups::Lookups;
use crate::provider::Layer;
use crate::ruby;
use crate::scope::Scope;
use crate::types;

const LOCATIONS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];

fn text_hash(entries: &[(&str, &str)]) -> Value {
    Value::hash(entries.iter().map(|(key, value)| (Value::string(key), Value::string(value))).collect())
}

fn default_defaults() -> Value {
    text_hash(&[("datadir", "data"), ("data_hash", "yaml_data")])
}

fn default_hierarchy() -> Value {
    Value::array(vec![text_hash(&[("name", "Common"), ("path", "common.yaml")])])
}

/// Settings without a file.
pub(super) fn default_settings() -> Hash {
    [("version".into(), 5.into()), ("defaults".into(), default_defaults()), ("hierarchy".into(), default_hierarchy())].into_iter().collect()
}

fn config_type() -> Type {
    let text = types::text_not_empty;
    let option = || types::pattern(r"\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z");
    let options = || types::hash_of(option(), data());
    let several = || types::list_of(text(), 1, None);
    let hierarchy = || {
        types::array_of(types::structure(&[
            ("name", false, text()),
            ("options", true, options()),
            ("data_hash", true, text()),
            ("lookup_key", true, text()),
            ("hiera3_backend", true, text()),
            ("v4_data_hash", true, text()),
            ("data_dig", true, text()),
            ("path", true, text()),
            ("paths", true, several()),
            ("glob", true, text()),
            ("globs", true, several()),
            ("uri", true, text()),
            ("uris", true, several()),
            ("mapped_paths", true, types::list_of(text(), 3, Some(3))),
            ("datadir", true, text()),
        ]))
    };
    types::structure(&[
        ("version", false, Type::Integer(Some(5), Some(5))),
        (
            "defaults",
            true,
            types::structure(&[
                ("data_hash", true, text()),
                ("lookup_key", true, text()),
                ("data_dig", true, text()),
                ("datadir", true, text()),
                ("options", true, options()),
            ]),
        ),
        ("hierarchy", true, hierarchy()),
        ("plan_hierarchy", true, hierarchy()),
        ("default_hierarchy", true, hierarchy()),
    ])
}

pub(super) fn validate(config: &mut Config, lookups: &Lookups, layer: &Layer) -> Result<(), Error> {
    let is_nothing = |config: &Config, name: &str| !config.get(name).is_some_and(Value::is_true);
    for (name, default) in [("defaults", default_defaults()), ("hierarchy", default_hierarchy())] {
        if is_nothing(config, name) {
            config.settings.insert(name.into(), default);
        }
    }
    let label = format!("The Lookup Configuration at '{}'", config.path.as_deref().unwrap_or_default());
    types::assert(&label, &config_type(), &Value::hash(config.settings.clone()))?;
    let defaults = config.hash("defaults").cloned().unwrap_or_default();
    let fail = |code, message: String, line: Option<&str>| Err(config.issue(lookups, code, message, line));
    if FUNCTIONS[..4].iter().filter(|(key, _)| has(&defaults, key)).count() > 1 {
        let message = format!("Only one of {} can be defined in defaults", functions());
        return fail("HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT", message, None);
    }
    if let Some(key) = reserved(&defaults) {
        let message = format!("Option key '{key}' used in defaults is reserved by Puppet");
        return fail("HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET", message, None);
    }
    for entry in config.list("hierarchy").chain(config.list("plan_hierarchy")) {
        validate_entry(config, lookups, entry, &defaults, layer)?;
    }
    if config.has_default_hierarchy() {
        only_in_modules(config, lookups, layer, r"(?:^|\s+)default_hierarchy:")?;
        for entry in config.list("default_hierarchy") {
            validate_entry(config, lookups, entry, &defaults, layer)?;
        }
    }
    Ok(())
}

fn only_in_modules(config: &Config, lookups: &Lookups, layer: &Layer, line: &str) -> Result<(), Error> {
    if matches!(layer, Layer::Module(_)) {
        return Ok(());
    }
    let message = "'default_hierarchy' is only allowed in the module layer";
    Err(config.issue(lookups, "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE", message, Some(line)))
}

fn functions() -> &'static str {
    "data_hash, lookup_key, data_dig, or hiera3_backend"
}

fn reserved(of: &Hash) -> Option<&'static str> {
    let Some(Value::Hash(options)) = of.get(&Value::string("options")) else { return None };
    ["path", "uri"].into_iter().find(|key| has(options, key))
}

fn validate_entry(config: &Config, lookups: &Lookups, entry: &Hash, defaults: &Hash, layer: &Layer) -> Result<(), Error> {
    let name = text_of(entry, "name").unwrap_or_default();
    let fail = |code, message: String, line: Option<&str>| Err(config.issue(lookups, code, message, line));
    let fail_level = |code, text: String| Err(config.level_issue(lookups, code, name, text));
    match FUNCTIONS.iter().filter(|(key, _)| has(entry, key)).count() {
        0 if !FUNCTIONS[..4].iter().any(|(key, _)| has(defaults, key)) => {
            let message = format!("One of {} must be defined in hierarchy '{name}'", functions());
            return fail_level("HIERA_MISSING_DATA_PROVIDER_FUNCTION", message);
        }
        0 | 1 => {}
        _ => {
            let message = format!("Only one of {} can be defined in hierarchy '{name}'", functions());
            return fail_level("HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS", message);
        }
    }
    if let Some(backend) = text_of(entry, "hiera3_backend") {
        if !matches!(layer, Layer::Global) {
            let message = "'hiera3_backend' is only allowed in the global layer".to_owned();
            return fail("HIERA_V3_BACKEND_NOT_GLOBAL", message, Some(r"\s+hiera3_backend:"));
        }
        if matches!(backend, "json" | "yaml") {
            let message = format!("Use \"data_hash: {backend}_data\" instead of \"hiera3_backend: {backend}\"");
            let line = format!(r#"\s+hiera3_backend:\s*['"]?{backend}(?:[^\w]|$)"#);
            return fail("HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH", message, Some(&line));
        }
    }
    if LOCATIONS.iter().filter(|key| has(entry, key)).count() > 1 {
        let message = format!("Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy '{name}'");
        return fail_level("HIERA_MULTIPLE_LOCATION_SPECS", message);
    }
    if let Some(key) = reserved(entry) {
        let message = format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet");
        return fail_level("HIERA_OPTION_RESERVED_BY_PUPPET", message);
    }
    Ok(())
}

pub(super) fn entries(
    config: &Config,
    lookups: &Lookups,
    scope: &mut dyn Scope,
    invocation: &Arc<Invocation>,
    layer: &Layer,
    which: &str,
) -> Found<Vec<Arc<Entry>>> {
    let no_defaults = Hash::default();
    let defaults = config.hash("defaults").unwrap_or(&no_defaults);
    if config.has_default_hierarchy() {
        only_in_modules(config, lookups, layer, r"\s+default_hierarchy:")?;
    }
    let mut made: IndexMap<String, Option<Arc<Entry>>> = IndexMap::new();
    for entry in config.list(which) {
        let name = text_of(entry, "name").unwrap_or_default();
        if made.get(name).is_some_and(Option::is_some) {
            let pattern = format!(r#"\s+name:\s+['"]?{}(?:[^\w]|$)"#, fancy_regex::escape(name));
            return Err(config
                .duplicate_name(lookups, "HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED", "Hierarchy name", "", name, &pattern)
                .into());
        }
        let entry = one(config, lookups, scope, invocation, layer, entry, defaults)?;
        made.insert(name.to_owned(), entry.map(Arc::new));
    }
    Ok(made.into_values().flatten().collect())
}

fn one(
    config: &Config,
    lookups: &Lookups,
    scope: &mut dyn Scope,
    invocation: &Arc<Invocation>,
    layer: &Layer,
    entry: &Hash,
    defaults: &Hash,
) -> Found<Option<Entry>> {
    let name = text_of(entry, "name").unwrap_or_default();
    let own = FUNCTIONS.iter().find_map(|(key, kind)| Some((*kind, text_of(entry, key)?)));
    let function = own.or_else(|| FUNCTIONS[..4].iter().find_map(|(key, kind)| Some((*kind, text_of(defaults, key)?))));
    let Some((kind, function)) = function else { return Ok(None) };
    let written = text_of(entry, "datadir").or_else(|| text_of(defaults, "datadir")).unwrap_or("data");
    let datadir = join(&config.root.to_string_lossy(), written);
    let datadir = lookups.interpolate_text(scope, &datadir, invocation)?;
    let is_default = config.path.is_none();
    let locations = invocation.leniently(|| -> Found<Option<Vec<Location>>> {
        let Some(key) = LOCATIONS.into_iter().find(|key| has(entry, key)) else { return Ok(None) };
        let one = text_of(entry, key);
        let given = one.map_or_else(|| texts_of(entry, key), |one| vec![one]);
        let elsewhere = config.elsewhere(lookups, layer, written);
        let finder = location::Finder { lookups, invocation, datadir: &datadir, elsewhere };
        Ok(Some(match key {
            "path" | "paths" => finder.paths(scope, &given, is_default, None)?,
            "glob" | "globs" => finder.globs(scope, &given)?,
            "uri" | "uris" => finder.uris(scope, &given)?,
            _ => finder.mapped(scope, &given)?,
        }))
    })?;
    if is_default && locations.as_ref().is_some_and(Vec::is_empty) {
        return Ok(None);
    }
    let options = entry.get(&Value::string("options")).or_else(|| defaults.get(&Value::string("options")));
    let options = match options {
        None | Some(Value::Undef) => Hash::default(),
        Some(options) => match lookups.interpolate(scope, options, invocation, false)? {
            Value::Hash(options) => Hash::clone(&options),
            _ => Hash::default(),
        },
    };
    if kind == Kind::Hiera3Backend {
        return Err(super::without_hiera_3().into());
    }
    let function = ruby::to_s(&Value::string(function));
    Ok(Some(Entry::new(name, kind, function, options, locations)))
}
