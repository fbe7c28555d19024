//! `fact`, `os_version_gte`, `has_interface_with`, `has_ip_address` and `has_ip_network`, which asked legacy facts until stdlib 9.

use std::cmp::Ordering;

use values::Value;
use values::regex::Regex;

use crate::{Call, Context, Failure, LogLevel, Outcome, ruby};

/// A variable that Ruby's code asks for, which must be there where Puppet is strict.
pub(in crate::modules) fn variable(context: &mut dyn Context, name: &str) -> Outcome {
    match context.variable(name) {
        Some(value) => Ok(value),
        None if context.strict() == values::Strict::Error => Err(Failure::plain(format!("Undefined variable '{name}'; "))),
        None => Ok(Value::Undef),
    }
}

/// A fact by a path with dots; parts that hold dots are quoted.
pub(super) fn fact(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let name = call.text(0);
    let regex = Regex::new("([^.\"]+)|(?:\")([^\"]+)(?:\")").map_err(Failure::plain)?;
    let mut path = Vec::new();
    let mut start = 0;
    while let Some(found) = regex.find_at(name, start).map_err(Failure::plain)? {
        start = found.whole.end;
        path.extend(found.groups.into_iter().flatten().next().and_then(|it| name.get(it)));
    }
    // Numbers lead into arrays, and a number may be the key of a hash.
    let keys: Vec<Value> = path.iter().map(|it| Value::from(*it)).collect();
    let mut value = context.variable_along("facts", &keys).unwrap_or(Value::Undef);
    for (depth, key) in path.iter().enumerate() {
        let walked = || {
            let quoted = path.iter().take(depth).map(|it| if it.contains('.') { format!("\"{it}\"") } else { (*it).to_owned() });
            quoted.collect::<Vec<_>>().join(".")
        };
        value = match &value {
            Value::Undef => return Ok(Value::Undef),
            Value::Unknown(unknown) => return Ok(crate::unknown::because(unknown, values::Type::Any)),
            Value::Hash(hash) => hash.get(&Value::from(*key)).cloned().unwrap_or(Value::Undef),
            Value::Array(list) => match ruby::integer(key) {
                Some(index) => {
                    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
                    let at = if index < 0 { index.saturating_add(length) } else { index };
                    usize::try_from(at).ok().and_then(|at| list.get(at)).cloned().unwrap_or(Value::Undef)
                }
                None => {
                    let message = format!("fact request for {name} returning nil: '{}' is an array; cannot index to '{key}'", walked());
                    context.message(LogLevel::Warning, message);
                    Value::Undef
                }
            },
            _ => {
                let message = format!("fact request for {name} returning nil: '{}' is not a collection; cannot walk to '{key}'", walked());
                context.message(LogLevel::Warning, message);
                Value::Undef
            }
        };
    }
    Ok(value)
}

fn legacy(context: &mut dyn Context, name: &str) -> Value {
    match context.variable_along("facts", &[name.into()]).unwrap_or(Value::Undef) {
        Value::Hash(hash) => hash.get(&Value::from(name)).cloned().unwrap_or(Value::Undef),
        other => other,
    }
}

pub(super) fn os_version_gte(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let os = legacy(context, "operatingsystem");
    if let Value::Unknown(unknown) = &os {
        return Ok(crate::unknown::because(unknown, values::Type::Boolean(None)));
    }
    if os != *call.at(0) {
        return Ok(Value::Boolean(false));
    }
    match legacy(context, "operatingsystemmajrelease") {
        Value::String(release) => Ok(Value::Boolean(crate::core::versioncmp::compare(&release, call.text(1), false) != Ordering::Less)),
        other => Err(ruby::no_method("gsub", &other)),
    }
}

/// A fact that lies that deep. Where a container is missing, Ruby has nothing to ask.
fn structured(context: &mut dyn Context, path: &[&str]) -> Outcome {
    let keys: Vec<Value> = path.iter().map(|it| Value::from(*it)).collect();
    let mut value = context.variable_along("facts", &keys).unwrap_or(Value::Undef);
    for key in keys {
        value = match &value {
            Value::Hash(hash) => hash.get(&key).cloned().unwrap_or(Value::Undef),
            Value::Unknown(unknown) => return Ok(crate::unknown::because(unknown, values::Type::Any)),
            other => return Err(ruby::no_method("[]", other)),
        };
    }
    Ok(value)
}

