//! `not $x`, where `!$x` is meant: one mistake with a fix.

use syntax::{TextRange, TextSize};

use crate::registry::codes;
use crate::{Edit, Finding, Fix};

/// Says of syntax errors after the word `not` what is written instead. What else the parser says of such a place is no other mistake.
pub(crate) fn explain(found: &mut Vec<Finding>, text: &str) {
    if !found.iter().any(|it| it.code == codes::SYNTAX_ERROR) {
        return;
    }
    let mut explained: Vec<TextSize> = Vec::new();
    for finding in found.iter_mut().filter(|it| it.code == codes::SYNTAX_ERROR) {
        let Some(word) = word_before(text, finding.range.start()) else { continue };
        finding.help = Some("`not` is not an operator: write `!`".to_owned());
        let edit = Edit { file: finding.file.clone(), range: word, text: "!".to_owned() };
        // `!` binds more than a comparison does.
        finding.fixes = vec![Fix { title: "Change to `!`".to_owned(), edits: vec![edit], sure: false }];
        explained.push(finding.range.start());
    }
    found.retain(|it| it.code != codes::NOT_A_RESOURCE || !explained.contains(&it.range.start()));
}

/// The word `not` right before a place, with the space after it.
fn word_before(text: &str, at: TextSize) -> Option<TextRange> {
    let line = text.get(..at.into())?.rsplit('\n').next()?;
    let before = line.trim_end().strip_suffix("not").filter(|_| line.ends_with(' '))?;
    if before.contains('#') || before.ends_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '$' | ':' | '\'' | '"')) {
        return None;
    }
    let length = u32::try_from(line.len() - before.len()).ok()?;
    Some(TextRange::new(at.checked_sub(length.into())?, at))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{CheckOptions, Edit, apply, check};

    fn fixed(text: &str) -> (Vec<&'static str>, String) {
        let found = check(&Arc::from("a.pp"), text, &CheckOptions::default());
        let edits: Vec<&Edit> = found.iter().flat_map(|it| &it.fixes).flat_map(|it| &it.edits).collect();
        (found.iter().map(|it| it.code.name).collect(), apply(text, &edits))
    }

    #[test]
    fn the_word_becomes_a_sign() {
        assert_eq!(fixed("if not $x { }\n"), (vec!["syntax-error"], "if !$x { }\n".to_owned()));
    }

    #[test]
    fn other_errors_stay_as_they_are() {
        assert_eq!(fixed("if $not $x { }\n").1, "if $not $x { }\n");
        assert_eq!(fixed("# not\n}\n").1, "# not\n}\n");
    }
}
