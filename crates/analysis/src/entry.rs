//! The entry points of evaluations in the editor: nodes, classes, defined types, functions, plans.

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{DefinitionOf, NodeName, Outline};
use syntax::Dialect;
use values::Str;
use workspace::{Db, File};

use crate::callers::callers_of;
use crate::index::{Declarer, Module, beginnings, declarers_in, main_manifests, outline};
use crate::node_name::matching;
use crate::nodes::{asked, asked_of, different, examples, judged};
use crate::site::{Root, environment_of};
use crate::template::callers;

/// Limit of the paths to a class that are tried until one really has it.
pub(crate) const MOST_CONTEXTS: usize = 4;

/// A class of more nodes is not analysed from each of them. Nodes that say the same are one.
pub(crate) const MOST_DIFFERENT: usize = 8;

/// Where an evaluation begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Start {
    /// A node with the main manifest.
    Node(NodeName),
    /// A manifest that belongs to nothing else, as the only one, for one of its nodes.
    Manifest(PathBuf, NodeName),
    Class(Str),
    /// A class of which nobody knows what it is given.
    Open(Str),
    Define(Str),
    Function(Str),
    Plan(Str),
    /// A class, defined type or function of a manifest that is in no module: the manifest, if it is not the main one.
    Loose(Option<PathBuf>, Box<Start>),
}

impl Start {
    /// The definition that is evaluated, wherever it lies.
    pub fn definition(&self) -> &Start {
        match self {
            Start::Loose(_, of) => of,
            other => other,
        }
    }
}

#[salsa::interned(debug)]
pub struct Entry<'db> {
    #[returns(copy)]
    pub root: Root<'db>,
    #[returns(ref)]
    pub start: Start,
}

/// A class that is evaluated, or a defined type that is declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reached {
    Class(Str),
    Define(Str),
}

/// One definition of a file, and the entries from which it may be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Subject<'db> {
    /// Condition for using an evaluation: the definition that it must have reached.
    pub reached: Option<Reached>,
    /// The best first. One is enough for whoever wants to know what the definition means; what is wrong with it may be so on one node
    /// alone.
    pub entries: Vec<Entry<'db>>,
    /// Something may declare the class by a name that only the evaluation knows, and perhaps only on some systems.
    pub is_uncertain: bool,
}

