//! SLS trees: which files belong together, what each renders to, and what is wrong.
//!
//! ```text
//! File ─▶ tree_of ─▶ states ─▶ rendered(file) ─▶ compiled(file) ─▶ summary(file) ─▶ wrong(tree)
//! File, Folder ─▶ minion ─────────┘
//! File.text ─▶ outline
//! ```
//!
//! An edit inside one file renders that file, and compiles what includes it. A file that others include is compiled with them.

mod alike;
mod place;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salt::outline::Outline;
use salt::pillar::keys::Keys;
use salt::{
    Compiled, Fault, Heap, Minion, Part, Problem, Release, Rendered, RenderedFile, Renderer, Span, Str, Suggestions, Summary, Templates,
    Tree, Wrong,
};
use settings::Settings;
use workspace::discover::{DocumentKind, document_kind};
use workspace::{Db, File};
use world::World;

use crate::outside::{self, Outside, with_db};
use crate::settings::{Place as SettingsPlace, settings_in};
use crate::{Snapshot, Systems};

pub use place::{Place, Role, pillar_folders};

/// Finds the tree of a file on the disk, and what the file is there.
pub fn find_place(world: &dyn World, path: &Path) -> Option<Place> {
    place::find(&|path| world.metadata(path).ok().map(|it| it.kind), path)
}

/// The folders of states that a pillar may be for: the folder around it, if that is one, and those next to it.
pub fn states_of_pillar(world: &dyn World, root: &Path) -> Vec<PathBuf> {
    place::states_of_pillar(&|path| world.metadata(path).ok().map(|it| it.kind), root)
}

/// A folder of SLS files, as in `file_roots`.
#[salsa::interned(debug)]
pub(crate) struct StateTree<'db> {
    #[returns(ref)]
    pub(crate) root: Arc<Path>,
    /// The number of the minion among those in the settings.
    #[returns(copy)]
    target: usize,
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
    if tree.target(db) != 0 {
        return states(db, StateTree::new(db, tree.root(db).clone(), 0));
    }
    let root = tree.root(db).to_path_buf();
    Arc::new(with_db(db, || Tree::open(&Outside, &[root])))
}

/// Settings of a tree.
fn settings_of<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Settings> {
    settings_in(db, SettingsPlace::of_folder(db, tree.root(db)))
}

/// The configuration of a minion, if the settings name one that is supported. Its values are of no heap.
#[salsa::tracked(returns(clone), no_eq)]
fn configuration<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Option<salt::Configuration>> {
    let settings = settings_of(db, tree);
    let path = settings.salt_targets().get(tree.target(db)).and_then(|it| it.config.clone());
    Arc::new(path.and_then(|it| with_db(db, || place::configuration(&Outside, &mut Heap::default(), &it)).ok()))
}

/// Whom the states are for: what the settings say of a minion, else nothing is known but the pillar that lies next to them.
#[salsa::tracked(returns(clone), no_eq)]
fn minion<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Minion> {
    let root = tree.root(db).to_path_buf();
    let settings = settings_of(db, tree);
    let target = settings.salt_targets().get(tree.target(db));
    Arc::new(with_db(db, || place::minion(&Outside, &root, target)))
}

/// Rendered text, or what is wrong and where in the source.
pub type Answer = Result<Rendered, Fault>;

/// Rendered text of a file.
#[salsa::tracked(returns(clone))]
fn rendered<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Answer> {
    let (tree, minion) = (states(db, file.tree(db)), minion(db, file.tree(db)));
    let name = file.name(db);
    let nothing = || Arc::new(Ok(Rendered::default()));
    let Some((below, path)) = tree.state(&name) else { return nothing() };
    let Some(text) = db.files().at(db, &path.to_string_lossy()).text(db) else { return nothing() };
    Arc::new(with_db(db, || Templates::new(&Outside, &tree, &minion).for_release(release(db, file.tree(db))).render(&name, below, &text)))
}

/// Text of a file, what it renders to, and the values of that; none where it has no text.
#[salsa::tracked(returns(clone), no_eq)]
fn rendered_file<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Option<Arc<RenderedFile>> {
    let states = states(db, file.tree(db));
    let (_, path) = states.state(&file.name(db))?;
    let source = db.files().at(db, &path.to_string_lossy()).text(db).filter(|it| it.len() <= salt::MAX_LENGTH)?;
    let answer = (*rendered(db, file)).clone();
    let values = answer.as_ref().ok().map(|it| Part::read(it.text.as_ref().unwrap_or(&source)));
    Some(Arc::new(RenderedFile { source, answer, values }))
}

