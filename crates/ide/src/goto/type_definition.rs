//! The type of what a name means.

use analysis::{File, Snapshot};
use hir::{ItemKind, Symbol};
use syntax::TextSize;

use super::definition::definitions;
use super::{Goto, first};
use crate::data;
use crate::names::{self, Target};

/// The type of what the name at a place means: the aliases that a parameter's type names, the defined type of a resource.
pub fn goto_type_definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    if data::is_data(snapshot, file) {
        return data::goto::type_definition(snapshot, file, offset);
    }
    first(snapshot, file, offset, |symbol, _| match snapshot.meaning(symbol, file) {
        Symbol::Resource { ty, .. } => definitions(snapshot, &Symbol::Type(ty), file),
        meant @ (Symbol::Member { .. } | Symbol::Local(_)) => types_of_parameter(snapshot, &meant, file),
        meant @ (Symbol::Type(_) | Symbol::Class(_)) => definitions(snapshot, &meant, file),
        _ => Vec::new(),
    })
}

/// The aliases that the type of a parameter names.
pub(crate) fn types_of_parameter(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let definitions = match meant {
        Symbol::Local(_) => snapshot.references(file).of_symbol(meant).map(|it| (file, it.range)).collect(),
        _ => names::definitions_of_member(snapshot, meant, file),
    };
    let mut found = Vec::new();
    for (file, range) in definitions {
        let maps = snapshot.item_map(file).items.iter().flat_map(|it| &it.parameters);
        let Some((whole, name)) = maps.into_iter().find(|(_, name)| name.contains_range(range)) else { continue };
        let types = snapshot
            .references(file)
            .all
            .iter()
            .filter(|it| matches!(it.symbol, Symbol::Type(_)) && whole.contains_range(it.range) && it.range.end() <= name.start());
        for reference in types {
            let aliases = snapshot.resolve(&reference.symbol, file).into_iter();
            let aliases = aliases.filter(|it| snapshot.item(*it).is_some_and(|it| it.kind == ItemKind::Alias));
            found.extend(aliases.filter_map(|it| names::target_of(snapshot, it)));
        }
    }
    found
}
