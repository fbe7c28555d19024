//! The fewest changes that make the new text of the old one: those between the pieces that both have.

use std::borrow::Cow;

use syntax::{TextRange, TextSize};

use crate::printer::Printed;

/// A stretch of the old text, and what to write in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub range: TextRange,
    pub text: String,
}

/// The changes, in order. Line breaks are written as the text writes them.
pub(crate) fn edits(source: &str, start: usize, printed: &Printed) -> Vec<Edit> {
    // A text that has both gets the shorter: it will not have both at the next time either.
    let newline = if source.contains('\n') && newlines(source).all(|it| it) { "\r\n" } else { "\n" };
    let mut edits = Vec::new();
    let (mut old, mut new) = (start, 0);
    let mut gap = |old: std::ops::Range<usize>, new: std::ops::Range<usize>| {
        let (Some(before), Some(after)) = (source.get(old.clone()), printed.text.get(new)) else { return };
        // Most are equal; and what has no line break is the same in all texts.
        if before == after && (newline == "\n" || !after.contains('\n')) {
            return;
        }
        let after = if newline == "\n" { Cow::Borrowed(after) } else { Cow::Owned(after.replace("\r\n", "\n").replace('\n', newline)) };
        if before != after {
            edits.push(least(old.start, before, &after));
        }
    };
    for placed in &printed.pieces {
        let (from, to) = (placed.piece.start as usize, placed.piece.end as usize);
        // A comma that has changed its place with a comment is part of what changes.
        if from < old || placed.at < new {
            continue;
        }
        gap(old..from, new..placed.at);
        (old, new) = (to, placed.at + (to - from));
    }
    gap(old..source.len(), new..printed.text.len());
    edits
}

/// For each line break whether it has a `\r`.
fn newlines(source: &str) -> impl Iterator<Item = bool> {
    source.match_indices('\n').map(|(at, _)| source.get(..at).is_some_and(|it| it.ends_with('\r')))
}

/// The one change that makes one text of the other.
pub(crate) fn whole(source: &str, new: &str) -> Vec<Edit> {
    if source == new { Vec::new() } else { vec![least(0, source, new)] }
}

/// A change without what both texts begin and end with.
fn least(at: usize, before: &str, after: &str) -> Edit {
    let same = before.char_indices().zip(after.chars()).find(|((_, old), new)| old != new);
    let prefix = same.map_or(before.len().min(after.len()), |((at, _), _)| at);
    let (before, after) = (before.get(prefix..).unwrap_or(""), after.get(prefix..).unwrap_or(""));
    let suffix = before.bytes().rev().zip(after.bytes().rev()).take_while(|(old, new)| old == new).count();
    // White space and commas are all that changes, but a comment may be among them.
    let suffix = (0..=suffix).rev().find(|it| before.is_char_boundary(before.len() - it) && after.is_char_boundary(after.len() - it));
    let suffix = suffix.unwrap_or(0);
    let start = TextSize::try_from(at + prefix).unwrap_or_default();
    let length = TextSize::try_from(before.len() - suffix).unwrap_or_default();
    Edit { range: TextRange::at(start, length), text: after.get(..after.len() - suffix).unwrap_or("").to_owned() }
}

/// The text with all changes made.
pub fn apply(source: &str, edits: &[Edit]) -> String {
    let mut text = String::with_capacity(source.len() + 256);
    let mut from = 0;
    for edit in edits {
        text.push_str(source.get(from..edit.range.start().into()).unwrap_or(""));
        text.push_str(&edit.text);
        from = edit.range.end().into();
    }
    text.push_str(source.get(from..).unwrap_or(""));
    text
}
