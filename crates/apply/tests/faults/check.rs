//! Properties of every catalog. The fuzz target `apply` asks for the same.

use std::sync::Arc;

use std::collections::{BTreeMap, BTreeSet};

use apply::{Observer, Options, State, Status, Transaction};
use catalog::puppet::{NoTypes, cycles, from_json, relationship_graph};
use catalog::{Catalog, RelationshipGraph, ResourceId, Step};
use providers::{Level, OfPuppet, Record, Sink};

use crate::memory::{System, machine, sha256};

/// Keeps the order in which resources are begun and done.
#[derive(Default)]
struct Order {
    begun: Vec<String>,
    done: Vec<Status>,
}

impl Sink for Order {
    fn least(&self) -> Level {
        Level::Debug
    }

    fn record(&mut self, _record: Record) {}
}

impl Observer for Order {
    fn begun(&mut self, resource: &str, _number: usize, _of: usize) {
        self.begun.push(resource.to_owned());
    }

    fn done(&mut self, status: &Arc<Status>) {
        self.done.push(Status::clone(status));
    }
}

/// A catalog from any text is refused, or applied: each resource at most once, none before what it depends on, none after a failed one, and
/// each accounted for.
pub fn check(text: &str) {
    let Ok(catalog) = from_json(text) else { return };
    let (graph, _) = relationship_graph(&catalog, &NoTypes);
    let mut order = Order::default();
    let (mut memory, mut state) = (machine(), State::default());
    let common = providers::Options { environment: "production".to_owned(), ..sha256() };
    let options = Options { common, journal: Some("/state/owed.json".to_owned()), ..Options::default() };
    let system: &mut dyn System = &mut memory;
    let cyclic = cycles(&catalog, &graph);
    let transaction = Transaction::new(&catalog, &graph, &options, &OfPuppet, system, &mut order, &mut state);
    if !cyclic.is_empty() {
        let members: Vec<_> = cyclic.iter().flat_map(|it| it.members.iter().copied()).collect();
        transaction.refuse(&members);
        return;
    }
    if transaction.obstacle().is_some() {
        return;
    }
    let outcome = transaction.run();
    let places: BTreeMap<&str, usize> = order.begun.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    assert_eq!(places.len(), order.begun.len(), "a resource was begun twice: {:?}", order.begun);
    let known: BTreeMap<&str, &Status> = outcome.statuses.iter().map(|it| (it.resource.as_str(), &**it)).collect();
    assert_eq!(known.len(), outcome.statuses.len(), "a resource is accounted for twice");
    for name in &order.begun {
        assert!(known.contains_key(name.as_str()), "{name} is not accounted for");
    }
    for (before, after) in dependencies(&catalog, &graph) {
        let (Some(first), Some(second)) = (places.get(before.as_str()), places.get(after.as_str())) else { continue };
        assert!(first < second, "{after} was applied before {before}");
        if let (Some(first), Some(second)) = (known.get(before.as_str()), known.get(after.as_str())) {
            assert!(!(first.failed && !first.skipped && !second.skipped), "{after} was applied, though {before} has failed");
        }
    }
}

/// All pairs of resources of which the first comes before the second, through whatever lies between.
pub fn dependencies(catalog: &Catalog, graph: &RelationshipGraph) -> Vec<(String, String)> {
    let name = |id: ResourceId| catalog.get(id).map(catalog::puppet::reference);
    let mut found = Vec::new();
    for step in graph.steps() {
        let Step::Apply(before) = graph.step(step) else { continue };
        let (mut rest, mut seen) = (vec![step], BTreeSet::new());
        while let Some(from) = rest.pop() {
            for edge in graph.outgoing(from).filter(|it| seen.insert(it.after)) {
                rest.push(edge.after);
                if let (Step::Apply(after), Some(before)) = (graph.step(edge.after), name(before)) {
                    found.extend(name(after).map(|after| (before.clone(), after)));
                }
            }
        }
    }
    found
}
