//! The module `openstacklib`.

mod url;

use values::Value;

use crate::{Call, Context, Failure, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("inet6_prefix", inet6_prefix).in_module("openstacklib"),
        Function::new("is_service_default", is_service_default).in_module("openstacklib"),
        Function::new("normalize_ip_for_uri", normalize_ip_for_uri).in_module("openstacklib"),
        Function::new("os_database_connection", url::os_database_connection).in_module("openstacklib"),
        Function::new("os_transport_url", url::os_transport_url).in_module("openstacklib"),
    ]
    .into_iter()
}

/// Addresses of IP version 6 are written as memcached's clients want them; everything else stays.
fn inet6_prefix(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let arguments = match call.arguments {
        [Value::Array(values), ..] => &values[..],
        values => values,
    };
    let prefixed = |value: &Value| match value {
        Value::String(text) => with_prefix(text).map_or_else(|| value.clone(), Value::from),
        other => other.clone(),
    };
    match arguments {
        [only] => Ok(prefixed(only)),
        several => Ok(Value::array(several.iter().map(prefixed).collect())),
    }
}

fn with_prefix(text: &str) -> Option<String> {
    if text.lines().any(|it| it.strip_prefix("inet6:").is_some_and(|it| !it.is_empty())) {
        return None;
    }
    let is_end = |it: char| matches!(it, '[' | ']' | ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c');
    let mut parts = text.split(is_end).filter(|it| !it.is_empty());
    let first = parts.next()?;
    let is_version_6 = super::stdlib::address(first).is_ok_and(|it| it.ip.is_ipv6());
    is_version_6.then(|| format!("inet6:[{first}]{}", parts.collect::<String>()))
}

/// Addresses of IP version 6 get brackets; everything else stays.
fn normalize_ip_for_uri(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let arguments = match call.arguments {
        [Value::Array(values), ..] => &values[..],
        values => values,
    };
    let normal = |value: &Value| match value {
        Value::String(text) if is_address(text) => format!("[{text}]").into(),
        other => other.clone(),
    };
    match arguments {
        [only] => Ok(normal(only)),
        many => Ok(Value::array(many.iter().map(normal).collect::<Vec<_>>())),
    }
}

/// Whether it is an address of version 6, maybe with a prefix's length and a zone.
fn is_address(text: &str) -> bool {
    let (address, length) = text.split_once('/').map_or((text, None), |(address, length)| (address, Some(length)));
    let (address, zone) = address.split_once('%').map_or((address, None), |(address, zone)| (address, Some(zone)));
    let fits = |it: &str| it.parse::<u8>().is_ok_and(|it| it <= 128);
    address.parse::<std::net::Ipv6Addr>().is_ok() && length.is_none_or(fits) && zone.is_none_or(|it| !it.is_empty())
}

fn is_service_default(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(value.as_str() == Some("<SERVICE DEFAULT>"))),
        other => Err(Failure::plain(format!("is_service_default(): Wrong number of argumentsgiven ({} for 1)", other.len()))),
    }
}
