//! Resources in the form in which Ruby receives them: as in Puppet's catalogs.

use serde_json::{Map, Value as Json, json};
use smol_str::SmolStr;

use crate::subject::Subject;

/// Metaparameters of ordering, which are not for providers.
const OURS: [&str; 5] = ["require", "subscribe", "before", "notify", "alias"];

/// A resource that Ruby applies. What is secret is in it.
pub fn whole(subject: &Subject) -> Json {
    data(subject, subject.parameters.iter().filter(|(name, _)| !OURS.contains(&name.as_str())).collect())
}

/// A resource that is applied elsewhere: for types that look at others.
pub fn shown(subject: &Subject) -> Json {
    let is_shown = |name: &str, value: &Json| !OURS.contains(&name) && !subject.is_sensitive(name) && !is_rich(value);
    data(subject, subject.parameters.iter().filter(|(name, value)| is_shown(name, value)).collect())
}

fn data(subject: &Subject, mut parameters: Vec<(&SmolStr, &Json)>) -> Json {
    parameters.sort_by_key(|it| it.0);
    let sensitive: Vec<&String> = subject.sensitive.iter().filter(|it| parameters.iter().any(|(name, _)| *name == it.as_str())).collect();
    let parameters: Map<String, Json> = parameters.into_iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    json!({
        "ref": subject.reference, "type": subject.type_name, "title": subject.title, "parameters": parameters,
        "sensitive_parameters": sensitive, "tags": &*subject.tags, "file": subject.file.as_deref(), "line": subject.line,
        "containment": subject.containment.iter().collect::<Vec<_>>(),
    })
}

/// Secrets and what is computed later.
fn is_rich(value: &Json) -> bool {
    match value {
        Json::Object(all) => all.contains_key("__ptype") || all.values().any(is_rich),
        Json::Array(all) => all.iter().any(is_rich),
        _ => false,
    }
}

/// Whether a value is computed when the turn of its resource comes.
pub fn is_deferred(subject: &Subject) -> bool {
    fn is_deferred(value: &Json) -> bool {
        match value {
            Json::Object(all) => all.get("__ptype").and_then(Json::as_str) == Some("Deferred") || all.values().any(is_deferred),
            Json::Array(all) => all.iter().any(is_deferred),
            _ => false,
        }
    }
    subject.parameters.values().any(is_deferred)
}
