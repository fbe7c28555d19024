//! Implementations of a name.

use analysis::{File, Snapshot};
use hir::{ItemKind, Role, Spelling, Symbol};
use syntax::TextSize;

use super::definition::definitions;
use super::files::native_type;
use super::{Goto, first};
use crate::names::{self, Target};

/// Implementations of the name at a place: the classes that inherit from a class, the resources of a defined type, the Ruby of a resource
/// type with its providers.
pub fn goto_implementation(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    first(snapshot, file, offset, |symbol, _| match symbol {
        Symbol::Class(_) => {
            let places = snapshot.places(symbol, file);
            let heirs = places.iter().filter(|it| it.reference.role == Role::Inherits);
            heirs
                .filter_map(|it| names::item_around(snapshot, it.file, it.reference.range))
                .filter_map(|it| names::target_of(snapshot, it))
                .collect()
        }
        Symbol::Resource { .. } => definitions(snapshot, symbol, file),
        Symbol::Type(_) if is_defined(snapshot, symbol, file) => {
            // A reference to a resource begins with a capital.
            let places = snapshot.places(symbol, file);
            let declared = places.iter().filter(|it| it.reference.spelling == Spelling::Bare && it.reference.role != Role::Definition);
            declared.map(|it| Target::name(snapshot, it.file, it.reference.range)).collect()
        }
        Symbol::Type(ty) => native_type(snapshot, ty, file),
        _ => Vec::new(),
    })
}

/// Whether a type is a defined one.
fn is_defined(snapshot: Snapshot<'_>, symbol: &Symbol, file: File) -> bool {
    snapshot.resolve(symbol, file).into_iter().filter_map(|it| snapshot.item(it)).any(|it| it.kind == ItemKind::Define)
}
