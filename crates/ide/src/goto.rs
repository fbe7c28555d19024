//! From a name to what it means.

mod definition;
mod files;
mod implementation;
#[cfg(test)]
mod tests;
mod type_definition;

pub(crate) use definition::definitions;
pub use definition::goto_definition;
pub(crate) use files::files;
pub use implementation::goto_implementation;
pub use type_definition::goto_type_definition;
pub(crate) use type_definition::types_of_parameter;

use analysis::{File, Snapshot};
use hir::Symbol;
use syntax::{TextRange, TextSize};

use crate::names::{self, Target};

/// The name that was asked about, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goto {
    pub origin: TextRange,
    pub targets: Vec<Target>,
}

/// The first name at a place that leads somewhere.
fn first(snapshot: Snapshot<'_>, file: File, offset: TextSize, targets: impl Fn(&Symbol, TextRange) -> Vec<Target>) -> Option<Goto> {
    names::names_at(snapshot, file, offset).into_iter().find_map(|reference| {
        let targets = names::without_repetition(targets(&reference.symbol, reference.range));
        (!targets.is_empty()).then_some(Goto { origin: reference.range, targets })
    })
}
