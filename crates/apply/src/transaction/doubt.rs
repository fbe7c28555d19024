//! Resources whose result cannot be known in noop mode, because they follow a command that would run.

use std::sync::Arc;

use providers::Subject;
use smol_str::SmolStr;

use super::Transaction;
use crate::plan::NodeId;
use crate::report::{EventStatus, Status};

/// Limit of the reasons that are named.
const MOST: usize = 3;

/// Steps that would run before a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    /// The changes of these cannot be predicted.
    opaque: Vec<SmolStr>,
    any: Vec<SmolStr>,
}

impl Before {
    fn take(&mut self, other: &Before) {
        add(&mut self.opaque, &other.opaque);
        add(&mut self.any, &other.any);
    }
}

fn add(to: &mut Vec<SmolStr>, from: &[SmolStr]) {
    for name in from {
        if to.len() < MOST && !to.contains(name) {
            to.push(name.clone());
        }
    }
}

impl Transaction<'_> {
    /// Notes of a step whether its outcome depends on what would be done before.
    pub(super) fn doubt(&mut self, node: NodeId) {
        if !self.options.common.noop {
            return;
        }
        let mut before = Before::default();
        for earlier in self.plan.incoming(node) {
            if let Some(it) = self.before.get(earlier) {
                before.take(it);
            }
        }
        if let Some(subject) = self.subjects.get(self.plan.node(node).subject()).filter(|_| !self.plan.node(node).is_marker())
            && let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut)
        {
            let changes = status.events.iter().any(|it| it.status == EventStatus::Noop) || !status.refreshed_by.is_empty();
            status.doubt = doubt(subject, status, changes, &before);
            // A failing resource may succeed next time, and change something; one with `noop` changes nothing.
            let is_pending = !subject.is_looked_at && (changes || (status.has_failed() && !status.doubt.is_empty()));
            if is_pending && subject.type_name != "Notify" {
                self.others_are_pending |= subject.type_name != "File";
                let name = [subject.reference.clone()];
                add(&mut before.any, &name);
                if matches!(subject.type_name.as_str(), "Exec" | "Package") {
                    add(&mut before.opaque, &name);
                }
            }
        }
        if !before.any.is_empty() {
            self.before.insert(node, before);
        }
    }
}

fn doubt(subject: &Subject, status: &Status, changes: bool, before: &Before) -> Vec<SmolStr> {
    if matches!(subject.type_name.as_str(), "Notify" | "Schedule" | "Filebucket" | "Anchor" | "Whit" | "Resources") || status.skipped {
        return Vec::new();
    }
    let has_checks = subject.type_name == "Exec" && ["onlyif", "unless", "creates"].iter().any(|it| subject.value(it).is_some());
    let waits = subject.type_name == "Exec" && subject.is_on("refreshonly") == Some(true);
    match () {
        () if status.has_failed() || (has_checks && !waits) => before.any.clone(),
        // What brings a service often starts it.
        () if subject.type_name == "Service" && changes => before.opaque.iter().filter(|it| it.starts_with("Package[")).cloned().collect(),
        // A command that does not check anything runs, or waits for what refreshes it.
        () if subject.type_name == "Exec" || changes => Vec::new(),
        () => before.opaque.clone(),
    }
}