/// `networking.fqdn`, of which Ruby makes an empty text where there is none.
pub(super) fn fqdn(context: &mut dyn Context) -> Outcome {
    structured(context, &["networking", "fqdn"])
}

/// `stdlib::os_version_gte`.
pub(super) fn os_is_at_least(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let name = structured(context, &["os", "name"])?;
    if let Value::Unknown(unknown) = &name {
        return Ok(crate::unknown::because(unknown, values::Type::Boolean(None)));
    }
    if name != *call.at(0) {
        return Ok(Value::Boolean(false));
    }
    match structured(context, &["os", "release", "major"])? {
        Value::String(release) => Ok(Value::Boolean(crate::core::versioncmp::compare(&release, call.text(1), false) != Ordering::Less)),
        Value::Unknown(unknown) => Ok(crate::unknown::because(&unknown, values::Type::Boolean(None))),
        other => Err(ruby::no_method("gsub", &other)),
    }
}

/// `stdlib::has_interface_with`: an interface of that name, or one with that address.
pub(super) fn has_interface(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let interfaces = match structured(context, &["networking", "interfaces"])? {
        Value::Hash(interfaces) => interfaces,
        Value::Unknown(unknown) => return Ok(crate::unknown::because(&unknown, values::Type::Boolean(None))),
        other => return Err(ruby::no_method(if call.signature == 0 { "key?" } else { "any?" }, &other)),
    };
    if call.signature == 0 {
        return Ok(Value::Boolean(interfaces.contains_key(call.at(0))));
    }
    let kind = Value::from(match call.text(0) {
        "ipaddress" => "ip",
        "macaddress" => "mac",
        other => other,
    });
    let mut found = false;
    for interface in interfaces.values() {
        match interface {
            Value::Hash(interface) => found |= interface.get(&kind) == Some(call.at(1)),
            Value::Unknown(unknown) => return Ok(crate::unknown::because(unknown, values::Type::Boolean(None))),
            _ => {}
        }
    }
    Ok(Value::Boolean(found))
}

pub(super) fn has_interface_with(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [interface] => interface_with(context, None, interface),
        [kind, value] => interface_with(context, Some(kind), value),
        many => Err(Failure::plain(format!("has_interface_with(): Wrong number of arguments given ({} for 1 or 2)", many.len()))),
    }
}

pub(super) fn has_ip_address(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    of_kind(context, call, "ipaddress")
}

pub(super) fn has_ip_network(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    of_kind(context, call, "network")
}

fn of_kind(context: &mut dyn Context, call: &Call<'_>, kind: &str) -> Outcome {
    match call.arguments {
        [value] => interface_with(context, Some(&Value::from(kind)), value),
        many => Err(Failure::plain(format!("{}(): Wrong number of arguments given ({} for 1)", call.name, many.len()))),
    }
}

/// The interfaces are those of the legacy facts, which are variables.
fn interface_with(context: &mut dyn Context, kind: Option<&Value>, value: &Value) -> Outcome {
    let interfaces = match variable(context, "interfaces")? {
        Value::String(text) => text,
        Value::Unknown(unknown) => return Ok(crate::unknown::because(&unknown, values::Type::Boolean(None))),
        _ => return Ok(Value::Boolean(false)),
    };
    let Some(kind) = kind else {
        return Ok(Value::Boolean(interfaces.split(',').any(|it| value.as_str() == Some(it))));
    };
    let kind = ruby::to_s(kind);
    let of_interfaces = interfaces.split(',').map(|it| format!("{kind}_{}", it.to_lowercase()));
    let mut not_known = None;
    for name in std::iter::once(kind.clone()).chain(of_interfaces) {
        match context.variable(&name) {
            Some(Value::Unknown(unknown)) => not_known = not_known.or(Some(unknown)),
            Some(it) if it == *value => return Ok(Value::Boolean(true)),
            _ => {}
        }
    }
    Ok(not_known.map_or(Value::Boolean(false), |it| crate::unknown::because(&it, values::Type::Boolean(None))))
}