/// No more texts of one file are shown.
const MAX_SOURCE_TEXTS: usize = 20;

/// Text of a file as the source of a state.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// As `file: /etc/motd`.
    pub state: String,
    pub answer: Result<Rendered, salt::Unrendered>,
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

    fn rendered_file(&self, sls: &Str) -> Option<Arc<RenderedFile>> {
        rendered_file(self.db, SlsFile::new(self.db, self.tree, sls.clone()))
    }
}

/// The release that counts.
fn release<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Release {
    settings_of(db, tree).salt_release().and_then(Release::named).unwrap_or_default()
}

/// A tree, and how it is compiled.
fn site<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> (salt::Site<'static>, salt::Options) {
    let site = salt::Site { world: &Outside, tree: states(db, tree) };
    let options = salt::Options { release: release(db, tree), ..salt::Options::default() };
    let options = match &*configuration(db, tree) {
        Some(it) => options.configured(it),
        None => options,
    };
    (site, options)
}

/// Compiled states of a file and of its includes.
#[salsa::tracked(returns(clone), no_eq, lru = 64)]
fn compiled<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Compiled> {
    let (tree, name) = (file.tree(db), file.name(db));
    let (site, options) = site(db, tree);
    let renderer = ByQueries { db, tree };
    crate::hold::wait(db);
    let compile = |options: &salt::Options| match &*name {
        TOP => site.compile_top(&renderer, &minion(db, tree), options),
        _ => site.compile(&renderer, &[(name.clone(), Span::NONE)], options),
    };
    Arc::new(with_db(db, || {
        let mut compiled = compile(&options);
        salt::compare_releases(&mut compiled, &options, compile);
        compiled
    }))
}

/// Errors in the top file, whoever the minion is.
#[salsa::tracked(returns(clone))]
fn checked_top<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Summary> {
    let (site, options) = site(db, tree);
    let compiled = with_db(db, || site.check_top(&ByQueries { db, tree }, &options));
    Arc::new(advised(db, tree, &compiled, options.release))
}

/// The files that the states of a file and of its includes render.
#[salsa::tracked(returns(clone))]
fn uses<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Vec<salt::Use>> {
    Arc::new(salt::uses(&compiled(db, file), &states(db, file.tree(db))))
}

/// The same without its values.
#[salsa::tracked(returns(clone))]
fn summary<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Summary> {
    Arc::new(advised(db, file.tree(db), &compiled(db, file), release(db, file.tree(db))))
}

fn advised<'db>(db: &'db dyn Db, tree: StateTree<'db>, compiled: &Compiled, release: Release) -> Summary {
    // A text is the same for all minions.
    let first = StateTree::new(db, tree.root(db).clone(), 0);
    Summary::advised_by(compiled, &states(db, tree), release, &|file| wrong_in_text(db, SlsFile::new(db, first, file.sls.clone())))
}

/// Findings in the text of a file that hold for each of its renderings.
#[salsa::tracked(returns(clone))]
fn wrong_in_text<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Vec<Wrong>> {
    let (tree, name) = (states(db, file.tree(db)), file.name(db));
    let Some((_, path)) = tree.state(&name) else { return Arc::default() };
    let Some(source) = db.files().at(db, &path.to_string_lossy()).text(db) else { return Arc::default() };
    let release = release(db, file.tree(db));
    Arc::new(with_db(db, || salt::wrong_in_text(&name, path, &source, &tree, release)))
}

/// The names of the states of a tree, but for the top file, and the order in which they are compiled. It is the same for all minions.
#[salsa::tracked(returns(clone))]
fn compile_order<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<(Vec<Str>, Vec<usize>)> {
    if tree.target(db) != 0 {
        return compile_order(db, StateTree::new(db, tree.root(db).clone(), 0));
    }
    let states = states(db, tree);
    let names: Vec<Str> = states.names().iter().filter(|it| &***it != TOP && !states.is_of_another_kind(it)).cloned().collect();
    let order = salt::includers_first(&states, &names, |name| {
        let file = states.state(name).map(|it| db.files().at(db, &it.1.to_string_lossy()));
        file.map(|it| includes(db, it).to_vec()).unwrap_or_default()
    });
    Arc::new((names, order))
}

