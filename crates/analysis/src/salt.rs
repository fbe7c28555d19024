//! SLS trees: which files belong together, what each renders to, and what is wrong.
//!
//! ```text
//! File ─▶ tree_of ─▶ states ─▶ rendered(file) ─▶ compiled(file) ─▶ summary(file) ─▶ wrong(tree)
//! File, Folder ─▶ minion ─────────┘
//! File.text ─▶ outline
//! ```
//!
//! An edit inside one file renders that file, and compiles what includes it.

mod place;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salt::outline::Outline;
use salt::{Compiled, Minion, Problem, Rendered, Renderer, Span, Str, Summary, Templates, Tree, Wrong};
use workspace::{Db, File};

use crate::outside::{self, Outside, within};
use crate::{Snapshot, Systems};

pub use place::{Place, Role};

/// A folder of SLS files, as in `file_roots`.
#[salsa::interned(debug)]
pub(crate) struct StateTree<'db> {
    #[returns(ref)]
    pub(crate) root: Arc<Path>,
}

/// A file of a tree by its name.
#[salsa::interned(debug)]
pub(crate) struct SlsFile<'db> {
    #[returns(copy)]
    tree: StateTree<'db>,
    #[returns(clone)]
    name: Str,
}

/// Names that mean what the top file gives a minion.
const TOP: &str = "top";

/// The files of a tree.
#[salsa::tracked(returns(clone))]
fn states<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Tree> {
    let root = tree.root(db).to_path_buf();
    Arc::new(within(db, || Tree::open(&Outside, &[root])))
}

/// Whom the states are for: nothing is known but the pillar that lies beside them.
#[salsa::tracked(returns(clone), no_eq)]
fn minion<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Minion> {
    let root = tree.root(db).to_path_buf();
    Arc::new(within(db, || place::minion(&Outside, &root)))
}

type Answer = Result<Rendered, (Problem, Range<usize>)>;

/// What a file renders to.
#[salsa::tracked(returns(clone))]
fn rendered<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Answer> {
    let (tree, minion) = (states(db, file.tree(db)), minion(db, file.tree(db)));
    let name = file.name(db);
    let nothing = || Arc::new(Ok(Rendered::default()));
    let Some((below, path)) = tree.state(&name) else { return nothing() };
    let Some(text) = db.files().at(db, &path.to_string_lossy()).text(db) else { return nothing() };
    Arc::new(within(db, || Templates::new(&Outside, &tree, &minion).render(&name, &below, &text)))
}

/// Renders by queries.
struct ByQueries<'db> {
    db: &'db dyn Db,
    tree: StateTree<'db>,
}

impl Renderer for ByQueries<'_> {
    fn render(&self, sls: &Str, _below: &str, _source: &str) -> Answer {
        (*rendered(self.db, SlsFile::new(self.db, self.tree, sls.clone()))).clone()
    }
}

/// What comes of a file and of what it includes.
#[salsa::tracked(returns(clone), no_eq, lru = 64)]
fn compiled<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Compiled> {
    let (tree, name) = (file.tree(db), file.name(db));
    let site = salt::Site { world: &Outside, tree: (*states(db, tree)).clone() };
    let renderer = ByQueries { db, tree };
    let options = salt::Options::default();
    Arc::new(within(db, || match &*name {
        TOP => site.compile_top(&renderer, &minion(db, tree), &options),
        _ => site.compile(&renderer, &[(name.clone(), Span::NONE)], &options),
    }))
}

/// The same without its values.
#[salsa::tracked(returns(clone))]
fn summary<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Summary> {
    let tree = states(db, file.tree(db));
    Arc::new(Summary::advised(&compiled(db, file), &tree, salt::Release::default()))
}

/// What is wrong in the files of a tree, by their paths.
#[salsa::tracked(returns(clone))]
fn wrong<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<BTreeMap<PathBuf, Vec<Wrong>>> {
    let states = states(db, tree);
    let names = states.names().iter().filter(|it| &***it != TOP && !states.is_of_another_kind(it));
    let summaries: Vec<Arc<Summary>> = names.map(|it| summary(db, SlsFile::new(db, tree, it.clone()))).collect();
    Arc::new(by_path(salt::wrong(summaries.iter().map(|it| &**it))))
}

