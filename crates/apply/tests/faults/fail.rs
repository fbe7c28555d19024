//! Each call that can fail does, one by one, and the run is asked to end at each.

use std::collections::BTreeSet;

use apply::{Options, Outcome, State, Transaction};
use catalog::puppet::{NoTypes, from_json, relationship_graph};
use providers::OfPuppet;

use crate::check::dependencies;
use crate::faulty::{Fate, Fault, Faulty, Listener};
use crate::generated::{Dice, catalog};
use crate::memory::{machine, sha256};

/// Number of catalogs, at each call.
const CATALOGS: u64 = 15;

fn each(fault: Fault, look: impl Fn(&Outcome, &Listener, &[(String, String)], &Fate)) {
    let options = Options { common: sha256(), journal: Some("/state/owed.json".to_owned()), ..Options::default() };
    let mut came = 0;
    for seed in 0..CATALOGS {
        let catalog = from_json(&catalog(&mut Dice::new(seed))).unwrap();
        let (graph, _) = relationship_graph(&catalog, &NoTypes);
        let dependencies = dependencies(&catalog, &graph);
        for at in 1.. {
            let (mut memory, mut state, fate) = (machine(), State::default(), Fate::new(fault, at));
            let mut listener = Listener::new(&fate);
            let mut system = Faulty { inner: &mut memory, fate: fate.clone() };
            let outcome = Transaction::new(&catalog, &graph, &options, &OfPuppet, &mut system, &mut listener, &mut state).run();
            let all: BTreeSet<&str> = outcome.statuses.iter().map(|it| it.resource.as_str()).collect();
            assert_eq!(all.len(), outcome.statuses.len(), "seed {seed}, call {at}");
            for resource in catalog.resources().iter().filter(|it| !matches!(&*it.type_name, "Stage" | "Class" | "D")) {
                let name = catalog::puppet::reference(resource);
                assert!(all.contains(name.as_str()), "{name} is not accounted for: seed {seed}, call {at}");
            }
            look(&outcome, &listener, &dependencies, &fate);
            if !fate.has_come() {
                break;
            }
            came += 1;
        }
    }
    assert!(came > 500, "{came} calls");
}

#[test]
fn whatever_fails_the_rest_goes_on_and_what_depends_on_it_is_skipped() {
    each(Fault::Fail, |outcome, _, dependencies, _| {
        let of = |name: &str| outcome.statuses.iter().find(|it| it.resource == name);
        for (before, after) in dependencies {
            let (Some(before), Some(after)) = (of(before), of(after)) else { continue };
            assert!(!before.has_failed() || after.skipped, "{} was applied, though {} has failed", after.resource, before.resource);
        }
        for status in &outcome.statuses {
            let reasons = outcome.statuses.iter().filter(|it| it.has_failed()).count();
            assert!(!status.skipped || reasons > 0, "{} was skipped, and nothing has failed", status.resource);
        }
    });
}

#[test]
fn fault_04_what_is_left_when_a_run_is_asked_to_end_is_skipped() {
    each(Fault::Interrupt, |outcome, listener, _, fate| {
        if !fate.has_come() {
            return;
        }
        // Once one is skipped because of that, all are.
        let first = outcome.statuses.iter().position(|it| it.skipped && it.because_of.is_empty());
        let rest = outcome.statuses.iter().skip(first.unwrap_or(outcome.statuses.len()));
        for status in rest {
            assert!(status.skipped && status.events.is_empty(), "{} was applied", status.resource);
        }
        assert_eq!(listener.begun.len(), outcome.statuses.len());
    });
}
