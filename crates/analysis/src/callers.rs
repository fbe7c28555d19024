//! The callers of a function of the language. Wrong values that are really passed show only where the callers are evaluated.

use std::sync::Arc;

use hir::Symbol;
use smol_str::SmolStr;
use values::Str;
use workspace::{Db, File};

use crate::below::manifests_below;
use crate::index::main_manifests;
use crate::names::{mentions, references};
use crate::site::{Root, environment_of};

/// Limit of the manifests that decide what is wrong in a function.
const MOST_CALLERS: usize = 4;

/// The functions that a file calls.
#[salsa::tracked(returns(clone))]
fn called(db: &dyn Db, file: File) -> Arc<Vec<SmolStr>> {
    let names = references(db, file).all.iter().filter_map(|it| match &it.symbol {
        Symbol::Function(name) => Some(name.clone()),
        _ => None,
    });
    let mut names: Vec<SmolStr> = names.collect();
    names.sort();
    names.dedup();
    Arc::new(names)
}

/// The manifests that call a function of a module: those of the module, and in a site those of all its modules, too.
pub(crate) fn callers_of(db: &dyn Db, root: Root<'_>, function: &Str) -> Vec<File> {
    let Some(environment) = environment_of(db, root) else { return Vec::new() };
    let module = function.split("::").next().unwrap_or_default();
    let own = environment.module(module).into_iter().map(|it| it.to_path_buf());
    let mut others: Vec<_> = match main_manifests(db, root).is_empty() {
        true => Vec::new(),
        false => {
            environment.modules().filter(|it| &**it.0 != module && it.1.starts_with(root.path(db))).map(|it| it.1.to_path_buf()).collect()
        }
    };
    others.sort();
    let name = SmolStr::new(&**function);
    let calls = |file: &File| mentions(db, *file).may_have(&name) && called(db, *file).contains(&name);
    let manifests = own.chain(others).flat_map(|folder| manifests_below(db, &folder.join("manifests")));
    manifests.filter(calls).take(MOST_CALLERS).collect()
}
