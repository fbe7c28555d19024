//! Dependencies as in Salt 3008: edges from the state that comes first to the one that needs it.

use catalog::graph::by_key;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::by_file::ByFile;
use crate::chunk::{Chunk, cap};
use crate::compile::Options;
use crate::edges::{Edges, Kinds};
use crate::fnmatch::{self, Pattern};
use crate::high::iterate;
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem, Release};
use crate::requisite::Kind;
use crate::value::{Heap, Id, Items, Key, Slot, Str, Value};
use crate::work::{EDGE, Work};

pub use crate::edges::NodeId;

type Index<K, V> = IndexMap<K, V, FxBuildHasher>;
/// The nodes with one name: mostly one.
type Nodes = SmallVec<[NodeId; 2]>;

/// A state, or the look that a `prereq` takes at one.
#[derive(Clone, Debug)]
pub struct Node {
    pub tag: Str,
    /// The chunk by its number.
    pub chunk: usize,
    pub is_look: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    tags: FxHashMap<Str, NodeId>,
    out: Vec<Edges>,
    into: Vec<Edges>,
    /// The look at a node, if there is one.
    looks: FxHashMap<NodeId, NodeId>,
    /// By module (or `id`) and by name or ID.
    named: Index<(Str, Key), Nodes>,
    files: ByFile,
    /// The names of each module, for wildcards; made when first needed.
    modules: Option<FxHashMap<Str, Option<fnmatch::Index>>>,
    work: Work,
}

/// The names of each module, with their places; none where one is no text.
fn modules(named: &Index<(Str, Key), Nodes>) -> FxHashMap<Str, Option<fnmatch::Index>> {
    let mut all: FxHashMap<Str, Option<Vec<(Str, usize)>>> = FxHashMap::default();
    for (number, (module, name)) in named.keys().enumerate() {
        let names = all.entry(module.clone()).or_insert_with(|| Some(Vec::new()));
        match name {
            Key::Str(name) => names.iter_mut().for_each(|it| it.push((name.clone(), number))),
            _ => *names = None,
        }
    }
    all.into_iter().map(|(module, names)| (module, names.map(fnmatch::Index::new))).collect()
}

/// An edge of a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub before: NodeId,
    pub after: NodeId,
    pub kind: Kind,
    pub at: Span,
}

impl Graph {
    /// Makes the graph of all chunks.
    pub fn new(
        heap: &mut Heap,
        chunks: &mut [Chunk],
        options: &Options,
        findings: &mut Vec<Finding>,
    ) -> Result<(Graph, FxHashSet<usize>), Box<Finding>> {
        let mut graph = Graph::default();
        graph.named.reserve(2 * chunks.len());
        graph.tags.reserve(chunks.len());
        graph.nodes.reserve(chunks.len());
        graph.out.reserve(chunks.len());
        graph.into.reserve(chunks.len());
        let any: Str = "id".into();
        let own: Vec<NodeId> = chunks.iter().enumerate().map(|(number, chunk)| graph.add(number, chunk, &any)).collect();
        let mut bad = FxHashSet::default();
        for (number, me) in own.into_iter().enumerate() {
            let Some(chunk) = chunks.get_mut(number) else { continue };
            watch_to_require(heap, chunk, options.release)?;
            if let Some(finding) = graph.requisites(heap, chunks, (number, me), options)? {
                bad.insert(number);
                findings.push(finding);
            }
        }
        Ok((graph, bad))
    }

    /// The graph of a release that orders states without one: the first of the chunks with one tag is the state.
    pub(crate) fn without_edges(chunks: &[Chunk]) -> Graph {
        let mut graph = Graph::default();
        for (number, chunk) in chunks.iter().enumerate() {
            let tag = chunk.tag();
            if !graph.tags.contains_key(&tag) {
                graph.node(tag, number, false);
            }
        }
        graph
    }

    /// Adds what the state of a chunk needs, given by their nodes.
    pub(crate) fn add_need(&mut self, me: NodeId, node: NodeId, kind: Kind, at: Span) {
        self.need(me, node, kind, at, true);
    }

