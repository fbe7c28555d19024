//! Content of new text files.

use std::collections::HashMap;

use apply::{Foreseen, Planned, Verdict};
use catalog::{Catalog, puppet};

/// Longer texts are cut.
const MOST_LINES: usize = 200;

/// Returns the contents of files, by the names of the resources. Secrets, and what `show_diff => false` hides, are left out.
pub fn texts(catalog: &Catalog) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for id in catalog.ids() {
        let resource = &catalog[id];
        let is_hidden = resource.sensitive_parameters.iter().any(|it| it == "content")
            || resource.value("show_diff").is_some_and(|it| *it == false || it == "false");
        let text = resource.value("content").and_then(serde_json::Value::as_str);
        if let Some(text) = text.filter(|_| resource.type_name == "File" && !is_hidden) {
            found.insert(puppet::reference(resource), text.to_owned());
        }
    }
    found
}

/// Adds the contents of files that would be created, as the differences to nothing.
pub fn show(planned: &mut Planned, texts: &HashMap<String, String>) {
    for resource in &mut planned.resources {
        if resource.difference.is_none()
            && is_created(resource)
            && let Some(text) = texts.get(&resource.resource)
        {
            resource.difference = lines(text);
        }
    }
}

fn is_created(resource: &Foreseen) -> bool {
    let from_nothing = |it: &apply::Change| it.property == "ensure" && it.from == "absent";
    matches!(resource.verdict, Verdict::Change | Verdict::Unknown) && resource.changes.iter().any(from_nothing)
}

fn lines(text: &str) -> Option<String> {
    let is_text = !text.is_empty() && !text.contains(|it: char| it.is_control() && !matches!(it, '\n' | '\t' | '\r'));
    if !is_text {
        return None;
    }
    let count = text.lines().count();
    let mut out: String = text.lines().take(MOST_LINES).map(|it| format!("+{it}\n")).collect();
    if count > MOST_LINES {
        out.push_str(&format!("+… ({} more lines)\n", count - MOST_LINES));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_as_added_lines() {
        assert_eq!(lines("a\nb\n").as_deref(), Some("+a\n+b\n"));
        assert_eq!(lines(""), None);
        assert_eq!(lines("\u{0}"), None);
        let long = "x\n".repeat(MOST_LINES + 5);
        assert!(lines(&long).is_some_and(|it| it.ends_with("+… (5 more lines)\n")));
    }
}
