//! Where a value stands in a text of JSON.

use std::ops::Range;

/// The bytes of a value: `path` has the keys of objects and the indexes of arrays that lead to it. None where nothing stands
/// there, or where the text is no JSON up to there. Of two entries with one key the last counts, as for those who read values.
pub fn json_range(text: &str, path: &[String]) -> Option<Range<usize>> {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0 };
    scan.blanks();
    for step in path {
        scan.enter(step)?;
    }
    let start = scan.at;
    scan.value()?;
    Some(start..scan.at)
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|it| it.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes to an entry of what begins here.
    fn enter(&mut self, step: &str) -> Option<()> {
        let is_object = match self.peek()? {
            b'{' => true,
            b'[' => false,
            _ => return None,
        };
        self.at += 1;
        let mut found = None;
        for index in 0_usize.. {
            self.blanks();
            match self.peek()? {
                b'}' | b']' => break,
                b',' => {
                    self.at += 1;
                    self.blanks();
                }
                _ => {}
            }
            let is_it = if is_object {
                let start = self.at;
                self.string()?;
                let key: String = serde_json::from_slice(self.bytes.get(start..self.at)?).ok()?;
                self.blanks();
                (self.peek()? == b':').then_some(())?;
                self.at += 1;
                self.blanks();
                key == step
            } else {
                step.parse() == Ok(index)
            };
            if is_it {
                found = Some(self.at);
            }
            self.value()?;
        }
        self.at = found?;
        Some(())
    }

    /// Skips the value that begins here, however deep it is.
    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                it if it.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                _ => self.word()?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'+' | b'.')) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn string(&mut self) -> Option<()> {
        (self.peek()? == b'"').then_some(())?;
        self.at += 1;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at<'t>(text: &'t str, path: &str) -> Option<&'t str> {
        let path: Vec<String> = path.split('/').filter(|it| !it.is_empty()).map(str::to_owned).collect();
        json_range(text, &path).map(|it| &text[it])
    }

    #[test]
    fn values_are_found() {
        let text = r#" {"a": [1, {"b\"}": "x\"]", "c" : -1.5e3 }, []], "d":{"e":null}, "a2": true} "#;
        assert_eq!(at(text, "a/0"), Some("1"));
        assert_eq!(at(text, "a/1/b\"}"), Some(r#""x\"]""#));
        assert_eq!(at(text, "a/1/c"), Some("-1.5e3"));
        assert_eq!(at(text, "a/2"), Some("[]"));
        assert_eq!(at(text, "d"), Some(r#"{"e":null}"#));
        assert_eq!(at(text, "a2"), Some("true"));
        assert_eq!(at(text, ""), Some(text.trim()));
        assert_eq!(at(r#"{"a": 1, "a": 2}"#, "a"), Some("2"));
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for (text, path) in [
            (r#"{"a": 1}"#, "b"),
            ("[1]", "1"),
            ("1", "a"),
            ("", ""),
            (r#"{"a" 1}"#, "a"),
            (r#"{"a": "#, "a"),
            (r#"{"a": "x\"#, "a"),
            ("{a: 1}", "a"),
            ("]", ""),
        ] {
            assert_eq!(at(text, path), None, "{text}");
        }
    }

    /// No text breaks it, and none makes it run for ever.
    #[test]
    fn any_text_will_do() {
        let text = r#"{"a": [1, {"b": "x\"ü"}], "c": [[[}}"#;
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            for path in ["a/1/b", "c/0/0", "", "a/7"] {
                let _ = at(&text[..end], path);
            }
        }
        let deep = "[".repeat(100_000);
        assert_eq!(at(&deep, ""), None);
    }
}