    /// The node of the state that a chunk describes.
    pub fn node_of(&self, chunk: &Chunk) -> Option<NodeId> {
        self.tags.get(&chunk.tag()).copied()
    }

    fn node(&mut self, tag: Str, chunk: usize, is_look: bool) -> NodeId {
        let id = self.nodes.len();
        self.tags.insert(tag.clone(), id);
        self.nodes.push(Node { tag, chunk, is_look });
        self.out.push(Edges::default());
        self.into.push(Edges::default());
        id
    }

    /// Adds the state of a chunk by the names that requisites may have for it; `any` stands for its module. Returns its node.
    fn add(&mut self, number: usize, chunk: &Chunk, any: &Str) -> NodeId {
        let tag = chunk.tag();
        let known = self.tags.get(&tag).copied();
        let id = known.unwrap_or_else(|| self.node(tag, number, false));
        if known.is_some()
            && let Some(node) = self.nodes.get_mut(id)
        {
            // The same state again takes the place of the first one.
            node.chunk = number;
        }
        let own_id = Key::Str(chunk.id.clone());
        // Most states have their ID as their name.
        let has_name = chunk.name != own_id;
        let names = [
            has_name.then(|| (chunk.state.clone(), chunk.name.clone())),
            Some((chunk.state.clone(), own_id.clone())),
            Some((any.clone(), own_id)),
            has_name.then(|| (any.clone(), chunk.name.clone())),
        ];
        for key in names.into_iter().flatten() {
            let nodes = self.named.entry(key).or_default();
            // A new node has the largest number of all.
            let is_listed = if known.is_some() { nodes.contains(&id) } else { nodes.last() == Some(&id) };
            if !is_listed {
                nodes.push(id);
            }
        }
        self.files.add(chunk, id);
        id
    }

    fn edge(&mut self, before: NodeId, after: NodeId, kind: Kind, at: Span) {
        let both = [(&mut self.out, before, after), (&mut self.into, after, before)];
        for (lists, from, to) in both {
            if let Some(edges) = lists.get_mut(from) {
                edges.add(to, kind, at);
            }
        }
    }

    /// The states that a requisite means, and whether it is fine that there are none.
    fn targets(&mut self, module: &Str, target: &Str, at: Span) -> Result<(Nodes, bool), Box<Finding>> {
        let is_pattern = fnmatch::is_pattern(target);
        if &**module == "sls" {
            let nodes: Nodes = if is_pattern {
                let pattern = Pattern::new(target);
                let files = self.files.names().filter(|it| !it.is_empty() && pattern.matches(it));
                files.flat_map(|it| self.files.states(it)).collect()
            } else {
                self.files.states(target).into()
            };
            let found = is_pattern || !nodes.is_empty();
            self.work.charge(nodes.len().saturating_mul(EDGE), at)?;
            return Ok((nodes, found));
        }
        let nodes: Nodes = if is_pattern {
            let pattern = Pattern::new(target);
            let modules = self.modules.get_or_insert_with(|| modules(&self.named));
            match modules.get(module) {
                None => Nodes::new(),
                // Python cannot match what is no text.
                Some(None) => return Err(Finding::crash(Crash::Key, Span::NONE)),
                Some(Some(names)) => {
                    self.work.charge(names.cost(&pattern), at)?;
                    let found = names.matching(&pattern).into_iter().filter_map(|it| self.named.get_index(it));
                    found.flat_map(|it| it.1.iter().copied()).collect()
                }
            }
        } else {
            let key = (module.clone(), Key::Str(target.clone()));
            self.named.get(&key).cloned().unwrap_or_default()
        };
        let found = !nodes.is_empty();
        self.work.charge(nodes.len().saturating_mul(EDGE), at)?;
        Ok((nodes, found))
    }

