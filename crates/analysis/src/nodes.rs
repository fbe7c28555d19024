//! The nodes of a site, as they are written.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use compiler::{NodeName, NodePlace};
use syntax::TextRange;
use values::regex::Regex;
use workspace::{Db, File};

use crate::data::nodes_with_data;
use crate::index::{Declarer, main_manifests};
use crate::node_name::matching;
use crate::site::{Root, program, settings_of};

/// Limit of the nodes of one pattern that are evaluated.
const MOST_EXAMPLES: usize = 2;

/// A digest of what is written for each node.
#[salsa::tracked(returns(clone))]
fn bodies<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<BTreeMap<NodeName, u64>> {
    let mut bodies = BTreeMap::new();
    for (program, places) in places(db, root) {
        for NodePlace { names, body, .. } in places {
            let mut digest = DefaultHasher::new();
            program.get(Range::<usize>::from(body)).hash(&mut digest);
            bodies.extend(names.into_iter().map(|it| (it, digest.finish())));
        }
    }
    Arc::new(bodies)
}

/// The texts of the main manifest with the nodes in them.
fn places<'db>(db: &'db dyn Db, root: Root<'db>) -> impl Iterator<Item = (Arc<str>, Vec<NodePlace>)> {
    let files = main_manifests(db, root).into_iter();
    files.filter_map(move |path| {
        let program = program(db, root, db.files().at(db, &path.to_string_lossy()))?;
        Some((program.text.clone(), compiler::node_places(&program)))
    })
}

/// The nodes that the main manifest names, in the order of its files.
pub(crate) fn names<'db>(db: &'db dyn Db, root: Root<'db>) -> Vec<NodeName> {
    places(db, root).flat_map(|(_, places)| places).flat_map(|it| it.names).collect()
}

/// The first of all nodes that say the same. Of patterns only those with known names.
pub(crate) fn different<'db>(db: &'db dyn Db, root: Root<'db>, all: Vec<Declarer>) -> Vec<Declarer> {
    let bodies = bodies(db, root);
    let mut seen = HashSet::new();
    let is_new = |it: &Declarer| match it {
        Declarer::Node(NodeName::Pattern(pattern)) if matching(pattern).is_none() => false,
        Declarer::Node(name) => seen.insert(bodies.get(name).copied()),
        Declarer::AllNodes | Declarer::Class(_) | Declarer::Define(_) => true,
    };
    all.into_iter().filter(is_new).collect()
}

/// A site of more nodes is judged on one of those that say the same.
pub(crate) const MOST_NODES: usize = 64;

/// The nodes of the main manifest that are judged by themselves, where the site has many: the first of those that say the same, and each
/// whose name has data of its own. Nothing for a site of which every node is judged.
#[salsa::tracked(returns(clone))]
pub(crate) fn judged<'db>(db: &'db dyn Db, root: Root<'db>) -> Option<Arc<BTreeSet<NodeName>>> {
    let all = names(db, root);
    if all.len() <= MOST_NODES {
        return None;
    }
    let first = different(db, root, all.into_iter().map(Declarer::Node).collect());
    let first = first.into_iter().filter_map(|it| if let Declarer::Node(name) = it { Some(name) } else { None });
    let judged = first.chain(definitions_with_data(db, root).values().cloned()).collect();
    Some(Arc::new(judged))
}

/// The node that is asked for, where settings name one that the main manifest has: the definition that Puppet takes for it, and its name.
pub(crate) fn asked<'db>(db: &'db dyn Db, root: Root<'db>) -> Option<(NodeName, String)> {
    let name = settings_of(db, root).node()?.to_lowercase();
    Some((definitions(db, root).find(&name)?, name))
}

/// The definition of each node that data of the site are for, by its name.
#[salsa::tracked(returns(clone))]
fn definitions_with_data<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<BTreeMap<String, NodeName>> {
    let known = nodes_with_data(db, root);
    if known.is_empty() {
        return Arc::default();
    }
    let definitions = definitions(db, root);
    Arc::new(known.iter().filter_map(|name| Some((name.clone(), definitions.find(name)?))).collect())
}

/// The nodes that the main manifest names. A query, as hundreds of patterns would else be read for each name.
#[salsa::tracked(returns(clone), no_eq)]
fn definitions<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<Definitions> {
    let mut all = Definitions { exact: HashSet::new(), patterns: Vec::new(), has_default: false };
    for name in names(db, root) {
        match name {
            NodeName::Name(name) => {
                all.exact.insert(name);
            }
            NodeName::Pattern(pattern) => all.patterns.extend(Regex::new(&pattern).ok().map(|it| (pattern, it))),
            NodeName::Default => all.has_default = true,
        }
    }
    Arc::new(all)
}

#[derive(Debug)]
struct Definitions {
    exact: HashSet<String>,
    patterns: Vec<(String, Regex)>,
    has_default: bool,
}

impl Definitions {
    /// The exact name, then the first pattern that matches, then what is meant for all others.
    fn find(&self, name: &str) -> Option<NodeName> {
        let exact = self.exact.get(name).map(|it| NodeName::Name(it.clone()));
        let pattern = || self.patterns.iter().find(|it| it.1.is_match(name)).map(|it| NodeName::Pattern(it.0.clone()));
        exact.or_else(pattern).or_else(|| self.has_default.then_some(NodeName::Default))
    }
}

/// Whether the main manifest names a node, or has a pattern for it.
pub(crate) fn is_told<'db>(db: &'db dyn Db, root: Root<'db>, name: &str) -> bool {
    definitions(db, root).find(name).is_some_and(|it| it != NodeName::Default)
}

/// Names of nodes that a pattern stands for: those that data of the site are for, else one that is made up.
pub(crate) fn examples<'db>(db: &'db dyn Db, root: Root<'db>, pattern: &str) -> Vec<String> {
    let known = definitions_with_data(db, root);
    let is_of_pattern = |it: &(&String, &NodeName)| matches!(it.1, NodeName::Pattern(of) if of == pattern);
    let found: Vec<String> = known.iter().filter(is_of_pattern).map(|it| it.0.clone()).take(MOST_EXAMPLES).collect();
    if found.is_empty() { matching(pattern).into_iter().collect() } else { found }
}

/// Of the nodes that have something the one that is asked for, by its name; all of them where nobody asks for one.
pub(crate) fn asked_of<'db>(db: &'db dyn Db, root: Root<'db>, all: Vec<Declarer>) -> Vec<Declarer> {
    let Some(asked) = asked(db, root) else { return all };
    let own = |it: Declarer| match it {
        Declarer::Node(of) if of == asked.0 => Some(Declarer::Node(NodeName::Name(asked.1.clone()))),
        Declarer::Node(_) => None,
        Declarer::AllNodes => Some(Declarer::Node(NodeName::Name(asked.1.clone()))),
        other => Some(other),
    };
    all.into_iter().filter_map(own).collect()
}

/// Where the node stands that a name belongs to: the file, and the head of the definition.
pub(crate) fn place_of<'db>(db: &'db dyn Db, root: Root<'db>, name: &NodeName) -> Option<(File, TextRange)> {
    let definition = match name {
        NodeName::Name(name) => definitions(db, root).find(name)?,
        other => other.clone(),
    };
    let is_meant = |it: &NodeName| *it == definition;
    main_manifests(db, root).into_iter().find_map(|path| {
        let file = db.files().at(db, &path.to_string_lossy());
        let places = compiler::node_places(&*program(db, root, file)?);
        places.into_iter().find(|it| it.names.iter().any(is_meant)).map(|it| (file, it.head))
    })
}
