//! The files that a pattern of Ruby's `Dir.glob` names.

use std::path::Path;

use world::{FileKind, World};

use crate::interpolate::NOT_KNOWN;

/// A pattern stands for no more than this many others, and finds no more files.
const MOST: usize = 10_000;

/// Folders are looked into no deeper.
const DEEPEST: usize = 64;

/// The files that an absolute pattern matches, sorted; folders are left out.
pub(crate) fn files(world: &dyn World, pattern: &str) -> Vec<String> {
    let mut found = Vec::new();
    for pattern in braces(pattern) {
        let parts: Vec<&str> = pattern.split('/').filter(|it| !it.is_empty()).collect();
        walk(world, "", &parts, &mut found, 0);
    }
    found
}

/// The pattern of a path of which a part is not known.
pub(crate) fn of_unknown(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len() + 8);
    for it in path.chars() {
        match it {
            // Two of them would lead into folders.
            NOT_KNOWN if pattern.ends_with('*') => {}
            NOT_KNOWN => pattern.push('*'),
            '*' | '?' | '[' | ']' | '{' | '}' | '\\' => pattern.extend(['\\', it]),
            other => pattern.push(other),
        }
    }
    pattern
}

fn walk(world: &dyn World, folder: &str, parts: &[&str], found: &mut Vec<String>, depth: usize) {
    if found.len() >= MOST || depth > DEEPEST {
        return;
    }
    let Some((part, rest)) = parts.split_first() else { return };
    if *part == "**" && !rest.is_empty() {
        let Some((next, after)) = rest.split_first() else { return };
        for (name, kind) in entries(world, folder) {
            let path = format!("{folder}/{name}");
            if kind == FileKind::Directory && !name.starts_with('.') {
                walk(world, &path, parts, found, depth + 1);
            }
            if *next != "**" && matches(next, &name) {
                one_path(world, path, after, found, depth);
            }
        }
        return;
    }
    let names = if is_pattern(part) {
        entries(world, folder).into_iter().map(|it| it.0).filter(|name| matches(part, name)).collect()
    } else {
        vec![part.replace('\\', "")]
    };
    for name in names {
        one_path(world, format!("{folder}/{name}"), rest, found, depth);
    }
}

/// What is left of the pattern is matched below the path; if nothing is, the path itself is found.
fn one_path(world: &dyn World, path: String, rest: &[&str], found: &mut Vec<String>, depth: usize) {
    if !rest.is_empty() {
        walk(world, &path, rest, found, depth + 1);
    } else if world.metadata(Path::new(&path)).is_ok_and(|it| it.kind != FileKind::Directory) {
        found.push(path);
    }
}

fn entries(world: &dyn World, folder: &str) -> Vec<(String, FileKind)> {
    let folder = if folder.is_empty() { "/" } else { folder };
    let entries = world.read_dir(Path::new(folder)).unwrap_or_default();
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

/// Whether a name fits a pattern without slashes.
fn matches(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where the last star was, and how far it reached.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let step = match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
                continue;
            }
            None if n == name.len() => return true,
            None => None,
            Some(_) => name.get(n).and_then(|it| one(&pattern, p, *it)),
        };
        match (step, star) {
            (Some(next), _) => (p, n) = (next, n + 1),
            (None, Some((at, reached))) if reached < name.len() => {
                star = Some((at, reached + 1));
                (p, n) = (at + 1, reached + 1);
            }
            (None, _) => return false,
        }
    }
}

/// What comes behind in the pattern if the character fits what is at that place.
fn one(pattern: &[char], at: usize, it: char) -> Option<usize> {
    match pattern.get(at)? {
        '?' => Some(at + 1),
        '\\' => (*pattern.get(at + 1)? == it).then_some(at + 2),
        '[' => {
            let end = at + 2 + pattern.get(at + 2..)?.iter().position(|c| *c == ']')?;
            let inside = pattern.get(at + 1..end)?;
            let (negated, inside) = match inside.split_first() {
                Some(('!' | '^', rest)) => (true, rest),
                _ => (false, inside),
            };
            (set(inside, it) != negated).then_some(end + 1)
        }
        c => (*c == it).then_some(at + 1),
    }
}

fn set(inside: &[char], it: char) -> bool {
    let mut at = 0;
    while let Some(from) = inside.get(at) {
        if let (Some('-'), Some(to)) = (inside.get(at + 1), inside.get(at + 2)) {
            if (*from..=*to).contains(&it) {
                return true;
            }
            at += 3;
        } else {
            if *from == it {
                return true;
            }
            at += 1;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::{files, matches};

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
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn files_come_in_their_order() {
        let mut world = MemoryWorld::new();
        for file in ["/d/b.yaml", "/d/a.yaml", "/d/sub/c.yaml", "/d/sub/deep/e.yaml", "/d/x.json"] {
            world.add_file(file, "");
        }
        assert_eq!(files(&world, "/d/*.yaml"), ["/d/a.yaml", "/d/b.yaml"]);
        assert_eq!(files(&world, "/d/**/*.yaml"), ["/d/a.yaml", "/d/b.yaml", "/d/sub/c.yaml", "/d/sub/deep/e.yaml"]);
        assert_eq!(files(&world, "/d/{x.json,a.yaml}"), ["/d/x.json", "/d/a.yaml"]);
        assert_eq!(files(&world, "/d/none*"), Vec::<String>::new());
    }
}
