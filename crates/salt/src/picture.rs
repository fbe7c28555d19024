//! The graph of states as a picture: states by the names that requisites use, edges with their words, a box for each file if wanted.

use catalog::paint::{About, Contents, Order, Place};
use catalog::picture::{Collapse, Edge as Line, EdgeKind, Node as Box, NodeKind, Picture, View};
use catalog::{ResourceId, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::chunk::Chunk;
use crate::compile::Compiled;
use crate::graph::{Edge, Graph, NodeId};
use crate::place::Span;
use crate::problem::{Finding, Problem};
use crate::requisite::Kind;
use crate::value::Str;

/// Nodes of the graph with their names and chunks.
type Labels = Vec<(String, usize)>;

/// The names of the nodes, each with the number of its chunk: as a requisite names the state, with its name where several have the ID.
pub fn labels(compiled: &Compiled) -> Labels {
    let nodes: Vec<(usize, bool)> = match &compiled.graph {
        Some(graph) => graph.nodes.iter().map(|it| (it.chunk, it.is_look)).collect(),
        None => (0..compiled.chunks.len()).map(|it| (it, false)).collect(),
    };
    let plain = |chunk: &Chunk| format!("{}: {}", chunk.state, chunk.id);
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for chunk in nodes.iter().filter(|it| !it.1).filter_map(|it| compiled.chunks.get(it.0)) {
        *counts.entry(plain(chunk)).or_default() += 1;
    }
    let mut taken = FxHashSet::default();
    let mut found = Vec::with_capacity(nodes.len());
    for (number, is_look) in nodes {
        let Some(chunk) = compiled.chunks.get(number) else { continue };
        let mut label = plain(chunk);
        if counts.get(&label).is_some_and(|it| *it > 1) {
            label = format!("{label} ({})", chunk.name_text());
        }
        if is_look {
            label.push_str(", tested first");
        }
        while !taken.insert(label.clone()) {
            label.push('\'');
        }
        found.push((label, number));
    }
    found
}

/// A picture of compiled states. Its nodes have the numbers of the graph's nodes as resources.
pub struct Drawn<'c> {
    compiled: &'c Compiled,
    name: &'c str,
    labels: Labels,
    cycles: Vec<Vec<NodeId>>,
    /// Place in the order of each node that has one.
    order: FxHashMap<NodeId, usize>,
    /// The places of edges between boxes, by the first nodes of these; none where an edge was made of several.
    places: FxHashMap<Ends, Option<Span>>,
    pub picture: Picture,
}

