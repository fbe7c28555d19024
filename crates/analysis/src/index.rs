//! Which definitions may declare which: the paths from a class to the nodes that get it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use compiler::{DefinitionOf, NodeName, Outline};
use values::Str;
use workspace::{Db, File};
use world::FileKind;

use crate::below::manifests_below;
use crate::outside::{kind, with_db};
use crate::site::{Root, environment_of, program, site_of};

/// Who declares a class or a defined type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Declarer {
    Class(Str),
    Define(Str),
    Node(NodeName),
    /// Statements of the main manifest outside of definitions: all nodes.
    AllNodes,
}

/// By the name of what is declared.
pub(crate) type Declarers = BTreeMap<Str, BTreeSet<Declarer>>;

#[salsa::interned(debug)]
pub(crate) struct Module<'db> {
    #[returns(ref)]
    pub(crate) name: Str,
}

/// Outline of a file: what it defines and may declare. Edits inside of bodies mostly leave it as it is.
#[salsa::tracked(returns(clone))]
pub(crate) fn outline<'db>(db: &'db dyn Db, root: Root<'db>, file: File) -> Arc<Outline> {
    program(db, root, file).map(|it| Arc::new(it.outline())).unwrap_or_default()
}

/// Declarations in the definitions of a module.
#[salsa::tracked(returns(clone))]
pub(crate) fn declarers_in<'db>(db: &'db dyn Db, root: Root<'db>, module: Module<'db>) -> Arc<Declarers> {
    let mut found = Declarers::new();
    let Some(environment) = environment_of(db, root) else { return Arc::default() };
    let Some(folder) = environment.module(module.name(db)) else { return Arc::default() };
    for file in manifests_below(db, &folder.join("manifests")) {
        add(&mut found, &outline(db, root, file), false);
    }
    Arc::new(found)
}

/// Declarations in the main manifest's statements.
#[salsa::tracked(returns(clone))]
pub(crate) fn declarers_of_nodes<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<Declarers> {
    let mut found = Declarers::new();
    for path in main_manifests(db, root) {
        let file = db.files().at(db, &path.to_string_lossy());
        add(&mut found, &outline(db, root, file), true);
    }
    Arc::new(found)
}

/// Declarations anywhere in a site that has nodes.
#[salsa::tracked(returns(clone))]
fn declarers_anywhere<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<Declarers> {
    let mut found = Declarers::clone(&declarers_of_nodes(db, root));
    let Some(environment) = environment_of(db, root) else { return Arc::default() };
    let mut names: Vec<Str> =
        environment.modules().filter(|(_, folder)| folder.starts_with(root.path(db))).map(|it| it.0.clone()).collect();
    names.sort();
    for name in names {
        for (what, who) in declarers_in(db, root, Module::new(db, name)).iter() {
            found.entry(what.clone()).or_default().extend(who.iter().cloned());
        }
    }
    Arc::new(found)
}

fn add(found: &mut Declarers, outline: &Outline, is_main: bool) {
    let mut note = |what: &Str, who: Declarer| {
        found.entry(what.clone()).or_default().insert(who);
    };
    for definition in &outline.definitions {
        for what in &definition.mentions {
            match &definition.of {
                DefinitionOf::Class(name) => note(what, Declarer::Class(name.clone())),
                DefinitionOf::Define(name) => note(what, Declarer::Define(name.clone())),
                DefinitionOf::Node(names) => names.iter().for_each(|name| note(what, Declarer::Node(name.clone()))),
                DefinitionOf::Function(_) | DefinitionOf::Plan(_) => {}
            }
        }
    }
    if is_main {
        outline.mentions.iter().for_each(|what| note(what, Declarer::AllNodes));
    }
}

/// The files of the main manifest, in Puppet's order.
///
/// Where several define the same node, and no `environment.conf` says that this is an environment, each is applied by itself, as by
/// `puppet apply manifests/web.pp`. Then `site.pp` alone is the main manifest, if there is one.
#[salsa::tracked(returns(clone))]
pub(crate) fn main_manifests<'db>(db: &'db dyn Db, root: Root<'db>) -> Vec<PathBuf> {
    let Some(site) = site_of(db, root) else { return Vec::new() };
    let mut files = with_db(db, || site.manifests(&crate::outside::Outside));
    if files.len() > 1 && !has_settings(db, root) && share_nodes(db, root, &files) {
        files.retain(|it| it.file_name().is_some_and(|name| name == "site.pp"));
        files.truncate(1);
    }
    files
}

fn has_settings(db: &dyn Db, root: Root<'_>) -> bool {
    kind(db, &root.path(db).join(environment::environment_conf::FILE_NAME)) == Some(FileKind::File)
}

