//! What puppet-lint and Bunraku both find is told once: by the code that knows more.

use super::Lines;
use crate::registry::codes;
use crate::{Code, Finding};

/// Checks whose mistake has another code here. Of several, the first that is told.
const SAME: &[(&str, &[Code])] = &[
    ("autoloader_layout", &[codes::ILLEGAL_DEFINITION_LOCATION]),
    ("case_without_default", &[codes::MISSING_DEFAULT]),
    ("duplicate_params", &[codes::DUPLICATE_ATTRIBUTE, codes::DUPLICATE_KEY]),
    ("file_mode", &[codes::INVALID_ATTRIBUTE_VALUE]),
    ("legacy_facts", &[codes::LEGACY_FACT]),
    ("names_containing_dash", &[codes::ILLEGAL_DEFINITION_NAME]),
    ("names_containing_uppercase", &[codes::ILLEGAL_DEFINITION_NAME]),
    ("nested_classes_or_defines", &[codes::NOT_TOP_LEVEL]),
    ("top_scope_facts", &[codes::LEGACY_FACT]),
    ("variable_is_lowercase", &[codes::ILLEGAL_VARIABLE_NAME, codes::ILLEGAL_PARAMETER_NAME]),
    ("variable_scope", &[codes::UNKNOWN_VARIABLE]),
];

/// Whether a check is puppet-lint's name for what has a code here: whoever is silenced by one is by the other.
pub(crate) fn is_same(check: &str, code: Code) -> bool {
    SAME.iter().any(|(it, codes)| *it == check && codes.contains(&code))
}

/// Takes out of what lint has found that which is told already on the same line.
pub(crate) fn drop_told(lints: &mut Vec<Finding>, told: &[Finding], text: &str) {
    let Some(file) = lints.first().map(|it| it.file.clone()) else { return };
    let lines = Lines::new(text);
    let told = told.iter().filter(|it| it.file == file);
    let told: Vec<(Code, usize)> = told.map(|it| (it.code, lines.number(it.range.start()))).collect();
    lints.retain(|lint| {
        let same = SAME.iter().find(|(check, _)| lint.code == *check).map_or(&[][..], |(_, codes)| codes);
        same.is_empty() || {
            let line = lines.number(lint.range.start());
            !told.iter().any(|(code, at)| *at == line && same.contains(code))
        }
    });
}