/// The first nodes of two boxes, and the word of an edge.
type Ends = (Option<ResourceId>, Option<ResourceId>, Option<&'static Word>);

impl<'c> Drawn<'c> {
    /// Draws what a view selects, near the box or the state of a name; none if there are no states. The focus of the view counts for
    /// nothing: it is a resource of a catalog.
    pub fn new(compiled: &'c Compiled, name: &'c str, view: &View, focus: Option<&str>) -> Option<Drawn<'c>> {
        let labels = labels(compiled);
        if labels.is_empty() {
            return None;
        }
        let (cycles, order) = (cycles(compiled), order(compiled));
        let mut drawn = Drawn { compiled, name, labels, cycles, order, places: FxHashMap::default(), picture: Picture::default() };
        let stands = drawn.boxes(view);
        drawn.edges(view, &stands);
        drawn.filter(view, focus);
        Some(drawn)
    }

    /// Adds to the names of states their places in the order, for pictures that show no order otherwise.
    pub fn number(&mut self) {
        let Drawn { picture, order, .. } = self;
        for node in picture.nodes.iter_mut().filter(|it| it.kind == NodeKind::Resource) {
            if let [only] = node.resources.as_slice()
                && let Some(place) = order.get(&only.index())
            {
                node.label.push_str(&format!("\n#{}", place + 1));
            }
        }
    }

    /// The files and lines of what is shown, each with the number of its box.
    pub fn places(&self) -> impl Iterator<Item = (Place<'_>, usize)> {
        let of = |id: &ResourceId| Some(self.place(self.chunk(*id)?.at));
        self.picture.nodes.iter().enumerate().flat_map(move |(number, it)| it.resources.iter().filter_map(of).map(move |it| (it, number)))
    }

    fn chunk(&self, id: ResourceId) -> Option<&'c Chunk> {
        self.compiled.chunks.get(self.labels.get(id.index())?.1)
    }

    fn place(&self, at: Span) -> Place<'c> {
        let source = self.compiled.files.source(at);
        source.map_or_else(Place::default, |(file, range)| Place { file: file.path.to_str(), line: Some(file.line(range.start)) })
    }

    /// Makes the boxes; returns for each node of the graph the one that stands for it.
    fn boxes(&mut self, view: &View) -> Vec<Option<usize>> {
        let collapses = view.collapse != Collapse::No;
        let is_closed = |id: &str| collapses != view.toggled.iter().any(|it| it == id);
        let mut files: FxHashMap<Str, usize> = FxHashMap::default();
        let mut stands = Vec::with_capacity(self.labels.len());
        for (number, (label, chunk)) in self.labels.iter().enumerate() {
            let Some(chunk) = self.compiled.chunks.get(*chunk).filter(|it| !is_hidden(view, &it.state)) else {
                stands.push(None);
                continue;
            };
            let sls = chunk.sls.clone().unwrap_or_default();
            let id = format!("sls: {sls}");
            let closed = is_closed(&id);
            let picture = &mut self.picture;
            let around = (collapses || closed).then(|| *files.entry(sls).or_insert_with(|| add(picture, id, NodeKind::Class)));
            let own = match around {
                Some(around) if closed => around,
                around => {
                    let own = add(picture, label.clone(), NodeKind::Resource);
                    picture.edges.extend(around.map(|it| line(it, own, None)));
                    own
                }
            };
            if let (Some(node), Ok(id)) = (picture.nodes.get_mut(own), u32::try_from(number)) {
                node.resources.push(ResourceId(id));
            }
            stands.push(Some(own));
        }
        stands
    }

    /// Adds the edges before those of containment, one for each word between two boxes.
    fn edges(&mut self, view: &View, stands: &[Option<usize>]) {
        let stand = |node: usize| stands.get(node).copied().flatten();
        let mut known: FxHashMap<(usize, usize, Kind), usize> = FxHashMap::default();
        let mut lines: Vec<Line> = Vec::new();
        for Edge { before, after, kind, at } in self.compiled.graph.iter().flat_map(Graph::edges) {
            let (Some(from), Some(to)) = (stand(before), stand(after)) else { continue };
            let mut new = line(from, to, Some(kind));
            if is_hidden(view, kind.name()) || is_hidden(view, new.kind.name()) || (from == to && before != after) {
                continue;
            }
            new.in_cycle = self.cycles.iter().any(|it| it.binary_search(&before).is_ok() && it.binary_search(&after).is_ok());
            let ends = ends(&self.picture, &new);
            if let Some(drawn) = known.get(&(from, to, kind)).and_then(|it| lines.get_mut(*it)) {
                drawn.in_cycle |= new.in_cycle;
                self.places.insert(ends, None);
                continue;
            }
            known.insert((from, to, kind), lines.len());
            self.places.insert(ends, Some(at));
            lines.push(new);
        }
        let contains = std::mem::take(&mut self.picture.edges).into_iter().filter(|it| !is_hidden(view, it.kind.name()));
        lines.extend(contains);
        self.picture.edges = lines;
    }

    /// Leaves out what is not selected.
    fn filter(&mut self, view: &View, focus: Option<&str>) {
        let Drawn { picture, cycles, labels, .. } = self;
        if view.cycles {
            let in_cycle = |id: &ResourceId| cycles.iter().any(|it| it.binary_search(&id.index()).is_ok());
            picture.keep(|node| node.resources.iter().any(in_cycle));
        }
        picture.search(&view.text);
        if let Some(focus) = focus {
            // What stands in a closed file is near the file.
            let is_focus = |id: &ResourceId| labels.get(id.index()).is_some_and(|it| it.0 == focus);
            let named = picture.nodes.iter().position(|it| it.label == focus);
            let start = named.or_else(|| picture.nodes.iter().position(|it| it.resources.iter().any(is_focus)));
            picture.keep_near(start, view.hops);
        }
    }
}

