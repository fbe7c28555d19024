//! Texts in JSON.

use std::fmt::Write;

/// Writes a text with its quotes. Characters outside of ASCII are escaped on request; otherwise only what must be.
pub fn write_json_string(text: &str, ascii: bool, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' || ascii && c > '~' => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::write_json_string;

    #[test]
    fn texts_are_escaped() {
        for (text, ascii, wanted) in [
            ("a\"\\\n\u{8}", false, r#""a\"\\\n\b""#),
            ("\u{1}\u{7f}é", false, "\"\\u0001\u{7f}é\""),
            ("\u{1}\u{7f}é😀", true, r#""\u0001\u007f\u00e9\ud83d\ude00""#),
        ] {
            let mut out = String::new();
            write_json_string(text, ascii, &mut out);
            assert_eq!(out, wanted);
        }
    }
}
