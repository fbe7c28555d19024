//! Wildcards as Python's `fnmatch` has them: `*`, `?`, `[ab]`, `[!ab]`; `*` matches slashes and dots.

use std::cell::OnceCell;

use crate::value::Str;

/// A pattern that many texts are compared with.
pub struct Pattern<'p> {
    text: &'p str,
    is_plain: bool,
    /// Text before the first wildcard, and after the last star: most texts differ there.
    head: &'p str,
    tail: &'p str,
    /// The characters, once a text needs them.
    chars: OnceCell<Vec<char>>,
}

impl<'p> Pattern<'p> {
    pub fn new(text: &'p str) -> Pattern<'p> {
        let head = text.split(['*', '?', '[']).next().unwrap_or_default();
        let tail = text.rsplit('*').next().unwrap_or_default();
        let is_literal = tail.len() < text.len() && !tail.contains(['?', '[', ']']);
        Pattern { text, is_plain: !is_pattern(text), head, tail: if is_literal { tail } else { "" }, chars: OnceCell::new() }
    }

    /// Returns whether a text matches as a whole. Needs no more than the product of both lengths.
    pub fn matches(&self, text: &str) -> bool {
        if self.is_plain {
            return text == self.text;
        }
        if !self.may_match(text) {
            return false;
        }
        let pattern = self.chars.get_or_init(|| self.text.chars().collect());
        let text: Vec<char> = text.chars().collect();
        let (mut at, mut next) = (0, 0);
        // Where the last star stood, and how far it has taken the text.
        let mut star: Option<(usize, usize)> = None;
        loop {
            let step = match pattern.get(next) {
                Some('*') => {
                    star = Some((next, at));
                    next += 1;
                    continue;
                }
                None if at == text.len() => return true,
                None => None,
                Some(_) => text.get(at).and_then(|char| one(*char, pattern, next)),
            };
            match (step, star) {
                (Some(after), _) => {
                    at += 1;
                    next = after;
                }
                (None, Some((place, taken))) if taken < text.len() => {
                    star = Some((place, taken + 1));
                    at = taken + 1;
                    next = place + 1;
                }
                _ => return false,
            }
        }
    }

    fn may_match(&self, text: &str) -> bool {
        text.starts_with(self.head) && text.ends_with(self.tail)
    }

    /// Returns how many steps it may take to match a text.
    pub fn cost(&self, text: &str) -> usize {
        if self.may_match(text) { 1 + text.len().saturating_mul(self.text.len()) / 256 } else { 1 }
    }
}

/// Texts with numbers, so that a pattern is compared only with those that begin as it does.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Sorted.
    texts: Vec<(Str, usize)>,
}

impl Index {
    pub fn new(mut texts: Vec<(Str, usize)>) -> Index {
        texts.sort_unstable();
        Index { texts }
    }

    /// The texts that begin as the pattern does.
    fn with_prefix(&self, pattern: &Pattern<'_>) -> &[(Str, usize)] {
        let from = self.texts.partition_point(|it| *it.0 < *pattern.head);
        let rest = self.texts.get(from..).unwrap_or_default();
        rest.get(..rest.partition_point(|it| it.0.starts_with(pattern.head))).unwrap_or_default()
    }

    /// Returns how many steps it may take to match all texts.
    pub fn cost(&self, pattern: &Pattern<'_>) -> usize {
        self.with_prefix(pattern).iter().map(|it| pattern.cost(&it.0)).fold(1, usize::saturating_add)
    }

    /// The numbers of the texts that match, each once, in their order.
    pub fn matching(&self, pattern: &Pattern<'_>) -> Vec<usize> {
        let mut found: Vec<usize> = self.with_prefix(pattern).iter().filter(|it| pattern.matches(&it.0)).map(|it| it.1).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Returns whether a text matches a pattern as a whole.
pub fn matches(text: &str, pattern: &str) -> bool {
    Pattern::new(pattern).matches(text)
}

/// Returns whether requisites with this text are wildcards.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', ']'])
}

/// Matches one character; returns where the pattern goes on.
fn one(char: char, pattern: &[char], at: usize) -> Option<usize> {
    match pattern.get(at)? {
        '?' => Some(at + 1),
        '[' => match class_end(pattern, at) {
            Some(end) => in_class(char, pattern.get(at + 1..end)?).then_some(end + 1),
            None => (char == '[').then_some(at + 1),
        },
        other => (char == *other).then_some(at + 1),
    }
}

/// Where the bracket ends that begins here.
fn class_end(pattern: &[char], at: usize) -> Option<usize> {
    let mut end = at + 1;
    if pattern.get(end) == Some(&'!') {
        end += 1;
    }
    if pattern.get(end) == Some(&']') {
        end += 1;
    }
    while *pattern.get(end)? != ']' {
        end += 1;
    }
    Some(end)
}

fn in_class(char: char, class: &[char]) -> bool {
    let (negated, class) = match class {
        ['!', rest @ ..] => (true, rest),
        all => (false, all),
    };
    let (mut at, mut found) = (0, false);
    while let Some(from) = class.get(at) {
        match (class.get(at + 1), class.get(at + 2)) {
            (Some('-'), Some(to)) => {
                found |= (*from..=*to).contains(&char);
                at += 3;
            }
            _ => {
                found |= *from == char;
                at += 1;
            }
        }
    }
    found != negated
}

#[cfg(test)]
mod tests {
    use super::{Index, Pattern, matches};

    #[test]
    fn an_index_finds_what_a_pattern_matches() {
        let names = ["b", "a1", "a", "a10", "ab", "", "a1", "é1", "[x"];
        let index = Index::new(names.iter().enumerate().map(|(number, it)| ((*it).into(), number)).collect());
        for pattern in ["*", "a*", "a?", "a[0-9]*", "?*", "z*", "é*", "*1", "a*0", "[ax]", "", "[x", "b"] {
            let pattern = Pattern::new(pattern);
            let expected: Vec<usize> = (0..names.len()).filter(|it| pattern.matches(names[*it])).collect();
            assert_eq!(index.matching(&pattern), expected);
        }
    }

    #[test]
    fn wildcards_match_as_in_python() {
        for (text, pattern, expected) in [
            ("web1", "web*", true),
            ("web", "web*", true),
            ("a.b.c", "a.*", true),
            ("abc", "a?c", true),
            ("abc", "a[bx]c", true),
            ("abc", "a[!b]c", false),
            ("a[b", "a[b", true),
            ("abbbc", "a*b*c", true),
            ("abd", "a*c", false),
            ("b5", "b[0-9]", true),
            ("x]", "x[]]", true),
            ("", "*", true),
            ("", "?", false),
        ] {
            assert_eq!(matches(text, pattern), expected, "{text} {pattern}");
        }
    }
}