/// Errors in the files of a tree, by path.
#[salsa::tracked(returns(clone))]
fn wrong<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<BTreeMap<PathBuf, Vec<Wrong>>> {
    if let Some(other) = alike::before(db, tree) {
        return wrong(db, other);
    }
    let states = states(db, tree);
    let (names, order) = &*compile_order(db, tree);
    let summary_of = |name: &Str| summary(db, SlsFile::new(db, tree, name.clone()));
    let summaries: Vec<Arc<Summary>> = salt::summaries(names, order, summary_of);
    let mut found = salt::wrong(summaries.iter().map(|it| &**it));
    let mut run = None;
    if states.has(TOP) {
        // Of a minion that is known all is known that it runs.
        let is_known = !settings_of(db, tree).salt_targets().is_empty();
        let run = run.insert(if is_known { summary(db, SlsFile::new(db, tree, Str::from(TOP))) } else { checked_top(db, tree) });
        found = salt::with_run(found, &run.found);
    }
    Suggestions::new(summaries.iter().chain(&run).map(|it| &**it)).add_to(&mut found);
    Arc::new(by_path(found))
}

/// Errors in a template that others import.
#[salsa::tracked(returns(clone))]
fn wrong_in_template(db: &dyn Db, file: File) -> Arc<Vec<Wrong>> {
    let found = salt::syntax_problem(Path::new(&*file.path(db)), &file.text(db).unwrap_or_default());
    Arc::new(found.into_iter().collect())
}

/// The keys of all pillar files of a minion, if all are known.
#[salsa::tracked(returns(clone))]
fn pillar_keys<'db>(db: &'db dyn Db, tree: StateTree<'db>) -> Arc<Option<Keys>> {
    let (settings, minion) = (settings_of(db, tree), minion(db, tree));
    let target = settings.salt_targets().get(tree.target(db));
    let keys = with_db(db, || {
        let root = place::pillar_root(&Outside, tree.root(db), target)?;
        let mut keys = Keys::read(&Outside, &Tree::open(&Outside, &[root]), &minion)?;
        keys.add(&minion.heap, minion.pillar);
        Some(keys)
    });
    Arc::new(keys)
}

/// Keys that a file reads, and that no pillar file has.
#[salsa::tracked(returns(clone))]
fn unknown_keys<'db>(db: &'db dyn Db, tree: StateTree<'db>, file: File) -> Arc<Vec<Wrong>> {
    let Some(text) = file.text(db).filter(|it| it.contains("pillar")) else { return Arc::default() };
    match &*pillar_keys(db, tree) {
        Some(keys) => Arc::new(salt::pillar::keys::check(Path::new(&*file.path(db)), &text, keys)),
        None => Arc::default(),
    }
}

/// Keys of the pillar that a file reads.
#[salsa::tracked(returns(clone))]
fn keys_read(db: &dyn Db, file: File) -> Arc<Vec<Vec<String>>> {
    Arc::new(file.text(db).map(|it| salt::pillar::keys::read_keys(&it)).unwrap_or_default())
}

/// Errors in a file of pillar data alone, in a tree that is a pillar.
#[salsa::tracked(returns(clone))]
fn wrong_in_pillar<'db>(db: &'db dyn Db, file: SlsFile<'db>) -> Arc<Vec<Wrong>> {
    let (tree, minion) = (states(db, file.tree(db)), minion(db, file.tree(db)));
    let (files, findings) = with_db(db, || salt::pillar::check(&Outside, &tree, &minion, &file.name(db)));
    Arc::new(findings.iter().map(|it| Wrong::new(it, &files)).collect())
}

