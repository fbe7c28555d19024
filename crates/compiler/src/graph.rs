//! The relationship graph of a catalog, with what the table of resource types knows.

mod inert;
mod judged;
mod unread;

use catalog::puppet::{self, About, Identity, Problem, ResourceTypes, Source};
use catalog::{Catalog, Condition, RelationshipGraph, Resource, ResourceId};
use facts::reads::{FactRead, Reads};
use issue::Issue;
use resource_types::{Managed, Relation};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

use crate::environment::{Environment, NodeFacts};
use crate::error::Log;
use crate::native::Native;

pub use unread::Unread;

/// A catalog as it is applied: with the resources that Puppet adds by itself, and the order.
#[derive(Clone, Debug)]
pub struct Applied {
    pub catalog: Catalog,
    pub graph: RelationshipGraph,
    /// Why Puppet would not apply it, in its order: it stops at the first.
    pub problems: Vec<Problem>,
    /// Relations that only the Ruby code of a type knows, which was not run: the graph lacks them.
    pub unread: Vec<Unread>,
    /// Resources of types in Ruby of which nothing is applied.
    pub inert: Vec<ResourceId>,
    /// Messages of the types' code, if they are asked for.
    pub logs: Vec<Log>,
    /// The facts that the code of types has read.
    pub facts_read: Vec<FactRead>,
    /// The part of the graph that does not depend on anything that is not known, if the whole does.
    certain: Option<RelationshipGraph>,
}

impl Applied {
    /// The graph whose cycles are cycles whatever is not known.
    pub fn certain(&self) -> &RelationshipGraph {
        self.certain.as_ref().unwrap_or(&self.graph)
    }
}

/// Kind of machine that applies a catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agent {
    #[default]
    Unix,
    /// Its paths may have a drive or a server before them.
    Windows,
    /// The system is not specified: a path shows its own.
    Either,
}

impl Agent {
    /// The one that has these facts.
    pub fn of_facts(facts: &values::Value) -> Agent {
        let values::Value::Hash(facts) = facts else { return Agent::Unix };
        match facts.get(&values::Value::from("kernel")).and_then(values::Value::as_str) {
            Some(kernel) if kernel.eq_ignore_ascii_case("windows") => Agent::Windows,
            _ => Agent::Unix,
        }
    }
}

/// Applies a catalog's rules as an agent on Unix does: see [`apply_on`].
pub fn apply(catalog: Catalog, environment: Option<&Environment>) -> Applied {
    apply_on(Agent::Unix, &NodeFacts::default(), catalog, environment)
}

/// The same as [`apply`] for a node with these facts, which the code of types may read.
pub fn apply_for(facts: &NodeFacts, catalog: Catalog, environment: Option<&Environment>) -> Applied {
    applied(Agent::Unix, facts, catalog, environment, Asked::WHOLE, &|_| None)
}

/// The same as [`apply`], with the messages of the types' code. More types are run for them.
pub fn apply_with_messages(catalog: Catalog, environment: &Environment) -> Applied {
    applied(Agent::Unix, &NodeFacts::default(), catalog, Some(environment), Asked { messages: true, ..Asked::WHOLE }, &|_| None)
}

/// Automatic relationships of a resource by its type's own code; nothing about other resources.
pub type KnownRelations<'a> = dyn Fn(&Resource) -> Option<Vec<puppet::Automatic>> + 'a;

/// The same as [`apply_for`], with what else is known of types.
pub fn apply_with_relations(
    facts: &NodeFacts,
    catalog: Catalog,
    environment: Option<&Environment>,
    known_relations: &KnownRelations<'_>,
) -> Applied {
    applied(Agent::Unix, facts, catalog, environment, Asked::WHOLE, known_relations)
}

/// Prepares a catalog for being applied. Without an environment, as for a catalog of elsewhere, all types that were ever asked of Puppet
/// are known.
pub fn apply_on(agent: Agent, facts: &NodeFacts, catalog: Catalog, environment: Option<&Environment>) -> Applied {
    applied(agent, facts, catalog, environment, Asked::WHOLE, &|_| None)
}

