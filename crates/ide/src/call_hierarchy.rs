//! Who includes and calls whom, and which resource or state waits for which.

mod resources;

use std::sync::Arc;

use analysis::names::Definition;
use analysis::{File, Snapshot};
use hir::{ItemKind, Reference, Role, Symbol};
use smol_str::SmolStr;
use syntax::{TextRange, TextSize};

use crate::{names, sls};

/// A definition, or a whole file, that includes and calls others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallItem {
    pub name: SmolStr,
    pub kind: CallItemKind,
    pub path: Arc<str>,
    pub range: TextRange,
    pub focus: TextRange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallItemKind {
    Item(ItemKind),
    /// Code outside of all definitions, or an SLS file.
    File,
    /// A resource of a catalog, as `Service[ntp]`, or a state.
    Resource,
}

/// One that calls, or is called, and the places where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub item: CallItem,
    /// In the file of the one that calls.
    pub places: Vec<TextRange>,
}

/// The class, defined type, function, plan or node that is named at a place, or else the resource or resources.
pub fn prepare_call_hierarchy(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<CallItem> {
    if sls::is_states(snapshot, file) {
        return sls::calls::prepare(snapshot, file, offset);
    }
    let found = names::names_at(snapshot, file, offset);
    let symbols = found.iter().filter(|it| is_called(&it.symbol));
    let defined = symbols.flat_map(|it| snapshot.resolve(&it.symbol, file)).find_map(|it| item_of(snapshot, it));
    match defined.or_else(|| node_at(snapshot, file, offset)) {
        Some(item) => vec![item],
        None => resources::prepare(snapshot, file, offset),
    }
}

/// The node whose names stand at a place: they name nothing that a reference could.
fn node_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<CallItem> {
    let items = snapshot.item_map(file).items.iter().enumerate();
    let mut named = items.filter(|(_, it)| it.name.contains_inclusive(offset)).map(|(item, _)| Definition { file, item });
    let node = named.find(|it| snapshot.item(*it).is_some_and(|it| it.kind == ItemKind::Node))?;
    item_of(snapshot, node)
}

/// Who includes, declares or calls an item.
pub fn incoming_calls(snapshot: Snapshot<'_>, item: &CallItem) -> Vec<Call> {
    if let Some(file) = snapshot.file(&item.path).filter(|it| sls::is_states(snapshot, *it)) {
        return sls::calls::incoming(snapshot, file, item);
    }
    if item.kind == CallItemKind::Resource {
        return resources::incoming(snapshot, item);
    }
    let Some((file, symbol)) = symbol_of(snapshot, item) else { return Vec::new() };
    let mut calls: Vec<Call> = Vec::new();
    for place in snapshot.places(&symbol, file) {
        if !is_call(place.reference) {
            continue;
        }
        let around = names::item_around(snapshot, place.file, place.reference.range);
        let caller = around.and_then(|it| item_of(snapshot, it)).unwrap_or_else(|| file_item(snapshot, place.file));
        add(&mut calls, caller, place.reference.range);
    }
    calls
}

/// Items that an item includes, declares or calls, as far as they are defined somewhere.
pub fn outgoing_calls(snapshot: Snapshot<'_>, item: &CallItem) -> Vec<Call> {
    if let Some(file) = snapshot.file(&item.path).filter(|it| sls::is_states(snapshot, *it)) {
        return sls::calls::outgoing(snapshot, file, item);
    }
    if item.kind == CallItemKind::Resource {
        return resources::outgoing(snapshot, item);
    }
    let Some(file) = snapshot.file(&item.path) else { return Vec::new() };
    let mut calls: Vec<Call> = Vec::new();
    for reference in &snapshot.references(file).all {
        if !item.range.contains_range(reference.range) || !is_call(reference) || !is_called(&reference.symbol) {
            continue;
        }
        // What stands in an inner definition is that one's business.
        let around = names::item_around(snapshot, file, reference.range).and_then(|it| snapshot.item_ranges(it));
        if around.map(|it| (it.name, it.whole)) != own_place(item) {
            continue;
        }
        for definition in snapshot.resolve(&reference.symbol, file) {
            let is_type = snapshot.item(definition).is_some_and(|it| it.kind == ItemKind::Alias);
            if let Some(called) = item_of(snapshot, definition).filter(|_| !is_type) {
                add(&mut calls, called, reference.range);
            }
        }
    }
    calls
}

fn own_place(item: &CallItem) -> Option<(TextRange, TextRange)> {
    match item.kind {
        CallItemKind::File | CallItemKind::Resource => None,
        CallItemKind::Item(_) => Some((item.focus, item.range)),
    }
}

pub(crate) fn add(calls: &mut Vec<Call>, item: CallItem, place: TextRange) {
    match calls.iter_mut().find(|it| it.item == item) {
        Some(call) => call.places.push(place),
        None => calls.push(Call { item, places: vec![place] }),
    }
}

fn is_called(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_))
}