/// Whether two of these files define the same node, which Puppet refuses in one main manifest.
fn share_nodes(db: &dyn Db, root: Root<'_>, files: &[PathBuf]) -> bool {
    let mut seen = BTreeSet::new();
    files.iter().any(|path| {
        let outline = outline(db, root, db.files().at(db, &path.to_string_lossy()));
        let nodes = outline.definitions.iter().filter_map(|it| match &it.of {
            DefinitionOf::Node(names) => Some(names),
            _ => None,
        });
        let own: BTreeSet<NodeName> = nodes.flatten().cloned().collect();
        let is_shared = own.iter().any(|it| seen.contains(it));
        seen.extend(own);
        is_shared
    })
}

/// Whether Puppet refuses the main manifest as it is: then no node is evaluated, and modules are analysed as if there were none.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_broken<'db>(db: &'db dyn Db, root: Root<'db>) -> bool {
    main_manifests(db, root).into_iter().any(|path| {
        let file = db.files().at(db, &path.to_string_lossy());
        program(db, root, file).is_some_and(|it| !it.errors.is_empty())
    })
}

/// Starts of the paths to a class, within its own module or in its site.
pub(crate) struct Beginnings {
    pub(crate) nodes: Vec<Declarer>,
    /// Nodes that lead to what declares classes of the module by names that only the evaluation knows.
    pub(crate) perhaps: Vec<Declarer>,
    /// In a site whose nodes do not lead there, as where a program classifies them: the classes of other modules that nothing else
    /// declares, as roles, where the modules are the site's own.
    pub(crate) roles: Vec<Declarer>,
    /// Classes and defined types of the same module, the module's own class first.
    pub(crate) definitions: Vec<Declarer>,
}

/// The beginnings of a class or a defined type.
pub(crate) fn beginnings<'db>(db: &'db dyn Db, root: Root<'db>, name: &Str) -> Beginnings {
    let has_nodes = !main_manifests(db, root).is_empty() && !is_broken(db, root);
    let module: Str = name.split("::").next().unwrap_or_default().into();
    let own = declarers_in(db, root, Module::new(db, module.clone()));
    let (mut nodes, mut perhaps, mut roles) = (Vec::new(), Vec::new(), Vec::new());
    if has_nodes {
        let all = declarers_anywhere(db, root);
        let is_node = |it: &Declarer| matches!(it, Declarer::Node(_) | Declarer::AllNodes);
        let found = climb(&all, name);
        nodes = found.iter().filter(|it| is_node(it)).cloned().collect();
        if nodes.is_empty() {
            let by_chance = own.get(compiler::ANY).into_iter().flatten();
            let by_chance = by_chance.filter_map(|it| match it {
                Declarer::Class(it) | Declarer::Define(it) => Some(it),
                Declarer::Node(_) | Declarer::AllNodes => None,
            });
            for node in by_chance.flat_map(|it| climb(&all, it)).filter(is_node) {
                if !perhaps.contains(&node) {
                    perhaps.push(node);
                }
            }
            let is_role = |it: &Declarer| match it {
                Declarer::Class(name) => is_of_site_alone(db, root, name, &module) && is_top(&all, it),
                _ => false,
            };
            roles = found.into_iter().filter(is_role).collect();
        }
    }
    let mut definitions: Vec<Declarer> =
        climb(&own, name).into_iter().filter(|it| *it == Declarer::Class(module.clone()) || is_top(&own, it)).collect();
    definitions.sort_by_key(|it| *it != Declarer::Class(module.clone()));
    Beginnings { nodes, perhaps, roles, definitions }
}

/// Whether a class is of another module than that one, and of one that nobody publishes: what published modules do with each other is
/// not what a site does with them.
fn is_of_site_alone<'db>(db: &'db dyn Db, root: Root<'db>, class: &str, module: &str) -> bool {
    let of = class.split("::").next().unwrap_or_default();
    let Some(environment) = environment_of(db, root) else { return false };
    let folder = environment.module(of).filter(|_| of != module);
    folder.is_some_and(|it| kind(db, &it.join("metadata.json")).is_none())
}

/// All who lead to a class, the nearest first.
fn climb(declarers: &Declarers, class: &Str) -> Vec<Declarer> {
    let mut seen = BTreeSet::from([Declarer::Class(class.clone())]);
    let mut waiting = std::collections::VecDeque::from([class.clone()]);
    let mut found = Vec::new();
    while let Some(name) = waiting.pop_front() {
        for who in declarers.get(&name).into_iter().flatten() {
            if seen.insert(who.clone()) {
                found.push(who.clone());
                if let Declarer::Class(name) | Declarer::Define(name) = who {
                    waiting.push_back(name.clone());
                }
            }
        }
    }
    found
}

fn is_top(declarers: &Declarers, who: &Declarer) -> bool {
    match who {
        Declarer::Class(name) | Declarer::Define(name) => declarers.get(name).is_none_or(|it| it.iter().all(|it| it == who)),
        Declarer::Node(_) | Declarer::AllNodes => true,
    }
}
