//! Evaluates everything that a file takes part in, on the systems that its module supports.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use catalog::{Because, Catalog, Condition, Resource, StepId};
use compiler::{
    Agent, Applied, Cancel, Code, Compiled, DefinitionOf, Environment, EvalError, NodeFacts, NodeName, Outcome, Place, Rendered, Request,
    Watching,
};
use environment::Metadata;
use facts::reads::Tree;
use facts::sets::FactSet;
use rustc_hash::{FxHashMap, FxHashSet};
use values::{Str, Strict, Value};
use workspace::{Db, File, Origin};

use crate::db::Database;
use crate::entry::{Entry, MOST_CONTEXTS, Reached, Start, main_code, module_of, subjects};
use crate::index::{Module, is_broken, main_manifests, outline};
use crate::nodes::MOST_NODES;
use crate::outside::{Outside, is_cancelled, with_db};
use crate::passing::Keeper;
use crate::settings::{Place as SettingsPlace, strict_in, strict_variables_in};
use crate::site::{Root, environment_of, settings_of};
use crate::systems::{in_common, systems};

/// The node of an entry without one.
pub(crate) const NODE: &str = "node.example.com";

/// Result of one evaluation.
#[derive(Debug)]
pub struct Evaluated {
    /// Its catalog is empty where there is one that is applied: see [`Evaluated::catalog`].
    pub outcome: Outcome,
    /// The relationship graph, where there is a catalog.
    pub applied: Option<Applied>,
    /// The same of what is there in spite of an error, where there is no catalog: see [`compiler::apply_part_on`].
    pub part: Option<Applied>,
    /// How many resources were declared, of those that are applied.
    declared: usize,
}

impl Evaluated {
    fn new(environment: &Environment, mut outcome: Outcome, agent: Agent, facts: &NodeFacts) -> Evaluated {
        // An error that may never happen leaves the catalog as it is; after one that does, much may be missing.
        let is_whole = outcome.errors.iter().all(|it| it.condition != Condition::Always);
        // Catalogs are large: the one that is applied is the only one that is kept.
        let catalog = outcome.catalog.as_mut().or(outcome.partial.as_mut()).map(|it| std::mem::take(&mut it.catalog));
        let declared = catalog.as_ref().map_or(0, Catalog::len);
        let (applied, part) = match catalog {
            Some(it) if is_whole => (Some(compiler::apply_on(agent, facts, it, Some(environment))), None),
            Some(it) => (None, Some(compiler::apply_part_on(agent, facts, it, Some(environment)))),
            None => (None, None),
        };
        outcome.facts_read.extend(applied.iter().chain(&part).flat_map(|it| it.facts_read.iter().cloned()));
        Evaluated { outcome, applied, part, declared }
    }

    /// Catalog that was compiled, whole or in part. Where it is applied, the resources that Puppet adds by itself come last.
    pub fn catalog(&self) -> Option<&Catalog> {
        self.known().map(|it| &it.catalog).or_else(|| self.compiled().map(|it| &it.catalog))
    }

    fn compiled(&self) -> Option<&Compiled> {
        self.outcome.catalog.as_ref().or(self.outcome.partial.as_ref())
    }

    /// Applied catalog, or the known part of it in spite of an error.
    pub fn known(&self) -> Option<&Applied> {
        self.applied.as_ref().or(self.part.as_ref())
    }

    /// Its resources, but for those that Puppet adds by itself.
    pub fn declared(&self) -> &[Resource] {
        let all = self.catalog().map_or(&[][..], Catalog::resources);
        match self.known().is_some() {
            true => all.get(..self.declared).unwrap_or(all),
            false => all,
        }
    }

    /// Messages of errors that may be reported in a file, to compare them with those of another system.
    fn wrong(&self, db: &dyn Db, file: Option<File>) -> FxHashSet<String> {
        self.wrong_if(db, file, |_| true)
    }

