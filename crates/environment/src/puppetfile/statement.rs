//! The words of a statement: `mod 'a/b', '1.0.0', git: 'x'`.

use std::ops::Range;

/// Kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A text in quotes, of which only the end may be missing.
    Text { is_closed: bool },
    /// The name of an option: `git:`, `:git =>`.
    Key,
    /// `:latest`, `true`.
    Word,
}

/// A word of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: ItemKind,
    /// Without quotes; of an option its name alone.
    pub range: Range<usize>,
    /// A comma follows.
    pub has_comma: bool,
}

/// Returns the words of a statement from an offset to its end: to the line that does not go on after a comma, or the next `mod`, so that
/// a comma which is left over does not make one statement of a whole file.
pub fn items(text: &str, from: usize) -> Vec<Item> {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied();
    let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    let end_of_word = |from: usize| (from..).find(|it| !at(*it).is_some_and(is_word)).unwrap_or(from);
    let mut items: Vec<Item> = Vec::new();
    let mut index = from;
    while let Some(byte) = at(index) {
        let goes_on = items.last().is_none_or(|it| it.has_comma || it.kind == ItemKind::Key);
        match byte {
            b'\n' if !goes_on || begins_statement(text, index + 1) => break,
            b'#' => index = line_end(text, index),
            b'\'' | b'"' => {
                let line = line_end(text, index);
                let close = (index + 1..line).find(|it| at(*it) == Some(byte));
                let range = index + 1..close.unwrap_or(line);
                index = close.map_or(line, |it| it + 1);
                items.push(Item { kind: ItemKind::Text { is_closed: close.is_some() }, range, has_comma: false });
            }
            b',' => {
                if let Some(last) = items.last_mut() {
                    last.has_comma = true;
                }
                index += 1;
            }
            b':' if at(index + 1).is_some_and(is_word) => {
                let end = end_of_word(index + 1);
                let after = text.get(end..).unwrap_or_default();
                let rest = after.trim_start_matches([' ', '\t']);
                if let Some(value) = rest.strip_prefix("=>") {
                    items.push(Item { kind: ItemKind::Key, range: index + 1..end, has_comma: false });
                    index = text.len() - value.len();
                } else {
                    items.push(Item { kind: ItemKind::Word, range: index..end, has_comma: false });
                    index = end;
                }
            }
            _ if is_word(byte) => {
                let end = end_of_word(index);
                let is_key = at(end) == Some(b':') && at(end + 1) != Some(b':');
                let kind = if is_key { ItemKind::Key } else { ItemKind::Word };
                items.push(Item { kind, range: index..end, has_comma: false });
                index = end + usize::from(is_key);
            }
            _ => index += 1,
        }
    }
    items
}

/// Whether a line begins with `mod 'x'`.
fn begins_statement(text: &str, line: usize) -> bool {
    let line = text.get(line..).unwrap_or_default().trim_start_matches([' ', '\t']);
    line.strip_prefix("mod").is_some_and(|rest| rest.starts_with([' ', '\t', '(', '\'', '"']))
}

fn line_end(text: &str, from: usize) -> usize {
    text.get(from..).and_then(|it| it.find('\n')).map_or(text.len(), |it| from + it)
}

/// The version and the options among the words after the name of a module.
pub(super) fn version_and_options<'t>(text: &'t str, items: &[Item]) -> (Option<&'t str>, Vec<(&'t str, &'t str)>) {
    let text_of = |it: &Item| text.get(it.range.clone()).unwrap_or_default();
    let version = items.first().filter(|it| it.kind != ItemKind::Key).map(text_of);
    let pairs = items.windows(2).filter_map(|it| match it {
        [key, value] if key.kind == ItemKind::Key && value.kind != ItemKind::Key => Some((text_of(key), text_of(value))),
        _ => None,
    });
    (version, pairs.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(ItemKind, &str, bool)]) {
        let items = items(text, 0);
        let found: Vec<_> = items.iter().map(|it| (it.kind, &text[it.range.clone()], it.has_comma)).collect();
        assert_eq!(found, expected, "{text}");
    }

    const TEXT: ItemKind = ItemKind::Text { is_closed: true };
    const OPEN: ItemKind = ItemKind::Text { is_closed: false };

    #[test]
    fn a_statement_ends_with_a_line_without_a_comma() {
        check("'a', '1'\n'b'", &[(TEXT, "a", true), (TEXT, "1", false)]);
        check("'a',\n  # 'no'\n  git:\n    'b'\nmod 'c'", &[(TEXT, "a", true), (ItemKind::Key, "git", false), (TEXT, "b", false)]);
    }

    #[test]
    fn a_statement_ends_where_the_next_begins() {
        check("'a',\nmod 'b'", &[(TEXT, "a", true)]);
        check("'a',\n  mod('b')", &[(TEXT, "a", true)]);
        check("'a',\n  mode: 'b'", &[(TEXT, "a", true), (ItemKind::Key, "mode", false), (TEXT, "b", false)]);
    }

    #[test]
    fn half_typed_words_are_words() {
        check("'a', 'b\nmod", &[(TEXT, "a", true), (OPEN, "b", false)]);
        check("'a', :gi", &[(TEXT, "a", true), (ItemKind::Word, ":gi", false)]);
        check("'a', :", &[(TEXT, "a", true)]);
        check("'a', :git => , ", &[(TEXT, "a", true), (ItemKind::Key, "git", true)]);
        check("'\u{e4}', \u{e4}", &[(TEXT, "\u{e4}", true)]);
    }
}