impl Contents for Drawn<'_> {
    fn names(&self) -> Vec<(&'static str, &str)> {
        vec![("name", self.name)]
    }

    fn node(&self, node: &Box) -> About<'_> {
        let first = node.resources.first().and_then(|it| self.chunk(*it));
        let place = first.map_or_else(Place::default, |it| self.place(it.at));
        match node.resources.as_slice() {
            [only] if node.kind == NodeKind::Resource => {
                let named = first.map(|it| (&*it.state, &*it.id));
                About { named, place, order: self.order.get(&only.index()).copied(), members: Vec::new() }
            }
            many => {
                let members = many.iter().filter_map(|it| Some(self.labels.get(it.index())?.0.clone())).collect();
                About { named: None, place, order: None, members }
            }
        }
    }

    fn edge(&self, edge: &Line) -> (Option<String>, Place<'_>) {
        let at = self.places.get(&ends(&self.picture, edge)).copied().flatten();
        (None, at.map_or_else(Place::default, |it| self.place(it)))
    }

    fn order(&self) -> Order {
        let name = |it: &NodeId| self.labels.get(*it).map(|it| it.0.clone());
        if has_cycle(self.compiled) {
            return Order::Cycles(self.cycles.iter().map(|it| it.iter().filter_map(name).collect()).collect());
        }
        let mut sorted: Vec<(usize, NodeId)> = self.order.iter().map(|(node, place)| (*place, *node)).collect();
        sorted.sort_unstable();
        Order::Of(sorted.iter().filter_map(|it| name(&it.1)).collect())
    }
}

/// Adds a box; returns its number.
fn add(picture: &mut Picture, label: String, kind: NodeKind) -> usize {
    picture.nodes.push(Box { label, kind, resources: Vec::new(), change: None });
    picture.nodes.len() - 1
}

fn ends(picture: &Picture, line: &Line) -> Ends {
    let first = |node: usize| picture.nodes.get(node).and_then(|it| it.resources.first()).copied();
    (first(line.from), first(line.to), line.word)
}

fn is_hidden(view: &View, name: &str) -> bool {
    view.hidden.iter().any(|it| it == name)
}

/// The line of an edge, or of containment.
fn line(from: usize, to: usize, kind: Option<Kind>) -> Line {
    let word = kind.map(Kind::word);
    let kind = word.map_or(EdgeKind::Contains, |it| it.effect.into());
    Line { from, to, kind, word, said_by: None, in_cycle: false, change: None }
}

/// For each node its place in the order, if all have one.
fn order(compiled: &Compiled) -> FxHashMap<NodeId, usize> {
    if !compiled.run_order.is_empty() {
        let node = |chunk: usize| compiled.graph.as_ref()?.node_of(compiled.chunks.get(chunk)?);
        return compiled.in_order().enumerate().filter_map(|(place, chunk)| Some((node(chunk)?, place))).collect();
    }
    compiled.steps.iter().enumerate().map(|(place, it)| (it.node.unwrap_or(it.chunk), place)).collect()
}

/// The cycles of a graph, each with the numbers of its nodes. Boxes of files come before each other without any.
fn cycles(compiled: &Compiled) -> Vec<Vec<NodeId>> {
    let in_run = compiled.notes.iter().any(is_cycle);
    let Some(graph) = compiled.graph.as_ref().filter(|_| in_run || has_cycle(compiled)) else { return Vec::new() };
    let node = || Box { label: String::new(), kind: NodeKind::Resource, resources: Vec::new(), change: None };
    let edges = graph.edges().map(|it| line(it.before, it.after, Some(it.kind)));
    let mut picture = Picture { nodes: graph.nodes.iter().map(|_| node()).collect(), edges: edges.collect() };
    picture.mark_cycles()
}

/// Whether states have no order because of a cycle. Before 3008 they have one all the same.
fn has_cycle(compiled: &Compiled) -> bool {
    compiled.findings.iter().any(is_cycle)
}

fn is_cycle(finding: &Finding) -> bool {
    matches!(finding.problem, Problem::Cycle { .. })
}