    /// The same of some errors.
    fn wrong_if(&self, db: &dyn Db, file: Option<File>, is_wanted: impl Fn(&EvalError) -> bool) -> FxHashSet<String> {
        let mut wrong = FxHashSet::default();
        let mut add = |error: &EvalError| {
            if error.may_be_reported() && is_wanted(error) && file.is_none_or(|file| may_be_told_in(db, file, error)) {
                let origin = error.origin();
                // One mistake may have other values in its words on each system, as in "No matching entry … with value 'jammy'".
                let words = match origin.line {
                    Some(_) => error.issue.code().unwrap_or_default().to_owned(),
                    None => error.message(),
                };
                wrong.insert(format!("{origin:?} {words}"));
            }
        };
        self.outcome.errors.iter().for_each(&mut add);
        match self.known().zip(self.compiled()) {
            Some((applied, compiled)) => {
                applied.problems.iter().for_each(|it| add(&compiled.error(it)));
                let cycles = applied.certain().cycles();
                let may_be_told = |it: &Vec<StepId>| file.is_none_or(|file| goes_through(applied, compiled, it, &file.path(db)));
                // The same cycle may go through other resources elsewhere.
                wrong.extend(cycles.iter().any(may_be_told).then(String::new));
            }
            None if self.outcome.errors.is_empty() => wrong.extend([String::new()]),
            None => {}
        }
        wrong
    }

    /// Whether a class was evaluated and its errors reported, or a defined type declared.
    pub(crate) fn has(&self, what: &Reached) -> bool {
        let name = match what {
            Reached::Class(name) => return self.has_class(name) && !self.outcome.unjudged.contains(name),
            Reached::Define(name) => name,
        };
        self.declared().iter().any(|it| it.type_name.eq_ignore_ascii_case(name))
    }

    /// Whether a class was evaluated.
    pub fn has_class(&self, name: &str) -> bool {
        self.catalog().is_some_and(|it| it.classes.iter().any(|class| class.as_str() == name))
    }
}

/// Whether an error may be reported in a file: it is there, in data that cause it, or the file leads to an error of an installed module or
/// of a second declaration. All others are reported in their own files.
fn may_be_told_in(db: &dyn Db, file: File, error: &EvalError) -> bool {
    let path = &*file.path(db);
    let is_here = |place: &Place| place.file.as_deref() == Some(path);
    let origin = error.origin();
    let is_of_data = !error.data.is_empty();
    if is_of_data
        || is_here(origin)
        || is_here(error.shown_place())
        || error.related.iter().any(|it| is_here(&it.place))
        || error.names_file(path)
    {
        return true;
    }
    let named = || origin.file.as_deref().or_else(|| error.related.first()?.place.file.as_deref());
    // Without a place nobody knows where it belongs.
    let Some(there) = named() else { return true };
    is_library(db, there) && error.trace.iter().any(|it| is_here(it.place()))
}

/// Whether a file is of what is only installed. A module's test fixtures are checked unless they are excluded, and belong to others
/// nevertheless.
pub(crate) fn is_library(db: &dyn Db, path: &str) -> bool {
    path.contains("/spec/fixtures/modules/") || file_of_place(db, path).is_some_and(|it| it.origin(db) == Origin::Library)
}

/// Whether a resource or a relationship of a cycle is written in a file.
fn goes_through(applied: &Applied, compiled: &Compiled, cycle: &[StepId], path: &str) -> bool {
    let graph = applied.certain();
    let is_here = |origin| compiled.place(origin).is_some_and(|it| it.file.as_deref() == Some(path));
    let is_written = |because: Because| match because {
        Because::Relation(number) => graph.relations().get(number as usize).is_some_and(|it| is_here(it.origin)),
        _ => false,
    };
    let steps: FxHashSet<StepId> = cycle.iter().copied().collect();
    let declares = |it: &StepId| applied.catalog.get(graph.step(*it).resource()).is_some_and(|it| is_here(it.origin));
    let mut edges = graph.edges().iter().filter(|it| steps.contains(&it.before) && steps.contains(&it.after));
    cycle.iter().any(declares) || edges.any(|it| is_written(it.because))
}

