//! A quote that is missing: from there on, code is read as text and text as code.
//!
//! Puppet reports where it stumbles first, which may be many lines on. What follows from the missing quote is not worth a report of its
//! own, and the string is read as if it ended with its line, so that the rest of the text keeps its meaning.

use crate::puppet::lexer::{self, FLAG_INTERPOLATION_END, Lexed, Tok};
use crate::{Code, Place, Problem, SyntaxKind::*};

/// A string that has no end.
pub(super) struct Unclosed {
    /// The one problem that there is.
    pub(super) problem: Problem,
    /// Where the string begins, if Puppet takes a later quote for its end.
    pub(super) open: Option<usize>,
}

/// The first string without an end, if what is wrong with the text begins with it.
pub(super) fn unclosed(text: &str, lexed: &Lexed, problems: &[Problem]) -> Option<Unclosed> {
    let has_end = problems.iter().all(|it| it.code != Code::UnclosedQuote);
    let first = problems.first().filter(|_| !has_end)?;
    match first.code {
        Code::UnclosedQuote => match swallowing(text, &lexed.tokens, usize::from(first.range.start())) {
            Some(open) => opened(text, first, open),
            None => Some(Unclosed { problem: first.clone(), open: None }),
        },
        Code::SyntaxError => opened(text, first, string_before(text, &lexed.tokens, usize::from(first.range.start()))?),
        _ => None,
    }
}

/// The problem, placed at the string that has no end.
fn opened(text: &str, first: &Problem, open: usize) -> Option<Unclosed> {
    let quote = text.get(open..=open)?;
    let end = text.get(open..)?.find('\n').map_or(text.len(), |it| open + it);
    let puppet_place = match first.puppet_place {
        Place::Same => Place::At(first.range.start()),
        other => other,
    };
    let help = Some(format!("close the string with `{quote}`"));
    let range = lexer::range(open, end);
    Some(Unclosed { problem: Problem { range, help, related: Vec::new(), puppet_place, ..first.clone() }, open: Some(open) })
}

/// Where the first string of several lines begins whose last quote touches a word, before a place where the last string has no end: with
/// each quote taken for the other side of a string, Puppet may stumble at the last one only.
fn swallowing(text: &str, tokens: &[Tok], place: usize) -> Option<usize> {
    let same_quote = text.as_bytes().get(place)?;
    let before = tokens.partition_point(|it| (it.start as usize) < place);
    tokens.get(..before)?.iter().zip(tokens.get(1..)?).enumerate().find_map(|(at, (end, next))| {
        if !matches!(end.kind, SQ_STRING | DQ) || !matches!(next.kind, NAME | TYPE_NAME | NUMBER | VARIABLE) || next.start != end.end {
            return None;
        }
        let open = if end.kind == DQ { tokens.get(opening(tokens, at)?)?.start } else { end.start } as usize;
        let is_it = text.as_bytes().get(open) == Some(same_quote) && text.get(open..end.end as usize)?.contains('\n');
        is_it.then_some(open)
    })
}

/// The problems of a text whose first one is a string without an end: no other mistake of the syntax is certain.
pub(super) fn others(problem: Problem, all: Vec<Problem>) -> Vec<Problem> {
    let is_certain = |it: &Problem| !matches!(it.code, Code::SyntaxError | Code::UnclosedQuote);
    std::iter::once(problem).chain(all.into_iter().filter(is_certain)).collect()
}

/// Where the string begins that ends right before a place. A quote that touches what follows is one that opens, in the eyes of who wrote
/// it, and so may be one that ends a string of several lines.
fn string_before(text: &str, tokens: &[Tok], place: usize) -> Option<usize> {
    let at = tokens.partition_point(|it| (it.start as usize) < place);
    let last = tokens.get(..at)?.iter().rposition(|it| !it.kind.is_trivia())?;
    let end = tokens.get(last)?;
    let open = match end.kind {
        SQ_STRING => end.start as usize,
        DQ => tokens.get(opening(tokens, last)?)?.start as usize,
        _ => return None,
    };
    let touches = end.end as usize == place;
    let has_lines = text.get(open..end.end as usize)?.contains('\n');
    (touches || has_lines).then_some(open)
}

/// The quote that opens what another one closes.
fn opening(tokens: &[Tok], closing: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().take(closing).rev() {
        match token.kind {
            R_BRACE if token.flags & FLAG_INTERPOLATION_END != 0 => depth += 1,
            INTERPOLATION_START => depth = depth.checked_sub(1)?,
            DQ if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}
