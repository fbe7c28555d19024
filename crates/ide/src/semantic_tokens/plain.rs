//! Words that mean nothing here: text in a language of its own, which its grammar colours, and keywords that are names.

use std::cell::OnceCell;

use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

pub(super) struct Plain {
    root: SyntaxNode,
    foreign: OnceCell<Vec<TextRange>>,
}

impl Plain {
    pub(super) fn new(root: SyntaxNode) -> Plain {
        Plain { root, foreign: OnceCell::new() }
    }

    pub(super) fn has(&self, token: &SyntaxToken) -> bool {
        let Some(parent) = token.parent() else { return false };
        match token.kind() {
            SyntaxKind::STRING_TEXT => {
                let body = parent.ancestors().take(2).find(|it| it.kind() == SyntaxKind::HEREDOC_BODY);
                body.is_some_and(|it| self.foreign.get_or_init(|| foreign(&self.root)).contains(&it.text_range()))
            }
            // `{ type => function }`
            kind => kind.is_keyword() && parent.kind() == SyntaxKind::KEYWORD_EXPR,
        }
    }
}

/// The texts of heredocs whose tags name a language, as `@(END:json)`. Texts follow one another as their tags do.
fn foreign(root: &SyntaxNode) -> Vec<TextRange> {
    let (mut tags, mut bodies) = (Vec::new(), Vec::<TextRange>::new());
    for element in root.descendants_with_tokens() {
        let range = element.text_range();
        // What looks like a tag in the text of another is text.
        if bodies.last().is_some_and(|it| it.contains_range(range)) {
            continue;
        }
        match element.kind() {
            SyntaxKind::HEREDOC_TAG => tags.push(element.as_token().is_some_and(|it| it.text().contains(':'))),
            SyntaxKind::HEREDOC_BODY => bodies.push(range),
            _ => {}
        }
    }
    bodies.into_iter().zip(tags).filter_map(|(body, has_language)| has_language.then_some(body)).collect()
}
