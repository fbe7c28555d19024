//! The order of releases before 3008: a list sorted by number, from which a run pulls forward what each state needs.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::by_file::ByFile;
use crate::chunk::{Chunk, Order, cap};
use crate::compile::Options;
use crate::fnmatch::{self, Pattern};
use crate::graph::{Graph, NodeId};
use crate::high::iterate;
use crate::place::{Files, Span};
use crate::problem::{Crash, Finding, Problem, Release};
use crate::requisite::Kind;
use crate::value::{Heap, Id, Key, Str, Value};
use crate::work::{EDGE, Work};

/// Sorts chunks as they are listed.
pub fn sort(heap: &Heap, chunks: &mut [Chunk]) {
    let cap = cap(heap, chunks.iter());
    for chunk in chunks.iter_mut() {
        if !chunk.args.contains_key("order") {
            chunk.order = Some(Order::Int(cap));
            continue;
        }
        chunk.count_order(heap, cap);
    }
    let number = |chunk: &Chunk| chunk.order.map_or(0.0, Order::number);
    chunks.sort_by_cached_key(Chunk::label);
    chunks.sort_by(|a, b| number(a).total_cmp(&number(b)));
}

/// How sorted chunks run.
pub struct Run {
    /// The order of the chunks: before each, what it needs.
    pub order: Vec<usize>,
    /// The requisites of each chunk.
    pub requirements: Vec<Vec<Requirement>>,
    /// The largest number of states that wait for each other.
    pub depth: usize,
    pub graph: Graph,
    /// Failures of the run: requisites without a state, and the first cycle that the run comes upon.
    pub notes: Vec<Finding>,
}

/// An item of a requisite, as it is searched for when its state runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// A `require` may be written as a `watch`.
    pub kind: Kind,
    /// A module, `id` or `sls`.
    pub module: Str,
    pub target: Str,
    /// The states that are meant, by their places in the list.
    pub chunks: Vec<usize>,
    /// Whether there is anything of that name: a file may be without states.
    pub is_found: bool,
    pub(crate) at: Span,
}

/// Finds the order in which sorted chunks run.
pub fn run_order(heap: &mut Heap, chunks: &[Chunk], files: &Files, options: &Options) -> Result<Run, Box<Finding>> {
    let mut index = Index::new(chunks, files);
    // Chunks with one tag are one state.
    let tags: Vec<Str> = chunks.iter().map(Chunk::tag).collect();
    let mut first: FxHashMap<&Str, usize> = FxHashMap::default();
    let same: Vec<usize> = tags.iter().enumerate().map(|(number, tag)| *first.entry(tag).or_insert(number)).collect();
    let same_of = |number: usize| same.get(number).copied().unwrap_or(number);
    let mut walk = Walk { begun: vec![false; chunks.len()], ended: vec![false; chunks.len()], looked: vec![false; chunks.len()] };
    let mut cycle: Option<Finding> = None;
    let mut order = Vec::with_capacity(chunks.len());
    let mut depth = 0;
    for start in 0..chunks.len() {
        if !walk.begins(Step::Run, same_of(start)) {
            continue;
        }
        // The states that wait for each other, each with what makes it wait for the next one.
        let mut path = vec![(start, Step::Run, Span::NONE, index.needs(heap, chunks, start, Step::Run, options)?.into_iter())];
        while !path.is_empty() {
            depth = depth.max(path.len());
            let Some((number, step, by, needs)) = path.last_mut() else { break };
            match needs.next() {
                Some(Need { chunk: need, at, step }) if walk.begins(step, same_of(need)) => {
                    *by = at;
                    path.push((need, step, Span::NONE, index.needs(heap, chunks, need, step, options)?.into_iter()));
                }
                Some(Need { chunk: need, at, step }) => {
                    if cycle.is_none() && step == Step::Run && walk.ended.get(same_of(need)) == Some(&false) {
                        *by = at;
                        let from = path.iter().position(|it| same_of(it.0) == same_of(need)).unwrap_or_default();
                        cycle = path.get(from..).and_then(|it| recursion(chunks, it.iter().map(|it| (it.0, it.2))));
                    }
                }
                None => {
                    if *step == Step::Run {
                        set(&mut walk.ended, same_of(*number));
                        order.push(*number);
                    }
                    path.pop();
                }
            }
        }
    }
    let Index { mut notes, graph, requirements, .. } = index;
    notes.extend(cycle);
    Ok(Run { order, requirements, depth, graph, notes })
}

/// The mistake that a cycle is. States that look at each other first are none.
fn recursion(chunks: &[Chunk], path: impl Iterator<Item = (usize, Span)> + Clone) -> Option<Finding> {
    let looks = |it: &Chunk| it.args.contains_key("prereq") || it.args.contains_key("prerequired");
    if path.clone().any(|it| chunks.get(it.0).is_none_or(looks)) {
        return None;
    }
    let mut places: Vec<Span> = path.map(|it| it.1).collect();
    let at = places.pop()?;
    Some(Finding { problem: Problem::Cycle { edges: Vec::new() }, at, related: places })
}

