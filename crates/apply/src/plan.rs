//! The steps that are still to be taken. It begins as the relationship graph of the catalog, and grows while it is walked.

mod walk;

use std::num::NonZeroU32;

use catalog::{RelationshipGraph, Step};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use self::walk::Walk;

/// A step, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// Kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A number that stands for nothing.
    Nothing,
    /// The resource with this number.
    Apply(usize),
    /// Before all that a container contains.
    Begin(usize),
    /// Behind it.
    End(usize),
    /// Behind all that was made of a resource while it was applied.
    Made(usize),
}

impl Node {
    pub fn subject(self) -> usize {
        match self {
            Node::Nothing => usize::MAX,
            Node::Apply(it) | Node::Begin(it) | Node::End(it) | Node::Made(it) => it,
        }
    }

    /// Whether it stands for others, and does nothing itself.
    pub fn is_marker(self) -> bool {
        !matches!(self, Node::Apply(_))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub to: NodeId,
    pub refreshes: bool,
}

/// Of the next candidates, the least comes first: resources in the order of the catalog, and generated ones right after theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    resource: u32,
    /// Which one of those made of it, which one of those made of that, and so on. Most are made of nothing.
    made: Vec<u32>,
}

/// A look at the turns to come.
pub struct Foresight(Walk);

/// Most steps have one edge in and one out, those of their container.
type Outgoing = SmallVec<[Edge; 1]>;
type Incoming = SmallVec<[NodeId; 2]>;

/// The steps of each resource: itself, before and after its contents, and after its generated resources.
#[derive(Default)]
struct ByNode(Vec<[Option<NonZeroU32>; 4]>);

impl ByNode {
    /// Where a step is found, and the resource whose step it is.
    fn place(node: Node) -> Option<(usize, usize)> {
        let kind = match node {
            Node::Nothing => return None,
            Node::Apply(_) => 0,
            Node::Begin(_) => 1,
            Node::End(_) => 2,
            Node::Made(_) => 3,
        };
        Some((node.subject(), kind))
    }

    fn get(&self, node: Node) -> Option<NodeId> {
        let (subject, kind) = ByNode::place(node)?;
        self.0.get(subject)?.get(kind)?.map(|it| NodeId(it.get() as usize - 1))
    }

    /// The first one stays.
    fn insert(&mut self, node: Node, id: NodeId) {
        let Some((subject, kind)) = ByNode::place(node) else { return };
        if subject >= self.0.len() {
            self.0.resize(subject + 1, [None; 4]);
        }
        if let Some(place) = self.0.get_mut(subject).and_then(|it| it.get_mut(kind))
            && place.is_none()
        {
            *place = u32::try_from(id.0 + 1).ok().and_then(NonZeroU32::new);
        }
    }
}

/// The steps and what comes before what.
pub struct Plan {
    nodes: Vec<Node>,
    by_node: ByNode,
    /// Of steps that could be next, the one with the least is taken.
    priorities: Vec<Priority>,
    outgoing: Vec<Outgoing>,
    incoming: Vec<Incoming>,
    /// Each step in its turn.
    turns: Walk,
    /// Each step as soon as all before it are taken; none where steps are taken in their turn only.
    lookahead: Option<Walk>,
    /// How many were made of a resource.
    made: FxHashMap<NodeId, u32>,
    /// How many there are that stand for something.
    count: usize,
}

