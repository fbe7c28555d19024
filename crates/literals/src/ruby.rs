//! Texts as numbers, as Ruby reads them.

/// `text.to_f`: the number in front, or 0.0.
pub fn to_f(text: &str) -> f64 {
    let text = text.trim_start_matches(is_space);
    let bytes = text.as_bytes();
    let mut clean = String::new();
    let mut at = 0;
    if let Some(sign @ (b'-' | b'+')) = bytes.first() {
        clean.push(char::from(*sign));
        at = 1;
    }
    let digits = |at: &mut usize, clean: &mut String| {
        let start = clean.len();
        while let Some(byte) = bytes.get(*at) {
            if byte.is_ascii_digit() {
                clean.push(char::from(*byte));
            } else if !(*byte == b'_' && clean.len() > start && bytes.get(*at + 1).is_some_and(u8::is_ascii_digit)) {
                break;
            }
            *at += 1;
        }
        clean.len() > start
    };
    if !digits(&mut at, &mut clean) {
        // Nothing need stand before the point.
        if bytes.get(at) != Some(&b'.') {
            return 0.0;
        }
        clean.push('0');
    }
    if bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
        clean.push('.');
        at += 1;
        digits(&mut at, &mut clean);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let mut exponent_end = at + 1;
        let mut exponent = String::from("e");
        if let Some(sign @ (b'-' | b'+')) = bytes.get(exponent_end) {
            exponent.push(char::from(*sign));
            exponent_end += 1;
        }
        if digits(&mut exponent_end, &mut exponent) && exponent.ends_with(|it: char| it.is_ascii_digit()) {
            clean.push_str(&exponent);
        }
    }
    clean.parse().unwrap_or(0.0)
}

/// Whether Ruby takes a character for white space.
pub fn is_space(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

#[cfg(test)]
mod tests {
    use super::to_f;

    /// With what Ruby 3.1 answers.
    #[test]
    fn the_number_in_front() {
        for (text, expected) in
            [("1.5x", 1.5), (" -2_0.5e1", -205.0), (".5", 0.5), ("1e", 1.0), ("1__0", 1.0), ("-", 0.0), ("-x", 0.0), ("x", 0.0), ("", 0.0)]
        {
            assert_eq!(to_f(text).to_bits(), f64::to_bits(expected), "{text}");
        }
    }
}