    /// Adds the edges of a chunk; returns its first mistake.
    fn requisites(
        &mut self,
        heap: &mut Heap,
        chunks: &mut [Chunk],
        (number, me): (usize, NodeId),
        options: &Options,
    ) -> Result<Option<Finding>, Box<Finding>> {
        for kind in Kind::ORDERING {
            if options.is_disabled(kind.name()) {
                continue;
            }
            let Some(chunk) = chunks.get(number) else { return Ok(None) };
            let Some(list) = chunk.arg(kind.name()).filter(|it| heap.is_truthy(*it)) else { continue };
            for item in iterate(heap, list)? {
                let at = heap.place(item);
                let Some((module, value)) = reference(heap, item)? else { continue };
                let (Some(chunk), Some(value)) = (chunks.get(number), value) else { return Ok(None) };
                let finding = |problem: Problem| Some(Finding { problem, at, related: vec![chunk.at] });
                let (name, sls) = (chunk.name_text(), chunk.sls.clone().unwrap_or_default());
                let Some(target) = heap.str(value).cloned() else {
                    return Ok(finding(Problem::TargetNotString { kind, module, name, sls }));
                };
                let (nodes, found) = self.targets(&module, &target, at)?;
                if !found {
                    return Ok(finding(Problem::MissingTarget { kind, module, target, name, sls }));
                }
                let has_look = chunk.is_prerequired;
                for node in nodes {
                    if kind == Kind::Prereq {
                        self.mark_looks(chunks, me, node);
                    }
                    self.need(me, node, kind, at, has_look);
                }
            }
        }
        Ok(None)
    }

    fn mark_looks(&self, chunks: &mut [Chunk], me: NodeId, node: NodeId) {
        let chunk = |id: NodeId| self.nodes.get(id).map(|it| it.chunk);
        if let Some(own) = chunk(me).and_then(|it| chunks.get_mut(it)) {
            own.has_prereq = true;
        }
        if let Some(other) = chunk(node).and_then(|it| chunks.get_mut(it)) {
            other.is_prerequired = true;
        }
    }

    /// Adds the edge of a requisite. The look at the state itself needs what the state needs, if there is one by now.
    fn need(&mut self, me: NodeId, node: NodeId, kind: Kind, at: Span, has_look: bool) {
        if kind == Kind::Prereq {
            return self.prereq(me, node, at);
        }
        if has_look && let Some(look) = self.looks.get(&me).copied() {
            self.edge(node, look, kind, at);
        }
        self.edge(node, me, kind, at);
    }

