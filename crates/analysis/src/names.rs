//! Names over all files: what defines them, what they mean, who mentions them.
//!
//! ```text
//! parse ─▶ lowered (no_eq, lru) ─▶ item_tree ─▶ loose        definitions of files that belong to no module
//!     └──▶ references (no_eq, lru) ─▶ mentions, variables
//! File.autoload ─▶ by_namespace                              which files may define what, by the autoload rules
//! ```
//!
//! A name is looked for by the rules by which Puppet loads it, so that an answer touches few files. Whoever looks for all
//! places of a name asks each file's `mentions` first.

mod helpers;
mod installed;
mod meaning;
mod modules;
mod offer;
pub(crate) mod resolve;
mod ruby;
mod search;
mod symbols;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use hir::{ItemMap, ItemTree, Mentions, Name, Owner, References, Role, Symbol};
use rustc_hash::FxHashSet;
use workspace::{Db, File};

use crate::Snapshot;
use crate::db::Database;
use crate::queries::parse;

pub use modules::{Place, module_file};
pub use offer::{Offered, RubyFunction};
pub use resolve::Definition;
pub use search::Occurrence;
pub use symbols::Named;

/// Limit of the files whose definitions are stored with their places.
const MOST_LOWERED: usize = 256;

#[salsa::tracked(returns(ref), no_eq, lru = 256)]
fn lowered(db: &dyn Db, file: File) -> (ItemTree, ItemMap) {
    hir::items(parse(db, file))
}

/// Compared: an edit inside of a body ends here.
#[salsa::tracked(returns(ref))]
pub(crate) fn item_tree(db: &dyn Db, file: File) -> ItemTree {
    lowered(db, file).0.clone()
}

/// Limit of the files whose names are stored.
const MOST: usize = 512;

/// The limit where no other files are about to be analysed.
const FEW: usize = 64;

/// Lets the names of few files be kept, or of as many as usual.
pub(crate) fn keep_few(db: &mut Database, few: bool) {
    lowered::set_lru_capacity(db, if few { FEW } else { MOST_LOWERED });
    references::set_lru_capacity(db, if few { FEW } else { MOST });
}

#[salsa::tracked(returns(ref), no_eq, lru = 512)]
pub(crate) fn references(db: &dyn Db, file: File) -> References {
    hir::references(parse(db, file))
}

#[salsa::tracked(returns(ref))]
pub(crate) fn mentions(db: &dyn Db, file: File) -> Mentions {
    references(db, file).mentions()
}

/// The variables that the classes of a file set, their parameters too.
#[salsa::tracked(returns(ref))]
pub(crate) fn variables(db: &dyn Db, file: File) -> Arc<FxHashSet<(Name, Name)>> {
    let defined = references(db, file).all.iter().filter(|it| it.role == Role::Definition);
    let members = defined.filter_map(|it| match &it.symbol {
        Symbol::Member { owner: Owner::Class(class), name } => Some((class.clone(), name.clone())),
        _ => None,
    });
    Arc::new(members.collect())
}

impl<'db> Snapshot<'db> {
    /// Computes what a search would ask of a file, so that the first one need not wait for it. Best while the file's tree is there
    /// for another reason.
    pub fn prepare_search(&self, file: File) {
        mentions(self.db(), file);
        symbols::named(self.db(), file);
        item_tree(self.db(), file);
        offer::offered_in(self.db(), file);
    }

    /// Definitions of a file.
    pub fn item_tree(&self, file: File) -> &'db ItemTree {
        item_tree(self.db(), file)
    }

    /// Where the items of the tree stand.
    pub fn item_map(&self, file: File) -> &'db ItemMap {
        &lowered(self.db(), file).1
    }

    /// Every name in a file.
    pub fn references(&self, file: File) -> &'db References {
        references(self.db(), file)
    }
}
