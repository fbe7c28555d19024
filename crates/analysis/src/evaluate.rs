//! The evaluation of what a file has to do with, on the systems that its module is meant for.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compiler::{Applied, Cancel, Code, NodeName, Outcome, Request};
use environment::Metadata;
use facts::reads::Tree;
use facts::sets::{self, FactSet};
use values::{Str, Value};
use workspace::{Db, File};

use crate::entry::{Entry, Start, main_code, module_of, subjects};
use crate::index::Module;
use crate::outside::{Outside, is_cancelled, within};
use crate::site::{Root, environment_of, settings_of};

/// The node of what is looked at without one.
const NODE: &str = "node.example.com";

/// What came of one evaluation.
#[derive(Debug)]
pub struct Evaluated {
    pub outcome: Outcome,
    /// The relationship graph, where there is a catalog.
    pub applied: Option<Applied>,
}

impl Evaluated {
    /// Whether nothing at all is wrong.
    fn is_sound(&self) -> bool {
        let is_ordered = |it: &Applied| it.problems.is_empty() && it.graph.cycles().is_empty();
        self.outcome.errors.is_empty() && self.applied.as_ref().is_some_and(is_ordered)
    }

    /// Whether a class was evaluated.
    pub fn has_class(&self, name: &str) -> bool {
        let catalogs = [&self.outcome.catalog, &self.outcome.partial];
        catalogs.into_iter().flatten().any(|it| it.catalog.classes.iter().any(|class| class.as_str() == name))
    }
}

/// An evaluation, and the systems that it holds for.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub evaluated: Arc<Evaluated>,
    /// As `metadata.json` names them.
    pub systems: Vec<Str>,
    /// Of how many systems in all.
    pub of: usize,
    /// Nobody says that these systems are meant, or that what was evaluated is meant for them.
    pub guessed: bool,
    /// A site is made for its own machines: what is wrong with it elsewhere is nobody's concern.
    pub is_site: bool,
    /// Something that users declare beside its module's own class, which may bring what is missing here.
    pub is_part: bool,
    /// A module that is needed is not there: names without a module's in them may be its.
    pub lacks_modules: bool,
}

/// The systems that a module, or a site, is looked at with: those of the settings, or else those that it says it is for.
#[salsa::tracked(returns(clone))]
pub(crate) fn systems<'db>(db: &'db dyn Db, root: Root<'db>, module: Option<Module<'db>>) -> Arc<Vec<FactSet>> {
    let settings = settings_of(db, root);
    let files = settings.facts().iter().filter_map(|path| facts_of_file(db, path));
    let named = settings.systems().unwrap_or_default().iter().filter_map(|it| sets::meant(it)?.set());
    let asked: Vec<FactSet> = files.chain(named).collect();
    if !asked.is_empty() {
        return Arc::new(asked);
    }
    let metadata = module.and_then(|module| {
        let environment = environment_of(db, root)?;
        let folder = environment.module(module.name(db))?.clone();
        within(db, || Metadata::read(&Outside, &folder))
    });
    let sets = metadata.map_or_else(sets::for_families, |it| sets::for_metadata(&it).sets);
    Arc::new(if sets.is_empty() { sets::for_families() } else { sets })
}

/// Whether a module that another one needs is not on the module path.
#[salsa::tracked(returns(copy))]
fn lacks_dependencies<'db>(db: &'db dyn Db, root: Root<'db>, module: Module<'db>) -> bool {
    let Some(environment) = environment_of(db, root) else { return true };
    let Some(folder) = environment.module(module.name(db)) else { return true };
    let metadata = within(db, || Metadata::read(&Outside, folder));
    metadata.is_some_and(|it| it.dependencies.iter().any(|it| environment.module(&it.name).is_none()))
}

/// The facts in a file that the settings name, under the name of the file.
fn facts_of_file(db: &dyn Db, path: &Path) -> Option<FactSet> {
    let text = db.files().at(db, &path.to_string_lossy()).text(db)?;
    let is_json = path.extension().is_some_and(|it| it == "json");
    let parsed = match is_json {
        true => facts::parse_json(text.as_bytes()),
        false => facts::parse_yaml(text.as_bytes(), &path.to_string_lossy()),
    };
    let label = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let facts = values::data::from_json(&serde_json::Value::Object(parsed.ok()?.facts));
    Some(FactSet { label: label.into(), facts, unknown: Vec::new(), borrowed: false, guessed: false })
}

/// One entry evaluated with the facts of one system.
#[salsa::tracked(returns(clone), no_eq, lru = 256)]
pub(crate) fn evaluate<'db>(db: &'db dyn Db, entry: Entry<'db>, system: u32) -> Option<Arc<Evaluated>> {
    let root = entry.root(db);
    let environment = environment_of(db, root)?;
    let start = entry.start(db);
    let systems = systems(db, root, module_of(start).map(|it| Module::new(db, it)));
    let set = systems.get(system as usize)?;
    let request = request(db, root, start, set);
    Some(within(db, || {
        let outcome = compiler::compile(&environment, &request);
        // An error that may never happen leaves the catalog as it is; behind one that does, much may be missing.
        let is_whole = outcome.errors.iter().all(|it| it.condition != catalog::Condition::Always);
        let compiled = outcome.catalog.as_ref().or(outcome.partial.as_ref().filter(|_| is_whole));
        let applied = compiled.map(|it| compiler::apply(it.catalog.clone(), Some(&environment)));
        Arc::new(Evaluated { outcome, applied })
    }))
}

