//! Regular expressions of Python's `re`, on `fancy_regex`.
//!
//! Salt matches the bytes of a file: a byte is one character here, so that classes and dots count bytes, too. What the two languages do
//! not share is not translated, and the state is refused before anything runs.

mod template;
mod translate;

use fancy_regex::Regex;

use crate::error::StateError;

/// The subject of a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Only ASCII letters are letters.
    Bytes,
    Text,
}

/// Flags of `re`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub ignore_case: bool,
    pub multi_line: bool,
    pub dot_all: bool,
}

impl Flags {
    pub const MULTI_LINE: Flags = Flags { ignore_case: false, multi_line: true, dot_all: false };

    fn prefix(self) -> String {
        let letters = [(self.ignore_case, 'i'), (self.multi_line, 'm'), (self.dot_all, 's')];
        let letters: String = letters.iter().filter(|it| it.0).map(|it| it.1).collect();
        if letters.is_empty() { letters } else { format!("(?{letters})") }
    }
}

/// A regular expression of Python.
#[derive(Debug)]
pub struct PythonRegex {
    regex: Regex,
    subject: Subject,
}

impl PythonRegex {
    /// Reads an expression; none if it is not one, or is not supported.
    pub fn new(pattern: &str, flags: Flags, subject: Subject) -> Option<PythonRegex> {
        // A letter that is not ASCII has another case as text, but none as bytes.
        if subject == Subject::Bytes && flags.ignore_case && !pattern.is_ascii() {
            return None;
        }
        let names: Vec<&str> = pattern.split("(?P<").skip(1).filter_map(|it| it.split_once('>')).map(|it| it.0).collect();
        if names.iter().enumerate().any(|(number, it)| names.iter().skip(number + 1).any(|other| other == it)) {
            return None;
        }
        let pattern = if subject == Subject::Bytes { characters(pattern.as_bytes()) } else { pattern.to_owned() };
        let translated = translate::translate(&pattern, flags, subject)?;
        let regex = Regex::new(&format!("{}{translated}", flags.prefix())).ok()?;
        Some(PythonRegex { regex, subject })
    }

    /// Whether it matches somewhere.
    pub fn is_match(&self, text: &[u8]) -> Result<bool, StateError> {
        self.regex.is_match(&self.read(text)).map_err(|it| failed(&it))
    }

