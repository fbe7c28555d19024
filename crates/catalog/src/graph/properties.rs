//! petgraph finds in any graph what a search by hand finds.

use std::collections::VecDeque;

use petgraph::visit::{EdgeCount, EdgeRef, IntoEdgeReferences, IntoEdgesDirected, IntoNeighborsDirected, NodeCount, VisitMap, Visitable};
use petgraph::{Direction, Incoming, Outgoing};
use proptest::prelude::*;

use super::{Because, Effect, Group, Relation, RelationshipGraph, StepId, Why, WordId};
use crate::{Catalog, Condition, Kind, Origin, Resource, ResourceId};

/// Resources of which some are containers and some virtual, each in any container, even in itself; and relations of any of them,
/// several times and with themselves, too. Half of the graphs follow the order of declaration, so that few of them have cycles.
pub(crate) fn graphs() -> impl Strategy<Value = RelationshipGraph> {
    (1_u32..14).prop_flat_map(|count| {
        let resources = proptest::collection::vec((0_u8..8, proptest::option::of(0..count)), count as usize);
        let relations = proptest::collection::vec((0..count, 0..count, any::<bool>()), 0..24);
        (resources, relations, any::<bool>()).prop_map(|(resources, relations, is_ordered)| {
            let is_wanted = |before: u32, after: u32| !is_ordered || before < after;
            let mut catalog = Catalog::new("n", "production");
            for (number, (kind, container)) in resources.iter().enumerate() {
                let mut resource = Resource::new("T", number.to_string(), if *kind < 3 { Kind::Defined } else { Kind::Compilable });
                resource.is_virtual = *kind == 7;
                let id = catalog.add(resource).unwrap();
                if let Some(container) = container.filter(|it| resources[*it as usize].0 < 3 && is_wanted(*it, number as u32)) {
                    catalog.contain(ResourceId(container), id);
                }
            }
            let relation = |(before, after, refresh)| Relation {
                before: ResourceId(before),
                after: ResourceId(after),
                effect: if refresh { Effect::Refreshes } else { Effect::Orders },
                group: Group::All,
                word: WordId(0),
                origin: Origin::NOWHERE,
                condition: Condition::Always,
            };
            let relations = relations.into_iter().filter(|it| is_wanted(it.0, it.1)).map(relation).collect();
            RelationshipGraph::new(&catalog, relations)
        })
    })
}

/// For each step whether it comes before each other one: by Warshall's algorithm.
fn closure(graph: &RelationshipGraph) -> Vec<Vec<bool>> {
    let bound = graph.step_bound();
    let mut comes_before = vec![vec![false; bound]; bound];
    for edge in graph.edges() {
        comes_before[edge.before.index()][edge.after.index()] = true;
    }
    for middle in 0..bound {
        for from in 0..bound {
            for to in 0..bound {
                comes_before[from][to] |= comes_before[from][middle] && comes_before[middle][to];
            }
        }
    }
    comes_before
}

/// The shortest path with fewer edges than a bound, and the number of edges that were followed: each step is reached by the first edge that
/// leads to it.
fn shortest(
    graph: &RelationshipGraph,
    from: StepId,
    to: StepId,
    may_follow: impl Fn(u32) -> bool,
    bound: usize,
) -> (Option<Vec<u32>>, usize) {
    let mut reached: Vec<Option<u32>> = vec![None; graph.step_bound()];
    let mut queue = VecDeque::from([(from, 0)]);
    let mut looked_at = 0;
    while let Some((step, length)) = queue.pop_front() {
        if length + 1 >= bound {
            return (None, looked_at);
        }
        for number in graph.outgoing.edges(step.index()) {
            looked_at += 1;
            let next = graph.edges[*number as usize].after;
            if reached[next.index()].is_some() || !may_follow(*number) {
                continue;
            }
            reached[next.index()] = Some(*number);
            if next == to {
                let mut path = Vec::new();
                let mut at = to;
                while at != from || path.is_empty() {
                    let edge = reached[at.index()].unwrap();
                    path.push(edge);
                    at = graph.edges[edge as usize].before;
                }
                path.reverse();
                return (Some(path), looked_at);
            }
            queue.push_back((next, length + 1));
        }
    }
    (None, looked_at)
}

fn anything(_: u32) -> bool {
    true
}