impl Plan {
    pub fn new(graph: &RelationshipGraph) -> Plan {
        let bound = graph.step_bound();
        let mut plan = Plan {
            nodes: vec![Node::Nothing; bound],
            by_node: ByNode::default(),
            priorities: vec![Priority::default(); bound],
            outgoing: vec![Outgoing::new(); bound],
            incoming: vec![Incoming::new(); bound],
            turns: Walk::new(bound),
            lookahead: None,
            made: FxHashMap::default(),
            count: 0,
        };
        for step in graph.steps() {
            plan.count += 1;
            let resource = graph.step(step).resource();
            plan.nodes[step.index()] = match graph.step(step) {
                Step::Apply(_) => Node::Apply(resource.index()),
                Step::Begin(_) => Node::Begin(resource.index()),
                Step::End(_) => Node::End(resource.index()),
            };
            plan.by_node.insert(plan.nodes[step.index()], NodeId(step.index()));
            plan.priorities[step.index()].resource = resource.0;
            for edge in graph.outgoing(step) {
                plan.outgoing[step.index()].push(Edge { to: NodeId(edge.after.index()), refreshes: graph.refreshes(edge) });
            }
            for edge in graph.incoming(step) {
                plan.incoming[step.index()].push(NodeId(edge.before.index()));
            }
        }
        for step in graph.steps() {
            let node = NodeId(step.index());
            plan.turns.block(node, plan.incoming[step.index()].len() as u32);
            if plan.turns.is_free(node) {
                plan.turns.enqueue(node, &plan.priorities[step.index()]);
            }
        }
        plan
    }

    /// The next step; none when there are none that could be taken.
    pub fn next(&mut self) -> Option<NodeId> {
        self.turns.next()
    }

    /// Says that a step is taken in its turn.
    pub fn finish(&mut self, node: NodeId) {
        self.turns.finish(node, self.outgoing.get(node.0).map_or(&[], SmallVec::as_slice), &self.priorities);
    }

    /// From now on steps may be taken before their turn.
    pub fn look_ahead(&mut self) {
        self.lookahead = Some(self.turns.clone());
    }

    /// The next step of those with nothing left to wait for, each once.
    pub fn next_ahead(&mut self) -> Option<NodeId> {
        self.lookahead.as_mut()?.next()
    }

    /// Says that a step is taken, whether it was its turn or not.
    pub fn finish_ahead(&mut self, node: NodeId) {
        if let Some(lookahead) = &mut self.lookahead {
            lookahead.finish(node, self.outgoing.get(node.0).map_or(&[], SmallVec::as_slice), &self.priorities);
        }
    }

    /// Steps that follow a step whose turn it is, as far as they are known now.
    pub fn foresight(&self, node: NodeId) -> Foresight {
        let mut walk = self.turns.clone();
        walk.finish(node, self.outgoing(node), &self.priorities);
        Foresight(walk)
    }

    /// The step that will be next, each once.
    pub fn foresee(&self, Foresight(walk): &mut Foresight) -> Option<NodeId> {
        let node = walk.next()?;
        walk.finish(node, self.outgoing(node), &self.priorities);
        Some(node)
    }

