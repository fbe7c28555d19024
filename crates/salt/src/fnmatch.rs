//! Wildcards as Python's `fnmatch` has them: `*`, `?`, `[ab]`, `[!ab]`; `*` matches slashes and dots.

/// Returns whether a text matches a pattern as a whole. Needs no more than the product of both lengths.
pub fn matches(text: &str, pattern: &str) -> bool {
    if !is_pattern(pattern) {
        return text == pattern;
    }
    if !may_match(text, pattern) {
        return false;
    }
    let text: Vec<char> = text.chars().collect();
    let pattern: Vec<char> = pattern.chars().collect();
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
            Some(_) => text.get(at).and_then(|char| one(*char, &pattern, next)),
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

/// Compares what stands before the first wildcard and after the last star: most texts differ there.
fn may_match(text: &str, pattern: &str) -> bool {
    let head = pattern.split(['*', '?', '[']).next().unwrap_or_default();
    let tail = pattern.rsplit('*').next().unwrap_or_default();
    text.starts_with(head) && (tail.len() == pattern.len() || tail.contains(['?', '[', ']']) || text.ends_with(tail))
}

/// Returns how many steps it may take to match a text.
pub fn cost(text: &str, pattern: &str) -> usize {
    if may_match(text, pattern) { 1 + text.len().saturating_mul(pattern.len()) / 256 } else { 1 }
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
    use super::matches;

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