/// Whoever reads `$a::b` neither declares nor orders `a`.
fn is_call(reference: &Reference) -> bool {
    !matches!(reference.role, Role::Definition | Role::Qualifier)
}

pub(crate) fn item_of(snapshot: Snapshot<'_>, definition: analysis::names::Definition) -> Option<CallItem> {
    let (item, ranges) = (snapshot.item(definition)?, snapshot.item_ranges(definition)?);
    Some(CallItem {
        name: item.name.clone(),
        kind: CallItemKind::Item(item.kind),
        path: snapshot.path(definition.file),
        range: ranges.whole,
        focus: ranges.name,
    })
}

fn file_item(snapshot: Snapshot<'_>, file: File) -> CallItem {
    let path = snapshot.path(file);
    let name = path.rsplit('/').next().unwrap_or_default();
    let range = TextRange::up_to(TextSize::of(&*snapshot.text(file)));
    CallItem { name: name.into(), kind: CallItemKind::File, range, focus: TextRange::default(), path }
}

/// The item as in the current text: an editor may ask about one that it received long ago.
fn symbol_of(snapshot: Snapshot<'_>, item: &CallItem) -> Option<(File, Symbol)> {
    let file = snapshot.file(&item.path)?;
    match item.kind {
        CallItemKind::File | CallItemKind::Resource => None,
        CallItemKind::Item(kind) => Some((file, kind.symbol(&item.name)?)),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use expect_test::{Expect, expect};

    use super::{incoming_calls, outgoing_calls, prepare_call_hierarchy};
    use crate::tests::fixture;

    #[track_caller]
    pub(crate) fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let mut out = String::new();
            for item in prepare_call_hierarchy(snapshot, file, offset) {
                out += &format!("{:?} {} in {}\n", item.kind, item.name, item.path);
                for call in incoming_calls(snapshot, &item) {
                    out += &format!("  from {:?} {} in {} {}x\n", call.item.kind, call.item.name, call.item.path, call.places.len());
                }
                for call in outgoing_calls(snapshot, &item) {
                    out += &format!("  to {:?} {} in {} {}x\n", call.item.kind, call.item.name, call.item.path, call.places.len());
                }
            }
            out
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn classes_include_each_other() {
        check(
            "#- /modules/a/manifests/init.pp\nclass a { include b, c\n Class[b] -> Class[c]\n a::d { 'x': }\n notice(a::f()) }\n#- /site.pp\nnode default { include $0a }\nclass { 'a': }\n\
             #- /modules/b/manifests/init.pp\nclass b { include a }\n#- /modules/a/manifests/d.pp\ndefine a::d { }\n#- /modules/a/functions/f.pp\nfunction a::f() { }\n",
            expect![[r#"
                Item(Class) a in /modules/a/manifests/init.pp
                  from Item(Class) b in /modules/b/manifests/init.pp 1x
                  from Item(Node) default in /site.pp 1x
                  from File site.pp in /site.pp 1x
                  to Item(Class) b in /modules/b/manifests/init.pp 2x
                  to Item(Define) a::d in /modules/a/manifests/d.pp 1x
                  to Item(Function) a::f in /modules/a/functions/f.pp 1x
            "#]],
        );
    }

    #[test]
    fn a_node_includes_classes() {
        check(
            "#- /site.pp\nnode 'we$0b1', /db/ { include a }\n#- /modules/a/manifests/init.pp\nclass a { }\n",
            expect![[r#"
                Item(Node) 'web1', /db/ in /site.pp
                  to Item(Class) a in /modules/a/manifests/init.pp 1x
            "#]],
        );
        check("#- /site.pp\nnode 'web1' { $0 }\n", expect![[r#""#]]);
    }

    #[test]
    fn who_reads_a_variable_does_not_call_its_class() {
        check(
            "#- /modules/a/manifests/init.pp\nclass $0a { $x = 1 }\n#- /modules/b/manifests/init.pp\nclass b { notice($a::x) }\n",
            expect![[r#"
                Item(Class) a in /modules/a/manifests/init.pp
            "#]],
        );
    }

    #[test]
    fn what_is_built_in_is_no_part_of_it() {
        check("#- /a.pp\nfile$0 { 'x': }\n", expect![[r#""#]]);
        check("#- /a.pp\n$x$0 = 1\n", expect![[r#""#]]);
    }
}
