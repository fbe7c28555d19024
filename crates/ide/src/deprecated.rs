//! Deprecated definitions, by their documentation or by Puppet.

use analysis::{File, Snapshot};
use hir::{Item, Role, Symbol};

use crate::builtin_docs;

/// Whether the documentation of a definition says so.
pub(crate) fn says_so(item: &Item) -> bool {
    item.docs.tag("deprecated").is_some()
}

/// Whether what a name of a file means is deprecated: a definition tagged `@deprecated`, one of the functions whose place `lookup`
/// has taken, a fact by the name that it had before facts were structured.
pub(crate) fn is_deprecated(snapshot: Snapshot<'_>, symbol: &Symbol, from: File) -> bool {
    match symbol {
        Symbol::Function(name) if builtin_docs::function(name).is_some() => diagnostics::HIERA_FUNCTIONS.contains(&name.as_str()),
        Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => {
            let defined = snapshot.resolve(symbol, from);
            defined.into_iter().filter_map(|it| snapshot.item(it)).any(says_so)
        }
        // A site may have a variable of that name.
        Symbol::Top(name) => {
            let is_set = || snapshot.references(from).of_symbol(symbol).any(|it| it.role == Role::Definition);
            diagnostics::is_fact_of_old(name) && !is_set()
        }
        Symbol::Fact(path) => diagnostics::is_fact_of_old(path),
        _ => false,
    }
}
