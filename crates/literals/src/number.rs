//! How far a number reaches.

/// The length of a number with a word boundary after it.
pub fn number_length(text: &str) -> Option<usize> {
    let b = text.as_bytes();
    let digits = |from: usize| b.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    if matches!(b, [b'0', b'x' | b'X', ..]) {
        let hex = b.iter().skip(2).take_while(|b| b.is_ascii_hexdigit()).count();
        if hex > 0 && boundary(text, 2 + hex) {
            return Some(2 + hex);
        }
    }
    let int = digits(0);
    let fraction = match b.get(int) {
        Some(b'.') if digits(int + 1) > 0 => 1 + digits(int + 1),
        _ => 0,
    };
    let exponent = |at: usize| match b.get(at) {
        Some(b'e' | b'E') => {
            let sign = usize::from(b.get(at + 1) == Some(&b'-'));
            match digits(at + 1 + sign) {
                0 => 0,
                n => 1 + sign + n,
            }
        }
        _ => 0,
    };
    let candidates = [int + fraction + exponent(int + fraction), int + fraction, int + exponent(int), int];
    candidates.into_iter().find(|end| *end > 0 && boundary(text, *end))
}

fn boundary(text: &str, end: usize) -> bool {
    text.get(end..).and_then(|t| t.chars().next()).is_none_or(|c| !is_word_character(c))
}

/// Whether a character belongs to the word before it, so that no number ends there.
pub fn is_word_character(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::number_length;

    #[test]
    fn numbers_end_with_their_word() {
        for (text, length) in [
            ("12]", Some(2)),
            ("0x1Fg", None),
            ("0x1F,", Some(4)),
            ("1.5e-3 ", Some(6)),
            ("1.x", Some(1)),
            ("1e", None),
            ("1_000", None),
            ("1é", None),
            ("", None),
        ] {
            assert_eq!(number_length(text), length, "{text}");
        }
    }
}
