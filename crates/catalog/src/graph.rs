//! Order of resources.
//!
//! A container is applied by applying what it contains. So each container becomes two steps, one before all of its contents and one after
//! them, and what was ordered with the container is ordered with these.

mod adjacency;
mod cycles;
mod edge;
mod expand;
mod order;
mod reach;
pub(crate) mod search;
mod visit;
mod why;

use petgraph::visit::IntoNodeIdentifiers;

use crate::{Catalog, Condition, Origin, ResourceId};

pub use adjacency::Adjacency;
pub use edge::{Effect, Group, Word, WordId};
pub use order::by_key;
pub use why::{Link, Why};

/// One resource comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    pub before: ResourceId,
    pub after: ResourceId,
    /// That of its word; an arrow has one of two.
    pub effect: Effect,
    pub group: Group,
    /// Word that it was written with.
    pub word: WordId,
    pub origin: Origin,
    pub condition: Condition,
}

/// A step of a graph, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub u32);

impl StepId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One point of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Apply(ResourceId),
    /// All that had to come before a container is done.
    Begin(ResourceId),
    /// All that a container contains is done.
    End(ResourceId),
}

impl Step {
    pub fn resource(self) -> ResourceId {
        match self {
            Step::Apply(id) | Step::Begin(id) | Step::End(id) => id,
        }
    }
}

/// Why one step comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The relation with this number.
    Relation(u32),
    /// A container begins before its contents.
    Contains,
    /// Contents end before their container.
    ContainedIn,
    /// A container without contents: it begins before it ends.
    Empty,
}

/// One step comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepEdge {
    pub before: StepId,
    pub after: StepId,
    pub because: Because,
}

/// The relations of a catalog, and the order that follows from them.
#[derive(Clone, Debug)]
pub struct RelationshipGraph {
    relations: Vec<Relation>,
    /// For each resource: whether it is there, and its number among the containers.
    places: Vec<Place>,
    containers: Vec<ResourceId>,
    edges: Vec<StepEdge>,
    outgoing: Adjacency,
    incoming: Adjacency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Absent,
    Applied,
    Container(u32),
}

impl RelationshipGraph {
    /// The graph of everything in a catalog that is not virtual. Relations with something else are left out.
    pub fn new(catalog: &Catalog, relations: Vec<Relation>) -> RelationshipGraph {
        expand::expand(catalog, relations)
    }

    /// The relations as they were given.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// The numbers of the relations as Puppet lists them: by what comes after, then by what comes before.
    pub fn listed_relations(&self) -> Vec<u32> {
        let pairs: Vec<(u32, u32)> = self.relations.iter().map(|it| (it.after.0, it.before.0)).collect();
        Adjacency::new(self.places.len(), &pairs).all().to_vec()
    }

    /// The edges between steps.
    pub fn edges(&self) -> &[StepEdge] {
        &self.edges
    }

    /// The numbers of the edges as Puppet lists them: by what comes after, then by what comes before.
    pub fn listed_edges(&self) -> &[u32] {
        self.incoming.all()
    }

    /// Whether an edge passes a refresh.
    pub fn refreshes(&self, edge: &StepEdge) -> bool {
        match edge.because {
            Because::Relation(number) => self.relations.get(number as usize).is_some_and(|it| it.effect.refreshes()),
            Because::Contains | Because::ContainedIn => true,
            Because::Empty => false,
        }
    }

    /// The edges that leave a step.
    pub fn outgoing(&self, step: StepId) -> impl ExactSizeIterator<Item = &StepEdge> + use<'_> {
        self.outgoing.edges(step.index()).iter().map(|edge| &self.edges[*edge as usize])
    }

    /// The edges that reach a step.
    pub fn incoming(&self, step: StepId) -> impl ExactSizeIterator<Item = &StepEdge> + use<'_> {
        self.incoming.edges(step.index()).iter().map(|edge| &self.edges[*edge as usize])
    }

    /// All numbers of steps are below this one; not every number below it is a step.
    pub fn step_bound(&self) -> usize {
        self.places.len() + 2 * self.containers.len()
    }

    /// Every step: resources first, then the two of each container.
    pub fn steps(&self) -> impl Iterator<Item = StepId> + use<'_> {
        self.node_identifiers()
    }

    pub fn is_step(&self, step: StepId) -> bool {
        match self.places.get(step.index()) {
            Some(place) => *place == Place::Applied,
            None => step.index() < self.step_bound(),
        }
    }

    /// Step with a number.
    pub fn step(&self, step: StepId) -> Step {
        let Some(marker) = step.index().checked_sub(self.places.len()) else { return Step::Apply(ResourceId(step.0)) };
        let container = self.containers.get(marker / 2).copied().unwrap_or(ResourceId(step.0));
        if marker % 2 == 0 { Step::Begin(container) } else { Step::End(container) }
    }

    /// Where a resource begins: itself, or the first step of a container. None for what is not in the graph.
    pub fn first_step(&self, resource: ResourceId) -> Option<StepId> {
        self.marker(resource, 0)
    }

    /// Where a resource ends: itself, or the last step of a container.
    pub fn last_step(&self, resource: ResourceId) -> Option<StepId> {
        self.marker(resource, 1)
    }

    fn marker(&self, resource: ResourceId, which: u32) -> Option<StepId> {
        match self.places.get(resource.index())? {
            Place::Absent => None,
            Place::Applied => Some(StepId(resource.0)),
            Place::Container(number) => Some(StepId(self.places.len() as u32 + 2 * number + which)),
        }
    }
}

// Large catalogs have a hundred thousand relations.
const _: () = assert!(size_of::<Relation>() == 32);

#[cfg(test)]
pub(crate) mod properties;
#[cfg(test)]
mod stack;
