//! Semantic tokens: the meaning of each word, for colours.

mod classify;
mod meaning;
mod plain;
mod scopes;
#[cfg(test)]
mod tests;

use analysis::{File, Snapshot};
use syntax::{SyntaxNode, TextRange, WalkEvent};

use classify::classify;
use meaning::Meanings;
use plain::Plain;
use scopes::Scopes;

/// One word of one meaning. It may span lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub range: TextRange,
    pub kind: TokenKind,
    pub modifiers: Modifiers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// The name of a class.
    Class,
    Comment,
    Function,
    Keyword,
    /// The marks of a template.
    Macro,
    /// A function that is called after a dot.
    Method,
    Number,
    Operator,
    Parameter,
    /// An attribute of a resource.
    Property,
    Regexp,
    String,
    /// A data type, or a type of resources.
    Type,
    Variable,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// The word gives something its name.
    pub declaration: bool,
    /// Whether a whole definition gets its name here: a class, a defined type, a function, a plan, an alias.
    pub definition: bool,
    /// A variable that Puppet sets, and code may not. All variables are set once: that they are says nothing of one.
    pub readonly: bool,
    /// It comes with Puppet.
    pub default_library: bool,
    /// It is not to be used any more.
    pub deprecated: bool,
    /// It changes what is declared elsewhere.
    pub modification: bool,
}

/// All words with a meaning, by their place. None overlaps another.
pub fn semantic_tokens(snapshot: Snapshot<'_>, file: File, within: Option<TextRange>) -> Vec<Token> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::tokens::semantic_tokens(snapshot, file, within);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::tokens::semantic_tokens(snapshot, file, within);
    }
    let root = snapshot.parse(file).syntax_node();
    let within = within.unwrap_or_else(|| root.text_range());
    let mut found = Vec::new();
    let mut scopes = Scopes::default();
    let plain = Plain::new(root.clone());
    let mut meanings = Meanings::new(snapshot, file);
    let mut skipped: Option<SyntaxNode> = None;
    for event in root.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(syntax::NodeOrToken::Node(node)) => {
                if skipped.is_none() {
                    scopes.enter(&node);
                    // Code outside of the range is only read for the scopes around it.
                    if node.text_range().intersect(within).is_none() {
                        skipped = Some(node);
                    }
                }
            }
            WalkEvent::Leave(syntax::NodeOrToken::Node(node)) => {
                if skipped.as_ref() == Some(&node) {
                    skipped = None;
                }
                if skipped.is_none() {
                    scopes.leave(&node);
                }
            }
            WalkEvent::Enter(syntax::NodeOrToken::Token(token)) => {
                let range = token.text_range();
                if skipped.is_none()
                    && !range.is_empty()
                    && range.intersect(within).is_some_and(|it| !it.is_empty())
                    && !plain.has(&token)
                    && let Some((kind, by_place)) = classify(&token, &scopes)
                {
                    found.push(Token { range, kind, modifiers: meanings.modifiers(&token, kind, by_place) });
                }
            }
            WalkEvent::Leave(syntax::NodeOrToken::Token(_)) => {}
        }
    }
    found
}
