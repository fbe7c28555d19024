//! Values of a kind that the type's code does not expect: Puppet names the method of Ruby that they lack.

use super::own::munging;
use super::{Given, Verdict};
use crate::table::TypeInfo;
use crate::value::Value;

use Verdict::Wrong;

/// Where a value is validated, and the method that is called first.
const VALIDATED: [(&str, &str, &str); 8] = [
    ("host", "comment", "include?"),
    ("host", "ip", "match"),
    ("mount", "fstype", "empty?"),
    ("mount", "options", "empty?"),
    ("user", "expiry", "intern"),
    ("user", "groups", "include?"),
    ("yumrepo", "baseurl", "split"),
    ("yumrepo", "gpgkey", "split"),
];

/// The same where it is munged.
const MUNGED: [(&str, &str, &str); 4] =
    [("augeas", "context", "empty?"), ("cron", "month", "downcase"), ("cron", "weekday", "downcase"), ("service", "path", "split")];

/// The verdict on a value that is no text; none if its kind may be right.
pub(super) fn verdict(info: &TypeInfo, name: &str, value: &Value, given: &Given<'_>) -> Option<Verdict> {
    let type_name = info.name.as_str();
    if !matches!(value, Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Hash(_) | Value::List(_)) {
        return None;
    }
    let lacks = |method: &str| format!("undefined method `{method}' for {}:{}", value.inspect(), value.class());
    let listed = |table: &[(&str, &str, &'static str)]| {
        let found = table.iter().find(|(it, attribute, _)| *it == type_name && *attribute == name);
        found.map(|(_, _, method)| *method).filter(|it| !has_method(value, it))
    };
    if name == "provider" && !info.providers.is_empty() && !matches!(value, Value::List(_)) {
        return Some(Wrong(format!("Validate method failed for class provider: {}", lacks("intern"))));
    }
    if let Some(method) = listed(&VALIDATED) {
        return Some(Wrong(format!("Validate method failed for class {name}: {}", lacks(method))));
    }
    if let Some(method) = listed(&MUNGED)
        // Numbers are checked as such.
        && !(type_name == "cron" && matches!(value, Value::Int(_)))
    {
        return Some(munging(value, name, &lacks(method)));
    }
    match (type_name, name, value) {
        (_, "tag", Value::Hash(_)) if !info.attributes.iter().any(|it| it.name == name) => {
            Some(Wrong(format!("Invalid tag '{}'", value.inspect())))
        }
        ("cron", "command", _) if !matches!(value, Value::List(_)) => Some(Verdict::Fails(lacks("strip"))),
        ("exec", "timeout", Value::Bool(_) | Value::Hash(_)) => {
            Some(munging(value, name, &format!("can't convert {} into Float", converted(value))))
        }
        ("exec", "tries" | "try_sleep", Value::Bool(_) | Value::List(_)) => Some(munging(value, name, &lacks("<"))),
        ("exec", "tries" | "try_sleep", Value::Hash(_)) => Some(munging(value, name, "no implicit conversion of Integer into Hash")),
        // Which sum is taken of it depends on another attribute.
        ("file", "content", Value::Bool(true) | Value::Int(_) | Value::Hash(_)) if given.get("checksum").is_none() => {
            Some(munging(value, name, &format!("no implicit conversion of {} into String", converted(value))))
        }
        ("file", "source", Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Hash(_)) => {
            Some(Wrong(format!("Could not understand source {}: {}", value.inspect(), lacks("match"))))
        }
        _ => None,
    }
}

fn has_method(value: &Value, method: &str) -> bool {
    match method {
        "include?" | "empty?" => matches!(value, Value::List(_) | Value::Hash(_)),
        // Some code goes through lists by itself.
        _ => matches!(value, Value::List(_)),
    }
}

/// Ruby's word for a value that it cannot convert.
fn converted(value: &Value) -> &str {
    match value {
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        other => other.class(),
    }
}
