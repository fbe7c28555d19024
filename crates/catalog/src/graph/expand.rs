//! Puts two steps in the place of each container.

use super::adjacency::Adjacency;
use super::{Because, Place, Relation, RelationshipGraph, StepEdge, StepId};
use crate::{Catalog, ResourceId};

pub(super) fn expand(catalog: &Catalog, mut relations: Vec<Relation>) -> RelationshipGraph {
    let mut containers = Vec::new();
    let mut places = Vec::with_capacity(catalog.len());
    for id in catalog.ids() {
        let resource = &catalog[id];
        places.push(if resource.is_virtual {
            Place::Absent
        } else if resource.is_container() {
            containers.push(id);
            Place::Container(containers.len() as u32 - 1)
        } else {
            Place::Applied
        });
    }
    let is_there = |id: ResourceId| places.get(id.index()).is_some_and(|place| *place != Place::Absent);
    relations.retain(|it| is_there(it.before) && is_there(it.after));
    let mut contents = catalog.containment();
    contents.retain(|(container, content)| is_there(*container) && is_there(*content));

    let mut graph = RelationshipGraph {
        relations,
        places,
        containers,
        edges: Vec::new(),
        outgoing: Adjacency::default(),
        incoming: Adjacency::default(),
    };
    graph.edges = edges(&graph, &contents);
    let bound = graph.step_bound();
    let ends = |first: fn(&StepEdge) -> StepId, second: fn(&StepEdge) -> StepId| -> Vec<(u32, u32)> {
        graph.edges.iter().map(|it| (first(it).0, second(it).0)).collect()
    };
    let outgoing = Adjacency::new(bound, &ends(|it| it.before, |it| it.after));
    let incoming = Adjacency::new(bound, &ends(|it| it.after, |it| it.before));
    graph.outgoing = outgoing;
    graph.incoming = incoming;
    graph
}

/// All edges between steps, in the order in which Puppet makes them. It decides which of several cycles is shown, and how edges
/// are listed; so it is worth keeping.
fn edges(graph: &RelationshipGraph, contents: &[(ResourceId, ResourceId)]) -> Vec<StepEdge> {
    let nodes = graph.places.len();
    let is_container = |id: ResourceId| matches!(graph.places[id.index()], Place::Container(_));
    let mut edges = Vec::with_capacity(graph.relations.len() + 2 * contents.len() + graph.containers.len());
    let mut add = |before: Option<StepId>, after: Option<StepId>, because| {
        if let (Some(before), Some(after)) = (before, after) {
            edges.push(StepEdge { before, after, because });
        }
    };

    // What touches no container stays.
    let mut replaced = vec![false; graph.relations.len()];
    for (number, relation) in graph.relations.iter().enumerate() {
        if is_container(relation.before) || is_container(relation.after) {
            replaced[number] = true;
        } else {
            add(Some(StepId(relation.before.0)), Some(StepId(relation.after.0)), Because::Relation(number as u32));
        }
    }

    let by_container: Vec<(u32, u32)> = contents.iter().map(|(container, content)| (container.0, content.0)).collect();
    let contents_of = Adjacency::new(nodes, &by_container);
    let pairs = |first: fn(&Relation) -> ResourceId, second: fn(&Relation) -> ResourceId| -> Vec<(u32, u32)> {
        graph.relations.iter().map(|it| (first(it).0, second(it).0)).collect()
    };
    let reaching = Adjacency::new(nodes, &pairs(|it| it.after, |it| it.before));
    let leaving = Adjacency::new(nodes, &pairs(|it| it.before, |it| it.after));
    for container in &graph.containers {
        let (begin, end) = (graph.first_step(*container), graph.last_step(*container));
        let inside = contents_of.edges(container.index());
        if inside.is_empty() {
            add(begin, end, Because::Empty);
        }
        for content in inside {
            let (_, content) = contents[*content as usize];
            add(begin, graph.first_step(content), Because::Contains);
            add(graph.last_step(content), end, Because::ContainedIn);
        }
        for number in reaching.edges(container.index()).iter().chain(leaving.edges(container.index())) {
            // One between two containers occurs twice.
            if std::mem::take(&mut replaced[*number as usize]) {
                let relation = &graph.relations[*number as usize];
                add(graph.last_step(relation.before), graph.first_step(relation.after), Because::Relation(*number));
            }
        }
    }
    edges
}
