//! Texts in double quotes.

/// Returns the text in double quotes, with the escapes of PyYAML.
pub fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match escape(char) {
            Some(escaped) => out.push_str(&escaped),
            None => out.push(char),
        }
    }
    out.push('"');
    out
}

/// The escape of a character where only those of ASCII are printed, if it needs one.
pub fn escape(char: char) -> Option<String> {
    let short = match char {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' | '\\' => char,
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        ' '..='~' => return None,
        _ => {
            let code = u32::from(char);
            return Some(match code {
                0..=0xff => format!("\\x{code:02X}"),
                0x100..=0xffff => format!("\\u{code:04X}"),
                _ => format!("\\U{code:08X}"),
            });
        }
    };
    Some(format!("\\{short}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As PyYAML 6 writes them.
    #[test]
    fn texts_are_escaped_as_pyyaml_does() {
        for (text, quoted) in [
            ("it's", r#""it's""#),
            ("a \"b\" \\c/", r#""a \"b\" \\c/""#),
            ("a\tb\nc\u{1b}", r#""a\tb\nc\e""#),
            ("gr\u{fc}n \u{20ac} \u{1f600}\u{a0}", r#""gr\xFCn \u20AC \U0001F600\_""#),
            ("\u{7f}\u{1}", r#""\x7F\x01""#),
        ] {
            assert_eq!(double(text), quoted);
        }
    }
}
