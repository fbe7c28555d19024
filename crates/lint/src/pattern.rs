//! Patterns of paths, as `--ignore-paths` has them.

/// Whether a pattern matches a whole path: `*` is any text, `?` any character, `[a-z]` and `[^a-z]` one of a set, `\` takes the
/// meaning from what follows. `*` and `?` also match `/`, and nothing matches a dot that begins the path but a dot.
///
/// Source: what Ruby's `File.fnmatch` does without flags.
pub fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let path: Vec<char> = path.chars().collect();
    let (mut at, mut from) = (0, 0);
    // Where to go on when what follows the last `*` does not match.
    let mut star: Option<(usize, usize)> = None;
    if path.first() == Some(&'.') && matches!(pattern.first(), Some('*' | '?' | '[')) {
        return false;
    }
    while from < path.len() {
        if pattern.get(at) == Some(&'*') {
            at += 1;
            star = Some((at, from));
            continue;
        }
        if let Some(next) = one(&pattern, at, path[from]) {
            at = next;
            from += 1;
            continue;
        }
        match star {
            Some((after, begin)) => {
                at = after;
                from = begin + 1;
                star = Some((after, from));
            }
            None => return false,
        }
    }
    pattern.get(at..).is_some_and(|rest| rest.iter().all(|it| *it == '*'))
}

/// Behind what matches one character, if it does.
fn one(pattern: &[char], at: usize, it: char) -> Option<usize> {
    match pattern.get(at)? {
        '?' => Some(at + 1),
        '\\' => match pattern.get(at + 1) {
            Some(next) => (*next == it).then_some(at + 2),
            None => (it == '\\').then_some(at + 1),
        },
        '[' => set(pattern, at + 1, it),
        other => (*other == it).then_some(at + 1),
    }
}

fn set(pattern: &[char], mut at: usize, it: char) -> Option<usize> {
    let negated = matches!(pattern.get(at)?, '!' | '^');
    at += usize::from(negated);
    let mut found = false;
    while *pattern.get(at)? != ']' {
        let low = *pattern.get(at)?;
        let high = match (pattern.get(at + 1), pattern.get(at + 2)) {
            (Some('-'), Some(high)) if *high != ']' => {
                at += 2;
                *high
            }
            _ => low,
        };
        found |= low <= it && it <= high;
        at += 1;
    }
    (found != negated).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_as_ruby_matches_them() {
        for (pattern, path, expected) in [
            ("vendor/**/*.pp", "vendor/a/b/c.pp", true),
            ("vendor/**/*.pp", "vendor/a.pp", false),
            ("*.pp", "a/b.pp", true),
            ("*.pp", ".a.pp", false),
            ("a?c", "a/c", true),
            ("[a-c]x", "bx", true),
            ("[^a-c]x", "bx", false),
            ("[a", "a", false),
            ("\\*", "*", true),
            ("./vendor/*", "./vendor/x", true),
            ("", "", true),
            ("*", "", true),
            ("a*b*c", "aXbYbZc", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }
}