fn by_path(found: Vec<Wrong>) -> BTreeMap<PathBuf, Vec<Wrong>> {
    let mut by_path: BTreeMap<PathBuf, Vec<Wrong>> = BTreeMap::new();
    for wrong in found {
        if let Some(at) = &wrong.at {
            by_path.entry(at.path.clone()).or_default().push(wrong);
        }
    }
    by_path
}

/// The words of a file.
#[salsa::tracked(returns(clone))]
fn outline(db: &dyn Db, file: File) -> Arc<Outline> {
    Arc::new(Outline::read(&file.text(db).unwrap_or_default()))
}

/// Where a file lies among others.
#[salsa::tracked(returns(clone))]
fn place_of(db: &dyn Db, file: File) -> Option<Arc<Place>> {
    let path = file.path(db);
    let place = within(db, || place::of(&|path| outside::kind(db, path), Path::new(&*path)));
    place.map(Arc::new)
}

impl<'db> Snapshot<'db> {
    /// Where a file of states lies, and what it is.
    pub fn sls_place(&self, file: File) -> Option<Arc<Place>> {
        place_of(self.db(), file)
    }

    /// The files of the tree that a file belongs to.
    pub fn sls_tree(&self, place: &Place) -> Arc<Tree> {
        states(self.db(), self.state_tree(place))
    }

    /// Whom the tree is analysed for.
    pub fn sls_minion(&self, place: &Place) -> Arc<Minion> {
        minion(self.db(), self.state_tree(place))
    }

    /// The entries and items of a file, which is not rendered for that.
    pub fn sls_outline(&self, file: File) -> Arc<Outline> {
        outline(self.db(), file)
    }

    /// What comes of a file with all that it includes; of a top file, what comes of the highstate.
    pub fn sls_compiled(&self, place: &Place) -> Option<Arc<Compiled>> {
        let file = SlsFile::new(self.db(), self.state_tree(place), place.name.clone());
        matches!(place.role, Role::States | Role::Top).then(|| compiled(self.db(), file))
    }

    /// What is wrong in a file: as it is by itself, or as all files of the tree show it.
    pub fn sls_wrong(&self, file: File, systems: Systems) -> Vec<Wrong> {
        let Some(place) = self.sls_place(file) else { return Vec::new() };
        let tree = self.state_tree(&place);
        let own = || summary(self.db(), SlsFile::new(self.db(), tree, place.name.clone()));
        let path = self.path(file);
        let here = |found: &BTreeMap<PathBuf, Vec<Wrong>>| found.get(Path::new(&*path)).cloned().unwrap_or_default();
        match (place.role, systems) {
            (Role::States, Systems::First) => here(&by_path(salt::wrong([&*own()].into_iter()))),
            (Role::States, Systems::All) => here(&wrong(self.db(), tree)),
            (Role::Top, _) => here(&by_path(own().found.clone())),
            (Role::Pillar | Role::Template | Role::Other, _) => Vec::new(),
        }
    }

    /// The SLS files and templates of a tree, with their names or paths.
    pub fn sls_files(&self, place: &Place) -> Vec<(String, File)> {
        let tree = self.sls_tree(place);
        let wanted = tree.paths().filter(|(below, _)| workspace::discover::is_states(Path::new(below)));
        wanted.map(|(below, path)| (below.to_owned(), self.db().files().at(self.db(), &path.to_string_lossy()))).collect()
    }

    /// The file at a path of a tree.
    pub fn sls_file(&self, path: &Path) -> File {
        self.db().files().at(self.db(), &path.to_string_lossy())
    }

    fn state_tree(&self, place: &Place) -> StateTree<'db> {
        StateTree::new(self.db(), Arc::from(place.root.as_path()))
    }
}

#[cfg(test)]
mod tests;
