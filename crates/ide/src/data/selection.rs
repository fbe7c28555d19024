//! Growing a selection in YAML or JSON.

use analysis::{File, Snapshot};
use syntax::{TextRange, TextSize};
use yaml::Step;

use super::text_range;

/// The ranges around a place from the smallest outwards: a key or a value, with and without quotes, its entry, and so on.
pub(crate) fn ranges_around(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<TextRange> {
    if !super::is_tree(snapshot, file) {
        return Vec::new();
    }
    let text = snapshot.data_text(file);
    let source = snapshot.text(file);
    let mut ranges = Vec::new();
    let mut both = |range: &std::ops::Range<usize>| ranges.extend([super::without_quotes(&source, range), text_range(range)]);
    for step in text.tree.path_at(offset.into()).iter().rev() {
        match step {
            Step::Item { node, .. } => both(&node.range),
            Step::Entry { entry, in_key } => {
                match (in_key, &entry.value) {
                    (true, _) => both(&entry.key.range),
                    (false, Some(value)) => both(&value.range),
                    (false, None) => {}
                }
                both(&(entry.key.range.start..entry.value.as_ref().map_or(entry.key.range.end, |it| it.range.end)));
            }
        }
    }
    if let Some(root) = &text.tree.root {
        both(&root.range);
    }
    ranges
}
