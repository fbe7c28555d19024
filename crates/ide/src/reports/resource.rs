//! What a hover says of a resource, for who shows it elsewhere than in a text.

use analysis::{File, Snapshot};
use serde_json::{Value, json};

use super::{Asked, choose_applied, head};
use crate::hover;

/// The text about a resource of one evaluation, in Markdown; null where there is none.
pub fn resource_report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(evaluation) = choose_applied(snapshot, file, asked) else { return Value::Null };
    let key = asked.resource.as_deref().unwrap_or_default();
    let Some(text) = hover::about_resource(&evaluation.evaluated, key, &snapshot.path(file)) else { return Value::Null };
    let mut out = head(&evaluation);
    out.insert("contents".into(), json!({ "kind": "markdown", "value": text }));
    Value::Object(out)
}
