//! The hover of a resource for other views, such as the graph panel.

use std::fmt::Write as _;

use analysis::{Evaluation, File, Snapshot};
use catalog::diff::Diff;
use serde_json::Value;

use super::graph::other_of;
use super::{Asked, Past, choose_applied, reported};
use crate::hover;

/// The text about a resource of one evaluation, in Markdown; null where there is none. Where it is compared with another one, differences
/// are listed, and what exists in one alone.
pub fn resource_report(snapshot: Snapshot<'_>, file: File, asked: &Asked, past: Option<&Past>) -> Value {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::report::state(snapshot, file, asked);
    }
    let Some(evaluation) = choose_applied(snapshot, file, asked) else { return Value::Null };
    let key = asked.resource.as_deref().unwrap_or_default();
    let about = |it: &Evaluation| hover::about_resource(&it.evaluated, key, &snapshot.path(file), false);
    let other = other_of(snapshot, file, asked, &evaluation, past);
    let (mut text, of) = match (about(&evaluation), &other) {
        (Some(text), _) => (text, &evaluation),
        (None, Some(other)) => match about(other) {
            Some(text) => (text, other),
            None => return Value::Null,
        },
        (None, None) => return Value::Null,
    };
    if let Some(other) = &other {
        text.push_str(&differences(other, &evaluation, key));
    }
    reported::hovered(of, text)
}

/// Limit of characters of a value.
const LONGEST: usize = 80;

/// A list of what differs; nothing where nothing does.
fn differences(before: &Evaluation, after: &Evaluation, key: &str) -> String {
    let (Some(before), Some(after)) = (before.evaluated.catalog(), after.evaluated.catalog()) else { return String::new() };
    let diff = Diff::new(before, after);
    let mut out = String::new();
    for it in diff.changed.iter().filter(|it| it.entry.reference == key) {
        for change in &it.parameters {
            // Writing to a text does not fail.
            let _ = write!(out, "\n- `{}`: {} → {}", change.parameter, shown(change.before.as_ref()), shown(change.after.as_ref()));
        }
        if let Some((from, to)) = &it.container {
            let name = |it: &Option<String>| it.as_ref().map_or_else(|| "nothing".to_owned(), |it| format!("`{it}`"));
            let _ = write!(out, "\n- in {} → {}", name(from), name(to));
        }
    }
    if out.is_empty() { out } else { format!("\n\nDiffers:\n{out}") }
}

fn shown(value: Option<&Value>) -> String {
    let Some(value) = value else { return "not given".to_owned() };
    let text = value.to_string().replace('`', "'");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