    /// All steps.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    pub fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id.0).copied().unwrap_or(Node::Nothing)
    }

    pub fn outgoing(&self, id: NodeId) -> &[Edge] {
        self.outgoing.get(id.0).map_or(&[], SmallVec::as_slice)
    }

    pub fn incoming(&self, id: NodeId) -> &[NodeId] {
        self.incoming.get(id.0).map_or(&[], SmallVec::as_slice)
    }

    /// Puts the resources that a resource generates after it, and before all that follow it. Each new one names the resource, and the one
    /// among those before it that it comes after, if it is not the first.
    pub fn grow(&mut self, parent: NodeId, children: &[(usize, Option<usize>)]) -> Vec<NodeId> {
        let made: Vec<NodeId> = children.iter().map(|(child, _)| self.add(Node::Apply(*child), parent)).collect();
        let end = self.end_of_made(parent, &[]);
        for node in &made {
            self.connect(*node, end, true);
        }
        self.connect(parent, end, true);
        for (node, (_, before)) in made.iter().zip(children) {
            let before = before.and_then(|it| made.get(it)).copied().unwrap_or(parent);
            self.connect(before, *node, false);
        }
        made
    }

    /// The same of what came of a resource before anything was applied: it stays where it is, and has its end besides.
    pub fn gather(&mut self, parent: NodeId, children: &[NodeId]) {
        let end = self.end_of_made(parent, children);
        for child in children {
            // A child that another path puts after the end cannot come before it.
            if !self.leads(end, *child) {
                self.connect(*child, end, true);
            }
        }
        self.connect(parent, end, true);
    }

    /// A step that takes the place of a resource before all that comes after that, but for what was made of it before.
    fn end_of_made(&mut self, parent: NodeId, made_before: &[NodeId]) -> NodeId {
        let subject = self.node(parent).subject();
        let end = self.add(Node::Made(subject), parent);
        let outgoing = self.outgoing.get_mut(parent.0).map(std::mem::take).unwrap_or_default();
        let (unchanged, moved): (Outgoing, Outgoing) = outgoing.into_iter().partition(|it| made_before.contains(&it.to));
        if let Some(out) = self.outgoing.get_mut(parent.0) {
            *out = unchanged;
        }
        for edge in &moved {
            if let Some(before) = self.incoming.get_mut(edge.to.0).and_then(|all| all.iter_mut().find(|it| **it == parent)) {
                *before = end;
            }
        }
        if let Some(out) = self.outgoing.get_mut(end.0) {
            *out = moved;
        }
        end
    }

    /// The step that is this.
    pub fn find(&self, node: Node) -> Option<NodeId> {
        self.by_node.get(node)
    }

    /// Puts a step next to another one: before or after it, and between the same steps of a container.
    pub fn join(&mut self, neighbour: NodeId, node: Node, is_before: bool, container: (Option<NodeId>, Option<NodeId>)) -> NodeId {
        let id = self.add(node, neighbour);
        let (before, after) = if is_before { (id, neighbour) } else { (neighbour, id) };
        if let Some(begin) = container.0 {
            self.connect(begin, id, false);
        }
        self.connect(before, after, false);
        if let Some(end) = container.1 {
            self.connect(id, end, true);
        }
        if self.turns.is_free(id) {
            let priority = self.priorities.get(id.0).cloned().unwrap_or_default();
            self.turns.enqueue(id, &priority);
        }
        id
    }

    /// Lets a step wait for another one, unless that waits for it.
    pub fn wait(&mut self, node: NodeId, before: NodeId) {
        if !self.leads(node, before) {
            self.connect(before, node, false);
        }
    }

    /// Whether a step has to be taken before another one, or is that one.
    fn leads(&self, from: NodeId, to: NodeId) -> bool {
        let (mut rest, mut seen) = (vec![from], FxHashSet::default());
        while let Some(next) = rest.pop() {
            if next == to {
                return true;
            }
            rest.extend(self.outgoing(next).iter().map(|it| it.to).filter(|it| seen.insert(*it)));
        }
        false
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.count
    }

    fn add(&mut self, node: Node, parent: NodeId) -> NodeId {
        let id = NodeId(self.nodes.len());
        let count = self.made.entry(parent).or_default();
        *count += 1;
        let count = *count;
        let mut priority = self.priorities.get(parent.0).cloned().unwrap_or_default();
        priority.made.push(count);
        self.nodes.push(node);
        self.by_node.insert(node, id);
        self.count += 1;
        self.priorities.push(priority);
        self.outgoing.push(Outgoing::new());
        self.incoming.push(Incoming::new());
        self.turns.add();
        self.lookahead.iter_mut().for_each(Walk::add);
        id
    }

    fn connect(&mut self, before: NodeId, after: NodeId, refreshes: bool) {
        if let (Some(out), Some(into)) = (self.outgoing.get_mut(before.0), self.incoming.get_mut(after.0)) {
            out.push(Edge { to: after, refreshes });
            into.push(before);
            for walk in std::iter::once(&mut self.turns).chain(&mut self.lookahead) {
                walk.wait(before, after);
            }
        }
    }
}
