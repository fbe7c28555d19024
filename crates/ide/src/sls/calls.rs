//! Hierarchy of files of states: which states wait for a state, and which SLS files include a file.

use std::path::Path;
use std::sync::Arc;

use analysis::{File, Snapshot};
use rustc_hash::FxHashSet;
use salt::outline::{Found, Role};
use salt::{Chunk, Compiled, Edge, Span, picture};
use smol_str::SmolStr;
use syntax::{TextRange, TextSize};

use super::{At, Document, module_of, text_range};
use crate::call_hierarchy::{Call, CallItem, CallItemKind, add};

/// Limit of the states that one place means, and of the compilations that are read for one.
const MOST: usize = 12;

/// The states that are declared or named at a place, or the file that is named there.
pub(crate) fn prepare(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<CallItem> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let Some(At::Word(Found { word, role, node })) = document.at(offset) else { return Vec::new() };
    match role {
        Role::Sls => document.absolute(&word.text).and_then(|it| sls_item(snapshot, &document, &it)).into_iter().collect(),
        Role::Value if word.text == "include" => sls_item(snapshot, &document, &document.place.name).into_iter().collect(),
        Role::Id | Role::Extended | Role::Function => {
            let range = document.outline.nodes.get(node).map(|it| it.range.clone()).unwrap_or_default();
            let path = snapshot.path(file);
            let is_here = |compiled: &Compiled, chunk: &Chunk| {
                let place = compiled.files.placed(chunk.at);
                place.is_some_and(|it| it.path.to_str() == Some(&*path) && range.contains(&it.range.start))
            };
            let is_extended = |chunk: &Chunk| role == Role::Extended && *chunk.id == *word.text;
            states(snapshot, &document, |compiled, chunk| is_here(compiled, chunk) || is_extended(chunk))
        }
        Role::Target { .. } => {
            let module = module_of(&document.outline, role);
            states(snapshot, &document, |_, chunk| is_named(chunk, module, &word.text))
        }
        Role::Module => {
            let target = document.outline.nodes.get(node).and_then(|it| it.value.as_ref());
            target.map(|it| states(snapshot, &document, |_, chunk| is_named(chunk, Some(&word.text), &it.text))).unwrap_or_default()
        }
        Role::Argument | Role::Value => Vec::new(),
    }
}

/// States that wait for a state, or files that include a file.
pub(crate) fn incoming(snapshot: Snapshot<'_>, file: File, item: &CallItem) -> Vec<Call> {
    if item.kind == CallItemKind::Resource { of_state(snapshot, file, item, true) } else { including(snapshot, file) }
}

/// States that a state waits for, or files that a file includes.
pub(crate) fn outgoing(snapshot: Snapshot<'_>, file: File, item: &CallItem) -> Vec<Call> {
    if item.kind == CallItemKind::Resource { of_state(snapshot, file, item, false) } else { included(snapshot, file) }
}

fn is_named(chunk: &Chunk, module: Option<&str>, target: &str) -> bool {
    module.is_none_or(|it| it == "id" || *chunk.state == *it) && (*chunk.id == *target || *chunk.name_text() == *target)
}

/// The states of the first run that has some of those that are meant.
fn states(snapshot: Snapshot<'_>, document: &Document, is_meant: impl Fn(&Compiled, &Chunk) -> bool) -> Vec<CallItem> {
    runs(snapshot, document).iter().map(|it| items(snapshot, it, &is_meant)).find(|it| !it.is_empty()).unwrap_or_default()
}

fn items(snapshot: Snapshot<'_>, compiled: &Compiled, is_meant: impl Fn(&Compiled, &Chunk) -> bool) -> Vec<CallItem> {
    let mut known = FxHashSet::default();
    let meant = picture::labels(compiled).into_iter().filter(|(_, number)| {
        let chunk = compiled.chunks.get(*number);
        chunk.is_some_and(|it| is_meant(compiled, it)) && known.insert(*number)
    });
    meant.filter_map(|(label, number)| state_item(snapshot, compiled, label, number)).take(MOST).collect()
}

