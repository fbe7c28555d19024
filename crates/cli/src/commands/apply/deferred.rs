//! Functions that are called while a catalog is applied.

mod types;

use apply::{Deferral, Error};
use catalog::Catalog;
use serde_json::Value as Json;

use crate::commands::site::Source;

/// Calls them as the compiler does, with the facts of the node.
pub struct Called<'a> {
    pub source: &'a Source,
    pub node: &'a str,
}

impl Deferral for Called<'_> {
    fn call(&self, deferred: &Json) -> Result<Json, Error> {
        let name = deferred["name"].as_str().unwrap_or_default();
        let arguments: Vec<String> =
            deferred["arguments"].as_array().into_iter().flatten().map(|it| literal(it, 0)).collect::<Result<_, _>>()?;
        let code = match name.strip_prefix('$') {
            // A variable, and what is looked up in it.
            Some(_) if arguments.is_empty() => name.to_owned(),
            Some(_) => format!("{name}.dig({})", arguments.join(", ")),
            None => format!("{name}({})", arguments.join(", ")),
        };
        let value = self.source.value(self.node, &format!("$deferred = {code}\n$deferred\n"));
        let value = value.map_err(|error| Error::Evaluation(format!("{error:#}")))?;
        Ok(values::data::to_rich(&value))
    }
}

/// Whether anything in a catalog is still to be computed.
pub fn is_any_in(catalog: &Catalog) -> bool {
    fn is_deferred(value: &Json) -> bool {
        match value {
            Json::Object(all) => all.get("__ptype").and_then(Json::as_str) == Some("Deferred") || all.values().any(is_deferred),
            Json::Array(all) => all.iter().any(is_deferred),
            _ => false,
        }
    }
    catalog.resources().iter().any(|it| !it.is_virtual && it.parameters.values().any(|it| is_deferred(&it.value)))
}

/// Deeper values are refused.
const DEPTH: usize = 64;

/// Data as code.
fn literal(value: &Json, depth: usize) -> Result<String, Error> {
    if depth > DEPTH {
        return Err(Error::DeferredTooDeep);
    }
    Ok(match value {
        Json::Null => "undef".to_owned(),
        Json::Bool(it) => it.to_string(),
        Json::Number(it) => it.to_string(),
        Json::String(it) => format!("'{}'", it.replace('\\', "\\\\").replace('\'', "\\'")),
        Json::Array(all) => {
            let all: Vec<String> = all.iter().map(|it| literal(it, depth + 1)).collect::<Result<_, _>>()?;
            format!("[{}]", all.join(", "))
        }
        Json::Object(all) => match (all.get("__ptype").and_then(Json::as_str), all.get("__pvalue")) {
            (Some("Sensitive"), Some(inner)) => format!("Sensitive({})", literal(inner, depth + 1)?),
            (Some("Binary"), Some(Json::String(inner))) => binary(inner, depth)?,
            (Some(kind @ ("Timespan" | "Timestamp" | "SemVer" | "Regexp" | "URI")), Some(inner)) => {
                format!("{kind}({})", literal(inner, depth + 1)?)
            }
            (Some("Default"), _) => "default".to_owned(),
            (Some(kind), _) => types::code(kind, all, depth)?,
            (None, _) => {
                let pair = |(key, value): (&String, &Json)| -> Result<String, Error> {
                    Ok(format!("{} => {}", literal(&Json::String(key.clone()), depth + 1)?, literal(value, depth + 1)?))
                };
                let all: Vec<String> = all.iter().map(pair).collect::<Result<_, _>>()?;
                format!("{{{}}}", all.join(", "))
            }
        },
    })
}

/// The bytes of a `Binary`, which Puppet gives to functions as a text. Bytes that are no text stay what they are.
fn binary(encoded: &str, depth: usize) -> Result<String, Error> {
    match values::binary::decode(encoded).ok().and_then(|it| String::from_utf8(it).ok()) {
        Some(text) => literal(&Json::String(text), depth + 1),
        None => Ok(format!("Binary({})", literal(&Json::String(encoded.to_owned()), depth + 1)?)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn data_is_code_again() {
        let value = json!(["it's", 1, null, {"a": true, "s": {"__ptype": "Sensitive", "__pvalue": "x"}}]);
        assert_eq!(literal(&value, 0).unwrap(), r"['it\'s', 1, undef, {'a' => true, 's' => Sensitive('x')}]");
        let binary = json!([{"__ptype": "Binary", "__pvalue": "aGk="}, {"__ptype": "Binary", "__pvalue": "6f8="}]);
        assert_eq!(literal(&binary, 0).unwrap(), "['hi', Binary('6f8=')]");
        assert!(literal(&json!({"__ptype": "Other"}), 0).is_err());
    }
}