/// The same of a catalog of which an error has left a part. Its problems are those of single resources: what others are missing may be
/// in the other part. Attributes may be there only if what was left out gives some to resources of elsewhere.
pub fn apply_part_on(agent: Agent, facts: &NodeFacts, part: Catalog, environment: Option<&Environment>) -> Applied {
    applied(agent, facts, part, environment, Asked::PART, &|_| None)
}

/// How much of a catalog there is, and what is asked of it.
#[derive(Clone, Copy)]
struct Asked {
    is_whole: bool,
    messages: bool,
}

impl Asked {
    const WHOLE: Asked = Asked { is_whole: true, messages: false };
    const PART: Asked = Asked { is_whole: false, messages: false };
}

fn applied(
    agent: Agent,
    facts: &NodeFacts,
    mut catalog: Catalog,
    environment: Option<&Environment>,
    asked: Asked,
    known_relations: &KnownRelations<'_>,
) -> Applied {
    puppet::add_default_resources(&mut catalog);
    let applied = catalog.resources().iter().filter(|it| !it.is_virtual && !it.is_container());
    let names: FxHashSet<&str> = applied.map(|it| it.type_name.as_str()).collect();
    let lower = names.into_iter().map(str::to_lowercase);
    let natives = lower.filter_map(|it| native(environment, &it).map(|native| (it, native))).collect();
    let mut types = Types::new(&catalog, environment, &natives, known_relations);
    let mut reads = Reads::default();
    types.own = types.judge(&catalog, facts, asked, &mut reads);
    let facts_read = facts.finish(reads);
    let ((graph, found), wrong) = in_parallel(catalog.len(), || puppet::relationship_graph(&catalog, &types), {
        let managed = &types.managed;
        || wrong(agent, &catalog, managed)
    });
    // Resources are converted and named one after the other, and related when all are there.
    let mut problems = types.mistakes(&catalog, wrong, agent, asked.is_whole);
    let mut failed = problems.first().map(|it| it.resource);
    if asked.is_whole {
        let (names, relations): (Vec<_>, Vec<_>) = found.into_iter().partition(|it| it.about != About::Value);
        problems.extend(names);
        problems.sort_by_key(|it| it.resource);
        failed = problems.first().map(|it| it.resource);
        problems.extend(relations);
    }
    let unread = types.unread(&catalog);
    let inert = types.inert();
    let logs = if asked.messages { types.logs(&catalog, failed, problems.is_empty()) } else { Vec::new() };
    drop(types);
    let certain = certain(&mut catalog, &graph);
    Applied { catalog, graph, problems, unread, inert, logs, facts_read, certain }
}

/// Number of resources up to which one thread is faster than starting another.
const FEW: usize = 2000;

/// Runs two computations over this number of resources, the second on another thread where there are many.
fn in_parallel<A, B: Send>(count: usize, first: impl FnOnce() -> A, second: impl Fn() -> B + Sync) -> (A, B) {
    if count < FEW {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().spawn_scoped(scope, &second);
        let first = first();
        let second = match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // There may be no more threads.
            Err(_) => second(),
        };
        (first, second)
    })
}

