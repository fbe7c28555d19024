//! Patterns of shells, as Ruby has them.

/// The same, where a dot at the beginning of the name is only matched by a dot.
pub fn glob_shown(pattern: &str, name: &str) -> bool {
    let is_dot = pattern.starts_with('.') || pattern.starts_with("\\.");
    (is_dot || !name.starts_with('.')) && glob(pattern, name)
}

/// Whether a name matches a pattern of a shell.
pub fn glob(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // Where the last star stands, and how much it has taken: what is behind it is tried again.
    let (mut at, mut place, mut star) = (0, 0, None);
    while place < name.len() {
        match one(&pattern, at, name[place]) {
            Some(next) => (at, place) = (next, place + 1),
            None if pattern.get(at) == Some(&'*') => {
                star = Some((at, place));
                at += 1;
            }
            None => match star {
                Some((star_at, taken)) => {
                    star = Some((star_at, taken + 1));
                    (at, place) = (star_at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|it| *it == '*')
}

/// The place behind what matches one character.
fn one(pattern: &[char], at: usize, c: char) -> Option<usize> {
    match *pattern.get(at)? {
        '*' => None,
        '?' => Some(at + 1),
        '\\' => (*pattern.get(at + 1)? == c).then_some(at + 2),
        '[' => {
            let inside = pattern.get(at + 1..)?;
            let length = inside.iter().skip(1).position(|it| *it == ']')? + 1;
            let (negated, set) = match inside.get(..length)? {
                ['!' | '^', rest @ ..] => (true, rest),
                set => (false, set),
            };
            let mut is_in = false;
            let mut rest = set;
            while let [first, behind @ ..] = rest {
                rest = behind;
                if let ['-', last, behind @ ..] = rest {
                    is_in |= (*first..=*last).contains(&c);
                    rest = behind;
                } else {
                    is_in |= *first == c;
                }
            }
            (is_in != negated).then_some(at + 2 + length)
        }
        other => (other == c).then_some(at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_shells() {
        for (pattern, name) in [
            ("*.tmp", "a.tmp"),
            ("[0-9]pub*.tmp", "7public.tmp"),
            ("tmpfile?", "tmpfile1"),
            ("*", ""),
            ("a*b*c", "aXbbYc"),
            ("[!a]x", "bx"),
        ] {
            assert!(glob(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*.tmp", "a.tmpx"), ("[0-9]*", "a1"), ("tmpfile?", "tmpfile"), ("[!a]x", "ax"), ("[", "a")] {
            assert!(!glob(pattern, name), "{pattern} {name}");
        }
        for (pattern, name, wanted) in [("*.swp", ".a.swp", false), (".*.swp", ".a.swp", true), ("?a", ".a", false), ("*", "a", true)] {
            assert_eq!(glob_shown(pattern, name), wanted, "{pattern} {name}");
        }
    }
}