/// Work on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Run,
    /// It is run in test mode for a `prereq`, after all that it needs itself.
    Look,
}

/// A state that comes before another one.
struct Need {
    chunk: usize,
    /// The place of the requisite.
    at: Span,
    step: Step,
}

/// How far each state is.
struct Walk {
    begun: Vec<bool>,
    ended: Vec<bool>,
    looked: Vec<bool>,
}

impl Walk {
    /// Begins a step, if it has not begun.
    fn begins(&mut self, step: Step, number: usize) -> bool {
        let is_done = |list: &[bool]| list.get(number) != Some(&false);
        match step {
            Step::Run if is_done(&self.begun) => false,
            Step::Run => set(&mut self.begun, number),
            // What has run needs no look.
            Step::Look if is_done(&self.looked) || self.ended.get(number) == Some(&true) => false,
            Step::Look => set(&mut self.looked, number),
        }
    }
}

fn set(list: &mut [bool], number: usize) -> bool {
    list.get_mut(number).is_some_and(|it| !std::mem::replace(it, true))
}

/// Where states are found by their names.
struct Index {
    named: FxHashMap<(Str, Str), Vec<usize>>,
    files: ByFile,
    /// The names of each module, for wildcards; made when first needed.
    modules: Option<FxHashMap<Str, fnmatch::Index>>,
    /// The names of all files that were read, with and without states.
    read: Vec<Str>,
    /// The requisites that were followed so far.
    graph: Graph,
    /// The node of each chunk.
    nodes: Vec<Option<NodeId>>,
    /// Requisites without a state.
    notes: Vec<Finding>,
    /// The requisites of the chunks that were reached, in the order in which they are searched for.
    requirements: Vec<Vec<Requirement>>,
    /// The chunks that were reached.
    reached: FxHashSet<usize>,
    work: Work,
}

impl Index {
    fn new(chunks: &[Chunk], files: &Files) -> Index {
        let read = files.iter().map(|it| it.sls.clone()).collect();
        let graph = Graph::without_edges(chunks);
        let nodes = chunks.iter().map(|it| graph.node_of(it)).collect();
        let mut index = Index {
            named: FxHashMap::default(),
            files: ByFile::default(),
            modules: None,
            read,
            graph,
            nodes,
            notes: Vec::new(),
            requirements: vec![Vec::new(); chunks.len()],
            reached: FxHashSet::default(),
            work: Work::default(),
        };
        for (number, chunk) in chunks.iter().enumerate() {
            let mut names = vec![chunk.id.clone()];
            if let Key::Str(name) = &chunk.name
                && *name != chunk.id
            {
                names.push(name.clone());
            }
            for name in names {
                for module in [chunk.state.clone(), "id".into()] {
                    index.named.entry((module, name.clone())).or_default().push(number);
                }
            }
            index.files.add(chunk, number);
        }
        index
    }

    /// Returns what a chunk needs, in the order of the search; at last the states that look at it, unless this is a look.
    fn needs(
        &mut self,
        heap: &mut Heap,
        chunks: &[Chunk],
        number: usize,
        step: Step,
        options: &Options,
    ) -> Result<Vec<Need>, Box<Finding>> {
        if self.reached.insert(number) {
            self.search(heap, chunks, number, options)?;
        }
        let is_followed = |kind: Kind| kind != Kind::OnfailAll && (step == Step::Run || kind != Kind::Prerequired);
        let followed = self.requirements.get(number).into_iter().flatten().filter(|it| is_followed(it.kind));
        let need = |it: &Requirement, chunk: usize| {
            let step = if it.kind == Kind::Prereq { Step::Look } else { Step::Run };
            Need { chunk, at: it.at, step }
        };
        Ok(followed.flat_map(|it| it.chunks.iter().map(|chunk| need(it, *chunk))).collect())
    }