/// Entries to evaluate in order to find what is wrong in a file.
#[salsa::tracked]
pub(crate) fn subjects<'db>(db: &'db dyn Db, root: Root<'db>, file: File) -> Vec<Subject<'db>> {
    let path = PathBuf::from(&*file.path(db));
    if file.dialect(db) == Dialect::Epp {
        return callers(db, root, &path).into_iter().flat_map(|it| subjects(db, root, it).iter().cloned()).collect();
    }
    let outline = outline(db, root, file);
    let mut subjects = Vec::new();
    let mut one = |reached: Option<Reached>, starts: Vec<Start>| {
        let by_chance = match &reached {
            Some(Reached::Class(name)) if is_declared_by_chance(db, root, name, &starts) => Some(name.clone()),
            _ => None,
        };
        let is_uncertain = by_chance.is_some();
        let starts = by_chance.map_or(starts, |name| vec![Start::Open(name)]);
        let known = starts.into_iter().flat_map(|it| named(db, root, it)).take(MOST_DIFFERENT);
        let entries = known.map(|start| Entry::new(db, root, start)).collect();
        subjects.push(Subject { reached, entries, is_uncertain });
    };
    let is_main = main_manifests(db, root).contains(&path);
    let namespace = environment_of(db, root).and_then(|it| it.autoload(&path, "")?.namespace);
    let is_of_module = namespace.is_some();
    // A definition where Puppet does not look for it is reported as such, and cannot be evaluated.
    let is_found = |name: &str| {
        let below = namespace.as_deref().and_then(|it| name.strip_prefix(it));
        below.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let start = |name: NodeName| if is_main { Start::Node(name) } else { Start::Manifest(path.clone(), name) };
    let loose = |of: Start| Start::Loose((!is_main).then(|| path.clone()), Box::new(of));
    // From an entry that is analysed anyway, else by itself.
    let used_by = |name: &Str, of: Start| {
        let mut starts = if is_main { nodes_of(db, root, name) } else { starts_of(&outline, &start) };
        if !is_main || starts.is_empty() {
            starts.push(loose(of));
        }
        starts
    };
    let asked = if is_main { asked(db, root) } else { None };
    let judged = if is_main { judged(db, root) } else { None };
    let is_judged = |it: &NodeName| judged.as_ref().is_none_or(|judged| judged.contains(it));
    let mut has_nodes = false;
    for definition in &outline.definitions {
        match &definition.of {
            DefinitionOf::Class(name) | DefinitionOf::Define(name) | DefinitionOf::Function(name) | DefinitionOf::Plan(name)
                if is_of_module && !is_found(name) => {}
            DefinitionOf::Class(name) if is_of_module => one(Some(Reached::Class(name.clone())), contexts(db, root, name)),
            DefinitionOf::Class(name) => one(Some(Reached::Class(name.clone())), used_by(name, Start::Class(name.clone()))),
            DefinitionOf::Define(name) if !is_of_module => {
                one(Some(Reached::Define(name.clone())), used_by(name, Start::Define(name.clone())));
            }
            DefinitionOf::Function(name) if !is_of_module => one(None, vec![loose(Start::Function(name.clone()))]),
            DefinitionOf::Plan(_) if !is_of_module => {}
            DefinitionOf::Define(name) => {
                one(None, vec![Start::Define(name.clone())]);
                // What is wrong with the values that it is really given shows only from where it is declared.
                let declared = declared_from(db, root, name);
                if !declared.is_empty() {
                    one(Some(Reached::Define(name.clone())), declared);
                }
            }
            DefinitionOf::Function(name) => {
                one(None, vec![Start::Function(name.clone())]);
                // What is wrong with the values that it is really given shows only where it is called.
                for caller in callers_of(db, root, name) {
                    for definition in &crate::index::outline(db, root, caller).definitions {
                        match &definition.of {
                            DefinitionOf::Class(name) => one(Some(Reached::Class(name.clone())), contexts(db, root, name)),
                            DefinitionOf::Define(name) => one(None, vec![Start::Define(name.clone())]),
                            _ => {}
                        }
                    }
                }
            }
            DefinitionOf::Plan(name) => one(None, vec![Start::Plan(name.clone())]),
            DefinitionOf::Node(names) if is_main || !is_of_module => {
                has_nodes = true;
                for name in names {
                    match &asked {
                        Some(asked) if asked.0 == *name => one(None, vec![start(NodeName::Name(asked.1.clone()))]),
                        Some(_) => {}
                        None if is_judged(name) => one(None, vec![start(name.clone())]),
                        None => {}
                    }
                }
            }
            DefinitionOf::Node(_) => {}
        }
    }
    if !has_nodes && (is_main || !is_of_module) {
        // What stands outside of nodes is there for each of the site, whichever file names them.
        one(None, if is_main { starts_of_all(db, root) } else { vec![start(NodeName::Default)] });
    }
    subjects
}

/// The nodes that have a class or a defined type, of which those that say the same are one.
fn nodes_of<'db>(db: &'db dyn Db, root: Root<'db>, class: &Str) -> Vec<Start> {
    different(db, root, asked_of(db, root, beginnings(db, root, class).nodes)).iter().map(start_of).collect()
}

/// The nodes of the main manifest, of which those that say the same are one: what is meant for all others first.
fn starts_of_all<'db>(db: &'db dyn Db, root: Root<'db>) -> Vec<Start> {
    let mut all: Vec<Declarer> = crate::nodes::names(db, root).into_iter().map(Declarer::Node).collect();
    all.sort_by_key(|it| !matches!(it, Declarer::Node(NodeName::Default)));
    if all.is_empty() {
        all.push(Declarer::AllNodes);
    }
    different(db, root, asked_of(db, root, all)).iter().map(start_of).collect()
}

