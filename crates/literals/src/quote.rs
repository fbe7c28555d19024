//! A quote that is the text of its string.

/// A quote at the very start of a piece of text is text itself if what ends a piece follows at once: `'''` is the
/// string of one quote, as Puppet's pattern looks for any character before the end first.
pub fn first_quote_as_text(bytes: &[u8], start: usize, quote: u8) -> Option<usize> {
    if bytes.get(start) != Some(&quote) {
        return None;
    }
    let mut end = start + 1;
    while bytes.get(end) == Some(&b'\\') && bytes.get(end + 1) == Some(&b'\\') {
        end += 2;
    }
    let ends = |b: &u8| *b == quote || quote == b'"' && *b == b'$';
    bytes.get(end).is_some_and(ends).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::first_quote_as_text;

    #[test]
    fn a_quote_before_the_end_is_text() {
        for (text, end) in [("''", Some(1)), ("'", None), ("'\\\\'", Some(3)), ("'a'", None), ("a'", None)] {
            assert_eq!(first_quote_as_text(text.as_bytes(), 0, b'\''), end, "{text}");
        }
        assert_eq!(first_quote_as_text(b"\"$x", 0, b'"'), Some(1));
    }
}
