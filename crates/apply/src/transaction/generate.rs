//! Resources that other resources generate, before the run and during it.

use providers::{Instance, Level, Subject};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use smol_str::{SmolStr, format_smolstr};

use super::Transaction;
use crate::plan::{Node, NodeId};

/// Limit of generated files: a loop of links ends.
const MOST: usize = 1_000_000;

/// A file of which it cannot be said what it is to hold: nothing is to take its place that is less than was meant.
struct LeftAlone;

impl Instance for LeftAlone {
    fn provider(&self) -> Option<&'static str> {
        Some("posix")
    }
}

impl Transaction<'_> {
    /// Adds the resources that come of one.
    pub(super) fn generate(&mut self, node: NodeId) {
        let Node::Apply(number) = self.plan.node(node) else { return };
        if self.subjects.len() > MOST {
            return;
        }
        let found = self.with_instance(number, |instance, cx, _| match instance {
            Ok(instance) => instance.generate(cx).map_err(|it| cx.subject.open_failure(it)),
            Err(_) => Ok(Vec::new()),
        });
        let children = match found {
            Some(Ok(children)) => children,
            Some(Err(failure)) => {
                self.failed_to_generate = true;
                let message = format!("Failed to generate additional resources using 'eval_generate': {}", failure.full());
                self.not_generated.push((node, message.clone()));
                self.tell(node, Level::Err, message);
                for child in self.made_first.remove(&number).into_iter().flatten() {
                    self.instances.insert(child, Ok(Box::new(LeftAlone)));
                }
                return;
            }
            None => return,
        };
        if children.is_empty() {
            return;
        }
        let Some(parent) = self.subjects.get(number).cloned() else { return };
        let mut added: Vec<(usize, Option<usize>)> = Vec::new();
        let mut gathered = Vec::new();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for child in children {
            let type_name = child.type_name.as_deref().unwrap_or(&parent.type_name);
            let reference = format_smolstr!("{type_name}[{}]", child.title);
            if let Some(known) = self.by_reference.get(&reference).copied() {
                if self.made_first.get(&number).is_some_and(|it| it.contains(&known)) {
                    self.complete(known, child.parameters);
                    gathered.extend(self.plan.find(Node::Apply(known)));
                }
                continue;
            }
            let mut subject = child_of(&parent, &child.title, &reference, child.parameters);
            if let Some(type_name) = child.type_name {
                subject.tag(&type_name, &child.title);
                subject.type_name = type_name.into();
            }
            let before = ancestors(&child.title).find_map(|it| places.get(it)).copied();
            places.insert(child.title, added.len());
            added.push((self.subjects.len(), before));
            self.by_reference.insert(reference, self.subjects.len());
            self.subjects.push(subject);
        }
        if !added.is_empty() {
            self.plan.grow(node, &added);
        } else if !gathered.is_empty() {
            self.plan.gather(node, &gathered);
        }
    }

    /// Gives a resource that was there before anything was applied what is known only now.
    fn complete(&mut self, number: usize, parameters: Vec<(String, Json)>) {
        let Some(subject) = self.subjects.get_mut(number) else { return };
        let known = std::mem::take(&mut subject.parameters).into_iter();
        let added: Vec<(SmolStr, Json)> = parameters.into_iter().map(|(name, it)| (SmolStr::new(name), it)).collect();
        subject.parameters = known.filter(|it| added.iter().all(|(name, _)| *name != it.0)).chain(added.iter().cloned()).collect();
        self.instances.remove(&number);
    }

    /// Adds the resources that are there because of others, before anything is applied.
    pub(super) fn generate_first(&mut self) {
        for number in 0..self.subjects.len() {
            let is_wanted = self
                .subjects
                .get(number)
                .is_some_and(|it| self.types.generates_first(&it.type_name) && self.by_reference.get(&it.reference) == Some(&number));
            let Some(node) = Some(number).filter(|_| is_wanted).and_then(|it| self.plan.find(Node::Apply(it))) else { continue };
            let found = self.with_instance(number, |instance, cx, _| match instance {
                Ok(instance) => instance.generate_first(cx).map_err(|it| cx.subject.open_failure(it)),
                Err(_) => Ok((Vec::new(), false)),
            });
            let (found, is_before) = match found {
                Some(Ok(found)) => found,
                Some(Err(failure)) => {
                    self.failed_to_generate = true;
                    let message = format!("Failed to generate additional resources using 'generate': {}", failure.full());
                    self.not_generated.push((node, message.clone()));
                    self.tell(node, Level::Err, message);
                    continue;
                }
                None => continue,
            };
            let Some(parent) = self.subjects.get(number).filter(|_| !found.is_empty()).cloned() else { continue };
            let container = self.container(node);
            for child in found {
                let reference = format_smolstr!("{}[{}]", child.type_name, child.title);
                if self.by_reference.contains_key(&reference) {
                    continue;
                }
                let mut subject = child_of(&parent, &child.title, &reference, child.parameters);
                subject.tag(&child.type_name, &child.title);
                subject.type_name = child.type_name.into();
                subject.sensitive = child.sensitive;
                self.by_reference.insert(reference, self.subjects.len());
                self.made_first.entry(number).or_default().push(self.subjects.len());
                let joined = self.plan.join(node, Node::Apply(self.subjects.len()), is_before, container);
                self.wait_for_folder(joined, &subject);
                self.subjects.push(subject);
            }
        }
    }

    /// A file comes after the folder that it lies in.
    pub(super) fn wait_for_folder(&mut self, node: NodeId, subject: &Subject) {
        if subject.type_name != "File" {
            return;
        }
        let folder = ancestors(&subject.title).find_map(|it| self.by_reference.get(&*format!("File[{it}]"))).copied();
        if let Some(folder) = folder.and_then(|it| self.plan.find(Node::Apply(it))) {
            self.plan.wait(node, folder);
        }
    }

    /// The steps between which a step lies because of what contains it.
    pub(super) fn container(&self, node: NodeId) -> (Option<NodeId>, Option<NodeId>) {
        let is_of = |it: NodeId, begins: bool| match (self.plan.node(it), begins) {
            (Node::Begin(number), true) | (Node::End(number), false) => {
                let (own, other) = (self.subject(node), self.subjects.get(number));
                own.zip(other).is_some_and(|(own, other)| other.containment.is_around(&own.containment))
            }
            _ => false,
        };
        let begin = self.plan.incoming(node).iter().copied().find(|it| is_of(*it, true));
        let end = self.plan.outgoing(node).iter().map(|it| it.to).find(|it| is_of(*it, false));
        (begin, end)
    }
}

/// A resource that comes of another one is where that is, and like that.
fn child_of(parent: &Subject, title: &str, reference: &str, parameters: Vec<(String, Json)>) -> Subject {
    let mut subject = parent.clone();
    subject.title = title.into();
    subject.reference = reference.into();
    subject.containment.own = SmolStr::new(reference);
    subject.path = subject.containment.path();
    subject.parameters = parameters.into_iter().map(|(name, it)| (SmolStr::new(name), it)).collect();
    subject.file = None;
    subject.line = None;
    if subject.value("audit").is_some() {
        subject.audit = subject.texts("audit");
    }
    subject
}

/// The folders that a path lies in, from the inside.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(path.rfind('/').map(|end| &path[..end]), |it| it.rfind('/').map(|end| &it[..end])).filter(|it| !it.is_empty())
}