fn request<'db>(db: &'db dyn Db, root: Root<'db>, start: &Start, set: &FactSet) -> Request {
    let (code, entry) = match start {
        Start::Node(_) => (main_code(db, root), compiler::Entry::Site),
        Start::Manifest(path) => (Code::Files(vec![path.clone()]), compiler::Entry::Site),
        Start::Class(name) => (Code::Files(Vec::new()), compiler::Entry::Class(name.clone())),
        Start::Define(name) => (Code::Files(Vec::new()), compiler::Entry::Define(name.clone())),
        Start::Function(name) => (Code::Files(Vec::new()), compiler::Entry::Function(name.clone())),
        Start::Plan(name) => (Code::Files(Vec::new()), compiler::Entry::Plan(name.clone())),
    };
    let settings = settings_of(db, root);
    let node = match start {
        Start::Node(NodeName::Name(name)) => name.as_str(),
        _ => settings.node().unwrap_or(NODE),
    };
    let mut request = Request::new(code, node);
    request.entry = entry;
    request.mode = compiler::Mode::Analyse;
    request.facts = with_the_agents(&set.facts, node, settings.legacy_facts());
    request.unknown_facts.clone_from(&set.unknown);
    request.cancel = Cancel::asking(is_cancelled);
    request
}

/// What an agent adds to the facts of its node; with the old names of facts, if they are to have values.
fn with_the_agents(facts: &Value, node: &str, legacy: bool) -> Value {
    let mut all = match facts {
        Value::Hash(facts) => values::Hash::clone(facts),
        _ => values::Hash::default(),
    };
    let own: [(&str, Value); 3] =
        [("clientcert", node.into()), ("clientversion", compiler::PUPPET_VERSION.into()), ("clientnoop", false.into())];
    for (name, value) in own {
        all.insert(name.into(), value);
    }
    if legacy {
        for (old, path) in facts::old_names() {
            let old = Value::from(old);
            if let Some(value) = at_path(facts, path).filter(|_| !all.contains_key(&old)) {
                all.insert(old, value);
            }
        }
    }
    Value::hash(all)
}

/// What stands at a dotted path; what is in something that is not known is not known either.
fn at_path(facts: &Value, path: &str) -> Option<Value> {
    let mut value = facts;
    for key in path.split('.') {
        match value {
            Value::Hash(entries) => value = entries.get(&Value::from(key))?,
            Value::Unknown(_) => break,
            _ => return None,
        }
    }
    Some(value.clone())
}

/// How many of the systems are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Systems {
    /// The first one, for an answer at once.
    First,
    All,
}

/// All that has to be known to tell what is wrong in a file: each of its definitions from the best of its entries that reaches
/// it, on each system.
pub(crate) fn evaluations(db: &dyn Db, root: Root<'_>, file: File, which: Systems) -> Vec<Evaluation> {
    let mut all = Vec::new();
    let mut met = Vec::new();
    for subject in subjects(db, root, file) {
        for entry in &subject.entries {
            let known = met.iter().find(|(it, _)| it == entry).map(|(_, reached)| *reached);
            let from = all.len();
            if known.is_none() {
                let more = matrix(db, *entry, which).into_iter();
                all.extend(more.map(|it| Evaluation { guessed: it.guessed || subject.is_uncertain, ..it }));
            }
            let reached = match (&subject.class, known) {
                (None, _) => true,
                (Some(class), None) => all.iter().skip(from).any(|it: &Evaluation| it.evaluated.has_class(class)),
                (Some(class), Some((from, to))) => {
                    all.get(from..to).is_some_and(|it| it.iter().any(|it: &Evaluation| it.evaluated.has_class(class)))
                }
            };
            if known.is_none() {
                met.push((*entry, (from, all.len())));
            }
            if reached {
                break;
            }
        }
    }
    all
}

/// One entry on all systems. Those that agree on everything that was read share what came of it.
fn matrix(db: &dyn Db, entry: Entry<'_>, which: Systems) -> Vec<Evaluation> {
    let module = module_of(entry.start(db)).map(|it| Module::new(db, it));
    let systems = systems(db, entry.root(db), module);
    let count = match which {
        Systems::First => 1,
        Systems::All => systems.len(),
    };
    let lacks_modules = module.is_some_and(|it| lacks_dependencies(db, entry.root(db), it));
    let is_part = match entry.start(db) {
        Start::Class(name) => name.contains("::"),
        Start::Define(_) | Start::Function(_) | Start::Plan(_) => true,
        Start::Node(_) | Start::Manifest(_) => false,
    };
    let mut all: Vec<Evaluation> = Vec::new();
    let mut known: Tree<usize> = Tree::new();
    for (index, set) in systems.iter().enumerate().take(count) {
        // What was read is of the facts that are evaluated, with those of the agent.
        let facts = request(db, entry.root(db), entry.start(db), set).facts;
        if let Some(there) = known.get(&facts).and_then(|it| all.get_mut(*it)) {
            there.systems.push(set.label.clone());
            continue;
        }
        let Some(evaluated) = evaluate(db, entry, u32::try_from(index).unwrap_or(u32::MAX)) else { continue };
        known.insert(&evaluated.outcome.facts_read, all.len());
        let lacks_modules = lacks_modules || !evaluated.outcome.absent_modules.is_empty();
        let systems = vec![set.label.clone()];
        let is_site = module.is_none();
        // In a site only that counts which holds for all systems that are guessed: one that is sound is enough.
        let is_enough = is_site && set.guessed && evaluated.is_sound();
        all.push(Evaluation { evaluated, systems, of: count, guessed: set.guessed, is_site, is_part, lacks_modules });
        if is_enough {
            break;
        }
    }
    all
}

/// The text of a file, as a place names it.
pub(crate) fn file_of_place(db: &dyn Db, path: &str) -> Option<File> {
    PathBuf::from(path).is_absolute().then(|| db.files().at(db, path))
}