/// Entries from which a manifest that belongs to nothing else is evaluated.
fn starts_of(outline: &Outline, start: &dyn Fn(NodeName) -> Start) -> Vec<Start> {
    let nodes = outline.definitions.iter().filter_map(|it| match &it.of {
        DefinitionOf::Node(names) => Some(names),
        _ => None,
    });
    let starts: Vec<Start> = nodes.flatten().cloned().map(start).collect();
    if starts.is_empty() { vec![start(NodeName::Default)] } else { starts }
}

/// Where a class is judged from: the nodes that have it, else the roles of its site that lead there, else what declares it in its
/// module, else itself. The class of a module itself is what users declare, and so is one that nothing declares. Of nodes whose classes
/// declare something by a name that only the evaluation knows, it is seen there whether they have it.
fn contexts<'db>(db: &'db dyn Db, root: Root<'db>, class: &Str) -> Vec<Start> {
    let found = beginnings(db, root, class);
    if !found.nodes.is_empty() {
        return different(db, root, asked_of(db, root, found.nodes)).iter().map(start_of).collect();
    }
    let perhaps = asked_of(db, root, found.perhaps);
    // The last one is for what none of them has.
    let mut starts: Vec<Start> = perhaps.iter().chain(&found.roles).map(start_of).take(MOST_CONTEXTS - 1).collect();
    if !class.contains("::") || found.definitions.is_empty() {
        starts.push(Start::Class(class.clone()));
    } else {
        starts.extend(found.definitions.iter().map(start_of));
    }
    starts
}

/// From where a defined type is declared: the nodes that lead to it, else the roles of the site and the definitions of its module.
fn declared_from<'db>(db: &'db dyn Db, root: Root<'db>, define: &Str) -> Vec<Start> {
    let found = beginnings(db, root, define);
    let known = match found.nodes.is_empty() {
        true => found.roles.into_iter().take(MOST_CONTEXTS - 1).chain(found.definitions).collect(),
        false => different(db, root, asked_of(db, root, found.nodes)),
    };
    // Errors in another defined type are reported for that one.
    known.iter().map(start_of).filter(|it| !matches!(it, Start::Define(_))).collect()
}

fn start_of(who: &Declarer) -> Start {
    match who {
        Declarer::Class(name) => Start::Class(name.clone()),
        Declarer::Define(name) => Start::Define(name.clone()),
        Declarer::Node(name) => Start::Node(name.clone()),
        Declarer::AllNodes => Start::Node(NodeName::Default),
    }
}

/// A node with a pattern gets names that match it; without one it is not analysed.
fn named<'db>(db: &'db dyn Db, root: Root<'db>, start: Start) -> Vec<Start> {
    match start {
        Start::Node(NodeName::Pattern(pattern)) => {
            examples(db, root, &pattern).into_iter().map(|it| Start::Node(NodeName::Name(it))).collect()
        }
        Start::Manifest(path, NodeName::Pattern(pattern)) => {
            matching(&pattern).into_iter().map(|it| Start::Manifest(path.clone(), NodeName::Name(it))).collect()
        }
        other => vec![other],
    }
}

/// Whether a class that is analysed alone may belong to something else of its module nevertheless.
fn is_declared_by_chance(db: &dyn Db, root: Root<'_>, class: &Str, starts: &[Start]) -> bool {
    let module: Str = class.split("::").next().unwrap_or_default().into();
    let is_alone = matches!(starts, [.., Start::Class(name)] if name == class);
    let is_led = starts.iter().any(|it| matches!(it, Start::Class(name) if name != class));
    is_alone && !is_led && *class != module && declarers_in(db, root, Module::new(db, module)).contains_key(compiler::ANY)
}

/// The files that hold a site's main manifest.
pub(crate) fn main_code<'db>(db: &'db dyn Db, root: Root<'db>) -> compiler::Code {
    compiler::Code::Files(main_manifests(db, root))
}

/// The folder of the module that a start belongs to, if it does to one.
pub(crate) fn module_of(start: &Start) -> Option<Arc<str>> {
    match start {
        Start::Class(name) | Start::Open(name) | Start::Define(name) | Start::Function(name) | Start::Plan(name) => {
            Some(name.split("::").next().unwrap_or_default().into())
        }
        Start::Node(_) | Start::Manifest(..) | Start::Loose(..) => None,
    }
}