/// Errors in the values of resources, as far as the table of types knows. Most have nothing.
fn wrong(agent: Agent, catalog: &Catalog, managed: &[Option<Managed<'_>>]) -> FxHashMap<ResourceId, Vec<resource_types::CheckError>> {
    let each = catalog.ids().zip(managed).filter_map(|(id, managed)| Some((id, &catalog[id], managed.as_ref()?)));
    let wrong = each.map(|(id, resource, managed)| (id, mistakes_of(agent, resource, managed)));
    wrong.filter(|(_, mistakes)| !mistakes.is_empty()).collect()
}

fn mistakes_of(agent: Agent, resource: &Resource, managed: &Managed<'_>) -> Vec<resource_types::CheckError> {
    let mut mistakes = resource_types::check(managed.info, &resource.title, parameters(resource), agent == Agent::Unix).mistakes;
    if !is_known(resource) {
        mistakes.retain(|it| is_by_itself(&it.attribute, resource, managed.info) && !it.is_of_whole);
    }
    mistakes
}

/// Whether a value is wrong whatever the others are that are not known: the attribute lists the values that it takes.
fn is_by_itself(attribute: &str, resource: &Resource, info: &resource_types::TypeInfo) -> bool {
    let is_unknown = |name: &str| resource.unknown.iter().any(|it| it == name);
    let lists = info.attribute(attribute).is_some_and(|it| !it.validates && !it.values.is_empty());
    let is_hidden = is_unknown("title") && info.namevars.iter().any(|it| it == attribute);
    lists && !is_hidden && !is_unknown(attribute) && !is_unknown("provider") && !is_unknown(crate::resource::OPEN)
}

/// Leaves out what is there, or is related, under conditions only.
fn certain(catalog: &mut Catalog, graph: &RelationshipGraph) -> Option<RelationshipGraph> {
    let always = |condition| condition == Condition::Always;
    let is_there = catalog.resources().iter().all(|it| always(it.condition)) && catalog.has_certain_containment();
    if is_there && graph.relations().iter().all(|it| always(it.condition)) {
        return None;
    }
    let doubtful: Vec<ResourceId> = catalog.ids().filter(|id| !always(catalog[*id].condition) && !catalog[*id].is_virtual).collect();
    // They are hidden for as long as the graph is made: a catalog is large to copy.
    doubtful.iter().for_each(|id| catalog[*id].is_virtual = true);
    let relations = graph.relations().iter().filter(|it| always(it.condition)).copied().collect();
    let certain = catalog.with_certain_containment(|catalog| RelationshipGraph::new(catalog, relations));
    doubtful.iter().for_each(|id| catalog[*id].is_virtual = false);
    Some(certain)
}

/// Parameters of Puppet's own types that say nothing about whether the others are up to date.
const BY_THEMSELVES: [(&str, &[&str]); 3] =
    [("File", &["content", "owner", "group", "mode"]), ("Exec", &["creates", "unless", "onlyif"]), ("Notify", &["message"])];

/// Whether it can be said what is wrong with the parameters of a resource.
fn is_known(resource: &Resource) -> bool {
    let of_type = BY_THEMSELVES.iter().find(|it| *it.0 == *resource.type_name).map_or(&[][..], |it| it.1);
    let is_relation = |name: &str| matches!(name, "require" | "subscribe" | "before" | "notify");
    resource.unknown.iter().all(|it| is_relation(it) || of_type.contains(&it.as_str()))
}

fn native(environment: Option<&Environment>, name: &str) -> Option<Native> {
    match environment {
        Some(environment) => environment.native_type(name),
        None => resource_types::type_info(name).map(Native::Table),
    }
}

/// The resources of a catalog whose types are known.
struct Types<'a> {
    environment: Option<&'a Environment>,
    natives: &'a FxHashMap<String, Native>,
    /// By the numbers of the resources.
    managed: Vec<Option<Managed<'a>>>,
    of_type: FxHashMap<String, Vec<ResourceId>>,
    known_relations: &'a KnownRelations<'a>,
    /// Judgements of the types' own code.
    own: FxHashMap<ResourceId, judged::Own>,
}