/// An evaluation, and the systems that it holds for.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub evaluated: Arc<Evaluated>,
    /// Where it begins.
    pub start: Start,
    /// As `metadata.json` names them.
    pub systems: Vec<Str>,
    /// The facts of the first of them.
    pub facts: Value,
    /// These systems are guessed: none is specified, or that what was evaluated is meant for them.
    pub guessed: bool,
    /// A site is made for its own machines: what is wrong with it elsewhere is nobody's concern.
    pub is_site: bool,
    /// The same for modules of a site that do not say for which systems they are.
    pub is_of_site: bool,
    /// A part that users declare with its module's own class, which may provide what is missing here.
    pub is_part: bool,
    /// A module that is needed is not there, and may declare what is missing here.
    pub lacks_modules: bool,
    /// A main manifest that Puppet reads, with the defaults of the site, and a module of that site.
    pub has_defaults: bool,
    /// Modules that the site or the module lists are not there: names without a module's in them may be theirs.
    pub has_open_names: bool,
    /// The number of the first of the systems.
    pub(crate) system: u32,
}

/// Whether a module that another one needs is not on the module path.
#[salsa::tracked(returns(copy))]
fn lacks_dependencies<'db>(db: &'db dyn Db, root: Root<'db>, module: Module<'db>) -> bool {
    let Some(environment) = environment_of(db, root) else { return true };
    let Some(folder) = environment.module(module.name(db)) else { return true };
    let metadata = with_db(db, || Metadata::read(&Outside, folder));
    metadata.is_some_and(|it| it.dependencies.iter().any(|it| environment.module(&it.name).is_none()))
}

/// Whether the code of an entry belongs to its site: other folders have definitions for sites that are elsewhere.
fn is_of_its_site(db: &dyn Db, root: Root<'_>, start: &Start) -> bool {
    if matches!(start, Start::Loose(Some(_), _)) {
        return false;
    }
    let named = module_of(start);
    named.is_none_or(|it| environment_of(db, root).is_some_and(|environment| environment.module(&it).is_some()))
}

/// Whether modules that a site or a module lists are not on the module path.
#[salsa::tracked(returns(copy))]
fn names_are_open<'db>(db: &'db dyn Db, root: Root<'db>, module: Option<Module<'db>>) -> bool {
    let Some(environment) = environment_of(db, root) else { return true };
    let has = |name: &str| environment.module(name).is_some();
    let folder = module.and_then(|it| environment.module(it.name(db)));
    with_db(db, || {
        environment::lacks_modules(&Outside, root.path(db), has) || folder.is_some_and(|it| environment::lacks_fixtures(&Outside, it, has))
    })
}

/// Limit of stored evaluations.
const MOST: usize = 256;

/// The limit where no other files are about to be analysed.
const FEW: usize = 32;

/// Lets few evaluations be kept, or as many as usual.
pub(crate) fn keep_few(db: &mut Database, few: bool) {
    evaluate::set_lru_capacity(db, if few { FEW } else { MOST });
}

/// One entry evaluated with the facts of one system.
#[salsa::tracked(returns(clone), no_eq, lru = 256)]
pub(crate) fn evaluate<'db>(db: &'db dyn Db, entry: Entry<'db>, system: u32) -> Option<Arc<Evaluated>> {
    evaluated(db, entry, system)
}

/// The same for features that show what is known: the readable part of a text that is being typed is evaluated. None of its errors is
/// reported.
pub(crate) fn evaluate_to_read(db: &dyn Db, entry: Entry<'_>, system: u32) -> Option<Arc<Evaluated>> {
    match evaluate(db, entry, system) {
        Some(it) if it.outcome.is_unread => evaluate_torn(db, entry, system),
        other => other,
    }
}

#[salsa::tracked(returns(clone), no_eq, lru = 8)]
pub(crate) fn evaluate_torn<'db>(db: &'db dyn Db, entry: Entry<'db>, system: u32) -> Option<Arc<Evaluated>> {
    evaluated_as(db, entry, system, true)
}

/// The same, evaluated anew.
pub(crate) fn evaluated(db: &dyn Db, entry: Entry<'_>, system: u32) -> Option<Arc<Evaluated>> {
    evaluated_as(db, entry, system, false)
}

