//! Modules outside of the workspace, where the site finds them. A module is read only when a name refers to it.

use std::path::PathBuf;

use hir::{Name, Symbol};
use workspace::{Db, File};
use world::FileKind;

use super::item_tree;
use super::resolve::Definition;
use crate::outside;
use crate::site::{Root, environment_of, root};

/// The folders of all modules that a site finds.
pub(super) fn modules<'db>(db: &'db dyn Db, site: Option<Root<'db>>) -> Vec<(Name, String)> {
    let Some(environment) = site.and_then(|root| environment_of(db, root)) else { return Vec::new() };
    let mut found: Vec<(Name, String)> =
        environment.modules().map(|(name, folder)| (Name::new(name.as_ref()), folder.to_string_lossy().into_owned())).collect();
    found.sort();
    found
}

/// Definitions of a name in the module that its first part names, by the autoload rules.
pub(super) fn definitions(db: &dyn Db, symbol: &Symbol, from: File) -> Vec<Definition> {
    let (folder, name) = match symbol {
        Symbol::Class(name) => ("manifests", name),
        Symbol::Type(name) => ("types", name),
        Symbol::Function(name) => ("functions", name),
        Symbol::Plan(name) => ("plans", name),
        _ => return Vec::new(),
    };
    let Some(environment) = root(db, from).and_then(|root| environment_of(db, root)) else { return Vec::new() };
    let mut parts = name.split("::");
    let Some(module) = parts.next().and_then(|it| environment.module(it)) else { return Vec::new() };
    let rest: Vec<&str> = parts.collect();
    let mut found = own_file(db, &module.join(folder), &rest, symbol);
    if found.is_empty() && matches!(symbol, Symbol::Type(_) | Symbol::Class(_)) {
        // A manifest may define what lies below its own name.
        for count in (0..=rest.len()).rev() {
            found = own_file(db, &module.join("manifests"), rest.get(..count).unwrap_or_default(), symbol);
            if !found.is_empty() {
                break;
            }
        }
    }
    found
}

fn own_file(db: &dyn Db, folder: &std::path::Path, parts: &[&str], symbol: &Symbol) -> Vec<Definition> {
    let mut path: PathBuf = folder.to_owned();
    match parts {
        [] => path.push("init.pp"),
        [outer @ .., last] => {
            path.extend(outer);
            path.push(format!("{last}.pp"));
        }
    }
    if outside::kind(db, &path) != Some(FileKind::File) {
        return Vec::new();
    }
    let file = db.files().at(db, &path.to_string_lossy());
    let items = item_tree(db, file).items.iter().enumerate();
    items.filter(|(_, it)| it.kind.symbol(&it.name).as_ref() == Some(symbol)).map(|(item, _)| Definition { file, item }).collect()
}
