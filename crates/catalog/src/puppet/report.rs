//! How Puppet calls the steps of a graph, and how it reports cycles.

use std::collections::VecDeque;

use petgraph::visit::{VisitMap, Visitable};

use super::names::{Reference, canonical_type};
use crate::{Catalog, RelationshipGraph, Resource, Step, StepId};

/// How a resource is called once it is about to be applied: `Class[Main]`.
pub fn reference(resource: &Resource) -> String {
    // Each resource is asked for it, several times: putting it together takes less than writing it.
    let reference = Reference::new(&resource.type_name, &resource.title);
    [&*reference.type_name, "[", &*reference.title, "]"].concat()
}

/// How Puppet calls a step: `File[/a]`, `Whit[Admissible_class[Main]]`.
pub fn step_name(catalog: &Catalog, step: Step) -> String {
    let resource = &catalog[step.resource()];
    let marker = match step {
        Step::Apply(_) => return reference(resource),
        Step::Begin(_) => "admissible_",
        Step::End(_) => "completed_",
    };
    let inner = Reference::new(&resource.type_name, &resource.title);
    format!("Whit[{}[{}]]", canonical_type(&format!("{marker}{}", inner.type_name)), inner.title)
}

/// How reports call a step: the steps of a container by its name.
fn shown(catalog: &Catalog, step: Step) -> String {
    reference(&catalog[step.resource()])
}

/// Steps that each come before themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All of them, sorted by their names.
    pub members: Vec<StepId>,
    /// The cycle that Puppet shows. It ends where it comes back to itself, which need not be where it began.
    pub path: Vec<StepId>,
}

/// The cycles as Puppet finds and sorts them.
pub fn cycles(catalog: &Catalog, graph: &RelationshipGraph) -> Vec<Cycle> {
    let mut named: Vec<(Vec<String>, Cycle)> = graph
        .cycles()
        .into_iter()
        .map(|members| {
            let mut members: Vec<(String, StepId)> = members.into_iter().map(|step| (step_name(catalog, graph.step(step)), step)).collect();
            members.sort();
            let (names, members): (Vec<String>, Vec<StepId>) = members.into_iter().unzip();
            let path = path(graph, &members);
            (names, Cycle { members, path })
        })
        .collect();
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named.into_iter().map(|(_, cycle)| cycle).collect()
}

/// The text of Puppet's error about cycles, without the advice that follows.
pub fn cycle_report(catalog: &Catalog, graph: &RelationshipGraph, cycles: &[Cycle]) -> String {
    let mut report = match cycles {
        [] => return String::new(),
        [_] => "Found 1 dependency cycle:\n".to_owned(),
        many => format!("Found {} dependency cycles:\n", many.len()),
    };
    for cycle in cycles {
        let names: Vec<String> = cycle.path.iter().map(|step| shown(catalog, graph.step(*step))).collect();
        // Puppet means a line break here, and writes two characters.
        report.push_str(&format!("({})\\n", names.join(" => ")));
    }
    report
}

/// The first path from the first member that comes back to a step on it, shorter ones first, then those along edges made earlier.
fn path(graph: &RelationshipGraph, members: &[StepId]) -> Vec<StepId> {
    /// Puppet itself follows every path; of too many it never reaches the end.
    const WAYS: usize = 2_000_000;
    let mut inside = vec![false; graph.step_bound()];
    for step in members {
        inside[step.index()] = true;
    }
    let Some(first) = members.first() else { return Vec::new() };
    // Each path is its last step and the number of the path that it continues.
    let mut ways: Vec<(StepId, usize)> = vec![(*first, usize::MAX)];
    let mut queue = VecDeque::from([0_usize]);
    // A step that no path has reached yet is on none: otherwise a cycle of many steps would be walked once for each of them.
    let mut seen = graph.visit_map();
    while let Some(path) = queue.pop_front() {
        let (step, earlier) = ways[path];
        let mut at = if seen.visit(step) { usize::MAX } else { earlier };
        while at != usize::MAX {
            if ways[at].0 == step {
                return steps_of(&ways, path);
            }
            at = ways[at].1;
        }
        if ways.len() > WAYS {
            break;
        }
        let mut last = None;
        for edge in graph.outgoing(step).filter(|edge| inside[edge.after.index()]) {
            // Edges between the same steps stand together, and count as one.
            if last.replace(edge.after) != Some(edge.after) {
                queue.push_back(ways.len());
                ways.push((edge.after, path));
            }
        }
    }
    let edges = graph.shortest_cycle(members);
    let start = edges.first().and_then(|edge| graph.edges().get(*edge as usize)).map(|edge| edge.before);
    start.into_iter().chain(edges.iter().filter_map(|edge| graph.edges().get(*edge as usize)).map(|edge| edge.after)).collect()
}

fn steps_of(ways: &[(StepId, usize)], last: usize) -> Vec<StepId> {
    let mut steps = Vec::new();
    let mut at = last;
    while let Some((step, earlier)) = ways.get(at) {
        steps.push(*step);
        at = *earlier;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::graph::properties::graphs;

    /// The first path that comes back to itself, of all paths in Puppet's order.
    fn path_by_hand(graph: &RelationshipGraph, members: &[StepId]) -> Vec<StepId> {
        let mut ways = VecDeque::from([vec![members[0]]]);
        while let Some(path) = ways.pop_front() {
            let (last, earlier) = path.split_last().unwrap();
            if earlier.contains(last) {
                return path;
            }
            let mut next: Vec<StepId> = graph.outgoing(*last).map(|edge| edge.after).filter(|it| members.contains(it)).collect();
            next.dedup();
            ways.extend(next.into_iter().map(|step| [&path[..], &[step]].concat()));
        }
        Vec::new()
    }

    proptest! {
        #[test]
        fn the_path_of_a_cycle_is_the_first_of_all_ways(graph in graphs()) {
            for members in graph.cycles() {
                prop_assert_eq!(path(&graph, &members), path_by_hand(&graph, &members));
            }
        }
    }
}
