//! The numbers of the order next to the states, and the lines above them.

use std::collections::BTreeMap;

use analysis::{File, Snapshot};
use catalog::{Effect, Group};
use rustc_hash::FxHashSet;
use salt::{Compiled, Kind};
use syntax::{TextRange, TextSize};

use super::{Document, text_range};
use crate::code_lenses::{self, CodeLens};
use crate::inlay_hints::{HintKind, InlayHint};

/// Limit of the numbers that are shown of a declaration with several states.
const MOST: usize = 3;

/// The chunks of a file by the places of their modules.
fn by_place(snapshot: Snapshot<'_>, file: File, compiled: &Compiled) -> BTreeMap<usize, Vec<usize>> {
    let path = snapshot.path(file);
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, chunk) in compiled.chunks.iter().enumerate() {
        if let Some(placed) = compiled.files.placed(chunk.at)
            && placed.path.to_str() == Some(&*path)
        {
            found.entry(placed.range.start).or_default().push(number);
        }
    }
    found
}

/// When each state of a file runs: `2.` before its function.
pub(crate) fn hints(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Vec<InlayHint> {
    let Some(document) = Document::open(snapshot, file).filter(Document::has_states) else { return Vec::new() };
    let Some(compiled) = snapshot.sls_compiled(&document.place) else { return Vec::new() };
    let mut places: Vec<Option<usize>> = vec![None; compiled.chunks.len()];
    let mut count = 0;
    for chunk in compiled.in_order() {
        count += 1;
        if let Some(slot) = places.get_mut(chunk) {
            *slot = Some(count);
        }
    }
    let mut hints = Vec::new();
    for (at, chunks) in by_place(snapshot, file, &compiled) {
        let mut numbers: Vec<usize> = chunks.iter().filter_map(|it| places.get(*it).copied().flatten()).collect();
        numbers.sort_unstable();
        let Ok(at) = TextSize::try_from(at) else { continue };
        if numbers.is_empty() || !range.contains_inclusive(at) {
            continue;
        }
        let shown: Vec<String> = numbers.iter().take(MOST).map(|it| format!("{it}.")).collect();
        let label = format!("{}{}", shown.join(" "), if numbers.len() > MOST { " …" } else { "" });
        let tooltip = format!("Runs {} of {}.", numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", "), count);
        hints.push(InlayHint { at, label, kind: HintKind::Order, tooltip: Some(tooltip), place: None });
    }
    hints
}

/// The first state of a file whose states are run, or the first line of a top file: lines about the whole file are above it.
pub(crate) fn first_state(snapshot: Snapshot<'_>, file: File) -> Option<TextRange> {
    let document = Document::open(snapshot, file)?;
    if !document.has_states() && document.place.role != analysis::salt::Role::Top {
        return None;
    }
    if document.is_top() {
        return document.outline.nodes.first().map(|it| text_range(&(it.range.start..it.range.start)));
    }
    document.outline.ids().next().map(|it| text_range(&it.1.range))
}

/// Above the states that others need how many these are.
pub(crate) fn dependents(snapshot: Snapshot<'_>, file: File) -> Vec<CodeLens> {
    let Some(document) = Document::open(snapshot, file).filter(Document::has_states) else { return Vec::new() };
    let Some(compiled) = snapshot.sls_compiled(&document.place) else { return Vec::new() };
    let by_place = by_place(snapshot, file, &compiled);
    let lens = |(node, id): (usize, &salt::outline::Word)| {
        let range = document.outline.nodes.get(node)?.range.clone();
        let chunks: Vec<usize> = by_place.range(range).flat_map(|it| it.1.iter().copied()).collect();
        code_lenses::dependents::lens(text_range(&id.range), count(&compiled, &chunks), true, "state")
    };
    document.outline.ids().filter_map(lens).collect()
}

/// Whether a state with this requisite fails, or does not run, if one of its targets fails.
fn needs(kind: Kind) -> bool {
    let word = kind.word();
    word.group == Group::All && matches!(word.effect, Effect::Orders | Effect::Refreshes | Effect::LooksAhead)
}

/// How many other states fail, or do not run, if these fail.
fn count(compiled: &Compiled, chunks: &[usize]) -> usize {
    let Some(graph) = &compiled.graph else { return 0 };
    let chunk = |node: usize| graph.nodes.get(node).map(|it| it.chunk);
    let own = |node: usize| chunk(node).is_some_and(|it| chunks.contains(&it));
    let mut open: Vec<usize> = (0..graph.nodes.len()).filter(|it| own(*it)).collect();
    let mut known: FxHashSet<usize> = open.iter().copied().collect();
    let mut found = FxHashSet::default();
    while let Some(node) = open.pop() {
        for edge in graph.edges_from(node).filter(|it| needs(it.kind)) {
            if known.insert(edge.after) {
                open.push(edge.after);
                found.extend(chunk(edge.after).filter(|it| !chunks.contains(it)));
            }
        }
    }
    found.len()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use syntax::TextRange;

    use crate::tests::fixture;

    const TREE: &str = "#- /s/web.sls\n$0include:\n  - pkgs\nlast:\n  test.nop:\n    - order: 1\n    - require:\n      - test: nginx\nvim: test.nop\n\
                        {% for it in [1, 2, 3, 4] %}\nx{{ it }}:\n  test.nop: []\n{% endfor %}\n\
                        #- /s/pkgs.sls\nother:\n  test.nop: []\nnginx:\n  test.nop:\n    - require:\n      - test: other\n";

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let shown = fixture(text).ask(|snapshot, file, _| {
            let mut text = snapshot.text(file).to_string();
            let all = TextRange::up_to(syntax::TextSize::of(&*text));
            for hint in crate::inlay_hints(snapshot, file, all).into_iter().rev() {
                text.insert_str(hint.at.into(), &format!("«{}» ", hint.label));
            }
            let lenses = crate::code_lenses(snapshot, file);
            let shown = lenses.iter().map(|it| {
                let text = crate::resolve_code_lens(snapshot, file, it.kind, it.range.start()).map(|it| it.title).unwrap_or_default();
                format!("{}: {text}\n", &snapshot.text(file)[it.range])
            });
            text + &shown.collect::<String>()
        });
        expected.assert_eq(&shown);
    }

    #[test]
    fn states_have_the_numbers_of_their_order() {
        check(
            TREE,
            expect![[r#"
                include:
                  - pkgs
                last:
                  «3.» test.nop:
                    - order: 1
                    - require:
                      - test: nginx
                vim: «4.» test.nop
                {% for it in [1, 2, 3, 4] %}
                x{{ it }}:
                  «5. 6. 7. …» test.nop: []
                {% endfor %}
                last: graph
                last: preview
            "#]],
        );
        check(
            &TREE.replace("$0", "").replace("other:\n  test.nop: []", "other:\n  test.nop: []$0"),
            expect![[r#"
            other:
              «1.» test.nop: []
            nginx:
              «2.» test.nop:
                - require:
                  - test: other
            other: graph
            other: 1 state depends on this
        "#]],
        );
    }

    #[test]
    fn the_top_file_leads_to_the_graph_of_the_run() {
        check(
            "#- /s/top.sls\n$0base:\n  '*':\n    - web\n#- /s/web.sls\na: test.nop\n",
            expect![[r#"
            base:
              '*':
                - web
            : graph
        "#]],
        );
    }
}
