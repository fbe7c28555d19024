//! One version of one document.

use std::sync::Arc;

use syntax::{Dialect, TextRange, TextSize};
use tower_lsp::ls_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

use crate::lines::{Encoding, Lines};

/// A text that never changes, and how to find places in it.
#[derive(Debug)]
pub(crate) struct Document {
    /// As the client spells it.
    pub(crate) uri: Uri,
    /// How we know the file.
    pub(crate) key: Arc<str>,
    pub(crate) dialect: Dialect,
    /// The editor's version, while it has the document open.
    pub(crate) version: Option<i32>,
    pub(crate) text: Arc<str>,
    pub(crate) encoding: Encoding,
    lines: Lines,
}

impl Document {
    pub(crate) fn new(
        uri: Uri,
        key: Arc<str>,
        dialect: Dialect,
        version: Option<i32>,
        text: impl Into<Arc<str>>,
        encoding: Encoding,
    ) -> Document {
        let text = text.into();
        Document { uri, key, dialect, version, lines: Lines::new(&text), text, encoding }
    }

    /// The document after an edit: all its changes, one after the other.
    pub(crate) fn edited(&self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) -> Document {
        let mut text = self.text.to_string();
        // The lines of the text so far; nothing as long as they are this version's own.
        let mut lines: Option<Lines> = None;
        for (number, change) in changes.into_iter().enumerate() {
            match change.range {
                Some(range) => {
                    if number > 0 {
                        lines = Some(Lines::new(&text));
                    }
                    let range = lines.as_ref().unwrap_or(&self.lines).range(&text, self.encoding, range);
                    text.replace_range(std::ops::Range::<usize>::from(range), &change.text);
                }
                None => text = change.text,
            }
        }
        Document::new(self.uri.clone(), self.key.clone(), self.dialect, Some(version), text, self.encoding)
    }

    pub(crate) fn offset(&self, position: Position) -> TextSize {
        self.lines.offset(&self.text, self.encoding, position)
    }

    pub(crate) fn text_range(&self, range: Range) -> TextRange {
        self.lines.range(&self.text, self.encoding, range)
    }

    pub(crate) fn position(&self, offset: TextSize) -> Position {
        self.lines.position(&self.text, self.encoding, offset)
    }

    pub(crate) fn range(&self, range: TextRange) -> Range {
        self.lines.to_range(&self.text, self.encoding, range)
    }

    /// A line without the mark at its end.
    pub(crate) fn line(&self, line: u32) -> Option<TextRange> {
        self.lines.line(&self.text, line)
    }

    pub(crate) fn text_of(&self, range: TextRange) -> &str {
        self.text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        let uri: Uri = "file:///a.pp".parse().unwrap();
        Document::new(uri, Arc::from("/a.pp"), Dialect::Manifest, Some(1), text, Encoding::Utf16)
    }

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[l1, c1, l2, c2]| Range::new(Position::new(l1, c1), Position::new(l2, c2)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_string() }
    }

    #[track_caller]
    fn check(before: &str, changes: &[(Option<[u32; 4]>, &str)], after: &str) {
        let changes = changes.iter().map(|(range, text)| change(*range, text)).collect();
        let edited = document(before).edited(2, changes);
        assert_eq!((&*edited.text, edited.version), (after, Some(2)));
    }

    #[test]
    fn a_change_replaces_a_range() {
        check("class a { }", &[(Some([0, 6, 0, 7]), "b::c")], "class b::c { }");
        check("a\r\nb", &[(Some([0, 1, 1, 0]), "")], "ab");
        check("a\rb", &[(Some([1, 0, 1, 1]), "x")], "a\rx");
        check("😀é", &[(Some([0, 2, 0, 3]), "e")], "😀e");
    }

    #[test]
    fn each_change_sees_the_text_after_the_one_before() {
        check("a", &[(Some([0, 1, 0, 1]), "\nb"), (Some([1, 1, 1, 1]), "c")], "a\nbc");
        check("a", &[(None, "x\ny"), (Some([1, 0, 1, 1]), "z")], "x\nz");
        check("a", &[(Some([0, 0, 0, 1]), "b"), (None, "c")], "c");
        check("a", &[], "a");
    }

    #[test]
    fn a_range_that_makes_no_sense_still_means_a_place() {
        check("ab", &[(Some([0, 9, 0, 9]), "c")], "abc");
        check("ab", &[(Some([7, 0, 9, 0]), "c")], "abc");
        check("ab", &[(Some([0, 2, 0, 1]), "c")], "ac");
        check("a😀b", &[(Some([0, 2, 0, 2]), "x")], "ax😀b");
    }
}