fn edges_of(links: &[super::Link]) -> Vec<(StepId, StepId, Because)> {
    links.iter().map(|it| (it.before, it.after, it.because)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn cycles_are_the_steps_that_come_before_each_other(graph in graphs()) {
        let comes_before = closure(&graph);
        let mut expected: Vec<Vec<StepId>> = Vec::new();
        for step in graph.steps().filter(|it| comes_before[it.index()][it.index()]) {
            let is_with = |it: &Vec<StepId>| comes_before[it[0].index()][step.index()] && comes_before[step.index()][it[0].index()];
            match expected.iter_mut().find(|it| is_with(it)) {
                Some(cycle) => cycle.push(step),
                None => expected.push(vec![step]),
            }
        }
        prop_assert_eq!(graph.cycles(), expected.clone());
        prop_assert_eq!(graph.order().is_none(), !expected.is_empty());
    }

    #[test]
    fn the_order_takes_the_first_that_can_be_taken(graph in graphs()) {
        let Some(order) = graph.order() else { return Ok(()) };
        let mut left: Vec<StepId> = graph.steps().collect();
        for step in order {
            let is_ready = |it: &&StepId| graph.incoming(**it).all(|edge| !left.contains(&edge.before));
            let first = left.iter().filter(is_ready).min_by_key(|it| (graph.step(**it).resource(), **it)).copied();
            prop_assert_eq!(first, Some(step));
            left.retain(|it| *it != step);
        }
        prop_assert!(left.is_empty());
    }

    #[test]
    fn paths_are_those_of_a_search_by_hand(graph in graphs()) {
        let comes_before = closure(&graph);
        for from in graph.steps() {
            for to in graph.steps() {
                let path = graph.path(from, to);
                prop_assert_eq!(path.is_some(), comes_before[from.index()][to.index()]);
                prop_assert_eq!(path, shortest(&graph, from, to, anything, usize::MAX).0);
            }
        }
    }

    #[test]
    fn searches_stop_at_their_bound(graph in graphs(), bound in 1_usize..6, inside in proptest::collection::vec(any::<bool>(), 64)) {
        let is_inside = |step: StepId| inside[step.index()];
        let view = petgraph::visit::NodeFiltered::from_fn(&graph, is_inside);
        let mut search = super::search::Search::new(&graph);
        for start in graph.steps().filter(|it| is_inside(*it)) {
            let expected = shortest(&graph, start, start, |edge| is_inside(graph.edges[edge as usize].after), bound);
            let mut looked_at = 0;
            let found = search.shortest(&view, start, start, bound, |step| looked_at += graph.outgoing(step).len());
            looked_at -= found.as_deref().map_or(0, |path| graph.edges_after(path));
            prop_assert_eq!((found, looked_at), expected);
        }
    }

    #[test]
    fn the_shortest_cycle_is_that_of_a_search_by_hand(graph in graphs()) {
        for cycle in graph.cycles() {
            let mut best: Option<Vec<u32>> = None;
            for start in &cycle {
                let bound = best.as_ref().map_or(usize::MAX, Vec::len);
                best = shortest(&graph, *start, *start, |edge| cycle.contains(&graph.edges[edge as usize].after), bound).0.or(best);
            }
            prop_assert_eq!(graph.shortest_cycle(&cycle), best.unwrap());
        }
    }

    #[test]
    fn reasons_are_those_of_a_search_by_hand(graph in graphs()) {
        let contains = |edge: u32| graph.edges[edge as usize].because == Because::Contains;
        let ids: Vec<ResourceId> = (0..15).map(ResourceId).collect();
        for before in &ids {
            for after in &ids {
                let ends = graph.first_step(*before).zip(graph.last_step(*before));
                let (Some((begins, ends)), Some(begins_after)) = (ends, graph.first_step(*after)) else {
                    prop_assert_eq!(graph.why(*before, *after), None);
                    continue;
                };
                let edge = |number: u32| graph.edges[number as usize];
                let links = |path: Vec<u32>| path.into_iter().map(edge).map(|it| (it.before, it.after, it.because)).collect::<Vec<_>>();
                let by_order = shortest(&graph, ends, begins_after, anything, usize::MAX).0.map(links);
                let outer = shortest(&graph, begins, begins_after, contains, usize::MAX).0.map(links);
                let inner = shortest(&graph, begins_after, begins, contains, usize::MAX).0.map(links);
                match graph.why(*before, *after).unwrap() {
                    Why::Before(found) => prop_assert_eq!(Some(edges_of(&found)), by_order),
                    Why::Around(found) => prop_assert_eq!((Some(edges_of(&found)), None), (outer, by_order)),
                    Why::Inside(found) => prop_assert_eq!((Some(edges_of(&found)), None, None), (inner, outer, by_order)),
                    Why::Declared if before == after => prop_assert_eq!(by_order, None),
                    Why::Declared => prop_assert_eq!((inner, outer, by_order), (None, None, None)),
                }
            }
        }
    }

    #[test]
    fn what_is_reachable_comes_after(graph in graphs(), starts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..3)) {
        let steps: Vec<StepId> = graph.steps().collect();
        prop_assume!(!steps.is_empty());
        let starts: Vec<StepId> = starts.iter().map(|it| *it.get(&steps)).collect();
        let comes_before = closure(&graph);
        let is_reached = |step: &StepId| starts.iter().any(|it| it == step || comes_before[it.index()][step.index()]);
        let mut found: Vec<StepId> = graph.reachable(starts.clone()).collect();
        found.sort_unstable();
        prop_assert_eq!(found, steps.into_iter().filter(is_reached).collect::<Vec<_>>());
    }

    #[test]
    fn petgraph_sees_the_same_steps_and_edges(graph in graphs()) {
        prop_assert_eq!(graph.node_count(), graph.steps().count());
        prop_assert_eq!(graph.edge_count(), graph.edges().len());
        let mut all: Vec<u32> = (&graph).edge_references().map(|it| it.id()).collect();
        prop_assert_eq!(&all[..], graph.listed_edges());
        all.sort_unstable();
        prop_assert!(all.into_iter().eq(0..graph.edges().len() as u32));
        let mut seen = graph.visit_map();
        for step in graph.steps() {
            prop_assert!(!seen.is_visited(&step) && seen.visit(step) && !seen.visit(step) && seen.is_visited(&step));
            let ends = |direction: Direction| (&graph).neighbors_directed(step, direction).collect::<Vec<_>>();
            prop_assert_eq!(ends(Outgoing), graph.outgoing(step).map(|it| it.after).collect::<Vec<_>>());
            prop_assert_eq!(ends(Incoming), graph.incoming(step).map(|it| it.before).collect::<Vec<_>>());
            prop_assert!((&graph).edges_directed(step, Incoming).all(|it| it.target() == step && graph.is_step(it.source())));
        }
        prop_assert!(graph.steps().all(|step| seen.unvisit(step) && !seen.unvisit(step)));
    }
}
