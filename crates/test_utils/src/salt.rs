//! Cases of SLS trees, as `tests/salt` has them: several in one text.
//!
//! ```text
//! --- an-id | web other | pillar={"a": 1} | test=true
//! == web.sls
//! a:
//!   test.nop: []
//! ```
//!
//! The line of a case has its ID, what is applied, and keys with values in JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A tree of files, and what is asked of it.
pub struct Case {
    pub id: String,
    /// The names of the SLS files that are applied.
    pub sls: Vec<String>,
    pub keys: Map<String, Value>,
    /// The texts of the files by their paths.
    pub files: BTreeMap<String, String>,
}

/// Returns the cases of a text.
#[track_caller]
pub fn cases(text: &str) -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    let mut file: Option<String> = None;
    for line in text.split('\n') {
        if let Some(header) = line.strip_prefix("--- ") {
            all.push(case(header));
            file = None;
        } else if let Some(case) = all.last_mut() {
            if let Some(path) = line.strip_prefix("== ") {
                file = Some(path.trim().to_owned());
                case.files.insert(path.trim().to_owned(), String::new());
            } else if let Some(file) = &file {
                let text = case.files.entry(file.clone()).or_default();
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    for text in all.iter_mut().flat_map(|it| it.files.values_mut()) {
        *text = if text.trim().is_empty() { String::new() } else { format!("{}\n", text.trim_end_matches('\n')) };
    }
    all
}

#[track_caller]
fn case(header: &str) -> Case {
    let mut parts = header.split(" | ").map(str::trim);
    let id = parts.next().unwrap_or_default().to_owned();
    let sls = parts.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let key = |it: &str| {
        let Some((key, value)) = it.split_once('=') else { panic!("{id}: no value of `{it}`") };
        match serde_json::from_str(value) {
            Ok(value) => (key.to_owned(), value),
            Err(error) => panic!("{id}: {key}: {error}"),
        }
    };
    let keys = parts.map(key).collect();
    Case { id, sls, keys, files: BTreeMap::new() }
}
