//! Resources that are changed at once, as one by one it would take long: packages.
//!
//! Only such as would come one right after the other, without an edge between them: so nothing is done earlier than something else that the
//! manifest has before it. Each is reported in its turn, with its own events.

use providers::{Joins, Sink};
use rustc_hash::FxHashSet;

use super::Transaction;
use super::deferred::waits_for_its_turn;
use crate::harness;
use crate::plan::{Node, NodeId};

/// Limit of the resources that are changed at once: their names are the arguments of a program.
const MOST: usize = 500;

impl Transaction<'_> {
    /// Changes what can be changed together with a resource whose turn it is. Gives the seconds that it took.
    pub(super) fn join(&mut self, node: NodeId) -> f64 {
        let Joins::Others { key, name } = self.joins(node) else { return 0.0 };
        let (nodes, names) = self.with(node, &key, name);
        if nodes.len() < 2 {
            return 0.0;
        }
        let start = self.system.now();
        for node in &nodes {
            // What is owed is written down before anything is changed.
            let owing = self.owing(*node);
            self.with_instance(self.plan.node(*node).subject(), |_, cx, _| owing.note(cx));
        }
        let (plan, subjects) = (&self.plan, &self.subjects);
        let references = nodes.iter().filter_map(|it| Some(subjects.get(plan.node(*it).subject())?.reference.as_str()));
        self.sink.changing(&references.collect::<Vec<_>>());
        let done = self.with_instance(self.plan.node(node).subject(), |instance, cx, _| match instance {
            Ok(instance) => instance.join(&names, cx),
            Err(_) => Vec::new(),
        });
        let done: FxHashSet<String> = done.unwrap_or_default().into_iter().collect();
        for (node, name) in nodes.into_iter().zip(&names) {
            if done.contains(name) {
                self.joined.insert(node);
            } else {
                self.weigh(node, &[]);
            }
        }
        harness::seconds(&start, &self.system.now())
    }

    /// The resources that come after one and can be changed with it, and their names; itself first.
    fn with(&mut self, node: NodeId, key: &str, name: String) -> (Vec<NodeId>, Vec<String>) {
        let (mut nodes, mut names) = (vec![node], vec![name]);
        // What comes after one of them, or is not going to be done.
        let mut barred: FxHashSet<NodeId> = nodes.iter().copied().collect();
        let mut foresight = self.plan.foresight(node);
        while nodes.len() < MOST
            && let Some(next) = self.plan.foresee(&mut foresight)
        {
            let is_barred = self.plan.incoming(next).iter().any(|it| barred.contains(it) || self.holds_up(*it));
            if self.plan.node(next).is_marker() {
                if is_barred {
                    barred.insert(next);
                }
                continue;
            }
            if is_barred || !self.is_wanted(next) {
                break;
            }
            match self.joins(next) {
                Joins::Same => {}
                Joins::Others { key: its, name } if its == key && !names.contains(&name) => {
                    barred.insert(next);
                    nodes.push(next);
                    names.push(name);
                }
                Joins::Others { .. } | Joins::Apart => break,
            }
        }
        (nodes, names)
    }

    fn joins(&mut self, node: NodeId) -> Joins {
        let Node::Apply(number) = self.plan.node(node) else { return Joins::Apart };
        if self.joined.contains(&node) {
            return Joins::Apart;
        }
        let found = self.with_instance(number, |instance, cx, _| match instance {
            Ok(instance) => instance.joins(cx),
            Err(_) => Joins::Apart,
        });
        found.unwrap_or(Joins::Apart)
    }

    /// Whether what comes after a step is skipped.
    fn holds_up(&self, node: NodeId) -> bool {
        self.statuses.get(&node).is_some_and(|it| it.has_failed() || !it.because_of.is_empty())
    }

    /// Whether a resource will be applied when its turn comes, and as it is known now.
    fn is_wanted(&mut self, node: NodeId) -> bool {
        let Some(subject) = self.subject(node) else { return false };
        let options = self.options;
        let has_tags = (options.tags.is_empty() || subject.has_tag(&options.tags)) && !subject.has_tag(&options.skip_tags);
        has_tags && !waits_for_its_turn(subject) && self.is_scheduled(node) && !self.has_obstacle(node)
    }
}
