//! The outline of a file of states, and what of it can be folded.

use analysis::{File, Snapshot};

use super::{Document, text_range};
use crate::folding::{Fold, FoldKind};
use crate::{Symbol, SymbolKind};

/// IDs with their functions.
pub(crate) fn document_symbols(snapshot: Snapshot<'_>, file: File) -> Vec<Symbol> {
    let Some(document) = Document::open(snapshot, file).filter(Document::has_states) else { return Vec::new() };
    let outline = &document.outline;
    let shown = |range: &std::ops::Range<usize>| document.text.get(range.clone()).unwrap_or_default().to_owned();
    let symbol = |(node, id): (usize, &salt::outline::Word)| {
        let range = outline.nodes.get(node).map_or_else(|| id.range.clone(), |it| it.range.clone());
        let functions = outline.functions(node);
        let children = functions.iter().filter(|it| it.2 != node).filter_map(|(module, function, at)| {
            let inner = outline.nodes.get(*at)?;
            let name = function.as_ref().map_or_else(|| module.clone(), |it| format!("{module}.{it}"));
            let selection = text_range(&inner.key.as_ref()?.range);
            Some(Symbol {
                name,
                detail: None,
                kind: SymbolKind::Function,
                range: text_range(&inner.range),
                selection,
                children: Vec::new(),
            })
        });
        let detail = functions.iter().find(|it| it.2 == node).map(|it| format!("{}.{}", it.0, it.1.as_deref().unwrap_or_default()));
        Symbol {
            name: shown(&id.range),
            detail,
            kind: SymbolKind::Resource,
            // Quotes stand before the word, and the key begins with them.
            range: text_range(&(range.start.min(id.range.start)..range.end.max(id.range.end))),
            selection: text_range(&id.range),
            children: children.collect(),
        }
    };
    outline.ids().map(symbol).collect()
}

/// IDs, functions and lists that span several lines.
pub(crate) fn folding_ranges(snapshot: Snapshot<'_>, file: File) -> Vec<Fold> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let spans = |range: &std::ops::Range<usize>| document.text.get(range.clone()).is_some_and(|it| it.contains('\n'));
    let nodes = document.outline.nodes.iter().filter(|it| it.key.is_some() && spans(&it.range));
    let mut folds: Vec<Fold> = nodes.map(|it| Fold { range: text_range(&it.range), kind: FoldKind::Lines }).collect();
    let comments = salt::outline::tags(&document.text).into_iter().filter(|it| spans(&it.range));
    let is_comment = |range: &std::ops::Range<usize>| document.text.get(range.clone()).is_some_and(|it| it.starts_with("{#"));
    folds.extend(comments.filter(|it| is_comment(&it.range)).map(|it| Fold { range: text_range(&it.range), kind: FoldKind::Comment }));
    folds.sort_by_key(|fold| (fold.range.start(), std::cmp::Reverse(fold.range.end())));
    folds
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    #[test]
    fn ids_and_functions() {
        let text = "#- /s/a.sls\ninclude:\n  - b\n'nginx':\n  pkg.installed: []\n  service:\n    - running\n{{ x }}: test.nop\n$0";
        let found = fixture(text).ask(|snapshot, file, _| crate::document_symbols(snapshot, file));
        let names: Vec<String> =
            found.iter().flat_map(|it| std::iter::once(&it.name).chain(it.children.iter().map(|it| &it.name))).cloned().collect();
        assert_eq!(names, ["nginx", "pkg.installed", "service.running", "{{ x }}"]);
        assert_eq!(found.last().and_then(|it| it.detail.as_deref()), Some("test.nop"));
    }

    #[test]
    fn lines_fold() {
        let text = "#- /s/a.sls\na:\n  test.nop:\n    - name: b\n{# one\ntwo #}\n$0";
        let folds = fixture(text).ask(|snapshot, file, _| crate::folding_ranges(snapshot, file).len());
        assert_eq!(folds, 3);
    }
}
