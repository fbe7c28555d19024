//! The names that stand between the braces of `%{…}`, in values, keys and paths.

use std::ops::Range;

use analysis::data::Role;

use super::DataFile;

/// Texts between braces without surrounding blanks, and their ranges.
pub(super) fn names<'a>(looked: &'a DataFile<'_>) -> Vec<(Range<usize>, &'a str)> {
    if matches!(looked.place.role, Role::Metadata | Role::Settings | Role::Puppetfile) || looked.text.tree.problem.is_some() {
        return Vec::new();
    }
    let mut names = Vec::new();
    let mut from = 0;
    for line in looked.source.split_inclusive('\n') {
        names_in_line(line, from, &mut names);
        from += line.len();
    }
    names
}

/// Adds the names of one line, which starts at an offset. Comments have none: they are in no node of the tree.
fn names_in_line<'a>(line: &'a str, from: usize, names: &mut Vec<(Range<usize>, &'a str)>) {
    let comment = if line.trim_start().starts_with('#') { 0 } else { line.find(" #").unwrap_or(line.len()) };
    let mut at = 0;
    // A name ends at the first brace, whatever else it holds.
    while let Some(start) = line.get(at..comment).and_then(|it| it.find("%{")).map(|it| at + it + 2) {
        let Some(inside) = line.get(start..).and_then(|rest| rest.get(..rest.find('}')?)) else { return };
        let first = from + start + (inside.len() - inside.trim_start().len());
        let written = inside.trim();
        names.push((first..first + written.len(), written));
        at = start + inside.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<&str> {
        let mut names = Vec::new();
        names_in_line(line, 0, &mut names);
        names.into_iter().map(|it| it.1).collect()
    }

    #[test]
    fn names_of_a_line() {
        assert_eq!(names("a: '%{x}-%{ facts.os.name }'\n"), ["x", "facts.os.name"]);
        assert_eq!(names("a: '%{x}' # %{y}"), ["x"]);
        assert_eq!(names("  # %{y}"), [""; 0]);
        assert_eq!(names("a: '%{x %{y}'"), ["x %{y"]);
        assert_eq!(names("a: '%{x' %{y"), [""; 0]);
    }

    /// Each name once looked for the start of its line.
    #[test]
    fn a_long_line_is_read_once() {
        let line = "%{a}".repeat(200_000);
        assert_eq!(names(&line).len(), 200_000);
        assert_eq!(names(&"%{".repeat(200_000)).len(), 0);
    }
}
