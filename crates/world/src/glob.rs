//! Patterns as Ruby has them: `Dir.glob` and `File.fnmatch`.

use std::path::Path;

use crate::{FileKind, World};

/// A pattern stands for no more than this many others, and finds no more files.
pub const MOST: usize = 10_000;

/// Folders are looked into no deeper.
const DEEPEST: usize = 64;

/// Limit of files and folders for one pattern.
pub const MOST_SEEN: usize = 100_000;

/// Paths that match a pattern.
#[derive(Debug, Default)]
pub struct Found {
    /// In the order of their names; folders are left out.
    pub files: Vec<String>,
    /// There was more to look at than [`MOST_SEEN`].
    pub is_cut: bool,
    seen: usize,
}

/// Returns the files that an absolute pattern matches.
pub fn files(world: &dyn World, pattern: &str) -> Found {
    let mut found = Found::default();
    for pattern in braces(pattern) {
        let parts: Vec<&str> = pattern.split('/').filter(|it| !it.is_empty()).collect();
        walk(world, "", &parts, &mut found, 0);
    }
    found
}

fn walk(world: &dyn World, folder: &str, parts: &[&str], found: &mut Found, depth: usize) {
    if found.files.len() >= MOST || found.is_cut || depth > DEEPEST {
        return;
    }
    let Some((part, rest)) = parts.split_first() else { return };
    if *part == "**" && !rest.is_empty() {
        let Some((next, after)) = rest.split_first() else { return };
        for (name, kind) in entries(world, folder, found) {
            let path = format!("{folder}/{name}");
            if kind == FileKind::Directory && !name.starts_with('.') {
                walk(world, &path, parts, found, depth + 1);
            }
            if *next != "**" && matches_visible(next, &name) {
                one_path(world, path, after, found, depth);
            }
        }
        return;
    }
    let names = if is_pattern(part) {
        entries(world, folder, found).into_iter().map(|it| it.0).filter(|name| matches_visible(part, name)).collect()
    } else {
        vec![part.replace('\\', "")]
    };
    for name in names {
        one_path(world, format!("{folder}/{name}"), rest, found, depth);
    }
}

/// Matches the rest of the pattern below the path; without a rest, the path itself matches.
fn one_path(world: &dyn World, path: String, rest: &[&str], found: &mut Found, depth: usize) {
    if !rest.is_empty() {
        walk(world, &path, rest, found, depth + 1);
    } else if world.metadata(Path::new(&path)).is_ok_and(|it| it.kind != FileKind::Directory) {
        found.files.push(path);
    }
}

fn entries(world: &dyn World, folder: &str, found: &mut Found) -> Vec<(String, FileKind)> {
    let folder = if folder.is_empty() { "/" } else { folder };
    let entries = world.read_dir(Path::new(folder)).unwrap_or_default();
    found.seen += entries.len() + 1;
    if found.seen > MOST_SEEN {
        found.is_cut = true;
        return Vec::new();
    }
    entries.into_iter().filter_map(|it| Some((it.name.into_string().ok()?, it.kind))).collect()
}

fn is_pattern(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

/// `{a,b}` stands for two patterns.
fn braces(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut waiting = vec![pattern.to_owned()];
    while let Some(pattern) = waiting.pop() {
        if done.len() + waiting.len() > MOST {
            break;
        }
        // The innermost pair comes first.
        let pair = pattern.find('}').and_then(|end| Some((pattern[..end].rfind('{')?, end)));
        let Some((start, end)) = pair else {
            done.push(pattern);
            continue;
        };
        for choice in pattern[start + 1..end].split(',').rev() {
            waiting.push(format!("{}{choice}{}", &pattern[..start], &pattern[end + 1..]));
        }
    }
    done
}

/// Returns whether a name matches a pattern without slashes. Only a dot matches a dot at its beginning.
pub fn matches_visible(pattern: &str, name: &str) -> bool {
    let is_dot = pattern.starts_with('.') || pattern.starts_with("\\.");
    (is_dot || !name.starts_with('.')) && matches(pattern, name)
}

/// Returns whether a name matches a pattern without slashes, also a hidden one.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // Where the last star stands, and how much it has taken: what is after it is tried again.
    let (mut at, mut place, mut star) = (0, 0, None);
    while place < name.len() {
        match name.get(place).and_then(|it| one(&pattern, at, *it)) {
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

/// The place after what matches one character.
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
    use crate::MemoryWorld;

    use super::{files, matches, matches_visible};

    #[test]
    fn names_fit_patterns() {
        for (pattern, name, expected) in [
            ("*.yaml", "a.yaml", true),
            ("*.yaml", ".a.yaml", false),
            (".*", ".a", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbY", false),
            ("*", "", true),
        ] {
            assert_eq!(matches_visible(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn files_come_in_their_order() {
        let mut world = MemoryWorld::new();
        for file in ["/d/b.yaml", "/d/a.yaml", "/d/sub/c.yaml", "/d/sub/deep/e.yaml", "/d/x.json"] {
            world.add_file(file, "");
        }
        assert_eq!(files(&world, "/d/*.yaml").files, ["/d/a.yaml", "/d/b.yaml"]);
        assert_eq!(files(&world, "/d/**/*.yaml").files, ["/d/a.yaml", "/d/b.yaml", "/d/sub/c.yaml", "/d/sub/deep/e.yaml"]);
        assert_eq!(files(&world, "/d/{x.json,a.yaml}").files, ["/d/x.json", "/d/a.yaml"]);
        assert_eq!(files(&world, "/d/none*").files, Vec::<String>::new());
        assert!(!files(&world, "/d/**/*").is_cut);
        (0..=super::MOST_SEEN).for_each(|it| world.add_file(format!("/d/many/{it}"), ""));
        assert!(files(&world, "/**/*.yaml").is_cut);
    }

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
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*.tmp", "a.tmpx"), ("[0-9]*", "a1"), ("tmpfile?", "tmpfile"), ("[!a]x", "ax"), ("[", "a")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name, wanted) in [("*.swp", ".a.swp", false), (".*.swp", ".a.swp", true), ("?a", ".a", false), ("*", "a", true)] {
            assert_eq!(matches_visible(pattern, name), wanted, "{pattern} {name}");
        }
    }
}
