//! Places in a text as the protocol has them.
//!
//! A line ends with `\n`, `\r\n` or `\r`. A column counts bytes, UTF-16 units or characters, as client and server agreed. Any position that
//! a client sends means some place: one after the end of a line is the end of the line, one after the last line is the end of the text, and
//! one inside of a character is the character's start.

use line_index::{LineCol, LineIndex, TextRange, TextSize, WideEncoding, WideLineCol};
use tower_lsp::ls_types::{Position, PositionEncodingKind, Range};

/// Unit of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// The encoding that every client supports.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The best of those that the client offers. UTF-8 costs us least.
    pub(crate) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers = |kind: PositionEncodingKind| offered.is_some_and(|it| it.contains(&kind));
        if offers(PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if offers(PositionEncodingKind::UTF16) {
            // It is the default, and what most clients that offer UTF-32 as well have in memory.
            Encoding::Utf16
        } else if offers(PositionEncodingKind::UTF32) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn wide(self) -> Option<WideEncoding> {
        match self {
            Encoding::Utf8 => None,
            Encoding::Utf16 => Some(WideEncoding::Utf16),
            Encoding::Utf32 => Some(WideEncoding::Utf32),
        }
    }

    /// The length of a text.
    pub(crate) fn length(self, text: &str) -> u32 {
        let length = match self.wide() {
            None => text.len(),
            Some(wide) => wide.measure(text),
        };
        u32::try_from(length).unwrap_or(u32::MAX)
    }
}

/// Where the lines of one text begin.
#[derive(Debug)]
pub(crate) struct Lines {
    index: LineIndex,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Lines {
        // The index knows `\n` alone. A lone `\r` is as long, and the places are all that is asked for.
        let index = match with_line_feeds(text) {
            Some(text) => LineIndex::new(&text),
            None => LineIndex::new(text),
        };
        Lines { index }
    }

    /// The place that a position means; always on the boundary of a character.
    pub(crate) fn offset(&self, text: &str, encoding: Encoding, position: Position) -> TextSize {
        let Some(line) = self.line(text, position.line) else { return TextSize::of(text) };
        let column = match encoding.wide() {
            None => Some(position.character),
            Some(wide) => {
                let wide_line_col = WideLineCol { line: position.line, col: position.character };
                self.index.to_utf8(wide, wide_line_col).map(|it| it.col)
            }
        };
        let column = column.unwrap_or(u32::MAX).min(line.len().into());
        floor(text, line.start() + TextSize::from(column))
    }

    pub(crate) fn range(&self, text: &str, encoding: Encoding, range: Range) -> TextRange {
        let (start, end) = (self.offset(text, encoding, range.start), self.offset(text, encoding, range.end));
        TextRange::new(start.min(end), start.max(end))
    }

    pub(crate) fn position(&self, text: &str, encoding: Encoding, offset: TextSize) -> Position {
        let offset = floor(text, offset.min(self.index.len()));
        let Some(found) = self.index.try_line_col(offset) else { return Position::default() };
        // Between `\r` and `\n` there is no position.
        let length = self.line(text, found.line).map_or(found.col, |line| line.len().into());
        let found = LineCol { line: found.line, col: found.col.min(length) };
        match encoding.wide() {
            None => Position::new(found.line, found.col),
            Some(wide) => match self.index.to_wide(wide, found) {
                Some(wide) => Position::new(wide.line, wide.col),
                None => Position::new(found.line, 0),
            },
        }
    }

    pub(crate) fn to_range(&self, text: &str, encoding: Encoding, range: TextRange) -> Range {
        Range::new(self.position(text, encoding, range.start()), self.position(text, encoding, range.end()))
    }

    /// A line without the mark at its end.
    pub(crate) fn line(&self, text: &str, line: u32) -> Option<TextRange> {
        let range = self.index.line(line)?;
        let content = text.get(usize::from(range.start())..usize::from(range.end()))?;
        let content = content.strip_suffix("\r\n").or_else(|| content.strip_suffix(['\n', '\r'])).unwrap_or(content);
        Some(TextRange::at(range.start(), TextSize::of(content)))
    }
}

/// The text with `\n` for every lone `\r`, if it has any.
fn with_line_feeds(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    let mut lone = bytes.iter().enumerate().filter(|(at, byte)| **byte == b'\r' && is_lone(*at)).map(|(at, _)| at).peekable();
    lone.peek()?;
    let mut replaced = String::with_capacity(text.len());
    let mut from = 0;
    for at in lone {
        replaced.push_str(text.get(from..at)?);
        replaced.push('\n');
        from = at + 1;
    }
    replaced.push_str(text.get(from..)?);
    Some(replaced)
}

