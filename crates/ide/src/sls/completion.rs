//! Completion in a file of states: functions and their arguments, requisites and their targets, SLS names, and tags of Jinja.

mod jinja;

use analysis::{DocumentKind, File, Snapshot, document_kind};
use salt::outline::{Outline, tags};
use salt::signatures::Signatures;
use salt::{Kind, documentation, is_requisite, is_requisite_in};
use syntax::TextSize;

use super::line::Line;
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

/// Completions at an offset.
pub(crate) fn completion(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Completion> {
    let document = Document::open(snapshot, file)?;
    let at = usize::from(offset);
    let mut items = Vec::new();
    let start = if let Some(tag) = tags(&document.text).iter().find(|it| it.range.start < at && at <= it.range.end) {
        match document.at(offset) {
            Some(At::Quoted { before, word }) => {
                if tag.range.end < at || !jinja::quoted(snapshot, &document, before, &mut items) {
                    return None;
                }
                word.range.start
            }
            _ if document.text.get(..at).is_some_and(|it| it.ends_with("}}") || it.ends_with("%}") || it.ends_with("#}")) => return None,
            _ => jinja::complete(snapshot, &document, tag, at, &mut items)?,
        }
    } else if document.place.role == analysis::salt::Role::Template {
        return None;
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
    let Line { outline, path, is_item, typed: rest } = Line::at(&document.text, at)?;
    let keys: Vec<Option<&str>> = path.iter().map(|it| outline.key(*it)).collect();
    let start = at - rest.len();
    let module = rest.split_once(": ").map(|(module, value)| (module.trim(), at - value.len()));
    let functions = Signatures::for_release(snapshot.sls_release(&document.place));
    // The function that an item belongs to.
    let function = path.get(1).filter(|_| is_item).and_then(|node| {
        let own = outline.functions(*path.first()?).into_iter().find(|it| it.2 == *node)?;
        Some((own.0, own.1.filter(|it| it != "x"), *node))
    });
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
    if document.place.role == analysis::salt::Role::Pillar {
        if let ([Some("include"), None], None) = (keys.as_slice(), module) {
            names(snapshot, document, &mut add);
            return Some(start);
        }
        let above: Vec<&str> = keys.split_last()?.1.iter().copied().collect::<Option<_>>()?;
        if is_item || module.is_some() {
            return None;
        }
        keys_of_pillar(snapshot, document, &above, &mut add);
        return Some(start);
    }
    match (keys.as_slice(), module) {
        ([Some("include" | "exclude"), None], None) if is_item => names(snapshot, document, &mut add),
        // The functions of an ID, or `vim: pkg.installed`.
        ([Some(id), Some(_)], None) if !is_item && !matches!(*id, "include" | "exclude" | "extend") => {
            functions_of(functions, ":", items);
        }
        ([Some(_)], Some((_, from))) if !is_item => {
            functions_of(functions, "", items);
            return Some(from);
        }
        ([Some(_), Some(_), None], Some(_)) if is_item => return None,
        ([Some(_), Some(_), None], None) if is_item => {
            match &function {
                Some((module, None, _)) => {
                    for name in functions.of_module(module) {
                        let detail = documentation::function(&format!("{module}.{name}")).unwrap_or_default();
                        items.push(CompletionItem::new(name, CompletionKind::Function, Rank::Required).detail(detail));
                    }
                }
                Some((module, Some(name), node)) => arguments(functions, &format!("{module}.{name}"), &outline, *node, items),
                None => {}
            }
            let function = function.map(|(module, name, _)| format!("{module}.{}", name.unwrap_or_default())).unwrap_or_default();
            let detail = |name: &str| documentation::argument(&function, name).unwrap_or_default();
            let mut add = |label: &str, kind: CompletionKind, rank: Rank, text: String| {
                items.push(CompletionItem::new(label, kind, rank).text(text).detail(detail(label)));
            };
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

/// The keys that states read below some keys, and that the file does not have yet.
fn keys_of_pillar(snapshot: Snapshot<'_>, document: &Document, above: &[&str], add: &mut impl FnMut(&str, CompletionKind, Rank, String)) {
    let path = |node: usize| -> Option<Vec<&str>> { document.outline.path(node).iter().map(|it| document.outline.key(*it)).collect() };
    let given: Vec<Vec<&str>> = (0..document.outline.nodes.len()).filter_map(path).collect();
    for key in snapshot.sls_pillar_keys(&document.place) {
        let Some(name) = key.get(above.len()).filter(|_| key.iter().zip(above).all(|(a, b)| a == b)) else { continue };
        let is_same = |it: &Vec<&str>| it.split_last().is_some_and(|(last, before)| last == name && before == above);
        if !given.iter().any(is_same) {
            // A map if states read what is in it.
            let end = if key.len() > above.len() + 1 { ":" } else { ": " };
            add(name, CompletionKind::HieraKey, Rank::Expected, format!("{name}{end}"));
        }
    }
}

/// All functions of the release.
fn functions_of(functions: &Signatures, end: &str, items: &mut Vec<CompletionItem>) {
    for name in functions.names() {
        let detail = documentation::function(name).unwrap_or_default();
        // What many use comes first.
        let rank = if documentation::is_common(name) { Rank::Required } else { Rank::Fits };
        items.push(CompletionItem::new(name, CompletionKind::Function, rank).text(format!("{name}{end}")).detail(detail));
    }
}

/// The arguments of a function that it does not have yet.
fn arguments(functions: &Signatures, function: &str, outline: &Outline, node: usize, items: &mut Vec<CompletionItem>) {
    let Some(signature) = functions.get(function) else { return };
    let given: Vec<&str> = outline
        .children(Some(node))
        .flat_map(|(item, _)| outline.children(Some(item)))
        .filter_map(|it| it.1.key.as_ref())
        .map(|it| &*it.text)
        .collect();
    let own = signature.parameters.iter().map(|it| (it.name, if it.is_optional { Rank::Expected } else { Rank::Required }));
    // Arguments of a function besides its own parameters are known from its documentation alone.
    let more = documentation::arguments(function).into_iter().filter(|_| signature.takes_more).map(|it| (it, Rank::Expected));
    for (name, rank) in own.chain(more).filter(|it| it.0 != "name" && !given.contains(&it.0) && !is_any_requisite(it.0)) {
        let detail = documentation::argument(function, name).unwrap_or_default();
        items.push(CompletionItem::new(name, CompletionKind::Parameter, rank).text(format!("{name}: ")).detail(detail));
    }
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
        // A top file has no states.
        let is_top = below.rsplit('/').next() == Some("top.sls");
        if is_top || document_kind(&below) != DocumentKind::Sls {
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

    /// The first items that are offered at a place.
    #[track_caller]
    pub(super) fn check(text: &str, expected: &[&str]) {
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
    fn top_files_have_no_states() {
        check("#- /s/top.sls\nbase:\n  'web*':\n    - a\n#- /s/a.sls\na:\n  test.nop:\n    - require:\n      - web$0", &[]);
    }

    #[test]
    fn ids_take_functions() {
        check("#- /s/a.sls\na:\n  file.man$0", &["file.managed"]);
        check("#- /s/a.sls\na:\n  test.nop:\n    - order: 1\n  host.$0", &["host.absent", "host.present"]);
        check("#- /s/a.sls\nvim: group.pre$0", &["group.present"]);
        check("#- /s/a.sls\na:\n  group:\n    - pre$0", &["present", "prereq"]);
        check("#- /s/a.sls\ninclude:\n  fi$0", &[]);
    }

    #[test]
    fn functions_take_arguments() {
        check("#- /s/a.sls\na:\n  file.symlink:\n    - tar$0", &["target"]);
        check("#- /s/a.sls\na:\n  file.symlink:\n    - target: /x\n    - tar$0", &[]);
        check("#- /s/a.sls\na:\n  file:\n    - symlink\n    - targ$0", &["target"]);
        check("#- /s/a.sls\na:\n  service.running:\n    - relo$0", &["reload", "reload_modules"]);
        let text = "#- /s/a.sls\na:\n  file.symlink:\n    - targ$0";
        let found = fixture(text).ask(|snapshot, file, offset| crate::completion(snapshot, file, offset, None)).expect("items");
        assert_eq!(found.items.first().and_then(|it| it.detail.as_deref()), Some("The path that the link points to."));
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

    #[test]
    fn pillar_files_take_the_keys_that_states_read() {
        let files = "\n#- /s/pillar/top.sls\nbase:\n  '*':\n    - p\n#- /s/salt/top.sls\n\n#- /s/salt/a.sls\n\
                     x: {{ salt['pillar.get']('sites:port', 80) }} {{ pillar['size'] }} {{ pillar.get('users') }}\n\
                     #- /s/salt/b.jinja\n{{ salt.pillar.get('sites:names') }}\n";
        check(&format!("#- /s/pillar/p.sls\n$0{files}"), &["sites", "size", "users"]);
        check(&format!("#- /s/pillar/p.sls\nusers: []\nsi$0{files}"), &["sites", "size"]);
        check(&format!("#- /s/pillar/p.sls\nusers: []\nus$0{files}"), &[]);
        check(&format!("#- /s/pillar/p.sls\nsites:\n  $0{files}"), &["names", "port"]);
        check(&format!("#- /s/pillar/p.sls\nsites:\n  port: 1\n  p$0{files}"), &[]);
        // No functions of states.
        check(&format!("#- /s/pillar/p.sls\nweb:\n  file.man$0{files}"), &[]);
        check("#- /s/pillar/p.sls\nsi$0\n#- /s/top.sls\n\n#- /s/a.sls\nx: {{ pillar['size'] }}\n", &["size"]);
    }
}
