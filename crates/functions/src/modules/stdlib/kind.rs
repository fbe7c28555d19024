//! Kinds of values: `is_array` and the like, `is_a`, `type_of`, `type3x`.

use std::net::IpAddr;

use values::Value;
use values::regex::Regex;

use super::{deprecation, ip};
use crate::{Call, Context, Failure, Outcome, ruby};

/// `^-?(?:(?:[1-9]\d*)|0)$` on any line.
pub(super) fn is_integer_text(text: &str) -> bool {
    let integer = |line: &str| {
        let digits = line.strip_prefix('-').unwrap_or(line);
        digits == "0" || !digits.starts_with('0') && !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
    };
    text.split('\n').any(integer)
}

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|it| it.is_match(text))
}

/// Functions that Puppet's match expressions replace. `key` is not always the name.
const REPLACED: [(&str, &str, &str); 9] = [
    ("is_absolute_path", "is_absolute_path", "Absolute_Path"),
    ("is_array", "is_array", "Array"),
    ("is_bool", "is_bool", "Bool"),
    ("is_float", "is_float", "Float"),
    ("is_ip_address", "is_ip_address", "Ip_address"),
    ("is_ipv4_address", "is_ipv4_address", "Ipv4"),
    ("is_ipv6_address", "is_ipv4_address", "Ipv6"),
    ("is_numeric", "is_numeric", "Numeric"),
    ("is_string", "is_string", "String"),
];

/// The deprecated ones, when they are called as themselves.
pub(super) fn deprecated(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if let Some((_, key, ty)) = REPLACED.iter().find(|(name, ..)| *name == call.name) {
        let message = format!(
            "This method is deprecated, please use match expressions with Stdlib::Compat::{ty} instead. They are described at \
             https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
        );
        deprecation::say(context, key, &message)?;
    }
    ask(call.name, call.arguments)
}

/// Those that are not deprecated.
pub(super) fn plain(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    ask(call.name, call.arguments)
}

/// The answer itself, also for the functions that call these.
pub(super) fn ask(name: &str, arguments: &[Value]) -> Outcome {
    let given = arguments.len();
    let in_parentheses = matches!(name, "is_array" | "is_bool" | "is_string");
    let several = matches!(name, "is_array" | "is_string") && given > 1;
    if name == "is_absolute_path" {
        if given != 1 {
            return Err(Failure::plain(format!("is_absolute_path(): Wrong number of arguments given ({given} for 1)")));
        }
    } else if given != 1 && !several {
        let given = if in_parentheses { format!("({given} for 1)") } else { format!("{given} for 1") };
        return Err(Failure::plain(format!("{name}(): Wrong number of arguments given {given}")));
    }
    let value = arguments.first().unwrap_or(&Value::Undef);
    let family = |ask: fn(IpAddr) -> bool| ip::address_of(value).is_ok_and(|it| ask(it.ip));
    Ok(Value::Boolean(match name {
        "is_absolute_path" => is_absolute_path(value)?,
        "is_array" => matches!(value, Value::Array(_)),
        "is_bool" => matches!(value, Value::Boolean(_)),
        "is_domain_name" => value.as_str().is_some_and(is_domain_name),
        "is_email_address" => value.as_str().is_some_and(|it| matches("\\A([\\w+\\-].?)+@[a-z\\d\\-]+(\\.[a-z]+)*\\.[a-z]+\\z", it)),
        "is_float" => match value {
            Value::Float(_) => true,
            Value::String(text) => **text == *values::print::float(literals::to_f(text)),
            _ => false,
        },
        "is_integer" => match value {
            Value::Integer(_) => true,
            Value::String(text) => is_integer_text(text),
            _ => false,
        },
        "is_ip_address" => family(|_| true),
        "is_ipv4_address" => family(|it| it.is_ipv4()),
        "is_ipv6_address" => family(|it| it.is_ipv6()),
        "is_mac_address" => match value {
            Value::String(text) => {
                matches("(?i)^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){5}$", text) || matches("(?i)^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){19}$", text)
            }
            Value::Undef => false,
            other => return Err(crate::core::digest::no_conversion(other)),
        },
        "is_numeric" => match value {
            Value::Integer(_) | Value::Float(_) => true,
            Value::String(text) => matches("^-?(?:(?:[1-9]\\d*)|0)(?:\\.\\d+)?(?:[eE]-?\\d+)?$", text),
            _ => false,
        },
        "is_string" => match value {
            // Undef is as good as the empty text.
            Value::Undef => true,
            Value::String(text) => **text != *values::print::float(literals::to_f(text)) && **text != ruby::to_i(text).to_string(),
            _ => false,
        },
        _ => false,
    }))
}

/// Of Unix or of Windows.
fn is_absolute_path(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::String(text) => {
            let windows = "(?i)^(?:[A-Z]:[\\\\/]|[\\\\/][\\\\/][^\\\\/]+[\\\\/][^\\\\/]+|[\\\\/][\\\\/]\\?[\\\\/][^\\\\/]+)";
            Ok(text.split('\n').any(|it| it.starts_with('/')) || matches(windows, text))
        }
        _ => Ok(false),
    }
}

fn is_domain_name(text: &str) -> bool {
    if text == "." {
        return true;
    }
    let domain = text.strip_suffix('.').unwrap_or(text);
    if domain.is_empty() || domain.chars().count() > 255 || domain.contains('.') && !matches("\\.[A-Za-z]+$", domain) {
        return false;
    }
    let label = |label: &str| {
        (1..=63).contains(&label.chars().count())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.split('\n').any(|line| !line.is_empty() && line.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-'))
    };
    domain.trim_end_matches('.').split('.').all(label)
}

pub(super) fn is_a(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(1) {
        Value::Type(ty) => Ok(Value::Boolean(ty.is_instance(call.at(0)))),
        _ => Ok(Value::Boolean(false)),
    }
}

pub(super) fn type_of(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::Type(values::infer(call.at(0))))
}

pub(super) fn type3x(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [value] = call.arguments else {
        return Err(Failure::plain(format!("type3x(): Wrong number of arguments given ({} for 1)", call.arguments.len())));
    };
    Ok(Value::from(match value {
        Value::Boolean(_) => "boolean",
        Value::Array(_) => "array",
        Value::Integer(_) => "integer",
        Value::Float(_) => "float",
        Value::Hash(_) => "hash",
        Value::String(text) if **text == ruby::to_i(text).to_string() => "integer",
        Value::String(text) if **text == *values::print::float(literals::to_f(text)) => "float",
        Value::String(_) => "string",
        _ => return Err(Failure::plain("type3x(): Unknown type")),
    }))
}
