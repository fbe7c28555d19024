//! A plan that is stored: digests stand for all that may come from the pillar.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use apply::{Change, Foreseen, Planned, salted};
use salt::Compiled;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::files::{Files, MAX_LENGTH};
use crate::functions::{path_in_roots, template_names};
use crate::low::Low;
use crate::run::Returns;

/// Values of the minion that templates and arguments such as `contents_pillar` read.
pub struct Values {
    pub pillar: Json,
    pub grains: Json,
}

/// Takes all values out of a plan of these results, and adds digests of the changes and of the declared states.
///
/// A name remains where it is written in an SLS file. Another one may hold a value of the pillar.
pub fn sealed(planned: &Planned, returns: &Returns, compiled: &Compiled, files: &Files<'_>, values: &Values, salt: &str) -> Planned {
    let lows: HashMap<String, Low> = Low::all(compiled).into_iter().map(|it| (it.tag(), it)).collect();
    let mut sorted: Vec<(&String, usize)> = returns.iter().map(|(tag, it)| (tag, it.number)).collect();
    sorted.sort_by_key(|it| it.1);
    let sources: Vec<&str> = compiled.files.iter().map(|it| &*it.source).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let resources = planned.resources.iter().zip(sorted).map(|(it, (tag, _))| {
        let low = lows.get(tag);
        let (function, name) = it.resource.split_once(": ").unwrap_or((&it.resource, ""));
        let is_written = sources.iter().any(|source| source.contains(name));
        let mut resource = if is_written { it.resource.clone() } else { format!("{function}: [redacted]") };
        let count = counts.entry(resource.clone()).or_default();
        *count += 1;
        // Differences from a plan are found by names.
        if *count > 1 {
            resource = format!("{resource} ({count})");
        }
        let changes = changes(it, salt).into_iter().collect();
        let declared = json!([tag, low.map(|it| declared(it, files, values))]);
        Foreseen {
            resource,
            file: it.file.clone(),
            line: it.line,
            verdict: it.verdict,
            changes,
            difference: None,
            reasons: Vec::new(),
            because_of: Vec::new(),
            refreshed_by: Vec::new(),
            digest: Some(salted(&declared, salt)),
        }
    });
    Planned { resources: resources.collect() }
}

/// The changes of a state as one, by their digest; none if it has none.
fn changes(foreseen: &Foreseen, salt: &str) -> Option<Change> {
    if foreseen.changes.is_empty() && foreseen.difference.is_none() {
        return None;
    }
    let all: Vec<Json> = foreseen.changes.iter().map(|it| json!([it.property, it.from, it.to, it.message])).collect();
    let digest = salted(&json!([all, foreseen.difference]), salt);
    Some(Change { property: "changes".to_owned(), from: Json::Null, to: Json::from(digest), message: "changes".to_owned() })
}

/// A state with its arguments, and what it reads besides.
fn declared(low: &Low, files: &Files<'_>, values: &Values) -> Json {
    let mut read: Vec<Json> = Vec::new();
    for argument in ["source", "sources"] {
        for source in low.texts(argument) {
            match path_in_roots(&source) {
                Some(path) => in_roots(low, path, files, &mut read),
                None => {
                    let bytes = files.world.read(Path::new(&source), MAX_LENGTH).ok();
                    read.push(json!([source, bytes.map(|it| digest(&it))]));
                }
            }
        }
    }
    // Which of the values a template of the state itself reads is not known here.
    let reads = |it: &String| it == "template" || it.ends_with("_pillar") || it.ends_with("_grains");
    if low.args.keys().any(reads) {
        read.push(json!([values.pillar, values.grains]));
    }
    json!([low.state, low.fun, low.id, low.name, low.sls, low.args, read])
}

/// Reads a source in the tree: a file, or all files of a folder.
fn in_roots(low: &Low, path: &str, files: &Files<'_>, read: &mut Vec<Json>) {
    let is_template = low.arg("template").is_some();
    let folder = path.trim_end_matches('/');
    let is_meant = |it: &str| it == path || folder.is_empty() || it.strip_prefix(folder).is_some_and(|it| it.starts_with('/'));
    for (below, place) in files.tree.paths().filter(|it| is_meant(it.0)) {
        let bytes = files.world.read(place, MAX_LENGTH).ok();
        // Templates can import others.
        let rendered = bytes.as_ref().filter(|_| is_template).and_then(|it| std::str::from_utf8(it).ok()).and_then(|text| {
            let source = format!("salt://{below}");
            files.render(below, text, &template_names(low, Some(&source))).ok()
        });
        read.push(json!([below, bytes.map(|it| digest(&it)), rendered.map(|it| digest(it.as_bytes()))]));
    }
}

fn digest(bytes: &[u8]) -> String {
    machine::hex::hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use apply::Verdict;

    use super::*;

    fn foreseen(message: &str, difference: Option<&str>) -> Foreseen {
        let change = Change { property: "mode".to_owned(), from: json!("0644"), to: json!("0600"), message: message.to_owned() };
        Foreseen {
            resource: "file.managed: /a".to_owned(),
            file: None,
            line: None,
            verdict: Verdict::Change,
            changes: if message.is_empty() { Vec::new() } else { vec![change] },
            difference: difference.map(str::to_owned),
            reasons: Vec::new(),
            because_of: Vec::new(),
            refreshed_by: Vec::new(),
            digest: None,
        }
    }

    #[test]
    fn changes_are_digests_of_all_that_changes() {
        let message = |message: &str, difference, salt: &str| changes(&foreseen(message, difference), salt).map(|it| it.to.to_string());
        assert_eq!(message("", None, "s"), None);
        let one = message("one", Some("+a"), "s");
        assert!(one.as_ref().is_some_and(|it| !it.contains("one") && !it.contains("+a")));
        assert_eq!(one, message("one", Some("+a"), "s"));
        for other in [message("two", Some("+a"), "s"), message("one", Some("+b"), "s"), message("one", Some("+a"), "t")] {
            assert_ne!(one, other);
        }
    }
}
