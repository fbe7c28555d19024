//! The outline of a file of YAML or JSON: its keys, one in another.

use analysis::{File, Snapshot};
use yaml::{Entry, Kind};

use super::text_range;
use crate::{Symbol, SymbolKind};

/// Deeper than this nobody looks.
const DEEPEST: usize = 4;

/// Longer values are not shown.
const LONGEST: usize = 60;

pub(crate) fn document_symbols(snapshot: Snapshot<'_>, file: File) -> Vec<Symbol> {
    if !super::is_tree(snapshot, file) {
        return Vec::new();
    }
    let text = snapshot.data_text(file);
    let source = snapshot.text(file);
    text.tree.entries().iter().filter_map(|it| symbol(it, &source, 0)).collect()
}

fn symbol(entry: &Entry, source: &str, depth: usize) -> Option<Symbol> {
    let name = entry.key.text().filter(|it| !it.trim().is_empty())?.to_owned();
    let value = entry.value.as_ref();
    let detail = value.filter(|it| matches!(it.kind, Kind::Scalar { .. })).and_then(|it| source.get(it.range.clone()));
    let detail = detail.filter(|it| !it.is_empty() && it.len() <= LONGEST && !it.contains('\n')).map(str::to_owned);
    let mut children = Vec::new();
    if depth < DEEPEST
        && let Some(value) = value
    {
        children.extend(value.entries().iter().filter_map(|it| symbol(it, source, depth + 1)));
        // Of a list of mappings, as levels of a hierarchy are, each by its name.
        for item in value.items() {
            let Some(named) = item.entry("name").filter(|it| it.value.as_ref().is_some_and(|it| it.string().is_some())) else { continue };
            let Some(at) = named.value.as_ref() else { continue };
            let range = text_range(&item.range);
            let selection = text_range(&at.range);
            let Some(name) = at.string().filter(|it| !it.trim().is_empty() && range.contains_range(selection)) else { continue };
            children.push(Symbol {
                name: name.to_owned(),
                detail: None,
                kind: SymbolKind::Resource,
                range,
                selection,
                children: Vec::new(),
            });
        }
    }
    let range = text_range(&(entry.key.range.start..entry.end()));
    Some(Symbol { name, detail, kind: SymbolKind::Parameter, range, selection: text_range(&entry.key.range), children })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::fixture;
    use crate::{Symbol, document_symbols};

    fn render(symbols: &[Symbol], depth: usize, out: &mut String) {
        for it in symbols {
            let detail = it.detail.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
            *out += &format!("{}{:?} {}{detail} {:?}\n", "  ".repeat(depth), it.kind, it.name, it.range);
            assert!(it.range.contains_range(it.selection), "an editor refuses a selection outside of the range");
            render(&it.children, depth + 1, out);
        }
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let mut out = String::new();
        render(&fixture(text).ask(|snapshot, file, _| document_symbols(snapshot, file)), 0, &mut out);
        expected.assert_eq(&out);
    }

    #[test]
    fn keys_one_in_another() {
        check(
            "#- /a.yaml\na::x: 1\nb:\n  c: [1]\n  d: {e: 'f'}\n",
            expect![[r#"
            Parameter a::x (1) 0..7
            Parameter b 8..33
              Parameter c 13..19
              Parameter d 22..33
                Parameter e ('f') 26..32
        "#]],
        );
        check(
            "#- /hiera.yaml\nversion: 5\nhierarchy:\n  - name: Common\n    path: c.yaml\n",
            expect![[r#"
            Parameter version (5) 0..10
            Parameter hierarchy 11..55
              Resource Common 26..55
        "#]],
        );
        check(
            "#- /metadata.json\n{\"name\": \"a-b\", \"dependencies\": [{\"name\": \"c-d\"}]}\n",
            expect![[r#"
            Parameter name ("a-b") 1..14
            Parameter dependencies 16..49
              Resource c-d 33..48
        "#]],
        );
        check(
            "#- /a.yaml\na: [\n",
            expect![[r#"
            Parameter a 0..4
        "#]],
        );
    }
}