fn evaluated_as(db: &dyn Db, entry: Entry<'_>, system: u32, recovers: bool) -> Option<Arc<Evaluated>> {
    let root = entry.root(db);
    let environment = environment_of(db, root)?;
    let start = entry.start(db);
    let systems = systems(db, root, module_of(start).map(|it| Module::new(db, it)));
    let request = Request { watch: Watching::Marked, recovers, ..request(db, root, start, &systems, system)? };
    let set = systems.get(system as usize)?;
    let (agent, facts) = (agent_of(set), facts_of_agent(set, &request));
    crate::hold::wait(db);
    Some(with_db(db, || Arc::new(Evaluated::new(&environment, compile(&environment, &request), agent, &facts))))
}

/// The errors of an entry that happen on each of its systems, as they are all guessed: those of one more evaluation, with the facts that
/// the systems have in common. Hundreds of classes with mistakes need three evaluations then, not one for each system.
fn certain_on_all(db: &dyn Db, entry: Entry<'_>) -> FxHashSet<String> {
    let root = entry.root(db);
    let start = entry.start(db);
    let common = in_common(db, root, module_of(start).map(|it| Module::new(db, it)));
    let (Some(set), Some(environment)) = (common, environment_of(db, root)) else { return FxHashSet::default() };
    let facts = facts_of(&set, &node(db, root, start));
    let request = request_with(db, root, start, &set, facts);
    crate::hold::wait(db);
    let (agent, facts) = (agent_of(&set), facts_of_agent(&set, &request));
    let evaluated = with_db(db, || Evaluated::new(&environment, compile(&environment, &request), agent, &facts));
    // What leads to an error of an installed module is reported where it leads there, and others may lead there on some systems only.
    let is_own = |it: &EvalError| it.origin().file.as_deref().is_none_or(|there| !is_library(db, there));
    evaluated.wrong_if(db, None, |it| it.condition == Condition::Always && is_own(it))
}

fn compile(environment: &Arc<Environment>, request: &Request) -> Outcome {
    let outcome = compiler::compile(environment, request);
    if outcome.is_refused && !request.open && matches!(request.entry, compiler::Entry::Class(_)) {
        // It is not meant to be used with its defaults.
        return compiler::compile(environment, &Request { open: true, ..request.clone() });
    }
    outcome
}

/// The texts of an ERB template in an evaluation.
#[salsa::tracked(returns(clone), no_eq, lru = 8)]
pub(crate) fn rendered<'db>(db: &'db dyn Db, entry: Entry<'db>, system: u32, template: File) -> Arc<Vec<Rendered>> {
    let root = entry.root(db);
    let start = entry.start(db);
    let systems = systems(db, root, module_of(start).map(|it| Module::new(db, it)));
    let request = request(db, root, start, &systems, system);
    let (Some(environment), Some(request)) = (environment_of(db, root), request) else { return Arc::default() };
    let request = Request { preview: Some(Str::from(&*template.path(db))), ..request };
    crate::hold::wait(db);
    Arc::new(with_db(db, || compile(&environment, &request)).rendered)
}

/// Which machines apply what was compiled for a system. A system that was only guessed says nothing of them.
fn agent_of(set: &FactSet) -> Agent {
    if set.guessed { Agent::Either } else { Agent::of_facts(&set.facts) }
}

/// Facts that the code of types reads, on the machine that applies a catalog. Those of a guessed system are unknown.
fn facts_of_agent(set: &FactSet, request: &Request) -> NodeFacts {
    if set.guessed { NodeFacts::default() } else { NodeFacts::of_request(request) }
}

/// Request to the compiler, with the facts of one of these systems.
pub(crate) fn request<'db>(db: &'db dyn Db, root: Root<'db>, start: &Start, systems: &[FactSet], system: u32) -> Option<Request> {
    let facts = facts_at(db, root, start, systems, system as usize)?;
    Some(request_with(db, root, start, systems.get(system as usize)?, facts))
}

