//! What puppet-lint and Bunraku both find is told once: by the code that knows more.

use super::Lines;
use crate::Finding;

/// Checks whose mistake has another code here. Of several, the first that is told.
const SAME: &[(&str, &[&str])] = &[
    ("autoloader_layout", &["illegal-definition-location"]),
    ("case_without_default", &["missing-default"]),
    ("duplicate_params", &["duplicate-attribute", "duplicate-key"]),
    ("file_mode", &["invalid-attribute-value"]),
    ("legacy_facts", &["legacy-fact"]),
    ("names_containing_dash", &["illegal-definition-name"]),
    ("names_containing_uppercase", &["illegal-definition-name"]),
    ("nested_classes_or_defines", &["not-top-level"]),
    ("top_scope_facts", &["legacy-fact"]),
    ("variable_is_lowercase", &["illegal-variable-name", "illegal-parameter-name"]),
    ("variable_scope", &["unknown-variable"]),
];

/// Whether a check is puppet-lint's name for what has a code here: whoever is silenced by one is by the other.
pub(crate) fn is_same(check: &str, code: &str) -> bool {
    SAME.iter().any(|(it, codes)| *it == check && codes.contains(&code))
}

/// Takes out of what lint has found that which is told already on the same line.
pub(crate) fn drop_told(lints: &mut Vec<Finding>, told: &[Finding], text: &str) {
    let Some(file) = lints.first().map(|it| it.file.clone()) else { return };
    let lines = Lines::new(text);
    let told = told.iter().filter(|it| it.file == file);
    let told: Vec<(&str, usize)> = told.map(|it| (it.code, lines.number(it.range.start()))).collect();
    lints.retain(|lint| {
        let same = SAME.iter().find(|(check, _)| *check == lint.code).map_or(&[][..], |(_, codes)| codes);
        same.is_empty() || {
            let line = lines.number(lint.range.start());
            !told.iter().any(|(code, at)| *at == line && same.contains(code))
        }
    });
}
