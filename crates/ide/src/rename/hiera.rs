//! Keys of Hiera's data, which name classes and their parameters.

use analysis::Snapshot;
use hir::{Symbol, name};
use syntax::{TextRange, TextSize};

use super::{Reason, Rename, Subject, spelled};

/// How keys change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyChange {
    /// One key.
    Exact { old: String, new: String },
    /// A class: all keys of its parameters, and where the class itself stands in a list.
    Class { old: String, new: String },
}

pub(super) fn rename(snapshot: Snapshot<'_>, subject: &Subject<'_>, new: &str) -> Result<Rename, Reason> {
    let Symbol::Key(old) = &subject.meant else { return Err("this is no key".to_owned()) };
    let is_key = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | ':' | '-'));
    if !is_key(new) || !is_key(old) {
        return Err(format!("`{new}` cannot be written as a key"));
    }
    let mut rename = Rename { keys: vec![KeyChange::Exact { old: old.to_string(), new: new.to_owned() }], ..Rename::default() };
    for place in &subject.places {
        let text = spelled(place.reference.spelling, new).ok_or("the key is put together from variables")?;
        rename.edits.push((snapshot.path(place.file), place.reference.range, text));
    }
    Ok(rename)
}

/// What changes in a file of Hiera's data. It may be YAML of any kind and in any state: only what is a key, what is looked up in an
/// interpolation, and a class alone in a list is touched.
pub fn hiera_edits(text: &str, changes: &[KeyChange]) -> Vec<(TextRange, String)> {
    let mut edits = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with('#') {
            for change in changes {
                in_line(line, start, change, &mut edits);
            }
        }
        start += line.len();
    }
    edits.sort_by_key(|(range, _)| range.start());
    edits
}

fn in_line(line: &str, start: usize, change: &KeyChange, edits: &mut Vec<(TextRange, String)>) {
    let (old, new, is_class) = match change {
        KeyChange::Exact { old, new } => (old, new, false),
        KeyChange::Class { old, new } => (old, new, true),
    };
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ':' || it == '-';
    for (at, _) in line.match_indices(old.as_str()) {
        let (Some(before), Some(after)) = (line.get(..at), line.get(at + old.len()..)) else { continue };
        if before.chars().next_back().is_some_and(is_part) {
            continue;
        }
        let fits = match is_class {
            false => !after.starts_with("::") && is_named(before, after),
            true => match after.strip_prefix("::") {
                // One parameter more, and no class below.
                Some(rest) => {
                    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
                    let (parameter, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    name::is_parameter(parameter) && !behind.starts_with("::") && is_named(before, behind)
                }
                None => is_element(before, after) && old.contains("::"),
            },
        };
        if fits && let Ok(from) = TextSize::try_from(start + at) {
            edits.push((TextRange::at(from, TextSize::of(old.as_str())), new.clone()));
        }
    }
}

/// Whether a key stands between two texts: at the start of an entry, or as what an interpolation looks up.
fn is_named(before: &str, after: &str) -> bool {
    let unquoted = before.strip_suffix(['\'', '"']);
    let rest = if unquoted.is_some() { after.strip_prefix(['\'', '"']) } else { Some(after) };
    let Some(rest) = rest else { return false };
    let outside = unquoted.unwrap_or(before);
    let is_entry = outside.chars().all(|it| it.is_whitespace() || it == '-') || outside.trim_end().ends_with(['{', ',']);
    let is_key = rest.trim_start().strip_prefix(':').is_some_and(|it| it.is_empty() || it.starts_with(char::is_whitespace));
    let looks_up = ["lookup(", "alias(", "hiera("].iter().any(|it| outside.trim_end().ends_with(it));
    is_entry && is_key || looks_up && unquoted.is_some() && rest.trim_start().starts_with(')')
}

/// Whether an element of a list stands between two texts.
fn is_element(before: &str, after: &str) -> bool {
    let outside = before.strip_suffix(['\'', '"']).unwrap_or(before).trim();
    let rest = after.strip_prefix(['\'', '"']).unwrap_or(after).trim();
    outside == "-" && (rest.is_empty() || rest.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{KeyChange, hiera_edits};
    use crate::rename::tests::check;

    fn edited(text: &str, change: KeyChange) -> String {
        let mut text = text.to_owned();
        for (range, new) in hiera_edits(&text, &[change]).into_iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(range), &new);
        }
        text
    }

    #[test]
    fn one_key() {
        let change = || KeyChange::Exact { old: "a::x".to_owned(), new: "a::y".to_owned() };
        for (before, after) in [
            ("a::x: 1\n'a::x': 2\n\"a::x\" : 3\n", "a::y: 1\n'a::y': 2\n\"a::y\" : 3\n"),
            ("lookup_options:\n  a::x:\n    merge: deep\n", "lookup_options:\n  a::y:\n    merge: deep\n"),
            ("b: \"%{lookup('a::x')} %{alias( \\\"a::x\\\")}\"\n", "b: \"%{lookup('a::y')} %{alias( \\\"a::x\\\")}\"\n"),
            ("# a::x: 1\na::xy: 1\nb::a::x: 1\na::x::y: 1\nb: a::x\n", "# a::x: 1\na::xy: 1\nb::a::x: 1\na::x::y: 1\nb: a::x\n"),
            ("{\n  \"a::x\": 1, \"a::x\": 2 }", "{\n  \"a::y\": 1, \"a::y\": 2 }"),
        ] {
            assert_eq!(edited(before, change()), after);
        }
    }

    #[test]
    fn all_keys_of_a_class() {
        let change = || KeyChange::Class { old: "a::b".to_owned(), new: "a::c".to_owned() };
        for (before, after) in [
            ("a::b::x: 1\na::b::c::x: 2\na::bb::x: 3\na::b: 4\n", "a::c::x: 1\na::b::c::x: 2\na::bb::x: 3\na::b: 4\n"),
            ("classes:\n  - a::b\n  - 'a::b' # so\n  - a::b::c\n", "classes:\n  - a::c\n  - 'a::c' # so\n  - a::b::c\n"),
        ] {
            assert_eq!(edited(before, change()), after);
        }
        let one = KeyChange::Class { old: "a".to_owned(), new: "b".to_owned() };
        assert_eq!(edited("a::x: 1\nl:\n  - a\n", one), "b::x: 1\nl:\n  - a\n");
    }

    #[test]
    fn a_key_that_is_no_parameter() {
        check(
            "#- /a.pp\nlookup('site::x$0')\nhiera(\"site::x\")\n",
            "site::y",
            expect![[r##"
            #- /a.pp
            lookup('site::y')
            hiera("site::y")
            Exact { old: "site::x", new: "site::y" }
        "##]],
        );
        check(
            "#- /a.pp\nlookup('x$0')\n",
            "a b",
            expect![[r#"
            refused: `a b` cannot be written as a key
        "#]],
        );
    }
}
