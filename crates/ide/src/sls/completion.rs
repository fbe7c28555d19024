//! What can be written in a file of states: requisites and what they name, SLS names, keys of the pillar.

use analysis::{File, Snapshot};
use salt::outline::{Outline, tags};
use salt::{Kind, is_requisite, is_requisite_in};
use syntax::TextSize;

use super::{At, Document, text_range};
use crate::completion::item::Rank;
use crate::completion::{Completion, CompletionItem, CompletionKind, MOST};

/// The requisites that change other states.
const IN: [&str; 7] = ["require_in", "watch_in", "onchanges_in", "onfail_in", "prereq_in", "use", "use_in"];

/// Arguments that every state takes.
const GENERAL: [&str; 14] = [
    "name",
    "names",
    "order",
    "unless",
    "onlyif",
    "creates",
    "check_cmd",
    "retry",
    "failhard",
    "reload_modules",
    "runas",
    "umask",
    "fire_event",
    "parallel",
];

/// What can be written at an offset.
pub(crate) fn completion(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Completion> {
    let document = Document::of(snapshot, file)?;
    let at = usize::from(offset);
    let mut items = Vec::new();
    let start = if let Some(tag) = tags(&document.text).iter().find(|it| it.range.start < at && at <= it.range.end) {
        let At::Quoted { before, word } = document.at(offset)? else { return None };
        if !Document::is_pillar_key(before) || tag.range.end < at {
            return None;
        }
        pillar(snapshot, &document, &mut items);
        word.range.start
    } else {
        in_yaml(snapshot, &document, file, at, &mut items)?
    };
    let typed = document.text.get(start..at)?;
    items.retain(|it| it.label.to_lowercase().contains(&typed.to_lowercase()));
    // What begins so comes before what has it somewhere.
    let starts = |it: &CompletionItem| !it.label.to_lowercase().starts_with(&typed.to_lowercase());
    items.sort_by(|a, b| (starts(a), a.rank, &a.label).cmp(&(starts(b), b.rank, &b.label)));
    items.dedup_by(|a, b| a.label == b.label);
    let is_cut = items.len() > MOST;
    items.truncate(MOST);
    for (number, item) in items.iter_mut().enumerate() {
        item.sort = format!("{number:04}");
    }
    let insert = text_range(&(start..at));
    (!items.is_empty()).then_some(Completion { items, insert, replace: insert, is_cut })
}

/// Completes a line of YAML by what stands above it; returns where what is typed begins.
fn in_yaml(snapshot: Snapshot<'_>, document: &Document, file: File, at: usize, items: &mut Vec<CompletionItem>) -> Option<usize> {
    let line_start = document.text.get(..at)?.rfind('\n').map_or(0, |it| it + 1);
    let line = document.text.get(line_start..at)?;
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut rest = line.get(indent..)?;
    let mut is_item = false;
    while let Some(inner) = rest.strip_prefix("- ") {
        is_item = true;
        rest = inner.trim_start_matches(' ');
    }
    // What is above the line, as if the line had something.
    let above = format!("{}{}x", document.text.get(..line_start)?, line.get(..line.len() - rest.len())?);
    let outline = Outline::read(&above);
    let path = outline.path(outline.nodes.len().checked_sub(1)?);
    let keys: Vec<Option<&str>> = path.iter().map(|it| outline.key(*it)).collect();
    let start = at - rest.len();
    let module = rest.split_once(": ").map(|(module, value)| (module.trim(), at - value.len()));
    let mut add = |label: &str, kind: CompletionKind, rank: Rank, text: String| {
        items.push(CompletionItem::new(label, kind, rank).text(text));
    };
    if document.is_top() {
        if keys.len() == 3 && is_item {
            names(snapshot, document, &mut add);
            return Some(start);
        }
        return None;
    }
    match (keys.as_slice(), module) {
        ([Some("include" | "exclude"), None], None) if is_item => names(snapshot, document, &mut add),
        ([Some(_), Some(_), None], None) if is_item => {
            for kind in Kind::ALL.iter().filter(|it| !matches!(it, Kind::Prerequired)) {
                add(kind.name(), CompletionKind::Metaparameter, Rank::Fits, format!("{}:", kind.name()));
            }
            IN.iter().for_each(|it| add(it, CompletionKind::Metaparameter, Rank::Module, format!("{it}:")));
            GENERAL.iter().for_each(|it| add(it, CompletionKind::Attribute, Rank::Workspace, format!("{it}: ")));
        }
        ([Some(_), Some(_), None, Some(requisite), None], None) if is_item && is_any_requisite(requisite) => {
            for (module, id, is_own) in states(snapshot, document, file) {
                let rank = if is_own { Rank::Local } else { Rank::Elsewhere };
                let text = format!("{module}: {id}");
                add(&text, CompletionKind::Title, rank, text.clone());
            }
            names(snapshot, document, &mut |label, kind, _, _| add(&format!("sls: {label}"), kind, Rank::Last, format!("sls: {label}")));
        }
        ([Some(_), Some(_), None, Some(requisite), None], Some((module, from))) if is_any_requisite(requisite) => {
            if module == "sls" {
                names(snapshot, document, &mut add);
            } else {
                for (_, id, is_own) in states(snapshot, document, file).into_iter().filter(|it| it.0 == module || module == "id") {
                    add(&id, CompletionKind::Title, if is_own { Rank::Local } else { Rank::Elsewhere }, id.clone());
                }
            }
            return Some(from);
        }
        _ => return None,
    }
    Some(start)
}

fn is_any_requisite(name: &str) -> bool {
    is_requisite(name) || is_requisite_in(name)
}

/// The names of the SLS files.
fn names(snapshot: Snapshot<'_>, document: &Document, add: &mut impl FnMut(&str, CompletionKind, Rank, String)) {
    let tree = snapshot.sls_tree(&document.place);
    for name in tree.names().iter().filter(|it| &***it != "top" && **it != document.place.name && !tree.is_of_another_kind(it)) {
        add(name, CompletionKind::Module, Rank::Workspace, name.to_string());
    }
}

/// The modules and IDs of the tree, with whether the file itself has them.
fn states(snapshot: Snapshot<'_>, document: &Document, file: File) -> Vec<(String, String, bool)> {
    let mut found = Vec::new();
    for (below, other) in snapshot.sls_files(&document.place) {
        if !below.ends_with(".sls") {
            continue;
        }
        let outline = snapshot.sls_outline(other);
        for (node, id) in outline.ids().filter(|it| !it.1.has_hole()) {
            let modules = outline.functions(node).into_iter().map(|it| it.0).filter(|it| !it.contains(salt::outline::HOLE));
            found.extend(modules.map(|it| (it, id.text.clone(), other == file)));
        }
    }
    found
}

/// The keys of the pillar, with those in its maps.
fn pillar(snapshot: Snapshot<'_>, document: &Document, items: &mut Vec<CompletionItem>) {
    let minion = snapshot.sls_minion(&document.place);
    let mut open: Vec<(String, salt::Id)> = vec![(String::new(), minion.pillar)];
    while let Some((path, id)) = open.pop() {
        for (key, slot) in minion.heap.map(id).into_iter().flatten() {
            let Some(key) = key.as_str() else { continue };
            let path = if path.is_empty() { key.to_owned() } else { format!("{path}:{key}") };
            items.push(CompletionItem::new(path.clone(), CompletionKind::HieraKey, Rank::Expected));
            if items.len() < 10 * MOST && path.matches(':').count() < 8 {
                open.push((path, slot.value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = fixture(text).ask(|snapshot, file, offset| crate::completion(snapshot, file, offset, None));
        let labels: Vec<String> =
            found.map(|it| it.items.into_iter().map(|it| it.label).take(expected.len().max(1)).collect()).unwrap_or_default();
        assert_eq!(labels, expected);
    }

    const OTHER: &str = "\n#- /s/pkgs.sls\nnginx:\n  pkg.installed: []\n";

    #[test]
    fn requisites_name_states() {
        check(&format!("#- /s/a.sls\na:\n  test.nop:\n    - require:\n      - $0{OTHER}"), &["test: a", "pkg: nginx", "sls: pkgs"]);
        check(&format!("#- /s/a.sls\na:\n  test.nop:\n    - require:\n      - pkg: n$0{OTHER}"), &["nginx"]);
        check(&format!("#- /s/a.sls\na:\n  test.nop:\n    - require:\n      - sls: $0{OTHER}"), &["pkgs"]);
    }

    #[test]
    fn states_take_requisites() {
        check(&format!("#- /s/a.sls\na:\n  test.nop:\n    - req$0{OTHER}"), &["require", "require_any"]);
    }

    #[test]
    fn includes_name_files() {
        check(&format!("#- /s/a.sls\ninclude:\n  - $0{OTHER}"), &["pkgs"]);
        check(&format!("#- /s/top.sls\nbase:\n  '*':\n    - $0{OTHER}"), &["pkgs"]);
    }

    #[test]
    fn the_pillar_has_keys() {
        let files = "\n#- /s/pillar/top.sls\nbase:\n  '*':\n    - p\n#- /s/pillar/p.sls\nsites:\n  a: 1\n#- /s/top.sls\n\n";
        check(&format!("#- /s/a.sls\nx: {{{{ pillar.get('$0') }}}}\n{files}"), &["sites", "sites:a"]);
    }
}