/// The compilations in which a file takes part: its own, and those of the files that include it.
fn runs(snapshot: Snapshot<'_>, document: &Document) -> Vec<Arc<Compiled>> {
    let all = snapshot.sls_files(&document.place).into_iter();
    let documents = all.filter_map(|(_, file)| Document::open(snapshot, file).filter(Document::has_states));
    let mut others: Vec<(Document, Vec<String>)> = documents
        .map(|it| {
            let names = includes(&it).into_iter().map(|it| it.0).collect();
            (it, names)
        })
        .collect();
    let mut open = vec![document.place.name.to_string()];
    others.retain(|it| it.0.place.name != document.place.name);
    let mut found: Vec<Arc<Compiled>> = snapshot.sls_compiled(&document.place).into_iter().collect();
    while let Some(name) = open.pop() {
        let (above, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|it| it.1.contains(&name));
        others = rest;
        for (other, _) in above.into_iter().take(MOST.saturating_sub(found.len())) {
            found.extend(snapshot.sls_compiled(&other.place));
            open.push(other.place.name.to_string());
        }
    }
    found
}

/// The names in the `include` of a file, or in a top file.
fn includes(document: &Document) -> Vec<(String, TextRange)> {
    let is_include = |node: usize| {
        let first = document.outline.path(node).first().and_then(|it| document.outline.key(*it));
        document.is_top() || first == Some("include")
    };
    let words = document.outline.words(document.is_top());
    let named = words.into_iter().filter(|it| it.role == Role::Sls && !it.word.has_hole() && is_include(it.node));
    named.filter_map(|it| Some((document.absolute(&it.word.text)?, text_range(&it.word.range)))).collect()
}

fn of_state(snapshot: Snapshot<'_>, file: File, item: &CallItem, waits: bool) -> Vec<Call> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let mut calls = Vec::new();
    for compiled in runs(snapshot, &document) {
        let (labels, Some(graph)) = (picture::labels(&compiled), &compiled.graph) else { continue };
        let Some(own) = labels.iter().find(|it| *it.0 == *item.name).map(|it| it.1) else { continue };
        let chunk_of = |node: usize| labels.get(node).map(|it| it.1);
        for edge in graph.edges() {
            let ends = if waits { (edge.before, edge.after) } else { (edge.after, edge.before) };
            if chunk_of(ends.0) != Some(own) || chunk_of(ends.1).is_none_or(|it| it == own) {
                continue;
            }
            let label = chunk_of(ends.1).and_then(|own| labels.iter().find(|it| it.1 == own)).cloned();
            let Some(other) = label.and_then(|(label, number)| state_item(snapshot, &compiled, label, number)) else { continue };
            // Places are in the file of the one that waits.
            let waiting = if waits { &other } else { item };
            let place = written(snapshot, &compiled, &edge, &waiting.path).unwrap_or(waiting.focus);
            let is_known = calls.iter().any(|it: &Call| it.item == other && it.places.contains(&place));
            if !is_known {
                add(&mut calls, other, place);
            }
        }
    }
    calls
}

/// The place of a requisite, if a file has it.
fn written(snapshot: Snapshot<'_>, compiled: &Compiled, edge: &Edge, path: &str) -> Option<TextRange> {
    place(snapshot, compiled, edge.at).filter(|it| &*it.0 == path).map(|it| it.1)
}

fn place(snapshot: Snapshot<'_>, compiled: &Compiled, at: Span) -> Option<(Arc<str>, TextRange)> {
    let placed = compiled.files.placed(at)?;
    let range = text_range(&placed.range);
    let file = snapshot.sls_file(&placed.path);
    (usize::from(range.end()) <= snapshot.text(file).len()).then(|| (snapshot.path(file), range))
}

fn state_item(snapshot: Snapshot<'_>, compiled: &Compiled, label: String, number: usize) -> Option<CallItem> {
    let (path, range) = place(snapshot, compiled, compiled.chunks.get(number)?.at)?;
    Some(CallItem { name: SmolStr::from(label), kind: CallItemKind::Resource, path, range, focus: range })
}

fn sls_item(snapshot: Snapshot<'_>, document: &Document, name: &str) -> Option<CallItem> {
    let tree = snapshot.sls_tree(&document.place);
    let (_, path) = tree.state(name)?;
    Some(file_item(snapshot, path, name))
}

