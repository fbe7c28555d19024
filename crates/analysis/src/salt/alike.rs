//! Minions for which all files of a tree render to the same texts: what is wrong is found once for them.

use std::sync::Arc;

use salt::Str;
use workspace::Db;

use super::{ByQueries, SlsFile, StateTree, TOP, configuration, minion, rendered, site, states};
use crate::outside::with_db;

/// The first of the minions before this one for which the tree has the same states.
#[salsa::tracked(returns(copy))]
pub(super) fn before<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Option<StateTree<'db>> {
    let all = (0..tree.target(db)).map(|it| StateTree::new(db, tree.root(db).clone(), it));
    all.into_iter().find(|it| are_alike(db, *it, tree))
}

fn are_alike<'db>(db: &'db dyn Db, one: StateTree<'db>, other: StateTree<'db>) -> bool {
    let is_configured = [one, other].iter().any(|it| configuration(db, *it).is_some());
    if is_configured || given(db, one).is_none() || given(db, one) != given(db, other) {
        return false;
    }
    let tree = states(db, one);
    let is_same = |name: &Str| render_alike(db, SlsFile::new(db, one, name.clone()), SlsFile::new(db, other, name.clone()));
    // Files of another kind are rendered last: most trees include none.
    let (others, own): (Vec<&Str>, Vec<&Str>) = tree.names().iter().partition(|it| tree.is_of_another_kind(it));
    own.into_iter().all(is_same) && others.into_iter().all(is_same)
}

/// Whether a file renders to the same for two minions. An edit of one file compares no other one.
#[salsa::tracked(returns(copy))]
fn render_alike<'db>(db: &'db dyn Db, one: SlsFile<'db>, other: SlsFile<'db>) -> bool {
    rendered(db, one) == rendered(db, other)
}

/// Names that the top file gives a minion; none where they are not known.
#[salsa::tracked(returns(clone))]
fn given<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Option<Arc<Vec<Str>>> {
    if !states(db, tree).has(TOP) {
        return Some(Arc::default());
    }
    let (site, options) = site(db, tree);
    with_db(db, || site.names_of_top(&ByQueries { db, tree }, &minion(db, tree), &options)).map(Arc::new)
}