/// The same, with a set of facts and the facts of it that are evaluated.
fn request_with<'db>(db: &'db dyn Db, root: Root<'db>, start: &Start, set: &FactSet, facts: Value) -> Request {
    let (code, behind_main) = match start {
        Start::Node(_) | Start::Loose(None, _) => (main_code(db, root), false),
        Start::Manifest(path, _) | Start::Loose(Some(path), _) => (Code::Files(vec![path.clone()]), false),
        // Whoever declares them in a site, its manifest comes first: defaults of resources, stages, variables.
        Start::Class(_) | Start::Open(_) | Start::Define(_) | Start::Function(_) => (main_code(db, root), true),
        Start::Plan(_) => (Code::Files(Vec::new()), false),
    };
    let entry = entry_of(start);
    let node = &*node(db, root, start);
    let mut request = Request::new(code, node);
    request.entry = entry;
    request.open = matches!(start, Start::Open(_));
    let is_default = matches!(start, Start::Node(NodeName::Default) | Start::Manifest(_, NodeName::Default));
    request.any_node = is_default && settings_of(db, root).node().is_none();
    request.behind_main = behind_main;
    request.mode = compiler::Mode::Analyse;
    request.facts = facts;
    request.unknown_facts.clone_from(&set.unknown);
    request.has_all_facts = set.complete;
    request.is_named = is_named(start);
    let place = SettingsPlace::of_folder(db, root.path(db));
    request.settings.strict = match strict_in(db, place) {
        syntax::Strict::Off => Strict::Off,
        syntax::Strict::Warning => Strict::Warning,
        syntax::Strict::Error => Strict::Error,
    };
    request.settings.strict_variables = strict_variables_in(db, place);
    request.cancel = Cancel::asking(is_cancelled);
    request
}

fn entry_of(start: &Start) -> compiler::Entry {
    match start {
        Start::Node(_) | Start::Manifest(..) => compiler::Entry::Site,
        Start::Class(name) | Start::Open(name) => compiler::Entry::Class(name.clone()),
        Start::Define(name) => compiler::Entry::Define(name.clone()),
        Start::Function(name) => compiler::Entry::Function(name.clone()),
        Start::Plan(name) => compiler::Entry::Plan(name.clone()),
        Start::Loose(_, of) => entry_of(of),
    }
}

/// The name of the node that a start is evaluated for.
fn node<'db>(db: &'db dyn Db, root: Root<'db>, start: &Start) -> String {
    match start {
        Start::Node(NodeName::Name(name)) | Start::Manifest(_, NodeName::Name(name)) => name.clone(),
        _ => settings_of(db, root).node().unwrap_or(NODE).to_owned(),
    }
}

/// Whether a start is evaluated for the node of a name, and for no other.
fn is_named(start: &Start) -> bool {
    matches!(start, Start::Node(NodeName::Name(_)) | Start::Manifest(_, NodeName::Name(_)))
}

/// The facts of each system with those of the agent, for whatever is no node with a name: at every look the same.
#[salsa::tracked(returns(clone), no_eq, lru = 16)]
fn facts_of_systems<'db>(db: &'db dyn Db, root: Root<'db>, module: Option<Module<'db>>) -> Arc<[Value]> {
    let node = settings_of(db, root).node().unwrap_or(NODE).to_owned();
    systems(db, root, module).iter().map(|it| facts_of(it, &node)).collect()
}

/// The facts that a start is evaluated with on one of its systems.
fn facts_at<'db>(db: &'db dyn Db, root: Root<'db>, start: &Start, systems: &[FactSet], system: usize) -> Option<Value> {
    match start {
        Start::Node(NodeName::Name(name)) | Start::Manifest(_, NodeName::Name(name)) => systems.get(system).map(|it| facts_of(it, name)),
        _ => facts_of_systems(db, root, module_of(start).map(|it| Module::new(db, it))).get(system).cloned(),
    }
}

pub(crate) fn facts_of(set: &FactSet, node: &str) -> Value {
    let facts = match &set.facts {
        Value::Hash(facts) => values::Hash::clone(facts),
        _ => values::Hash::default(),
    };
    compiler::with_agent_facts(facts, node)
}

