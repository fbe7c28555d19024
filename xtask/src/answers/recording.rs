//! Answers of real Puppet, stored with the cases as one JSON line for each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Suite;
use crate::digest;
use crate::recordings::replace;

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Recording {
    pub id: String,
    /// `Case::input` of the case that was asked about.
    pub input: String,
    pub answer: Value,
}

/// Longer parts of an answer are kept as a digest and a count.
const LONG: usize = 20_000;

/// The form in which an answer is kept.
pub fn compact(mut answer: Value) -> Value {
    if let Value::Object(map) = &mut answer {
        for (_, part) in map.iter_mut().filter(|(_, part)| part.to_string().len() > LONG) {
            *part = shortened(part);
        }
    }
    answer
}

/// The digest of a part that is too long to keep.
pub fn shortened(part: &Value) -> Value {
    let count = part.as_array().map(Vec::len).or(part.as_object().map(|o| o.len())).unwrap_or(1);
    json!({"count": count, "digest": digest::value(part)})
}

/// Whether a part of a recorded answer is but the digest of it.
pub fn is_shortened(part: &Value) -> bool {
    part.as_object().is_some_and(|o| o.len() == 2 && o.contains_key("count") && o.contains_key("digest"))
}

fn folder(root: &Path, suite: Suite) -> PathBuf {
    root.join("tests").join(suite.name())
}

/// Every recording of a suite.
pub fn read_all(root: &Path, suite: Suite) -> Result<BTreeMap<String, Recording>, String> {
    let folder = folder(root, suite);
    let mut recordings = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.extension().is_some_and(|e| e == "jsonl") {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            for (number, line) in text.lines().enumerate() {
                let recording: Recording = serde_json::from_str(line).map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
                recordings.insert(recording.id.clone(), recording);
            }
        }
    }
    Ok(recordings)
}

pub fn write(root: &Path, suite: Suite, subject: &str, recordings: &[Recording]) -> Result<(), String> {
    let mut text = String::new();
    for recording in recordings {
        text.push_str(&serde_json::to_string(recording).map_err(|e| e.to_string())?);
        text.push('\n');
    }
    replace(&folder(root, suite).join(format!("{subject}.jsonl")), &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_parts_are_kept_as_digests() {
        let long: Vec<String> = (0..2_000).map(|i| format!("Notify[{i}]")).collect();
        let shortened = compact(json!({"order": long, "tags": ["a"]}));
        assert_eq!(shortened["order"]["count"], 2_000);
        assert!(is_shortened(&shortened["order"]) && shortened["tags"] == json!(["a"]));
    }
}
