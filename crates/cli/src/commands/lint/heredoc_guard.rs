//! Checks that fixes do not break heredocs.
//!
//! The fixes of puppet-lint move tokens, and know nothing of the texts of heredocs, which lie on other lines than their tags.

use syntax::ParseOptions;
use syntax::model::{Data, Model, NodeId};

/// Whether a text can be read as well as before, and has the same heredocs, in whatever order.
pub fn keeps_heredocs(before: &str, after: &str) -> bool {
    let (before, after) = (Reading::new(before), Reading::new(after));
    after.errors <= before.errors && (before.errors > 0 || after.heredocs == before.heredocs)
}

struct Reading {
    errors: usize,
    /// The texts between interpolations.
    heredocs: Vec<Vec<String>>,
}

impl Reading {
    fn new(text: &str) -> Reading {
        let parsed = syntax::parse(text, ParseOptions::default());
        let errors = parsed.problems().iter().filter(|it| it.severity == syntax::Severity::Error).count();
        let model = parsed.model();
        let texts = model.ids().filter_map(|id| if let Data::Heredoc { text, .. } = model.data(id) { Some(*text) } else { None });
        let mut heredocs: Vec<Vec<String>> = texts.map(|it| pieces(&model, it)).collect();
        heredocs.sort();
        Reading { errors, heredocs }
    }
}

fn pieces(model: &Model, text: NodeId) -> Vec<String> {
    let piece = |id: NodeId| if let Data::String(text) = model.data(id) { text.to_string() } else { String::new() };
    match model.data(text) {
        Data::Concat { segments } => segments.iter().map(|it| piece(*it)).collect(),
        _ => vec![piece(text)],
    }
}

#[cfg(test)]
mod tests {
    use super::keeps_heredocs;

    #[test]
    fn heredocs_are_not_torn_apart() {
        let text = "file { '/x':\n  content => @(TXT),\n    hello\n    | TXT\n  ensure => file,\n}\n";
        assert!(keeps_heredocs(text, text));
        // The tag has moved, the text has not.
        let torn = "file { '/x':\n  ensure => file,\n    hello\n    | TXT\n  content => @(TXT),\n}\n";
        assert!(!keeps_heredocs(text, torn));
        let moved = "file { '/x':\n  ensure => file,\n  content => @(TXT),\n    hello\n    | TXT\n}\n";
        assert!(keeps_heredocs(text, moved));
        // It can be read, and has another text.
        let longer = "file { '/x':\n  content => @(TXT),\n    hello\n    x\n    | TXT\n  ensure => file,\n}\n";
        assert!(!keeps_heredocs(text, longer));
        assert!(!keeps_heredocs("notice('a')\n", "notice('a'\n"));
    }
}
