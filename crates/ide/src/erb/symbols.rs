//! The outline of a template, and what of it can be folded.

use analysis::{File, Snapshot};
use ruby::outline::Block;
use syntax::TextRange;

use super::text_range;
use crate::folding::{Fold, FoldKind};
use crate::{Symbol, SymbolKind};

/// Control flow and blocks that span several lines.
pub(crate) fn document_symbols(snapshot: Snapshot<'_>, file: File) -> Vec<Symbol> {
    let outline = snapshot.erb_outline(file);
    let mut rest = outline.blocks.as_slice();
    blocks_in(&mut rest, None)
}

/// The blocks within a range, which stand first.
fn blocks_in(rest: &mut &[Block], around: Option<TextRange>) -> Vec<Symbol> {
    let mut found = Vec::new();
    while let Some((block, others)) = rest.split_first() {
        let range = text_range(&block.range);
        if around.is_some_and(|it| !it.contains_range(range)) {
            break;
        }
        *rest = others;
        let children = blocks_in(rest, Some(range));
        let selection = TextRange::empty(range.start());
        found.push(Symbol { name: block.head.clone(), detail: None, kind: SymbolKind::Block, range, selection, children });
    }
    found
}

/// Blocks, tags and comments that span several lines.
pub(crate) fn folding_ranges(snapshot: Snapshot<'_>, file: File) -> Vec<Fold> {
    let (outline, text) = (snapshot.erb_outline(file), snapshot.text(file));
    let ranges = outline.blocks.iter().map(|it| &it.range).chain(&outline.tags);
    let spans = |it: &&std::ops::Range<u32>| text.get(it.start as usize..it.end as usize).is_some_and(|it| it.contains('\n'));
    let mut folds: Vec<Fold> = ranges.filter(spans).map(|it| Fold { range: text_range(it), kind: FoldKind::Lines }).collect();
    folds.extend(outline.comments.iter().filter(spans).map(|it| Fold { range: text_range(it), kind: FoldKind::Comment }));
    folds.sort_by_key(|fold| (fold.range.start(), std::cmp::Reverse(fold.range.end())));
    folds
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const TEXT: &str = "#- /m/templates/t.erb\n<%# one\ntwo %>\n<% if @a -%>\n<%- @b.each do |x| -%>\n<%= x %>\n<%- end -%>\n<% end -%>\n<% unless @c\nend %>\n$0";

    #[test]
    fn blocks_are_symbols() {
        let found = fixture(TEXT).ask(|snapshot, file, _| crate::document_symbols(snapshot, file));
        let names: Vec<(&str, Vec<&str>)> =
            found.iter().map(|it| (it.name.as_str(), it.children.iter().map(|it| it.name.as_str()).collect())).collect();
        assert_eq!(names, [("if @a", vec!["@b.each do |x|"]), ("unless @c", vec![])]);
    }

    #[test]
    fn blocks_and_comments_fold() {
        let folds = fixture(TEXT).ask(|snapshot, file, _| crate::folding_ranges(snapshot, file));
        assert_eq!(folds.len(), 5);
    }
}