impl<'a> Types<'a> {
    fn new(
        catalog: &'a Catalog,
        environment: Option<&'a Environment>,
        natives: &'a FxHashMap<String, Native>,
        known_relations: &'a KnownRelations<'a>,
    ) -> Types<'a> {
        let mut by_name: FxHashMap<&str, (Option<&Native>, Vec<ResourceId>)> = FxHashMap::default();
        let managed = catalog.ids().map(|id| {
            let resource = &catalog[id];
            if resource.is_virtual || resource.is_container() {
                return None;
            }
            let name = resource.type_name.as_str();
            let (info, all) = by_name.entry(name).or_insert_with(|| (natives.get(&name.to_lowercase()), Vec::new()));
            let info = (*info)?;
            all.push(id);
            Some(Managed::new(info, &resource.title, parameters(resource)))
        });
        let managed = managed.collect();
        let mut of_type: FxHashMap<String, Vec<ResourceId>> = FxHashMap::default();
        for (name, (_, mut all)) in by_name {
            of_type.entry(name.to_lowercase()).or_default().append(&mut all);
        }
        // Names of one type may be written in several ways.
        of_type.values_mut().for_each(|it| it.sort_unstable());
        Types { environment, natives, managed, of_type, known_relations, own: FxHashMap::default() }
    }

    /// A resource whose type is known.
    fn managed(&self, id: ResourceId) -> Option<&Managed<'a>> {
        self.managed.get(id.index())?.as_ref()
    }

    fn names_a_type(&self, managed: &Managed<'_>) -> bool {
        native(self.environment, &managed.name()).is_some()
    }

    /// Errors for which Puppet would refuse the catalog. `wrong` is what is wrong with values.
    fn mistakes(
        &self,
        catalog: &Catalog,
        mut wrong: FxHashMap<ResourceId, Vec<resource_types::CheckError>>,
        agent: Agent,
        is_whole: bool,
    ) -> Vec<Problem> {
        let mut problems = Vec::new();
        let of_resource = catalog.ids().map(|id| {
            let known = wrong.remove(&id).filter(|it| !it.is_empty());
            let mistakes = known.or_else(|| Some(vec![self.own.get(&id)?.wrong.clone()?]));
            (id, &catalog[id], mistakes.unwrap_or_default(), None)
        });
        let of_variant = catalog.variants().iter().map(|(id, it)| {
            let managed = self.managed(*id).filter(|_| is_known(it));
            (*id, it, managed.map(|managed| mistakes_of(agent, it, managed)).unwrap_or_default(), Some(it.condition))
        });
        for (id, resource, mistakes, condition) in of_resource.chain(of_variant) {
            if resource.is_container() {
                problems.extend(audit(id, resource));
                problems.extend(tag(id, resource));
            }
            let Some(managed) = self.managed(id).filter(|_| !mistakes.is_empty()) else { continue };
            let condition = condition.unwrap_or_else(|| catalog.condition_of_alone(id));
            // Which types there are is known here only.
            let is_known = |it: &resource_types::CheckError| {
                &*resource.type_name == "Resources" && it.attribute == "name" && self.names_a_type(managed)
            };
            // Modules bring providers of types that are not theirs.
            let is_of_a_module = |it: &resource_types::CheckError| {
                let named = resource.value("provider").filter(|_| it.attribute == "provider").and_then(Json::as_str);
                named.is_some_and(|name| self.environment.is_some_and(|it| it.has_provider(&managed.info.name, name)))
            };
            // Paths are judged as those of Unix are.
            let is_of_windows = |it: &resource_types::CheckError| agent != Agent::Unix && is_windows_path(resource, &it.attribute);
            let lacks_none = is_whole || !catalog.may_lack_attributes;
            let is_judged = |it: &resource_types::CheckError| lacks_none || resource.parameters.contains_key(it.attribute.as_str());
            let mistakes = mistakes.into_iter().filter(|it| is_judged(it) && !is_known(it) && !is_of_a_module(it) && !is_of_windows(it));
            problems.extend(mistakes.map(|it| Problem { condition, ..problem(id, resource, &it) }));
        }
        problems
    }
}

/// Whether the attribute, or the title where that is what it has, holds a path that has a drive or a server before it.
fn is_windows_path(resource: &Resource, attribute: &str) -> bool {
    let is_path = |text: &str| match text.as_bytes() {
        [drive, b':', rest @ ..] => drive.is_ascii_alphabetic() && matches!(rest, [] | [b'/' | b'\\', ..]),
        [b'\\' | b'/', b'\\' | b'/', ..] => true,
        _ => false,
    };
    match resource.value(attribute) {
        Some(Json::String(text)) => is_path(text),
        Some(Json::Array(all)) => all.iter().any(|it| it.as_str().is_some_and(is_path)),
        Some(_) => false,
        None => is_path(&resource.title),
    }
}

/// A container has only metaparameters that could be audited.
fn audit(id: ResourceId, resource: &Resource) -> Option<Problem> {
    let audited = resource.value("audit").filter(|_| resource.is_container() && !resource.is_virtual)?;
    let all = audited.as_array().map_or(std::slice::from_ref(audited), Vec::as_slice);
    let unknown = all.iter().filter_map(Json::as_str).find(|it| !matches!(*it, "all" | "name") && !resource_types::is_metaparameter(it))?;
    let reference = puppet::reference(resource);
    let message = format!("Parameter audit failed on {reference}: Cannot audit {unknown}: not a valid attribute for {reference}");
    let mistake = resource_types::CheckError { attribute: "audit".to_owned(), message, is_of_whole: false, lacks_path: false, first: true };
    Some(problem(id, resource, &mistake))
}