fn file_item(snapshot: Snapshot<'_>, path: &Path, name: &str) -> CallItem {
    let file = snapshot.sls_file(path);
    let range = TextRange::up_to(TextSize::of(&*snapshot.text(file)));
    let focus = TextRange::empty(TextSize::new(0));
    CallItem { name: SmolStr::from(name), kind: CallItemKind::File, path: snapshot.path(file), range, focus }
}

fn including(snapshot: Snapshot<'_>, file: File) -> Vec<Call> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let own = document.place.name.to_string();
    let tree = snapshot.sls_tree(&document.place);
    let mut calls = Vec::new();
    for (_, file) in snapshot.sls_files(&document.place) {
        let Some(other) = Document::open(snapshot, file).filter(|it| it.has_states() || it.is_top()) else { continue };
        for (name, range) in includes(&other) {
            if name == own || tree.matching(&name).iter().any(|it| **it == *own) {
                let item = file_item(snapshot, Path::new(&*snapshot.path(file)), &other.place.name);
                add(&mut calls, item, range);
            }
        }
    }
    calls
}

fn included(snapshot: Snapshot<'_>, file: File) -> Vec<Call> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let tree = snapshot.sls_tree(&document.place);
    let mut calls = Vec::new();
    for (name, range) in includes(&document) {
        for name in tree.matching(&name) {
            if let Some(item) = sls_item(snapshot, &document, &name) {
                add(&mut calls, item, range);
            }
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::call_hierarchy::tests::check;

    const TREE: &str = "#- /s/top.sls\nbase:\n  '*':\n    - web\n#- /s/web.sls\ninclude:\n  - pkgs\nsite:\n  test.nop:\n    - require:\n      - test: nginx\n\
                        #- /s/pkgs.sls\nother:\n  test.nop:\n    - names: [a, b]\nnginx:\n  test.nop:\n    - watch:\n      - test: other\n    - require:\n      - test: other\n";

    #[test]
    fn what_waits_for_a_state_and_what_it_waits_for() {
        check(
            &TREE.replace("nginx:\n  test", "ng$0inx:\n  test"),
            expect![[r#"
            Resource test: nginx in /s/pkgs.sls
              from Resource test: site in /s/web.sls 1x
              to Resource test: other (a) in /s/pkgs.sls 2x
              to Resource test: other (b) in /s/pkgs.sls 2x
        "#]],
        );
        check(
            &TREE.replace("- test: nginx", "- test: ngi$0nx"),
            expect![[r#"
            Resource test: nginx in /s/pkgs.sls
              from Resource test: site in /s/web.sls 1x
              to Resource test: other (a) in /s/pkgs.sls 2x
              to Resource test: other (b) in /s/pkgs.sls 2x
        "#]],
        );
        check(
            &TREE.replace("other:\n  test.nop", "other:\n  test.no$0p"),
            expect![[r#"
            Resource test: other (a) in /s/pkgs.sls
              from Resource test: nginx in /s/pkgs.sls 2x
            Resource test: other (b) in /s/pkgs.sls
              from Resource test: nginx in /s/pkgs.sls 2x
        "#]],
        );
    }

    #[test]
    fn files_that_include_a_file() {
        check(
            &TREE.replace("- pkgs", "- pk$0gs"),
            expect![[r#"
            File pkgs in /s/pkgs.sls
              from File web in /s/web.sls 1x
        "#]],
        );
        check(
            &TREE.replace("include:", "incl$0ude:"),
            expect![[r#"
            File web in /s/web.sls
              from File top in /s/top.sls 1x
              to File pkgs in /s/pkgs.sls 1x
        "#]],
        );
        check(
            &TREE.replace("    - web", "    - we$0b"),
            expect![[r#"
            File web in /s/web.sls
              from File top in /s/top.sls 1x
              to File pkgs in /s/pkgs.sls 1x
        "#]],
        );
    }

    #[test]
    fn a_name_that_means_nothing_has_none() {
        check("#- /s/web.sls\ninclude:\n  - gho$0st\n", expect![[r#""#]]);
        check("#- /s/web.sls\na:\n  test.nop:\n    - require: [test: gho$0st]\n", expect![[r#""#]]);
    }
}
