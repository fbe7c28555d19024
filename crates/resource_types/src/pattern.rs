//! Ruby's regular expressions, as the table writes them: `/source/flags`.

use std::sync::OnceLock;

use fancy_regex::Regex;

/// A regular expression that is compiled when it is first asked.
#[derive(Debug)]
pub struct Pattern {
    text: String,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// From Ruby's `inspect` of it.
    pub fn new(text: impl Into<String>) -> Pattern {
        Pattern { text: text.into(), regex: OnceLock::new() }
    }

    /// From its source alone, as manifests give it.
    pub fn of_source(source: &str) -> Pattern {
        Pattern::new(format!("/{source}/"))
    }

    /// As Ruby's `inspect` writes it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it can be compiled here at all.
    pub fn compiles(&self) -> bool {
        self.regex().is_some()
    }

    pub fn is_match(&self, text: &str) -> bool {
        self.regex().is_some_and(|it| it.is_match(text).unwrap_or(false))
    }

    /// Whether any text matches as a whole, as its only group.
    pub fn takes_all(&self) -> bool {
        matches!(self.text.as_str(), "/(.*)/m" | r"/\A(.*)\z/m")
    }

    /// The groups of the first match; the whole match is not among them.
    pub fn captures(&self, text: &str) -> Option<Vec<Option<String>>> {
        // What nearly every type has, asked for each resource: it needs no search.
        if self.takes_all() {
            return Some(vec![Some(text.to_owned())]);
        }
        // So does what files have, on one line.
        if self.text == PATH && !text.is_empty() && !text.contains('\n') {
            return Some(vec![Some(path(text).to_owned())]);
        }
        self.searched(text)
    }

    fn searched(&self, text: &str) -> Option<Vec<Option<String>>> {
        let found = self.regex()?.captures(text).ok()??;
        Some((1..found.len()).map(|index| found.get(index).map(|it| it.as_str().to_owned())).collect())
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(&translated(&self.text)).ok()).as_ref()
    }
}

impl Clone for Pattern {
    fn clone(&self) -> Pattern {
        Pattern::new(self.text.clone())
    }
}

/// A path without the slashes at its end, but for that of a root.
const PATH: &str = r"/^(\/|.+:\/|.*[^\/])\/*\Z/m";

fn path(text: &str) -> &str {
    let end = text.trim_end_matches('/').len();
    let is_root = end == 0 || (end > 1 && text[..end].ends_with(':') && text.len() > end);
    if is_root { &text[..=end] } else { &text[..end] }
}

/// In Ruby `^` and `$` always stand at lines, and the flag `m` lets the dot match line ends.
fn translated(text: &str) -> String {
    let inner = text.strip_prefix('/').unwrap_or(text);
    let (source, flags) = inner.rsplit_once('/').unwrap_or((inner, ""));
    let mut out = String::from("(?m");
    for (flag, ours) in [('m', 's'), ('i', 'i'), ('x', 'x')] {
        if flags.contains(flag) {
            out.push(ours);
        }
    }
    out.push(')');
    let mut rest = source;
    while !rest.is_empty() {
        let (ruby, ours): (&str, &str) = [
            ("\\\\", "\\\\"),
            ("\\/", "/"),
            ("(?-mix:", "(?:"),
            ("(?m-ix:", "(?s:"),
            ("(?i-mx:", "(?i:"),
            ("(?mi-x:", "(?si:"),
            ("\\h", "[0-9a-fA-F]"),
            ("\\Z", "(?:\\n?\\z)"),
        ]
        .into_iter()
        .find(|(ruby, _)| rest.starts_with(ruby))
        .unwrap_or_else(|| {
            let end = rest.chars().next().map_or(0, char::len_utf8);
            (&rest[..end], &rest[..end])
        });
        out.push_str(ours);
        rest = &rest[ruby.len()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_that_takes_all_is_not_searched_for() {
        let all = vec![Some("a\nb".to_owned())];
        for pattern in ["/(.*)/m", r"/\A(.*)\z/m", r"/\A(.*)\Z/m"] {
            assert_eq!(Pattern::new(pattern).captures("a\nb"), Some(all.clone()), "{pattern}");
        }
    }

    /// Every text of six letters that mean something to it.
    #[test]
    fn a_path_is_not_searched_for_and_is_the_same() {
        let pattern = Pattern::new(PATH);
        let mut texts = vec![String::new()];
        for _ in 0..6 {
            let longer: Vec<String> = texts.iter().flat_map(|it| ["/", ":", "a", "\n"].map(|letter| format!("{it}{letter}"))).collect();
            texts.extend(longer);
        }
        for text in texts {
            assert_eq!(pattern.captures(&text), pattern.searched(&text), "{text:?}");
        }
    }

    #[test]
    fn lines_and_flags_are_ruby_s() {
        for (pattern, text, matches) in [
            (r"/^b$/", "a\nb\nc", true),
            (r"/a.b/", "a\nb", false),
            (r"/a.b/m", "a\nb", true),
            (r"/\A[a-z]+\z/i", "ABC", true),
            (r"/^\/(?-mix:a|b)\Z/", "/b\n", true),
            (r"/(?!x)y/", "y", true),
        ] {
            assert_eq!(Pattern::new(pattern).is_match(text), matches, "{pattern} {text:?}");
        }
    }
}
