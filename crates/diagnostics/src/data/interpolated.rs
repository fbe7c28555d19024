//! The names that stand between the braces of `%{…}`, in values, keys and paths.

use std::ops::Range;

use analysis::data::Role;

use super::DataFile;

/// Texts between braces without surrounding blanks, and their ranges.
pub(super) fn names<'a>(looked: &'a DataFile<'_>) -> Vec<(Range<usize>, &'a str)> {
    if matches!(looked.place.role, Role::Metadata | Role::Settings | Role::Puppetfile) || looked.text.tree.problem.is_some() {
        return Vec::new();
    }
    looked.source.match_indices("%{").filter_map(|(at, _)| name(looked, at + 2)).collect()
}

fn name<'a>(looked: &'a DataFile<'_>, start: usize) -> Option<(Range<usize>, &'a str)> {
    let rest = looked.source.get(start..)?;
    let inside = rest.get(..rest.find(['}', '\n'])?).filter(|it| rest.get(it.len()..).is_some_and(|it| it.starts_with('}')))?;
    let first = start + (inside.len() - inside.trim_start().len());
    let written = inside.trim();
    (!is_comment(looked, start)).then(|| (first..first + written.len(), written))
}

/// Whether a place is in a comment, which is in no node of the tree.
fn is_comment(looked: &DataFile<'_>, at: usize) -> bool {
    let before = looked.source.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.trim_start().starts_with('#') || line.contains(" #")
}
