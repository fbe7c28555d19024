//! Words that are no names, or had better be none.

use syntax::SyntaxKind;

/// Words that earlier versions of Puppet keep for themselves; Puppet 8 has them as names again.
const KEPT: [&str; 7] = ["application", "component", "consumes", "environment", "import", "produces", "site"];

/// Whether a word has a meaning in the language of some version of Puppet, so that a text is written in quotes.
pub(crate) fn is_kept(word: &str) -> bool {
    SyntaxKind::from_keyword(word, true).is_some() || KEPT.contains(&word)
}

/// Whether nothing can be defined under a name: a keyword, or the name of something that is there already.
pub(crate) fn is_reserved(name: &str) -> bool {
    SyntaxKind::from_keyword(name, true).is_some() || matches!(name, "main" | "settings")
}

#[cfg(test)]
mod tests {
    use super::{is_kept, is_reserved};

    #[test]
    fn what_was_a_keyword_once_can_be_a_name() {
        assert!(is_kept("site") && !is_reserved("site"));
        assert!(is_kept("elsif") && is_reserved("elsif"));
        assert!(is_kept("apply") && is_reserved("apply"));
        assert!(!is_kept("settings") && is_reserved("settings"));
        assert!(!is_kept("present") && !is_reserved("present"));
    }
}