    /// Searches for the requisites of a chunk.
    fn search(&mut self, heap: &mut Heap, chunks: &[Chunk], number: usize, options: &Options) -> Result<(), Box<Finding>> {
        let Some(chunk) = chunks.get(number) else { return Ok(()) };
        let is_watched = options.release.has_mod_watch(&chunk.state);
        // No state runs earlier because of an `onfail_all`.
        for kind in Kind::RUN_FIRST.into_iter().chain([Kind::Prerequired, Kind::OnfailAll]) {
            if options.is_disabled(kind.name()) {
                continue;
            }
            // What cannot be watched is required, after what is required anyway; `watch_any` stays as it is.
            let lists = match kind {
                Kind::Require if !is_watched => [chunk.arg("require"), chunk.arg("watch")],
                Kind::Watch if !is_watched => [None, None],
                kind => [chunk.arg(kind.name()), None],
            };
            let kind = if kind == Kind::WatchAny && !is_watched { Kind::RequireAny } else { kind };
            for list in lists.into_iter().flatten() {
                if !heap.is_truthy(list) {
                    continue;
                }
                if kind == Kind::OnfailAll && heap.list(list).is_none() {
                    self.notes.push(Finding::new(Problem::Crash { what: Crash::Target }, heap.place(list)));
                    continue;
                }
                for item in iterate(heap, list)? {
                    self.search_item(heap, chunks, (number, chunk), kind, item, options)?;
                }
            }
        }
        Ok(())
    }

    /// Searches for what an item of a requisite means.
    fn search_item(
        &mut self,
        heap: &Heap,
        chunks: &[Chunk],
        (number, chunk): (usize, &Chunk),
        kind: Kind,
        item: Id,
        options: &Options,
    ) -> Result<(), Box<Finding>> {
        let at = heap.place(item);
        let (module, target): (Str, Str) = match (heap.str(item), heap.first(item)) {
            (Some(text), _) => ("id".into(), text.clone()),
            (None, Some((Key::Str(module), slot))) => match heap.str(slot.value) {
                Some(text) => (module.split('.').next().unwrap_or_default().into(), text.clone()),
                None => {
                    if !matches!(heap.get(slot.value), Value::Null) {
                        self.notes.push(Finding::new(Problem::Crash { what: Crash::Target }, at));
                    }
                    return Ok(());
                }
            },
            _ => return Ok(()),
        };
        if let Some(names) = self.names(&module).filter(|_| fnmatch::is_pattern(&target)) {
            let cost = names.cost(&Pattern::new(&target));
            self.work.charge(cost, at)?;
        }
        let mut found = Vec::new();
        self.find(chunks, &module, target.clone(), &mut found);
        let is_found = !found.is_empty() || (&*module == "sls" && options.release == Release::V3006 && self.has_read(&target));
        // What looks at a state, and what does not decide on the order, has no edge.
        let is_edge = !matches!(kind, Kind::Prerequired | Kind::OnfailAll);
        if !is_found && is_edge {
            let (name, sls) = (chunk.name_text(), chunk.sls.clone().unwrap_or_default());
            let problem = Problem::MissingTarget { kind, module: module.clone(), target: target.clone(), name, sls };
            self.notes.push(Finding { problem, at, related: vec![chunk.at] });
        }
        self.work.charge(found.len().saturating_mul(EDGE), at)?;
        let node = |chunk: usize| self.nodes.get(chunk).copied().flatten();
        let ends: Vec<_> = found.iter().filter_map(|need| Some((node(number)?, node(*need)?))).collect();
        for (me, node) in ends.into_iter().filter(|_| is_edge) {
            self.graph.add_need(me, node, kind, at);
        }
        if let Some(all) = self.requirements.get_mut(number) {
            all.push(Requirement { kind, module, target, chunks: found, is_found, at });
        }
        Ok(())
    }

    fn has_read(&self, target: &Str) -> bool {
        let pattern = Pattern::new(target);
        self.read.iter().any(|it| pattern.matches(it))
    }

    /// The names of a module, for wildcards.
    fn names(&mut self, module: &Str) -> Option<&fnmatch::Index> {
        let modules = self.modules.get_or_insert_with(|| {
            let mut all: FxHashMap<Str, Vec<(Str, usize)>> = FxHashMap::default();
            for ((module, name), numbers) in &self.named {
                all.entry(module.clone()).or_default().extend(numbers.iter().map(|it| (name.clone(), *it)));
            }
            all.into_iter().map(|(module, names)| (module, fnmatch::Index::new(names))).collect()
        });
        modules.get(module)
    }

    fn find(&mut self, chunks: &[Chunk], module: &Str, target: Str, needs: &mut Vec<usize>) {
        let is_pattern = fnmatch::is_pattern(&target);
        let pattern = Pattern::new(&target);
        if &**module == "sls" {
            if is_pattern {
                let is_of =
                    |chunk: &Chunk| chunk.sls.as_deref().is_some_and(|sls| pattern.matches(sls)) || chunk.included_from.contains(&target);
                needs.extend(chunks.iter().enumerate().filter(|(_, chunk)| is_of(chunk)).map(|it| it.0));
            } else {
                needs.extend(self.files.states(&target));
            }
        } else if is_pattern {
            needs.extend(self.names(module).map(|it| it.matching(&pattern)).unwrap_or_default());
        } else {
            needs.extend(self.named.get(&(module.clone(), target.clone())).into_iter().flatten());
        }
    }
}
