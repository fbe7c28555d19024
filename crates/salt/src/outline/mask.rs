//! Jinja in a text: where it stands, and the text without it.

use std::ops::Range;

/// Stand-in for each byte of an expression.
pub const HOLE: char = '\u{1}';

/// A tag of Jinja.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub is_expression: bool,
    pub range: Range<usize>,
}

/// All statements, expressions and comments; comments count as statements.
pub fn tags(text: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|it| it.find('{')).map(|it| at + it) {
        let close = match text.as_bytes().get(open + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                at = open + 1;
                continue;
            }
        };
        let inner = open + 2;
        // What is being typed reaches to the end of its line.
        let rest = text.get(inner..).unwrap_or_default();
        let end = match rest.find(close) {
            Some(length) => inner + length + 2,
            None => inner + rest.find('\n').unwrap_or(rest.len()),
        };
        found.push(Tag { is_expression: close == "}}", range: open..end });
        at = end;
    }
    found
}

/// The text with as many bytes, in which statements are blanks and expressions holes.
pub fn mask(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut at = 0;
    for tag in tags(text) {
        masked.push_str(text.get(at..tag.range.start).unwrap_or_default());
        let with = if tag.is_expression { HOLE } else { ' ' };
        masked.extend(text.get(tag.range.clone()).unwrap_or_default().bytes().map(|it| if it == b'\n' { '\n' } else { with }));
        at = tag.range.end;
    }
    masked.push_str(text.get(at..).unwrap_or_default());
    masked
}
