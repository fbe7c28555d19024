//! `convert_cert_to_string`, `convert_to_json_string` and `validate_vxlan_udp_port`.

use std::path::Path;

use values::{Hash, Value};

use crate::core::digest;
use crate::modules::stdlib::compact;
use crate::{Call, Context, Failure, Outcome, ruby};

/// Text of a certificate in PEM, in one line.
pub(super) fn convert_cert_to_string(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(file) = call.at(0) else { return Err(digest::no_conversion(call.at(0))) };
    let missing = |_| Failure::plain(format!("Certificate file not found: {file}"));
    let bytes = context.read_file(Path::new(&**file)).map_err(missing)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(Value::from(text.lines().filter(|it| !it.contains("-----")).map(ruby::strip).collect::<String>()))
}

/// A value as JSON; a list of `key:value` as an object.
pub(super) fn convert_to_json_string(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Array(list) = call.at(0) else { return compact(call.at(0)).map(Value::from) };
    for item in list.iter() {
        let is_pair = match item {
            Value::String(text) => text.contains(':'),
            Value::Array(items) => items.contains(&Value::from(":")),
            Value::Hash(entries) => entries.contains_key(&Value::from(":")),
            other => return Err(ruby::no_method("include?", other)),
        };
        if !is_pair {
            return compact(call.at(0)).map(Value::from);
        }
    }
    let mut object = Hash::default();
    for item in list.iter() {
        let Value::String(text) = item else { return Err(ruby::no_method("split", item)) };
        // Empty parts at the end are none.
        let mut parts = text.trim_end_matches(':').split(':').filter(|_| !text.trim_end_matches(':').is_empty());
        let mut part = || parts.next().map_or(Value::Undef, Value::from);
        let (key, value) = (part(), part());
        object.insert(key, value);
    }
    compact(&Value::hash(object)).map(Value::from)
}

pub(super) fn validate_vxlan_udp_port(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let port = match call.at(0) {
        Value::Integer(port) => *port,
        #[expect(clippy::cast_possible_truncation, reason = "what is cut off is out of range, too")]
        Value::Float(port) => *port as i64,
        Value::String(text) => {
            ruby::integer(text).ok_or_else(|| Failure::plain(format!("invalid value for Integer(): {}", ruby::inspect(call.at(0)))))?
        }
        Value::Undef => return Err(Failure::plain("can't convert nil into Integer")),
        other => return Err(Failure::plain(format!("can't convert {} into Integer", ruby::class(other)))),
    };
    if port == 4789 || (49152..=65535).contains(&port) { Ok(Value::Undef) } else { Err(Failure::plain("vxlan udp port is invalid.")) }
}
