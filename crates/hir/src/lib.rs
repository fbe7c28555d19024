//! Definitions and references of each file.
//!
//! ```text
//! Parse ──▶ ItemTree     names, parameters, documentation; no places: an edit inside of a body leaves it equal
//!      ├──▶ ItemMap      where each item of the tree stands
//!      └──▶ References   every name in the file with its place, and the symbol that it means
//! ```
//!
//! Nothing here reads another file. What a name means beyond its file is said by a [`Symbol`], which is the same in every file: whoever
//! knows them all compares symbols.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod docs;
mod item_map;
mod item_tree;
pub mod name;
mod references;
mod symbol;

pub use docs::{Docs, Tag};
pub use item_map::{ItemMap, ItemRanges};
pub use item_tree::{Item, ItemKind, ItemTree, Parameter};
pub use name::Name;
pub use references::{Mentions, Reference, References, Role, Spelling};
pub use symbol::{FileKind, Owner, Symbol};

/// Definitions of a file, and their places.
pub fn items(parse: &syntax::Parse) -> (ItemTree, ItemMap) {
    item_tree::lower(parse)
}

/// The parameters and assignments of a file that are visible at an offset, and nothing else: a quick search, for a text that nobody asks
/// about again.
pub fn bindings(parse: &syntax::Parse, offset: syntax::TextSize) -> References {
    references::bindings(parse, offset)
}

/// Every name in a file.
pub fn references(parse: &syntax::Parse) -> References {
    references::collect(parse)
}
