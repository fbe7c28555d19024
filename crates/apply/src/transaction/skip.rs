//! Skipped resources: by tags, by schedule, or after a failed dependency.

use providers::Level;
use smol_str::SmolStr;

use super::Transaction;
use crate::plan::{Node, NodeId};
use crate::schedule;

impl Transaction<'_> {
    pub(super) fn is_skipped(&mut self, node: NodeId, reasons: &[SmolStr]) -> bool {
        let Some(subject) = self.subject(node) else { return true };
        // An earlier change is reported, whatever has come since.
        if let Some(signal) = self.system.interrupted().filter(|_| !self.joined.contains(&node)) {
            self.tell(node, Level::Debug, format!("Skipping, as {signal} has ended the run"));
            return true;
        }
        let options = self.options;
        if !options.skip_tags.is_empty() && subject.has_tag(&options.skip_tags) {
            self.tell(node, Level::Debug, format!("Skipping with skip tags {}", options.skip_tags.join(", ")));
            return true;
        }
        if !options.tags.is_empty() && !subject.has_tag(&options.tags) {
            self.tell(node, Level::Debug, format!("Not tagged with {}", options.tags.join(", ")));
            return true;
        }
        if !self.is_scheduled(node) {
            self.tell(node, Level::Debug, "Not scheduled".to_owned());
            return true;
        }
        if reasons.is_empty() {
            return false;
        }
        self.tell_of_failures(node, reasons);
        true
    }

    pub(super) fn is_scheduled(&self, node: NodeId) -> bool {
        if self.options.ignore_schedules || self.plan.node(node).is_marker() {
            return true;
        }
        let Some(subject) = self.subject(node) else { return true };
        let schedule = subject.schedule.as_ref().and_then(|it| self.by_reference.get(&*format!("Schedule[{it}]")));
        let Some(schedule) = schedule.and_then(|it| self.subjects.get(*it)) else { return true };
        let checked = self.state.resource(&subject.reference).and_then(|it| it.checked);
        schedule::matches(schedule, checked, &self.system.now())
    }

    /// Why a step is skipped: each failed resource is named once in a run.
    pub(super) fn tell_of_failures(&mut self, node: NodeId, reasons: &[SmolStr]) {
        if self.sink.holds_failures(reasons) {
            return;
        }
        let is_marker = self.plan.node(node).is_marker();
        match (self.options.merge_warnings, is_marker) {
            (false, true) => return,
            (false, false) => self.name_failed(node, "Dependency", reasons),
            (true, true) => return self.name_failed(node, "Class dependency", reasons),
            (true, false) => {
                if let Some((container, reasons)) = self.failed_container(node) {
                    // Once for each resource that failed, however many are skipped.
                    for reason in reasons {
                        if self.warned.insert(reason) {
                            let message = "Skipping resources in class because of failed class dependencies".to_owned();
                            self.tell_as(container, None, Level::Warning, message);
                        }
                    }
                    return;
                }
            }
        }
        self.tell(node, Level::Warning, "Skipping because of failed dependencies".to_owned());
    }

    fn name_failed(&mut self, node: NodeId, what: &str, reasons: &[SmolStr]) {
        for reason in reasons {
            if self.named.insert(reason.clone()) {
                let failed = self.has_status_that_failed(reason);
                self.tell(node, Level::Notice, format!("{what} {reason} has failures: {failed}"));
            }
        }
    }

    fn has_status_that_failed(&self, reference: &str) -> bool {
        let Some(number) = self.by_reference.get(reference).copied() else { return false };
        let nodes = [Node::Apply(number), Node::Begin(number), Node::End(number), Node::Made(number)];
        nodes.into_iter().filter_map(|it| self.statuses.get(&self.plan.find(it)?)).any(|it| it.failed)
    }

    /// The container of a step, where that itself waits for something that has failed.
    fn failed_container(&self, node: NodeId) -> Option<(usize, Vec<SmolStr>)> {
        let own = &self.subject(node)?.containment;
        let container = self.subjects.iter().position(|it| it.containment.is_around(own))?;
        let reasons = &self.statuses.get(&self.plan.find(Node::Begin(container))?)?.because_of;
        (!reasons.is_empty()).then(|| (container, reasons.clone()))
    }
}
