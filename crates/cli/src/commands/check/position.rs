//! From byte offsets to lines and columns, as each format counts them.

use line_index::{LineIndex, TextSize, WideEncoding};
use serde::Serialize;

/// A place in a text. Lines and columns begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    pub line: u32,
    /// In characters, as Puppet counts.
    pub column: u32,
    /// In bytes from the start of the file, which is 0.
    pub offset: u32,
    /// In code units of UTF-16, as SARIF counts.
    #[serde(skip)]
    pub utf16: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
}

/// The lines of one text.
pub struct Lines<'a> {
    text: &'a str,
    index: LineIndex,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str) -> Lines<'a> {
        Lines { text, index: LineIndex::new(text) }
    }

    pub fn span(&self, range: syntax::TextRange) -> Span {
        Span { start: self.position(range.start().into()), end: self.position(range.end().into()) }
    }

    /// The place of an offset; one inside a character counts as the character's start.
    pub fn position(&self, offset: u32) -> Position {
        let offset = floor(self.text, offset as usize) as u32;
        let Some(bytes) = self.index.try_line_col(TextSize::new(offset)) else {
            return Position { line: 1, column: 1, offset, utf16: 1 };
        };
        let wide = |encoding| self.index.to_wide(encoding, bytes).map_or(bytes.col, |it| it.col) + 1;
        Position { line: bytes.line + 1, column: wide(WideEncoding::Utf32), offset, utf16: wide(WideEncoding::Utf16) }
    }

    /// The range in bytes of a line, without its end. Lines begin with 1.
    pub fn line_range(&self, line: u32) -> std::ops::Range<usize> {
        let Some(range) = self.index.line(line.saturating_sub(1)) else { return self.text.len()..self.text.len() };
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        let text = self.text.get(start..end).unwrap_or("");
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }

    pub fn text(&self) -> &'a str {
        self.text
    }
}

/// The start of the character at an offset.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let lines = Lines::new("a\r\n'é😀' + }\n");
        let place = lines.position(14);
        assert_eq!((place.line, place.column, place.utf16, place.offset), (2, 8, 9, 14));
        assert_eq!(lines.position(6), lines.position(7), "inside of a character");
        assert_eq!(lines.position(99).line, 3);
        assert_eq!(lines.line_range(1), 0..1);
        assert_eq!(&lines.text()[lines.line_range(2)], "'é😀' + }");
        assert_eq!(lines.line_range(9), 16..16);
    }
}
