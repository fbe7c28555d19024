//! Owed refreshes: those that a run leaves to the next one, and those that it takes over.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use machine::{Content, System};
use providers::{Cx, Level, Subject, Types};
use rustc_hash::FxHashSet;

use super::{Options, Transaction};
use crate::events::Sent;
use crate::owed::Owed;
use crate::plan::{Node, NodeId, Plan};

/// Who may read the journal.
const MODE: u32 = 0o640;

/// Refreshes that a change of a resource would owe, and where they are recorded.
#[derive(Clone)]
pub(super) struct Owing {
    targets: Vec<String>,
    journal: Option<String>,
    owed: Arc<Mutex<Owed>>,
}

impl Owing {
    /// The resource is about to be changed.
    pub fn note(&self, cx: &mut Cx<'_>) {
        let Some(journal) = self.journal.as_ref().filter(|_| !self.targets.is_empty()) else { return };
        // Held until it is written, so that no older one comes after it.
        let mut owed = locked(&self.owed);
        let source = &cx.subject.reference;
        let is_first = self.targets.iter().filter(|it| owed.add(it, source)).count() > 0;
        if is_first {
            keep(&owed, journal, cx.system);
        }
    }
}

/// All that says what a change would owe: it is asked for what is changed only, which most resources are not.
pub(super) struct Network<'t> {
    pub plan: &'t Plan,
    pub subjects: &'t [Subject],
    pub types: &'t dyn Types,
    pub options: &'t Options,
    pub owed: &'t Arc<Mutex<Owed>>,
}

impl Network<'_> {
    pub fn owing(&self, node: NodeId) -> Owing {
        Owing { targets: self.targets(node), journal: self.options.journal.clone(), owed: Arc::clone(self.owed) }
    }

    /// Resources that are refreshed when a step changes something.
    fn targets(&self, node: NodeId) -> Vec<String> {
        let mut targets = Vec::new();
        if self.options.journal.is_none() {
            return targets;
        }
        let (mut rest, mut seen) = (vec![node], FxHashSet::default());
        while let Some(from) = rest.pop() {
            for edge in self.plan.outgoing(from).iter().filter(|it| it.refreshes && seen.insert(it.to)) {
                match self.plan.node(edge.to) {
                    Node::Begin(_) | Node::End(_) | Node::Made(_) => rest.push(edge.to),
                    Node::Apply(number) => {
                        let subject = self.subjects.get(number).filter(|it| !it.noop && self.types.refreshes(&it.type_name));
                        targets.extend(subject.map(|it| it.reference.to_string()));
                    }
                    Node::Nothing => {}
                }
            }
        }
        targets
    }
}

/// A poisoned lock is used: the data are as good as before.
fn locked(owed: &Mutex<Owed>) -> MutexGuard<'_, Owed> {
    owed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Transaction<'_> {
    pub(super) fn owing(&self, node: NodeId) -> Owing {
        self.network().owing(node)
    }

    fn network(&self) -> Network<'_> {
        Network { plan: &self.plan, subjects: &self.subjects, types: self.types, options: self.options, owed: &self.owed }
    }

    /// Refreshes that an earlier run has not done wait for their resources.
    pub(super) fn recall(&mut self) {
        let Some(journal) = &self.options.journal else { return };
        let Ok(text) = self.system.read(journal) else { return };
        let mut owed = Owed::read(&String::from_utf8_lossy(&text));
        owed.meet(|it| self.by_reference.contains_key(it), self.system.now().timestamp().as_second());
        *locked(&self.owed) = owed.clone();
        if owed.is_empty() {
            return;
        }
        let nodes: Vec<NodeId> = self.plan.ids().filter(|it| !self.plan.node(*it).is_marker()).collect();
        for node in nodes {
            let name = self.name(node);
            let sources: Vec<String> = owed.sources(&name).map(str::to_owned).collect();
            for source in &sources {
                self.queues.owe(node, source);
            }
            if !sources.is_empty() {
                let message = format!("Scheduling refresh of {name}, which an earlier run owes to {}", sources.join(", "));
                self.tell(node, Level::Info, message);
            }
        }
    }

    /// The run is over: what it leaves to the next one is written whole, with each source that was not worth a write of its own.
    pub(super) fn leave(&mut self) {
        let Some(journal) = &self.options.journal else { return };
        let written = self.system.read(journal).map(|it| Owed::read(&String::from_utf8_lossy(&it)));
        let is_whole = written.unwrap_or_default() == *locked(&self.owed);
        // A look at the machine changes nothing, not even what is owed to resources that are gone.
        if !is_whole && !self.options.common.noop {
            self.keep_owed();
        }
    }

    /// Resources that are refreshed when a step changes something.
    fn targets(&self, node: NodeId) -> Vec<String> {
        self.network().targets(node)
    }

    /// Removes what a resource owes that has changed nothing after all.
    pub(super) fn weigh(&mut self, node: NodeId, sent: &[Sent]) {
        let changes = self.statuses.get(&node).map_or(sent.len(), |it| it.changes());
        if changes > 0 || locked(&self.owed).is_empty() || self.plan.node(node).is_marker() {
            return;
        }
        let source = self.name(node);
        let mut differs = false;
        for target in self.targets(node) {
            // What an earlier run owes stays owed.
            let is_waiting = self.waits(&target, &source);
            differs |= !is_waiting && locked(&self.owed).withdraw(&target, &source);
        }
        if differs {
            self.keep_owed();
        }
    }

    /// A resource is about to be refreshed: what is refreshed by that is owed.
    pub(super) fn owe_behind(&mut self, node: NodeId) {
        let source = self.name(node);
        let targets = self.targets(node);
        if targets.iter().filter(|it| locked(&self.owed).add(it, &source)).count() > 0 {
            self.keep_owed();
        }
    }

    /// A resource was refreshed.
    pub(super) fn settle(&mut self, node: NodeId) {
        let name = self.name(node);
        if locked(&self.owed).settle(&name) {
            self.keep_owed();
        }
    }

    /// Whether a resource waits for its turn to be refreshed because of another.
    fn waits(&self, target: &str, source: &str) -> bool {
        let Some(number) = self.by_reference.get(target) else { return false };
        let node = self.plan.find(Node::Apply(*number));
        node.is_some_and(|it| self.queues.waiting(it).iter().any(|it| it.from == source))
    }

    fn keep_owed(&mut self) {
        if let Some(journal) = self.options.journal.as_ref().filter(|_| !self.options.common.plan) {
            keep(&locked(&self.owed), journal, self.system);
        }
    }
}

/// Writes down what is owed. A run goes on where that cannot be.
pub(super) fn keep(owed: &Owed, journal: &str, system: &mut dyn System) {
    let _ = system.write(journal, Content::Bytes(owed.write().as_bytes()), MODE);
    // Its messages may reach the disk earlier than otherwise.
    system.make_last(journal);
}