/// How many of the systems are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Systems {
    /// The first one, for an answer at once; of a site with many nodes, some of these.
    First,
    All,
}

/// Limit of a definition's nodes that are analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Nodes {
    /// The first one: what a definition means is much the same on others.
    One,
    /// Each that says something else: what is wrong on one of them is wrong.
    Each,
}

/// All that has to be known of a file: each of its definitions from the best of its entries that reaches it, on each system.
pub(crate) fn evaluations(db: &dyn Db, root: Root<'_>, file: File, which: Systems, nodes: Nodes, keeper: Keeper<'_>) -> Vec<Evaluation> {
    // The nodes of a whole site take long: the first findings are those of some of them.
    let most = if which == Systems::First { MOST_AT_FIRST } else { usize::MAX };
    some_evaluations(db, root, file, which, nodes, most, keeper)
}

/// Limit of the evaluations for the findings of the first system.
pub(crate) const MOST_AT_FIRST: usize = 32;

/// All nodes of a site, on each system; none where a pattern stands for nodes that nobody knows.
pub(crate) fn nodes(db: &dyn Db, root: Root<'_>, keeper: Keeper<'_>) -> Option<Vec<Evaluation>> {
    // Of the others nothing is known where one is asked for.
    if crate::nodes::asked(db, root).is_some() {
        return None;
    }
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for path in main_manifests(db, root) {
        let file = db.files().at(db, &path.to_string_lossy());
        let is_of_many = |it: &NodeName| matches!(it, NodeName::Pattern(_));
        let outline = outline(db, root, file);
        if outline.definitions.iter().any(|it| matches!(&it.of, DefinitionOf::Node(names) if names.iter().any(is_of_many))) {
            return None;
        }
        entries.extend(subjects(db, root, file).iter().filter_map(|it| it.entries.first().copied()));
    }
    entries.dedup();
    let is_node = |it: &Entry<'_>| matches!(it.start(db), Start::Node(_));
    let is_all = !entries.is_empty() && entries.len() <= MOST_NODES && entries.iter().all(is_node);
    is_all.then(|| entries.into_iter().flat_map(|it| matrix(db, it, None, Systems::All, keeper)).collect())
}

/// The node of a name, on the systems of its site.
pub(crate) fn of_node<'db>(db: &'db dyn Db, root: Root<'db>, name: &str, which: Systems, keeper: Keeper<'_>) -> Vec<Evaluation> {
    matrix(db, Entry::new(db, root, Start::Node(NodeName::Name(name.to_owned()))), None, which, keeper)
}

/// The same, and no more entries after this number of evaluations.
pub(crate) fn some_evaluations(
    db: &dyn Db,
    root: Root<'_>,
    file: File,
    which: Systems,
    nodes: Nodes,
    most: usize,
    keeper: Keeper<'_>,
) -> Vec<Evaluation> {
    let mut all: Vec<Evaluation> = Vec::new();
    // Who shows what is known looks for a system on which nothing is wrong anywhere.
    let reported_file = (nodes == Nodes::Each).then_some(file);
    let mut evaluated: FxHashMap<Entry<'_>, Range<usize>> = FxHashMap::default();
    for subject in subjects(db, root, file) {
        if all.len() >= most {
            break;
        }
        let mut is_reached = false;
        for (index, entry) in subject.entries.iter().enumerate() {
            let is_one_more = nodes == Nodes::Each && matches!(entry.start(db), Start::Node(_));
            if !is_one_more && (is_reached || index >= MOST_CONTEXTS) {
                break;
            }
            let own = evaluated.entry(*entry).or_insert_with(|| {
                let from = all.len();
                let more = matrix(db, *entry, reported_file, which, keeper).into_iter();
                all.extend(more.map(|it| Evaluation { guessed: it.guessed || subject.is_uncertain, ..it }));
                from..all.len()
            });
            let reaches = |what: &Reached| all.get(own.clone()).is_some_and(|own| own.iter().any(|it| it.evaluated.has(what)));
            is_reached |= subject.reached.as_ref().is_none_or(reaches);
        }
    }
    all
}

