//! Keys of Hiera's data, which name classes and their parameters.

use analysis::Snapshot;
use hir::{Symbol, name};
use syntax::{TextRange, TextSize};

use super::error::Subject as Named;
use super::{Rename, RenameError, Subject, spelled};

/// How keys change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyChange {
    /// One key.
    Exact { old: String, new: String },
    /// A class: all keys of its parameters, and where the class itself stands in a list.
    Class { old: String, new: String },
    /// A file of a module, by its address.
    File { old: String, new: String },
    /// A module: all its keys, its classes in lists of such, and the addresses of its files.
    Module { old: String, new: String },
}

pub(super) fn rename(snapshot: Snapshot<'_>, subject: &Subject<'_>, new: &str) -> Result<Rename, RenameError> {
    let Symbol::Key(old) = &subject.meant else { return Err(RenameError::NoName) };
    let is_key = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | ':' | '-'));
    if !is_key(new) || !is_key(old) {
        return Err(RenameError::Invalid { name: new.to_owned(), subject: Named::Key });
    }
    let mut rename = Rename { keys: vec![KeyChange::Exact { old: old.to_string(), new: new.to_owned() }], ..Rename::default() };
    for place in &subject.places {
        let text =
            spelled(place.reference.spelling, new).ok_or(RenameError::Computed { subject: Named::Key, path: None, written: None })?;
        rename.edits.push((snapshot.path(place.file), place.reference.range, text));
    }
    Ok(rename)
}

/// Edits in a file of Hiera's data. It may be YAML of any kind and in any state: only what is a key, what is looked up in an interpolation,
/// and a class alone in a list is touched.
pub fn hiera_edits(text: &str, changes: &[KeyChange]) -> Vec<(TextRange, String)> {
    let mut edits = Vec::new();
    let mut start = 0;
    let mut lists_classes = false;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.starts_with('#') {
            // The key above a list shows what its elements are.
            if let Some(key) = content.strip_suffix(':').filter(|it| !it.starts_with("- ")) {
                lists_classes = key.to_ascii_lowercase().contains("class");
            } else if !content.is_empty() && !content.starts_with('-') {
                lists_classes = false;
            }
            for change in changes {
                in_line(line, lists_classes, change, &mut |at, old, new| {
                    if let Ok(from) = TextSize::try_from(start + at) {
                        edits.push((TextRange::at(from, TextSize::of(old)), new.to_owned()));
                    }
                });
            }
        }
        start += line.len();
    }
    edits.sort_by_key(|(range, _)| range.start());
    edits
}

fn in_line(line: &str, lists_classes: bool, change: &KeyChange, edit: &mut dyn FnMut(usize, &str, &str)) {
    let (KeyChange::Exact { old, new } | KeyChange::Class { old, new } | KeyChange::File { old, new } | KeyChange::Module { old, new }) =
        change;
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ':' || it == '-';
    for (at, _) in line.match_indices(old.as_str()) {
        let (Some(before), Some(after)) = (line.get(..at), line.get(at + old.len()..)) else { continue };
        if before.strip_suffix("::").unwrap_or(before).chars().next_back().is_some_and(is_part) {
            continue;
        }
        // Only a class, or a variable of one, may be named from the top scope.
        let is_absolute = before.ends_with("::");
        let before = before.strip_suffix("::").unwrap_or(before);
        let is_class = |rest: &str| is_element(before, rest) && (lists_classes || old.contains("::") || rest.starts_with("::"));
        let fits = match change {
            KeyChange::Exact { .. } => !is_absolute && !after.starts_with("::") && is_named(before, after),
            KeyChange::Class { .. } => match after.strip_prefix("::") {
                // One parameter more, and no class below.
                Some(rest) => {
                    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
                    let (parameter, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    !is_absolute && name::is_parameter(parameter) && !behind.starts_with("::") && is_named(before, behind)
                }
                None => is_class(after),
            },
            KeyChange::File { .. } => {
                let is_end = |it: char| it.is_whitespace() || matches!(it, '\'' | '"' | ',' | ']' | '}');
                before.ends_with("puppet:///modules/") && after.chars().next().is_none_or(is_end)
            }
            KeyChange::Module { .. } => {
                let end = after.find(|it: char| !is_part(it) || it == '-').unwrap_or(after.len());
                let (rest, behind) = after.split_at_checked(end).unwrap_or((after, ""));
                let rest = rest.trim_end_matches(':');
                let behind = after.get(rest.len()..).unwrap_or(behind);
                let is_below = rest.starts_with("::");
                let is_key = !is_absolute && is_below && is_named(before, behind);
                let is_variable = is_below && before.ends_with("%{") && behind.starts_with('}');
                let is_file = !is_absolute && before.ends_with("puppet:///modules/") && after.starts_with('/');
                let is_listed = (rest.is_empty() || is_below) && lists_classes && is_element(before, behind);
                is_key || is_variable || is_file || is_listed
            }
        };
        if fits {
            edit(at, old, new);
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
        let text = "a::x: 1\nl:\n  - a\nclasses:\n  - a\n";
        assert_eq!(edited(text, one), "b::x: 1\nl:\n  - a\nclasses:\n  - b\n");
    }

    #[test]
    fn all_of_a_module() {
        let change = || KeyChange::Module { old: "a".to_owned(), new: "b".to_owned() };
        for (before, after) in [
            ("a::x: 1\na::c::x: 2\naa::x: 3\nc::a::x: 4\na: 5\n", "b::x: 1\nb::c::x: 2\naa::x: 3\nc::a::x: 4\na: 5\n"),
            ("lookup_options:\n  a::x: { merge: deep }\n", "lookup_options:\n  b::x: { merge: deep }\n"),
            ("classes:\n  - a\n  - '::a::c'\npackages:\n  - a\n", "classes:\n  - b\n  - '::b::c'\npackages:\n  - a\n"),
            ("x: \"%{lookup('a::x')} %{a::x} %{::a::y} %{a}\"\n", "x: \"%{lookup('b::x')} %{b::x} %{::b::y} %{a}\"\n"),
            ("x: puppet:///modules/a/f\ny: a/f\n", "x: puppet:///modules/b/f\ny: a/f\n"),
        ] {
            assert_eq!(edited(before, change()), after);
        }
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