    fn prereq(&mut self, me: NodeId, node: NodeId, at: Span) {
        let Some(number) = self.nodes.get(node).map(|it| it.chunk) else { return };
        let look = match self.looks.get(&node) {
            Some(look) => *look,
            None => {
                let tag = self.nodes.get(node).map(|it| format!("{}_|-__prereq_test__", it.tag)).unwrap_or_default();
                let look = self.node(tag.into(), number, true);
                self.looks.insert(node, look);
                let known: Vec<(NodeId, Kinds)> =
                    self.into.get(node).into_iter().flat_map(Edges::iter).map(|(a, b)| (a, b.clone())).collect();
                for (before, kinds) in known {
                    for (kind, at) in kinds.into_iter().filter(|it| it.0 != Kind::Prereq) {
                        self.edge(before, look, kind, at);
                    }
                }
                look
            }
        };
        self.edge(look, me, Kind::Prereq, at);
        self.edge(me, node, Kind::Require, at);
        if let Some(own) = self.looks.get(&me).copied() {
            self.edge(look, own, Kind::Prereq, at);
        }
    }

    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..self.nodes.len()).flat_map(|it| self.edges_from(it))
    }

    /// The edges that begin at a node.
    pub fn edges_from(&self, before: NodeId) -> impl Iterator<Item = Edge> {
        let all = self.out.get(before).into_iter().flat_map(Edges::iter);
        all.flat_map(move |(after, kinds)| kinds.iter().map(move |(kind, at)| Edge { before, after, kind: *kind, at: *at }))
    }

    /// The edges that end at a node, in the order of what they come from.
    pub fn edges_into(&self, after: NodeId) -> impl Iterator<Item = Edge> {
        let all = self.into.get(after).into_iter().flat_map(Edges::iter);
        all.flat_map(move |(before, kinds)| kinds.iter().map(move |(kind, at)| Edge { before, after, kind: *kind, at: *at }))
    }

    /// The look that is taken at a node for a `prereq`.
    pub fn look(&self, node: NodeId) -> Option<NodeId> {
        self.looks.get(&node).copied()
    }

    /// The order in which states run; none if there is a cycle.
    pub fn order(&self, heap: &Heap, chunks: &mut [Chunk], cap: i64) -> Option<Vec<NodeId>> {
        // Each kind of an edge counts, here and below.
        let blockers = self.into.iter().map(|it| u32::try_from(it.count()).unwrap_or(u32::MAX)).collect();
        let number = |node: NodeId| u32::try_from(node).ok();
        let after = |node: u32| self.edges_from(node as NodeId).filter_map(move |it| number(it.after));
        let nodes = 0..number(self.nodes.len())?;
        let (order, all) = by_key(nodes, blockers, after, |node| self.rank(heap, chunks, node as NodeId, cap));
        (order.len() == all).then(|| order.into_iter().map(|it| it as NodeId).collect())
    }

    /// Rank of a state among those that could run.
    fn rank(&self, heap: &Heap, chunks: &mut [Chunk], node: NodeId, cap: i64) -> Rank {
        let number = self.nodes.get(node).map_or(0, |it| it.chunk);
        let own = chunks.get_mut(number).map_or(0.0, |it| it.count_order(heap, cap).number());
        let (mut low, mut heaviest) = (f64::INFINITY, None);
        for (after, kinds) in self.out.get(node).into_iter().flat_map(Edges::iter) {
            for (kind, _) in kinds {
                if Some(*kind) < heaviest {
                    continue;
                }
                heaviest = Some(*kind);
                let Some(chunk) = self.nodes.get(after).and_then(|it| chunks.get_mut(it.chunk)) else { continue };
                // One without a number pulls nothing, one with a word counts by it from now on.
                if chunk.order.is_some() || chunk.args.contains_key("order") {
                    let order = chunk.plain_order(heap, cap);
                    if chunk.order.is_none() && chunk.written_order(heap).is_none() {
                        chunk.order = Some(order);
                    }
                    low = low.min(order.number());
                }
            }
        }
        let label = chunks.get(number).map(Chunk::label).unwrap_or_default();
        let tag = self.nodes.get(node).map(|it| it.tag.clone()).unwrap_or_default();
        Rank { pulled: own.min(low), own, label, tag }
    }

    /// Returns a cycle: each edge ends where the next one begins.
    pub fn cycle(&self) -> Vec<Edge> {
        #[derive(Clone, Copy, PartialEq)]
        enum Color {
            White,
            Gray,
            Black,
        }
        let mut colors = vec![Color::White; self.nodes.len()];
        for start in 0..self.nodes.len() {
            if colors.get(start) != Some(&Color::White) {
                continue;
            }
            // The path, and the edges of its nodes that are still to be followed.
            let mut path: Vec<(NodeId, std::vec::IntoIter<Edge>)> = vec![(start, self.edges_from(start).collect::<Vec<_>>().into_iter())];
            let mut taken: Vec<Edge> = Vec::new();
            if let Some(color) = colors.get_mut(start) {
                *color = Color::Gray;
            }
            while let Some((node, edges)) = path.last_mut() {
                let Some(edge) = edges.next() else {
                    if let Some(color) = colors.get_mut(*node) {
                        *color = Color::Black;
                    }
                    path.pop();
                    taken.pop();
                    continue;
                };
                match colors.get(edge.after) {
                    Some(Color::Gray) => {
                        let from = taken.iter().position(|it| it.before == edge.after).unwrap_or(taken.len());
                        let mut cycle: Vec<Edge> = taken.split_off(from);
                        cycle.push(edge);
                        return cycle;
                    }
                    Some(Color::White) => {
                        if let Some(color) = colors.get_mut(edge.after) {
                            *color = Color::Gray;
                        }
                        taken.push(edge);
                        path.push((edge.after, self.edges_from(edge.after).collect::<Vec<_>>().into_iter()));
                    }
                    _ => {}
                }
            }
        }
        Vec::new()
    }

    /// The mistake that a cycle is.
    pub fn cycle_finding(&self, chunks: &[Chunk]) -> Finding {
        let cycle = self.cycle();
        let chunk = |node: NodeId| self.nodes.get(node).and_then(|it| chunks.get(it.chunk));
        let named = |node: NodeId| chunk(node).map(Chunk::named).unwrap_or_default();
        let edges = cycle.iter().map(|edge| {
            let has = chunk(edge.after).is_some_and(|it| it.has(edge.kind));
            let kind = if !has && edge.kind == Kind::Require { Kind::Prereq } else { edge.kind };
            (named(edge.after), kind, named(edge.before))
        });
        let mut places = cycle.iter().map(|it| it.at).filter(|it| it.is_some());
        let at = places.next().unwrap_or(Span::NONE);
        Finding { problem: Problem::Cycle { edges: edges.collect() }, at, related: places.collect() }
    }

    /// The number after the largest one of the states without mistakes.
    pub fn cap(heap: &Heap, chunks: &[Chunk], bad: &FxHashSet<usize>) -> i64 {
        cap(heap, chunks.iter().enumerate().filter(|(number, _)| !bad.contains(number)).map(|it| it.1))
    }
}