/// One entry on all systems, for the findings of a file, or to show what is known. Those that agree on everything that was read share what
/// came of it.
fn matrix(db: &dyn Db, entry: Entry<'_>, file: Option<File>, which: Systems, keeper: Keeper<'_>) -> Vec<Evaluation> {
    let module = module_of(entry.start(db)).map(|it| Module::new(db, it));
    let systems = systems(db, entry.root(db), module);
    let count = match which {
        Systems::First => 1,
        Systems::All => systems.len(),
    };
    let lacks_modules = module.is_some_and(|it| lacks_dependencies(db, entry.root(db), it));
    let has_open_names = names_are_open(db, entry.root(db), module);
    let is_part = match entry.start(db) {
        Start::Class(name) | Start::Open(name) => name.contains("::"),
        Start::Define(_) | Start::Function(_) | Start::Plan(_) | Start::Loose(..) => true,
        Start::Node(_) | Start::Manifest(..) => false,
    };
    let mut all: Vec<Evaluation> = Vec::new();
    // What is applied by other machines is not the same, whatever was read.
    let mut known: [Tree<usize>; 2] = [Tree::new(), Tree::new()];
    let has_manifest = !main_manifests(db, entry.root(db)).is_empty();
    let has_defaults = has_manifest && !is_broken(db, entry.root(db)) && is_of_its_site(db, entry.root(db), entry.start(db));
    let mut shared: Option<FxHashSet<String>> = None;
    for (index, set) in systems.iter().enumerate().take(count) {
        // What was read is of the facts that are evaluated, with those of the agent.
        let Some(facts) = facts_at(db, entry.root(db), entry.start(db), &systems, index) else { continue };
        let known = &mut known[usize::from(agent_of(set) == Agent::Windows)];
        if let Some(there) = known.get(&facts).and_then(|it| all.get_mut(*it)) {
            there.systems.push(set.label.clone());
            continue;
        }
        let system = u32::try_from(index).unwrap_or(u32::MAX);
        let Some(evaluated) = keeper.evaluate(db, entry, system) else { continue };
        known.insert(&evaluated.outcome.facts_read, all.len());
        let lacks_modules = lacks_modules || !evaluated.outcome.absent_modules.is_empty();
        let systems = vec![set.label.clone()];
        let is_site = module.is_none();
        let is_of_site = is_site || set.guessed && has_manifest;
        // There only that counts which holds for all systems that are guessed: no more is to be found out once nothing does.
        let is_enough = is_of_site && set.guessed && {
            let wrong = evaluated.wrong(db, file);
            let left = match shared.take() {
                Some(before) => before.intersection(&wrong).cloned().collect(),
                None => wrong,
            };
            let left = shared.insert(left);
            let root = entry.root(db);
            let is_known = left.is_empty() || keeper.has_confirmed(root, left);
            // Most mistakes of a class that is meant for one system are not on the second one.
            let is_second = !all.is_empty();
            is_known
                || is_second && keeper.is_first(entry) && {
                    keeper.confirm(root, certain_on_all(db, entry));
                    keeper.has_confirmed(root, left)
                }
        };
        // What is evaluated of a text with mistakes is of use until the next key: one system says enough of it.
        let is_torn = matches!(keeper, Keeper::Reading(Systems::First)) && evaluated.outcome.is_unread;
        let start = entry.start(db).clone();
        all.push(Evaluation {
            evaluated,
            start,
            systems,
            facts,
            guessed: set.guessed,
            is_site,
            is_of_site,
            is_part,
            lacks_modules,
            has_defaults,
            has_open_names: lacks_modules || has_open_names,
            system,
        });
        if is_enough || is_torn {
            return all;
        }
    }
    if let Some(shared) = shared.filter(|_| which == Systems::All) {
        keeper.confirm(entry.root(db), shared);
    }
    all
}

/// The text of a file, as a place names it.
pub(crate) fn file_of_place(db: &dyn Db, path: &str) -> Option<File> {
    PathBuf::from(path).is_absolute().then(|| db.files().at(db, path))
}
