//! Properties of any graph.

use std::collections::BTreeMap;

use catalog::{Effect, Group, Kind, Relation, Resource, ResourceId, WordId};
use proptest::prelude::*;

use super::*;

/// A type that fails where its title says so, and changes always.
struct Fake(bool);

impl Instance for Fake {
    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        Ok(vec![("p".to_owned(), json!(1))])
    }

    fn should(&self, _property: &str) -> Option<Json> {
        Some(json!(2))
    }

    fn is_in_sync(&mut self, _property: &str, _is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(false)
    }

    fn set(&mut self, _property: &str, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.0 { Err(ProviderError::new("no")) } else { Ok(()) }
    }
}

struct Fakes;

impl Types for Fakes {
    fn instance(&self, subject: &Subject, _options: &providers::Options) -> Result<Box<dyn Instance>, ProviderError> {
        Ok(Box::new(Fake(subject.title.ends_with('x'))))
    }

    fn refreshes(&self, _type_name: &str) -> bool {
        true
    }
}

fn number(name: &str) -> usize {
    name.trim_start_matches('r').trim_end_matches('x').parse().unwrap()
}

/// Applies this number of resources, some of which fail. Edges lead against the order of declaration, and so are never a cycle; every
/// second one passes a refresh.
fn run(failing: &[bool], edges: &[(usize, usize)]) -> (Vec<String>, Outcome, Vec<(String, String)>) {
    let mut catalog = Catalog::new("n", "production");
    let names: Vec<String> = failing.iter().enumerate().map(|(i, fails)| format!("r{i}{}", if *fails { "x" } else { "" })).collect();
    for name in &names {
        catalog.add(Resource::new("Fake", name.as_str(), Kind::Compilable)).unwrap();
    }
    let edges = edges.iter().map(|(a, b)| (a % names.len(), b % names.len())).filter(|(a, b)| a != b);
    let relations: Vec<Relation> = edges
        .map(|(a, b)| Relation {
            before: ResourceId(a.max(b) as u32),
            after: ResourceId(a.min(b) as u32),
            effect: if (a + b).is_multiple_of(2) { Effect::Refreshes } else { Effect::Orders },
            group: Group::All,
            word: WordId(0),
            origin: Default::default(),
            condition: Default::default(),
        })
        .collect();
    let pairs = relations.iter().map(|it| (names[it.before.index()].clone(), names[it.after.index()].clone())).collect();
    let graph = RelationshipGraph::new(&catalog, relations);
    let options = Options::default();
    let (mut memory, mut captured, mut state) =
        (Memory::default(), CapturedLines { least: Level::Notice, lines: Vec::new() }, State::default());
    let outcome = Transaction::new(&catalog, &graph, &options, &Fakes, &mut memory, &mut captured, &mut state).run();
    (names, outcome, pairs)
}

proptest! {
    #[test]
    fn each_once_and_behind_what_it_needs(
        failing in prop::collection::vec(prop::bool::weighted(0.2), 1..30),
        edges in prop::collection::vec((0_usize..30, 0_usize..30), 0..60),
    ) {
        let (names, outcome, pairs) = run(&failing, &edges);
        let places: BTreeMap<&str, usize> = outcome.statuses.iter().enumerate().map(|(i, it)| (it.title.as_str(), i)).collect();
        prop_assert_eq!(outcome.statuses.len(), names.len());
        prop_assert_eq!(places.len(), names.len());
        let status = |name: &str| &outcome.statuses[places[name]];
        for (before, after) in &pairs {
            prop_assert!(places[before.as_str()] < places[after.as_str()]);
        }
        for name in &names {
            // What needs what failed is skipped, and nothing else is.
            let befores: Vec<_> = pairs.iter().filter(|it| it.1 == *name).map(|it| (number(&it.0), status(&it.0))).collect();
            let is_blocked = befores.iter().any(|(_, it)| it.skipped || it.has_failed());
            prop_assert_eq!(status(name).skipped, is_blocked);
            prop_assert_eq!(status(name).failed, !is_blocked && name.ends_with('x'));
            prop_assert_eq!(status(name).because_of.is_empty(), !is_blocked);
            // However many have changed, it is refreshed once.
            let is_told = befores.iter().any(|(before, it)| !it.skipped && !it.failed && (before + number(name)).is_multiple_of(2));
            let refreshes = status(name).events.iter().filter(|it| it.name == "refresh").count();
            prop_assert_eq!(refreshes, usize::from(is_told && !is_blocked));
        }
    }
}