    /// Replaces the first matches, or all of them; and says how many there were.
    pub fn replace(&self, template: &Template, text: &[u8], count: usize) -> Result<(Vec<u8>, usize), StateError> {
        let text = self.read(text);
        let mut out = String::new();
        let (mut copied, mut from, mut number) = (0, 0, 0);
        while from <= text.len() && (count == 0 || number < count) {
            let Some(found) = self.regex.captures_from_pos(&text, from).map_err(|it| failed(&it))? else { break };
            let Some(whole) = found.get(0) else { break };
            out.push_str(text.get(copied..whole.start()).unwrap_or_default());
            template.0.expand(&|it| found.get(it).map_or("", |it| it.as_str()), &mut out);
            (copied, number) = (whole.end(), number + 1);
            let is_empty = whole.start() == whole.end();
            let next = || text.get(whole.end()..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8);
            from = whole.end() + if is_empty { next() } else { 0 };
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Ok((self.write(&out), number))
    }

    /// Reads a text that replaces matches; none if Python refuses it.
    pub fn template(&self, text: &str) -> Option<Template> {
        let text = if self.subject == Subject::Bytes { characters(text.as_bytes()) } else { text.to_owned() };
        template::Parts::new(&text, &self.regex).map(Template)
    }

    /// The same for a text that stands for itself.
    pub fn literal(&self, text: &str) -> Template {
        Template(template::Parts::literal(if self.subject == Subject::Bytes { characters(text.as_bytes()) } else { text.to_owned() }))
    }

    fn read(&self, bytes: &[u8]) -> String {
        if self.subject == Subject::Bytes { characters(bytes) } else { String::from_utf8_lossy(bytes).into_owned() }
    }

    fn write(&self, text: &str) -> Vec<u8> {
        // Each character was read from one byte.
        if self.subject == Subject::Bytes {
            text.chars().filter_map(|it| u8::try_from(it).ok()).collect()
        } else {
            text.as_bytes().to_vec()
        }
    }
}

/// A text that replaces matches.
#[derive(Debug)]
pub struct Template(template::Parts);

fn failed(error: &fancy_regex::Error) -> StateError {
    StateError::exception("re.error", error.to_string())
}

/// A character for each byte.
fn characters(bytes: &[u8]) -> String {
    bytes.iter().map(|it| char::from(*it)).collect()
}

/// Python's `re.escape`.
pub fn escape(text: &str) -> String {
    let is_special = |c: char| "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(c);
    text.chars().flat_map(|it| is_special(it).then_some('\\').into_iter().chain([it])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sub(pattern: &str, replacement: &str, text: &str) -> Option<String> {
        let regex = PythonRegex::new(pattern, Flags::MULTI_LINE, Subject::Bytes)?;
        let template = regex.template(replacement)?;
        let (bytes, _) = regex.replace(&template, text.as_bytes(), 0).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// Each line was asked of Python 3.11: `re.sub(pattern.encode(), replacement.encode(), text.encode(), flags=re.M)`.
    #[test]
    fn replaces_as_python_does() {
        let table = [
            ("^#?Port .*$", "Port 22", "#Port 2\nPorts 1\nPort 3", "Port 22\nPorts 1\nPort 22"),
            ("x*", "-", "abxd", "-a-b--d-"),
            (r"(\w+)=(\w*)", r"\2=\1", "a=1 b=", "1=a =b"),
            (r"(?P<key>[^\s=]+)=", r"\g<key>: ", "a=1\nb=2", "a: 1\nb: 2"),
            (r"\w+", "x", "é a", "é x"),
            ("é.", "x", "éa", "x"),
            ("[é]", "x", "é", "xx"),
            (r"${A}", "x", "${A}", "${A}"),
            (r"\${A}", "x", "${A}", "x"),
            (r"a{2}b{,1}c{x}", "-", "aabc{x}", "-"),
            (r"[[a]", "-", "[a", "--"),
            (r"[a&&b]", "-", "a&b", "---"),
            (r"[^\]a-]", "-", "]a-b", "]a--"),
            (r"\Ax|x\Z", "-", "x\nx\nx", "-\nx\n-"),
            (r"a\<b", "-", "a<b", "-"),
            ("a", r"\t\n\x", "a", ""),
            ("a", r"\t\.", "a", "\t\\."),
            ("(a)|b", r"[\1]", "ab", "[a][]"),
            ("$", "!", "a\nb\n", "a!\nb!\n!"),
        ];
        for (pattern, replacement, text, expected) in table {
            assert_eq!(sub(pattern, replacement, text).unwrap_or_default(), expected, "{pattern} {replacement} {text}");
        }
    }

    #[test]
    fn without_lines_a_dollar_stands_before_the_last_line_end() {
        let regex = PythonRegex::new("b$", Flags::default(), Subject::Text).unwrap();
        assert!(regex.is_match(b"a\nb\n").unwrap());
        assert!(!regex.is_match(b"b\na").unwrap());
    }

    #[test]
    fn what_is_not_shared_is_not_supported() {
        for pattern in ["(", "(?x)a b", "(?L)a", r"\q", "a**", "[", r"(?P<a>.)(?P<a>.)", "*a"] {
            assert!(PythonRegex::new(pattern, Flags::default(), Subject::Bytes).is_none(), "{pattern}");
        }
        assert!(PythonRegex::new("é", Flags { ignore_case: true, ..Flags::default() }, Subject::Bytes).is_none());
    }
}
