//! Modules of which only a function or two are ported.

use std::sync::Arc;

use values::{Hash, Value};

use crate::core::digest;
use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("bool2httpd", renamed).in_module("apache"),
        Function::old("assemble_nexus_url", -1, assemble_nexus_url).in_module("archive"),
        Function::old("date", -1, date).in_module("dns"),
        Function::old("get_in_addr_arpa", -1, get_in_addr_arpa).in_module("dns"),
        Function::new("create_ini_settings", renamed).in_module("inifile"),
        Function::old("mco_array_to_string", -1, mco_array_to_string).in_module("mcollective"),
        Function::old("mongodb_password", -1, mongodb_password).in_module("mongodb"),
        Function::new("mongodb_password", mongodb_password_or_secret).in_module("mongodb"),
        Function::new("get_ext_net_name", get_ext_net_name).in_module("murano"),
        Function::old("staging_parse", -1, staging_parse).in_module("staging"),
        Function::new("postgresql_escape", renamed).in_module("postgresql"),
        Function::new("postgresql_password", renamed).in_module("postgresql"),
        Function::new("translate", translate).in_module("translate"),
        Function::new("range_to_mask", range_to_mask).in_module("vswitch"),
    ]
    .into_iter()
}

/// Functions that have another name now; where Puppet is strict the old one fails.
fn renamed(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (what, module) = match call.name {
        "bool2httpd" => ("function", "apache"),
        "create_ini_settings" => ("method", "inifile"),
        _ => ("method", "postgresql"),
    };
    let new = format!("{module}::{}", call.name);
    super::stdlib::deprecated(context, call.name, &format!("This {what} is deprecated, please use {new} instead."))?;
    context.call_function(&new, call.arguments.to_vec(), None)
}

/// The seconds since 1970, as a text.
fn date(context: &mut dyn Context, _: &Call<'_>) -> Outcome {
    Ok(Value::from(context.now().0.div_euclid(1_000_000_000).to_string()))
}

/// The name of the first network with a router to the outside.
fn get_ext_net_name(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Hash(networks) = call.at(0) else {
        return Err(Failure::plain("get_ext_net_name(): No network data provided!"));
    };
    for (name, network) in networks.iter() {
        let Value::Hash(network) = network else { return Err(ruby::no_method("fetch", network)) };
        let is_external = match network.get(&Value::from("L2")) {
            None => false,
            Some(Value::Hash(link)) => link.get(&Value::from("router_ext")).is_some_and(Value::is_true),
            Some(other) => return Err(ruby::no_method("[]", other)),
        };
        if is_external {
            return Ok(name.clone());
        }
    }
    Ok(Value::Undef)
}

fn mongodb_password(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [user, password] = call.arguments else {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("mongodb_password(): Wrong number of arguments given ({count} for 2)")));
    };
    let text = format!("{}:mongo:{}", ruby::to_s(user), ruby::to_s(password));
    Ok(Value::from(digest::md5_of(text.as_bytes())))
}

/// The same of a password that may be secret; the third argument says whether the hash is.
fn mongodb_password_or_secret(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let pair = [call.at(0).clone(), super::bare(call.at(1)).clone()];
    let hash = mongodb_password(context, &Call { arguments: &pair, ..*call })?;
    Ok(if call.at(2).is_true() { Value::Sensitive(Arc::new(hash)) } else { hash })
}

fn mco_array_to_string(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::Array(list) => Ok(Value::array(list.iter().map(|it| Value::from(ruby::to_s(it))).collect())),
        other => Err(Failure::plain(format!("Expected an array, but got a {}", ruby::class(other)))),
    }
}

fn get_in_addr_arpa(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(text) = call.at(0) else { return Err(ruby::no_method("split", call.at(0))) };
    let parts: Vec<&str> = text.trim_end_matches('.').split('.').rev().collect();
    Ok(Value::from(format!("{}.in-addr.arpa", parts.join("."))))
}

fn assemble_nexus_url(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let empty = Hash::default();
    let params = match call.at(1) {
        Value::Hash(params) => params,
        _ => &empty,
    };
    let mut parts = Vec::with_capacity(params.len());
    for (name, value) in params {
        let Value::String(value) = value else { return Err(digest::no_conversion(value)) };
        let mut escaped = String::new();
        for byte in value.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => escaped.push(char::from(byte)),
                b' ' => escaped.push('+'),
                other => escaped.push_str(&format!("%{other:02X}")),
            }
        }
        parts.push(format!("{}={escaped}", ruby::to_s(name)));
    }
    Ok(Value::from(format!("{}/service/local/artifact/maven/content?{}", ruby::to_s(call.at(0)), parts.join("&"))))
}

/// Catalogs of translations are not read: the text stays as it is.
fn translate(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(1) {
        None => Ok(call.at(0).clone()),
        Some(values) => context.call_function("sprintf", vec![call.at(0).clone(), values.clone()], None),
    }
}

/// A bit for each number of lists such as `0-7,9`, in hexadecimal digits.
fn range_to_mask(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some(text) = call.get(0).and_then(Value::as_str).filter(|_| call.signature == 1) else { return Ok(Value::Undef) };
    let mut digits: Vec<u8> = Vec::new();
    for part in text.split(',') {
        let (from, to) = match part.split_once('-') {
            Some((from, to)) => (ruby::to_i(from), ruby::to_i(to)),
            None => (ruby::to_i(part), ruby::to_i(part)),
        };
        if to >= 1 << 20 {
            return Err(Failure::plain("shift width too big"));
        }
        for bit in from.max(0)..=to {
            context.spend(1)?;
            let bit = usize::try_from(bit).unwrap_or_default();
            if digits.len() <= bit / 4 {
                digits.resize(bit / 4 + 1, 0);
            }
            if let Some(digit) = digits.get_mut(bit / 4) {
                *digit |= 1 << (bit % 4);
            }
        }
    }
    let text: String = digits.iter().rev().filter_map(|it| char::from_digit(u32::from(*it), 16)).collect();
    let text = text.trim_start_matches('0');
    Ok(Value::from(if text.is_empty() { "0" } else { text }))
}

fn staging_parse(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let count = call.arguments.len();
    if !matches!(count, 1..=3) {
        return Err(Failure::plain(format!("staging_parse(): Wrong number of arguments given ({count} for 1, 2, 3)")));
    }
    let Value::String(source) = call.at(0) else { return Err(ruby::no_method("gsub", call.at(0))) };
    let source = source.replace('\\', "/");
    let path = match source.split_once("://") {
        Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default(),
        None => &source,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let dot = name.rfind('.').filter(|at| *at > 0 && at + 1 < name.len());
    let extension = dot.and_then(|at| name.get(at..)).unwrap_or_default();
    let info = call.get(1).filter(|it| it.is_true()).map_or("filename".to_owned(), ruby::to_s);
    Ok(Value::from(match &*info {
        "filename" => name.to_owned(),
        "basename" => {
            let given = call.get(2).filter(|it| it.is_true()).map(ruby::to_s);
            let end = given.as_deref().unwrap_or(extension);
            name.strip_suffix(end).filter(|it| !it.is_empty()).unwrap_or(name).to_owned()
        }
        "extname" => extension.to_owned(),
        "parent" => match path.trim_end_matches('/').rsplit_once('/') {
            Some((parent, _)) if !parent.is_empty() => parent.to_owned(),
            _ => "/".to_owned(),
        },
        _ => return Err(Failure::plain(format!("staging_parse(), unknown parse info {info}."))),
    }))
}
