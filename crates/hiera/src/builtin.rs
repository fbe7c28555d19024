//! The functions for hierarchies that Puppet brings along.

use std::path::Path;
use std::sync::Arc;

use issue::{DataError, Issue};
use values::{Hash, Strict, Value};

use crate::context::FunctionContext;
use crate::error::{Error, Found, Stop};
use crate::eyaml;
use crate::files::{Format, Parsed};
use crate::invocation::Invocation;
use crate::lookups::Lookups;
use crate::open::Elsewhere;
use crate::scope::Scope;

pub(crate) type Function = fn(&Lookups, &mut dyn Scope, &Arc<Invocation>, &Arc<FunctionContext>, Option<&Value>, &Value) -> Found;

pub(crate) fn find(name: &str) -> Option<Function> {
    Some(match name {
        "yaml_data" => yaml_data,
        "json_data" => json_data,
        "hocon_data" => hocon_data,
        "eyaml_lookup_key" => eyaml_lookup_key,
        _ => return None,
    })
}

/// Returns how a function reads its file, where it reads one and takes what stands at a key.
pub(crate) fn format_of(name: &str) -> Option<Format> {
    Some(match name {
        "yaml_data" | "eyaml_lookup_key" => Format::Yaml,
        "json_data" => Format::Json,
        _ => return None,
    })
}

fn option<'v>(options: &'v Value, name: &str) -> Option<&'v str> {
    match options {
        Value::Hash(options) => options.get(&Value::string(name)).and_then(Value::as_str),
        _ => None,
    }
}

/// The path, if nothing else was given.
fn only_path<'v>(options: &'v Value, function: &str) -> Result<&'v str, Error> {
    let count = if let Value::Hash(options) = options { options.len() } else { 0 };
    option(options, "path").filter(|it| count == 1 && !it.is_empty()).ok_or_else(|| {
        Error::ruby(format!(
            "'{function}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this \
             data_hash function"
        ))
    })
}

/// The hash of a file of YAML.
fn yaml(lookups: &Lookups, scope: &mut dyn Scope, path: &str) -> Found<Arc<Hash>> {
    match &lookups.content(path, Format::Yaml).0 {
        Parsed::Hash { hash, .. } => Ok(hash.clone()),
        Parsed::Malformed(message) => Err(Error::lookup(format!("Unable to parse {message}")).into()),
        Parsed::Unreadable(message) => Err(Error::ruby(message.clone()).into()),
        Parsed::Other(value) => {
            let message = format!("{path}: file does not contain a valid yaml hash");
            // Puppet makes `false` of a document that says nothing.
            if scope.strict() == Strict::Error && !matches!(value, Value::Undef | Value::Boolean(false)) {
                return Err(Error::lookup(Issue::Data(DataError::NoHash { text: message })).into());
            }
            lookups.warn_of_file(scope, path, &message);
            Ok(Arc::default())
        }
    }
}

fn yaml_data(
    lookups: &Lookups,
    scope: &mut dyn Scope,
    _: &Arc<Invocation>,
    _: &Arc<FunctionContext>,
    _: Option<&Value>,
    options: &Value,
) -> Found {
    let path = only_path(options, "yaml_data")?;
    yaml(lookups, scope, path).map(Value::Hash)
}

fn json_data(
    lookups: &Lookups,
    _: &mut dyn Scope,
    _: &Arc<Invocation>,
    _: &Arc<FunctionContext>,
    _: Option<&Value>,
    options: &Value,
) -> Found {
    let path = only_path(options, "json_data")?;
    match &lookups.content(path, Format::Json).0 {
        Parsed::Hash { hash, .. } => Ok(Value::Hash(hash.clone())),
        Parsed::Other(value) => Ok(value.clone()),
        Parsed::Malformed(message) => Err(Error::lookup(format!("Unable to parse {message}")).into()),
        Parsed::Unreadable(message) => Err(Error::ruby(message.clone()).into()),
    }
}

fn hocon_data(_: &Lookups, _: &mut dyn Scope, _: &Arc<Invocation>, _: &Arc<FunctionContext>, _: Option<&Value>, _: &Value) -> Found {
    Err(Error::lookup("Lookup using Hocon data_hash function is not supported without hocon library").into())
}

/// Encrypted values are opened if somebody gave keys; else they stay as they are written: `ENC[…]`.
fn eyaml_lookup_key(
    lookups: &Lookups,
    scope: &mut dyn Scope,
    invocation: &Arc<Invocation>,
    _: &Arc<FunctionContext>,
    key: Option<&Value>,
    options: &Value,
) -> Found {
    let Some(path) = option(options, "path") else {
        let message = "'eyaml_lookup_key': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when \
                       using this lookup_key function";
        return Err(Error::ruby(message).into());
    };
    let hash = yaml(lookups, scope, path)?;
    let value = key.and_then(|key| hash.get(key)).ok_or(Stop::NotFound)?;
    let opened = match &lookups.site.unseal {
        Some(with) => {
            let none = Arc::default();
            let options = if let Value::Hash(options) = options { options } else { &none };
            eyaml::open(value, options, &**with, 0).map_err(|(data, why)| {
                let key = key.and_then(Value::as_str).unwrap_or_default();
                Error::lookup(format!("hiera-eyaml backend error decrypting {data} when looking up {key} in {path}. Error was {why}"))
            })?
        }
        None => {
            if eyaml::holds_sealed(value, 0) {
                let file = Path::new(path).display();
                let message = format!("{file}: encrypted values are not decrypted; they stay as they are written");
                lookups.warn_once(scope, &format!("eyaml {path}"), &message, Some(path));
            }
            match lookups.site.elsewhere {
                Elsewhere::Nothing => value.clone(),
                // The key is elsewhere, too.
                Elsewhere::Server | Elsewhere::Users => eyaml::closed(value, 0),
            }
        }
    };
    lookups.interpolate(scope, &opened, invocation, true)
}