fn floor(text: &str, offset: TextSize) -> TextSize {
    let mut at = usize::from(offset).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    TextSize::try_from(at).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, encoding: Encoding, line: u32, character: u32, rest: &str) {
        let offset = Lines::new(text).offset(text, encoding, Position::new(line, character));
        assert_eq!(&text[usize::from(offset)..], rest);
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = "a\nb\r\nc\rd";
        for (line, rest) in [(0, "a\nb\r\nc\rd"), (1, "b\r\nc\rd"), (2, "c\rd"), (3, "d")] {
            check(text, Encoding::Utf16, line, 0, rest);
        }
        check("\r\r\n\n\r", Encoding::Utf16, 1, 0, "\r\n\n\r");
        check("\r\r\n\n\r", Encoding::Utf16, 4, 0, "");
    }

    #[test]
    fn columns_count_what_was_agreed() {
        // One, two, three and four bytes; the last is two units of UTF-16.
        let text = "aé€😀z";
        for (encoding, columns) in [(Encoding::Utf8, [1, 3, 6, 10]), (Encoding::Utf16, [1, 2, 3, 5]), (Encoding::Utf32, [1, 2, 3, 4])] {
            for (column, rest) in columns.into_iter().zip(["é€😀z", "€😀z", "😀z", "z"]) {
                check(text, encoding, 0, column, rest);
                let offset = TextSize::of(text) - TextSize::of(rest);
                assert_eq!(Lines::new(text).position(text, encoding, offset), Position::new(0, column));
            }
        }
    }

    #[test]
    fn half_a_character_is_its_start() {
        check("a😀b", Encoding::Utf16, 0, 2, "😀b");
        check("a😀b", Encoding::Utf8, 0, 3, "😀b");
        check("a😀b", Encoding::Utf32, 0, 2, "b");
        check("é😀é😀", Encoding::Utf16, 0, 5, "😀");
    }

    #[test]
    fn what_lies_behind_an_end_is_the_end() {
        for line_break in ["\n", "\r\n", "\r"] {
            let text = format!("ab{line_break}cd");
            check(&text, Encoding::Utf16, 0, 3, &text[2..]);
            check(&text, Encoding::Utf16, 0, u32::MAX, &text[2..]);
            check(&text, Encoding::Utf16, 1, 9, "");
            check(&text, Encoding::Utf16, 2, 0, "");
            check(&text, Encoding::Utf8, u32::MAX, u32::MAX, "");
        }
        check("é\n", Encoding::Utf16, 0, u32::MAX, "\n");
        check("", Encoding::Utf16, 0, 5, "");
    }

    #[test]
    fn no_position_lies_inside_of_a_line_break() {
        let text = "a\r\nb";
        let lines = Lines::new(text);
        let positions: Vec<Position> = (0..5).map(|at| lines.position(text, Encoding::Utf16, TextSize::from(at))).collect();
        let [zero, one, two] = [Position::new(0, 0), Position::new(0, 1), Position::new(1, 0)];
        assert_eq!(positions, [zero, one, one, two, Position::new(1, 1)]);
    }

    #[test]
    fn every_place_comes_back() {
        let text = "class é {\r\n  $x = '😀'\r\t# €\n}\r";
        let lines = Lines::new(text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (at, c) in text.char_indices() {
                if c == '\n' && text[..at].ends_with('\r') {
                    continue;
                }
                let offset = TextSize::try_from(at).unwrap();
                assert_eq!(lines.offset(text, encoding, lines.position(text, encoding, offset)), offset);
            }
        }
    }

    #[test]
    fn utf_8_is_taken_where_it_is_offered() {
        let [utf8, utf16, utf32] = [PositionEncodingKind::UTF8, PositionEncodingKind::UTF16, PositionEncodingKind::UTF32];
        assert_eq!(Encoding::negotiate(Some(&[utf16.clone(), utf8])), Encoding::Utf8);
        assert_eq!(Encoding::negotiate(Some(&[utf32.clone(), utf16])), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(Some(&[utf32])), Encoding::Utf32);
        assert_eq!(Encoding::negotiate(Some(&[])), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(None), Encoding::Utf16);
    }
}