fn by_path(found: Vec<Wrong>) -> BTreeMap<PathBuf, Vec<Wrong>> {
    let mut by_path: BTreeMap<PathBuf, Vec<Wrong>> = BTreeMap::new();
    for wrong in found {
        // A mistake in a template is shown where an SLS file runs it, too.
        if let (Problem::Template { .. }, Some(inside), [call, ..]) = (&wrong.problem, &wrong.at, wrong.related.as_slice()) {
            let here = Wrong { at: Some(call.clone()), related: vec![inside.clone()], ..wrong.clone() };
            by_path.entry(call.path.clone()).or_default().push(here);
        }
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

/// Names and patterns that a file includes by its text.
#[salsa::tracked(returns(clone))]
fn includes(db: &dyn Db, file: File) -> Arc<Vec<Str>> {
    Arc::new(outline(db, file).includes())
}

/// Where a file lies among others.
#[salsa::tracked(returns(clone))]
fn place_of(db: &dyn Db, file: File) -> Option<Arc<Place>> {
    let path = file.path(db);
    let place = with_db(db, || place::find(&|path| outside::kind(db, path), Path::new(&*path)));
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

    /// The minion that the tree is analysed for. In a quick snapshot, nothing is known of it.
    pub fn sls_minion(&self, place: &Place) -> Arc<Minion> {
        if self.is_quick() {
            return Arc::new(place::unknown_minion());
        }
        minion(self.db(), self.state_tree(place))
    }

    /// The entries and items of a file, which is not rendered for that.
    pub fn sls_outline(&self, file: File) -> Arc<Outline> {
        outline(self.db(), file)
    }

    /// Compiled states of a file and its includes; for a top file, those of the highstate.
    ///
    /// Where the settings name minions, it is the run of the first one, if it has the file. A quick snapshot has none.
    pub fn sls_compiled(&self, place: &Place) -> Option<Arc<Compiled>> {
        self.sls_compiled_for(place, 0)
    }

    /// The names of the minions that the settings have.
    pub fn sls_targets(&self, place: &Place) -> Vec<String> {
        settings_of(self.db(), self.state_tree(place)).salt_targets().iter().map(|it| it.id.clone()).collect()
    }

    /// The same for one of the minions of the settings by its number.
    pub fn sls_compiled_for(&self, place: &Place, target: usize) -> Option<Arc<Compiled>> {
        if self.is_quick() || !matches!(place.role, Role::States | Role::Top) {
            return None;
        }
        let tree = StateTree::new(self.db(), Arc::from(place.root.as_path()), target);
        let of = |name: Str| compiled(self.db(), SlsFile::new(self.db(), tree, name));
        if place.role == Role::States && !settings_of(self.db(), tree).salt_targets().is_empty() {
            let run = of(TOP.into());
            if run.findings.is_empty() && run.files.iter().any(|it| it.sls == place.name) {
                return Some(run);
            }
        }
        Some(of(place.name.clone()))
    }

    /// The text that a file of states renders to, for one of the minions of the settings by its number. A quick snapshot has none.
    pub fn sls_rendered_for(&self, place: &Place, target: usize) -> Option<Arc<Answer>> {
        if self.is_quick() || !matches!(place.role, Role::States | Role::Top) {
            return None;
        }
        let tree = StateTree::new(self.db(), Arc::from(place.root.as_path()), target);
        Some(rendered(self.db(), SlsFile::new(self.db(), tree, place.name.clone())))
    }

    /// The texts that a file renders to as the source of states, for one of the minions of the settings by its number. A quick snapshot
    /// has none.
    pub fn sls_source_texts(&self, file: File, place: &Place, target: usize) -> Vec<SourceText> {
        if self.is_quick() || place.role != Role::Template {
            return Vec::new();
        }
        let db = self.db();
        let tree = StateTree::new(db, Arc::from(place.root.as_path()), target);
        let (states, minion) = (states(db, tree), minion(db, tree));
        let source = file.text(db).unwrap_or_default();
        let mut found: Vec<SourceText> = Vec::new();
        for name in states.names().iter().filter(|it| !states.is_of_another_kind(it)) {
            let sls = SlsFile::new(db, tree, name.clone());
            let uses = uses(db, sls);
            let used: Vec<&salt::Use> = uses.iter().filter(|it| it.path == place.below).collect();
            if used.is_empty() {
                continue;
            }
            let compiled = compiled(db, sls);
            for used in used {
                let Some(chunk) = compiled.chunks.get(used.chunk) else { continue };
                let state = format!("{}: {}", chunk.state, chunk.name_text());
                if found.len() < MAX_SOURCE_TEXTS && !found.iter().any(|it| it.state == state) {
                    let answer = with_db(db, || {
                        Templates::new(&Outside, &states, &minion).for_release(release(db, tree)).render_use(used, &compiled, &source)
                    });
                    found.push(SourceText { state, answer });
                }
            }
        }
        found
    }

    /// The release of Salt that counts for a tree.
    pub fn sls_release(&self, place: &Place) -> Release {
        release(self.db(), self.state_tree(place))
    }

    /// Errors in a file: by itself for the first minion, or as all files of the tree show them for all. What holds for some minions only
    /// names them. A quick snapshot finds nothing.
    pub fn sls_wrong(&self, file: File, systems: Systems) -> Vec<(Wrong, Vec<String>)> {
        let Some(place) = self.sls_place(file).filter(|_| !self.is_quick()) else { return Vec::new() };
        let settings = settings_of(self.db(), self.state_tree(&place));
        let targets = settings.salt_targets();
        let count = if systems == Systems::First { 1 } else { targets.len().max(1) };
        let mut found: Vec<(Wrong, Vec<String>)> = Vec::new();
        for number in 0..count {
            let id = targets.get(number).map(|it| it.id.clone()).unwrap_or_default();
            let tree = StateTree::new(self.db(), Arc::from(place.root.as_path()), number);
            for wrong in self.wrong_of_target(file, &place, tree, systems) {
                match found.iter_mut().find(|it| it.0.is_same(&wrong)) {
                    Some(known) => known.1.push(id.clone()),
                    None => found.push((wrong, vec![id.clone()])),
                }
            }
        }
        for (_, ids) in found.iter_mut().filter(|it| it.1.len() == count) {
            ids.clear();
        }
        found
    }

    fn wrong_of_target(&self, file: File, place: &Place, tree: StateTree<'db>, systems: Systems) -> Vec<Wrong> {
        let own = || summary(self.db(), SlsFile::new(self.db(), tree, place.name.clone()));
        let path = self.path(file);
        let is_sls = document_kind(&*path) == DocumentKind::Sls;
        let here = |found: &BTreeMap<PathBuf, Vec<Wrong>>| found.get(Path::new(&*path)).cloned().unwrap_or_default();
        let found = match (place.role, systems) {
            (Role::States, Systems::First) => here(&by_path(salt::wrong_alone(&own()))),
            (Role::States, Systems::All) => here(&wrong(self.db(), tree)),
            (Role::Top, _) => here(&by_path(own().found.clone())),
            // The root of a pillar without a top file is not known, nor is what its files import.
            (Role::Pillar, _) if is_sls && place.is_in_own_root(&states(self.db(), tree)) => {
                (*wrong_in_pillar(self.db(), SlsFile::new(self.db(), tree, place.name.clone()))).clone()
            }
            // Templates with other names may be those of other programs.
            (Role::Pillar, _) if is_sls || path.ends_with(".jinja") => (*wrong_in_template(self.db(), file)).clone(),
            (Role::Template, _) if path.ends_with(".jinja") => {
                let alone = wrong_in_template(self.db(), file);
                if alone.is_empty() && systems == Systems::All { here(&wrong(self.db(), tree)) } else { (*alone).clone() }
            }
            (Role::Pillar | Role::Template | Role::Other, _) => Vec::new(),
        };
        let has_keys = matches!(place.role, Role::States | Role::Top) || place.role == Role::Template && path.ends_with(".jinja");
        let keys = if has_keys { unknown_keys(self.db(), tree, file) } else { Arc::default() };
        found.into_iter().chain(keys.iter().cloned()).collect()
    }

    /// The SLS files and templates of a tree, with their names or paths.
    pub fn sls_files(&self, place: &Place) -> Vec<(String, File)> {
        let tree = self.sls_tree(place);
        let wanted = tree.paths().filter(|(below, _)| workspace::discover::is_states(Path::new(below)));
        wanted.map(|(below, path)| (below.to_owned(), self.db().files().at(self.db(), &path.to_string_lossy()))).collect()
    }

    /// The keys that states around a file of pillar data read, as the keys of nested maps.
    pub fn sls_pillar_keys(&self, place: &Place) -> Vec<Vec<String>> {
        let mut keys: Vec<Vec<String>> = Vec::new();
        for root in place::states_of_pillar(&|path| outside::kind(self.db(), path), &place.root) {
            for (_, file) in self.sls_files(&Place { root, ..place.clone() }) {
                keys.extend(keys_read(self.db(), file).iter().cloned());
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The file at a path of a tree.
    pub fn sls_file(&self, path: &Path) -> File {
        self.db().files().at(self.db(), &path.to_string_lossy())
    }

    /// Compiles what findings, hovers and hints of a file need, from the last minion on, while another thread begins with the first. What
    /// is there already costs nothing.
    pub(crate) fn compile_sls_ahead(&self, file: File) {
        let Some(place) = self.sls_place(file) else { return };
        let targets = self.sls_targets(&place).len().max(1);
        let trees = (0..targets).rev().map(|it| StateTree::new(self.db(), Arc::from(place.root.as_path()), it));
        // What is the same as for another minion only waits for that.
        let (alike, own): (Vec<_>, Vec<_>) = trees.partition(|it| alike::before(self.db(), *it).is_some());
        for tree in own.into_iter().chain(alike) {
            self.wrong_of_target(file, &place, tree, Systems::All);
        }
        self.sls_compiled(&place);
    }

    fn state_tree(&self, place: &Place) -> StateTree<'db> {
        StateTree::new(self.db(), Arc::from(place.root.as_path()), 0)
    }
}

#[cfg(test)]
mod tests;
