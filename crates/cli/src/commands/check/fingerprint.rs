//! Identity of a finding that survives moved lines.

use std::collections::HashMap;

use diagnostics::Finding;
use sha1::{Digest, Sha1};

use super::position::Lines;

/// Identity of a finding: the text of its line, not the number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Key {
    pub file: String,
    pub code: String,
    /// The line on which the finding begins, without the space around it.
    pub line: String,
}

impl Key {
    /// `file` is the name that is to be remembered.
    pub fn new(finding: &Finding, file: &str, lines: &Lines<'_>) -> Key {
        let line = lines.position(finding.range.start().into()).line;
        let text = lines.text().get(lines.line_range(line)).unwrap_or("").trim();
        // Without a text its own words must do.
        let line = if lines.text().is_empty() { finding.message.as_str() } else { text };
        Key { file: file.to_owned(), code: finding.code.to_string(), line: line.to_owned() }
    }
}

/// Gives each finding a name of its own: of several with one key, the first, the second and so on.
#[derive(Default)]
pub struct Names {
    seen: HashMap<Key, usize>,
}

impl Names {
    /// The name of the next finding, in hexadecimal digits.
    pub fn name(&mut self, key: Key) -> String {
        let seen = self.seen.entry(key.clone()).or_default();
        *seen += 1;
        let mut hasher = Sha1::new();
        for part in [key.code.as_str(), &key.file, &key.line, &seen.to_string()] {
            hasher.update(part.as_bytes());
            hasher.update([0]);
        }
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_stable_and_different() {
        let key = || Key { file: "a.pp".to_owned(), code: "duplicate-key".to_owned(), line: "a => 1,".to_owned() };
        let mut names = Names::default();
        let (first, second) = (names.name(key()), names.name(key()));
        assert_ne!(first, second);
        assert_eq!(Names::default().name(key()), first);
        assert_eq!(first.len(), 40);
    }
}