/// Target of a requisite: a module, `sls` or `id`, and the value, if there is one.
fn reference(heap: &Heap, item: Id) -> Result<Option<(Str, Option<Id>)>, Box<Finding>> {
    if heap.str(item).is_some() {
        return Ok(Some(("id".into(), Some(item))));
    }
    let at = heap.place(item);
    let Some(map) = heap.map(item) else { return Err(Finding::crash(Crash::Map, at)) };
    let Some((key, slot)) = map.first() else { return Err(Finding::crash(Crash::Empty, at)) };
    let Key::Str(key) = key else { return Err(Finding::crash(Crash::Key, at)) };
    let module = key.split_once('.').map_or_else(|| key.clone(), |it| it.0.into());
    Ok(match heap.get(slot.value) {
        Value::Null => None,
        _ => Some((module, Some(slot.value))),
    })
}

/// A `watch` of a module that cannot be watched is a `require`.
fn watch_to_require(heap: &mut Heap, chunk: &mut Chunk, release: Release) -> Result<(), Box<Finding>> {
    for (watch, require) in [(Kind::Watch, Kind::Require), (Kind::WatchAny, Kind::RequireAny)] {
        if !chunk.has(watch) || release.has_mod_watch(&chunk.state) {
            continue;
        }
        let Some(slot) = chunk.args.shift_remove(watch.name()) else { continue };
        let items = iterate(heap, slot.value)?;
        let list = match chunk.arg(require.name()) {
            Some(list) => list,
            None => {
                let list = heap.add(Value::List(Items::new()), slot.key);
                chunk.args.insert(Key::text(require.name()), Slot { key: slot.key, value: list });
                list
            }
        };
        let at = heap.place(list);
        heap.list_mut(list).ok_or_else(|| Finding::crash(Crash::List, at))?.extend(items);
    }
    Ok(())
}

/// The place of a state among those that could run: the least comes first.
#[derive(Clone, Debug)]
struct Rank {
    pulled: f64,
    own: f64,
    label: String,
    tag: Str,
}

impl Ord for Rank {
    fn cmp(&self, other: &Rank) -> std::cmp::Ordering {
        let numbers = self.pulled.total_cmp(&other.pulled).then(self.own.total_cmp(&other.own));
        numbers.then_with(|| self.label.cmp(&other.label)).then_with(|| self.tag.cmp(&other.tag))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Rank) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rank {
    fn eq(&self, other: &Rank) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Rank {}