/// Puppet makes tags of whatever a container is given; that of a hash is none.
fn tag(id: ResourceId, resource: &Resource) -> Option<Problem> {
    let tag = resource.value("tag").filter(|_| resource.is_container() && !resource.is_virtual)?;
    let hash = Some(resource_types::Value::from_json(tag)).filter(|it| matches!(it, resource_types::Value::Hash(_)))?;
    let message = format!("Parameter tag failed on {}: Invalid tag '{}'", puppet::reference(resource), hash.inspect());
    let mistake = resource_types::CheckError { attribute: "tag".to_owned(), message, is_of_whole: false, lacks_path: false, first: true };
    Some(problem(id, resource, &mistake))
}

fn problem(id: ResourceId, resource: &Resource, mistake: &resource_types::CheckError) -> Problem {
    let origin = resource.parameters.get(mistake.attribute.as_str()).map_or(resource.origin, |it| it.origin);
    Problem {
        issue: Issue::InvalidAttribute {
            attribute: (!mistake.is_of_whole).then(|| mistake.attribute.as_str().into()),
            reference: puppet::reference(resource).into(),
            text: mistake.message.clone(),
            lacks_path: mistake.lacks_path,
        },
        resource: id,
        origin,
        file: resource.file.clone(),
        line: resource.line,
        about: About::Value,
        condition: resource.condition,
    }
}

fn parameters(resource: &Resource) -> impl Iterator<Item = (&str, &Json)> {
    resource.parameters.iter().map(|(name, it)| (name.as_str(), &it.value))
}

impl ResourceTypes for Types<'_> {
    fn identity(&self, id: ResourceId, resource: &Resource) -> Option<Identity> {
        let managed = self.managed(id).filter(|it| it.info.isomorphic)?;
        // A name that is not known is no other one's.
        let hides = |it: &str| matches!(it, "*" | "title" | "name") || managed.info.namevars.iter().any(|name| name == it);
        if resource.unknown.iter().any(|it| hides(it)) {
            return None;
        }
        Some(identity(managed.key()))
    }

    fn identity_of_title(&self, type_name: &str, title: &str) -> Option<Identity> {
        let info = self.natives.get(&type_name.to_lowercase())?;
        Some(identity(resource_types::uniqueness_key(info, type_name, title, |_| None)?))
    }

    fn automatic(&self, id: ResourceId, resource: &Resource, known: &puppet::Known<'_>) -> Vec<puppet::Automatic> {
        if let Some(found) = (self.known_relations)(resource) {
            return found;
        }
        let Some(managed) = self.managed(id) else { return Vec::new() };
        let around = Around { types: self, known };
        let found = resource_types::automatic(managed, &around).found;
        let found = match self.own.get(&id) {
            Some(own) => own.related_of(managed, found),
            None => found,
        };
        found
            .into_iter()
            // Puppet passes over classes and defined types.
            .filter(|it| self.of_type.contains_key(&it.target.to_lowercase()))
            .flat_map(|it| {
                let source = match it.relation {
                    Relation::Require => Source::AutoRequire,
                    Relation::Subscribe => Source::AutoSubscribe,
                    Relation::Before => Source::AutoBefore,
                    Relation::Notify => Source::AutoNotify,
                };
                let target = it.target;
                it.titles.into_iter().map(move |title| puppet::Automatic { source, type_name: target.into(), title: title.into() })
            })
            .collect()
    }
}

fn identity(key: resource_types::Key) -> Identity {
    key.into_iter().map(|it| (!it.is_nil()).then(|| it.text().into())).collect()
}

/// The other resources, for relations that look at them.
struct Around<'a> {
    types: &'a Types<'a>,
    known: &'a puppet::Known<'a>,
}

impl resource_types::Known for Around<'_> {
    fn contains(&self, type_name: &str, title: &str) -> bool {
        self.known.find_title(type_name, title).is_some()
    }

    fn of_type(&self, type_name: &str) -> Vec<&Managed<'_>> {
        let all = self.types.of_type.get(&type_name.to_lowercase());
        all.into_iter().flatten().filter_map(|id| self.types.managed(*id)).collect()
    }
}
