//! Facts, and what else is known of a node, that something is compared with, or that a key is looked up in.

use syntax::{SyntaxKind, SyntaxToken};

use super::{DEEPEST, Expected};
use crate::cursor::{before, opening_of, previous, text_of};

/// Values to compare with an operand that ends here.
pub(super) fn compared_with(last: &SyntaxToken) -> Expected {
    if let Some(path) = fact_path(last) {
        return Expected::Fact(path);
    }
    match last.kind() {
        SyntaxKind::VARIABLE => Expected::Variable(last.text().trim_start_matches('$').to_owned()),
        SyntaxKind::R_PAREN => opening_of(last).and_then(|it| inner_fact(&it, last)).map_or(Expected::Anything, Expected::Fact),
        _ => Expected::Anything,
    }
}

/// The fact in `($facts['a'])` and in `fact('a')`.
fn inner_fact(open: &SyntaxToken, close: &SyntaxToken) -> Option<Vec<String>> {
    let inner = before(close)?;
    let function = before(open).filter(|it| it.kind() == SyntaxKind::NAME && it.text_range().end() == open.text_range().start());
    match function.as_ref().map(|it| it.text()) {
        Some("fact") => Some(text_of(&inner)?.split('.').map(str::to_owned).collect()),
        Some(_) => None,
        None => fact_path(&inner),
    }
}

/// The keys of `$facts['a']['b']`, which ends with this token.
pub(super) fn fact_path(last: &SyntaxToken) -> Option<Vec<String>> {
    node_path(last).filter(|it| it.0 == "facts").map(|it| it.1)
}

/// A variable that describes the node, and the keys after it: of `$trusted['a']['b']`, which ends with this token.
pub(super) fn node_path(last: &SyntaxToken) -> Option<(&'static str, Vec<String>)> {
    const VARIABLES: [&str; 3] = ["facts", "trusted", "server_facts"];
    let named = |text: &str| VARIABLES.into_iter().find(|it| *it == text.trim_start_matches('$').trim_start_matches("::"));
    let mut path = Vec::new();
    let mut last = last.clone();
    for _ in 0..DEEPEST {
        match last.kind() {
            SyntaxKind::R_BRACK => {
                let open = opening_of(&last)?;
                let key = before(&last)?;
                if before(&key)? != open {
                    return None;
                }
                path.push(text_of(&key)?);
                last = before(&open)?;
            }
            SyntaxKind::VARIABLE => {
                path.reverse();
                return Some((named(last.text())?, path));
            }
            SyntaxKind::NAME => {
                // In `"${facts['a']}"` there is no dollar.
                path.reverse();
                let is_variable = previous(&last).is_some_and(|it| it.kind() == SyntaxKind::INTERPOLATION_START);
                return named(last.text()).filter(|_| is_variable).map(|it| (it, path));
            }
            _ => return None,
        }
    }
    None
}
