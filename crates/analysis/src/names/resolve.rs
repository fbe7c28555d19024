//! Resolution of a name, by the rules by which Puppet loads definitions.

use hir::{Item, ItemRanges, Symbol};
use rustc_hash::FxHashMap;
use syntax::Dialect;
use workspace::{Db, File};

use super::modules::by_namespace;
use super::{installed, item_tree, lowered};
use crate::Snapshot;

/// An item of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    pub file: File,
    /// Its number in the tree.
    pub item: usize,
}

/// Definitions in files that belong to no module: they are read as a whole.
#[salsa::tracked(returns(ref))]
fn loose(db: &dyn Db) -> FxHashMap<Symbol, Vec<Definition>> {
    let mut found: FxHashMap<Symbol, Vec<Definition>> = FxHashMap::default();
    for file in File::all(db).iter() {
        let in_module = file.autoload(db).is_some_and(|it| it.namespace.is_some());
        if in_module || file.dialect(db) != Dialect::Manifest {
            continue;
        }
        for (number, item) in item_tree(db, *file).items.iter().enumerate() {
            if let Some(symbol) = item.kind.symbol(&item.name) {
                found.entry(symbol).or_default().push(Definition { file: *file, item: number });
            }
        }
    }
    found
}

/// Definitions of a class, type, function or plan. `a::b::c` is looked for in the files of `a::b::c`, `a::b` and `a`, and then in files
/// that belong to no module, and at last in the modules that are installed. Of several the nearest to the file that asks.
pub(crate) fn resolve(db: &dyn Db, symbol: &Symbol, from: File) -> Vec<Definition> {
    let (Symbol::Class(name) | Symbol::Type(name) | Symbol::Function(name) | Symbol::Plan(name)) = symbol else { return Vec::new() };
    let files = by_namespace(db);
    let mut found = Vec::new();
    let mut namespace = name.as_str();
    loop {
        for file in files.get(namespace).into_iter().flatten() {
            let items = item_tree(db, *file).items.iter().enumerate();
            let fitting = items.filter(|(_, it)| it.name == *name && it.kind.symbol(&it.name).as_ref() == Some(symbol));
            found.extend(fitting.map(|(item, _)| Definition { file: *file, item }));
        }
        match namespace.rsplit_once("::") {
            Some((outer, _)) => namespace = outer,
            None => break,
        }
    }
    if found.is_empty() {
        found.extend(loose(db).get(symbol).into_iter().flatten());
    }
    if found.is_empty() {
        return installed::definitions(db, symbol, from);
    }
    nearest(db, found, from)
}

/// Those that share most of their path with a file: two environments have modules of the same names.
fn nearest(db: &dyn Db, mut found: Vec<Definition>, from: File) -> Vec<Definition> {
    if found.len() > 1 {
        let from = from.path(db);
        let most = found.iter().map(|it| shared(&it.file.path(db), &from)).max().unwrap_or_default();
        found.retain(|it| shared(&it.file.path(db), &from) == most);
    }
    found
}

/// How many folders two paths have in common.
pub(super) fn shared(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}

impl<'db> Snapshot<'db> {
    /// Definitions of a class, type, function or plan, as seen from a file. Several, where the code itself is in two minds.
    pub fn resolve(&self, symbol: &Symbol, from: File) -> Vec<Definition> {
        resolve(self.db(), symbol, from)
    }

    /// Definitions in the module of the first name, by the autoload rules, whatever else is open.
    pub fn resolve_in_module(&self, symbol: &Symbol, from: File) -> Vec<Definition> {
        installed::definitions(self.db(), symbol, from)
    }

    pub fn item(&self, definition: Definition) -> Option<&'db Item> {
        item_tree(self.db(), definition.file).items.get(definition.item)
    }

    pub fn item_ranges(&self, definition: Definition) -> Option<&'db ItemRanges> {
        lowered(self.db(), definition.file).1.items.get(definition.item)
    }
}
