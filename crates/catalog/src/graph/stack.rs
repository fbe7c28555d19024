//! Large graphs need no stack: nothing calls itself for each step of a chain.

use super::{Effect, Group, Relation, RelationshipGraph, StepId, Why, WordId};
use crate::puppet;
use crate::{Catalog, Condition, Kind, Origin, Resource, ResourceId};

const LENGTH: u32 = 1_000_000;
const STACK: usize = 64 * 1024;

fn linked(pairs: impl Iterator<Item = (u32, u32)>) -> (Catalog, RelationshipGraph) {
    let mut catalog = Catalog::new("n", "production");
    for number in 0..LENGTH {
        catalog.add(Resource::new("Notify", number.to_string(), Kind::Compilable)).unwrap();
    }
    let relation = |(before, after)| Relation {
        before: ResourceId(before),
        after: ResourceId(after),
        effect: Effect::Orders,
        group: Group::All,
        word: WordId(0),
        origin: Origin::NOWHERE,
        condition: Condition::Always,
    };
    let graph = RelationshipGraph::new(&catalog, pairs.map(relation).collect());
    (catalog, graph)
}

/// Runs on a small stack, and drops catalog and graph there.
fn with_small_stack((catalog, graph): (Catalog, RelationshipGraph), check: fn(&Catalog, &RelationshipGraph)) {
    let run = move || check(&catalog, &graph);
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_long_chain() {
    // Against the order of declaration.
    let chain = linked((1..LENGTH).map(|number| (number, number - 1)));
    with_small_stack(chain, |_, graph| {
        let order = graph.order().unwrap();
        assert!(order.iter().map(|it| it.0).eq((0..LENGTH).rev()));
        assert_eq!(graph.cycles(), Vec::<Vec<StepId>>::new());
        assert_eq!(graph.reachable(vec![StepId(LENGTH - 1)]).count(), LENGTH as usize);
        assert_eq!(graph.path(StepId(LENGTH - 1), StepId(0)).map(|it| it.len()), Some(LENGTH as usize - 1));
        assert_eq!(graph.path(StepId(0), StepId(LENGTH - 1)), None);
        let Some(Why::Before(links)) = graph.why(ResourceId(LENGTH - 1), ResourceId(0)) else { panic!("not ordered") };
        assert_eq!(links.len(), LENGTH as usize - 1);
    });
}

#[test]
fn a_large_cycle() {
    let ring = linked((0..LENGTH).map(|number| (number, (number + 1) % LENGTH)));
    with_small_stack(ring, |catalog, graph| {
        assert_eq!(graph.order(), None);
        let cycles = graph.cycles();
        assert_eq!(cycles.len(), 1);
        assert!(cycles[0].iter().map(|it| it.0).eq(0..LENGTH));
        assert_eq!(graph.shortest_cycle(&cycles[0]).len(), LENGTH as usize);
        assert_eq!(graph.path(StepId(7), StepId(7)).map(|it| it.len()), Some(LENGTH as usize));
        assert_eq!(graph.reachable(vec![StepId(7)]).count(), LENGTH as usize);
        // To where it comes back, which it shows twice.
        let reported = puppet::cycles(catalog, graph);
        assert_eq!(reported.iter().map(|it| it.path.len()).collect::<Vec<_>>(), [LENGTH as usize + 1]);
    });
}
