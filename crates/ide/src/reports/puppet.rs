//! Evaluations of Puppet code, for reports.

use std::collections::BTreeMap;

use analysis::Evaluation;
use catalog::Condition;

use super::entry_name;
use super::reported::{Found, Place, Reported};

/// Place in a form for reports, if both of its parts are known.
pub(super) fn place(of: &compiler::Place) -> Option<Place> {
    Some((of.file.as_deref()?.to_owned(), of.line?.into()))
}

impl Reported for Evaluation {
    fn entry(&self) -> String {
        entry_name(&self.start)
    }

    fn targets(&self) -> Vec<String> {
        self.systems.iter().map(|it| it.to_string()).collect()
    }

    fn is_guessed(&self) -> bool {
        self.guessed
    }

    fn findings(&self) -> Vec<Found> {
        let errors = self.evaluated.outcome.errors.iter().map(|it| Found {
            message: it.message().to_string(),
            is_conditional: it.condition != Condition::Always,
            place: place(it.origin()),
        });
        errors.collect()
    }

    fn parts(&self) -> Vec<String> {
        self.evaluated.catalog().map(|it| it.classes.iter().map(|it| it.to_string()).collect()).unwrap_or_default()
    }

    fn count(&self) -> usize {
        self.evaluated.declared().len()
    }

    fn types(&self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for resource in self.evaluated.known().into_iter().flat_map(|it| it.catalog.resources()).filter(|it| !it.is_virtual) {
            match counts.get_mut(resource.type_name.as_str()) {
                Some(count) => *count += 1,
                None => drop(counts.insert(resource.type_name.to_string(), 1)),
            }
        }
        counts
    }

    fn cycles(&self) -> usize {
        self.evaluated.known().map_or(0, |it| it.graph.cycles().len())
    }
}
