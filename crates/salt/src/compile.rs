//! From SLS names to states in their order.

use std::path::PathBuf;
use std::sync::Arc;

use world::World;

use crate::advice::{Advice, Dropped};
use crate::chunk::{self, Chunk};
use crate::configuration::{Aggregate, Configuration};
use crate::coverage::Includes;
use crate::flat::Requirement;
use crate::graph::{Graph, NodeId};
use crate::high::High;
use crate::place::{Files, Span};
use crate::problem::{Finding, Problem, Release, Unsupported};
use crate::render::Renderer;
use crate::sls::Loader;
use crate::target::Minion;
use crate::tree::Tree;
use crate::value::{Heap, Str, Value};
use crate::{exclude, extend, flat, late, requisite_in, top, unknown, verify};

/// Input of a compilation besides the files.
#[derive(Clone, Debug)]
pub struct Options {
    pub release: Release,
    /// `state_auto_order`
    pub auto_order: bool,
    /// `disabled_requisites`
    pub disabled: Vec<Str>,
    /// `state_aggregate`
    pub aggregate: Aggregate,
}

impl Options {
    /// Takes over what a configuration says.
    pub fn configured(self, configuration: &Configuration) -> Options {
        let Configuration { auto_order, disabled, aggregate, .. } = configuration;
        Options { auto_order: *auto_order, disabled: disabled.clone(), aggregate: aggregate.clone(), ..self }
    }
}

impl Options {
    pub fn is_disabled(&self, requisite: &str) -> bool {
        self.disabled.iter().any(|it| **it == *requisite)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { release: Release::default(), auto_order: true, disabled: Vec::new(), aggregate: Aggregate::None }
    }
}

/// How far a compilation came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// To the end, or to what is wrong with loaded states.
    #[default]
    Ordered,
    /// To the files, in which something is wrong or unknown.
    Loaded,
    /// To an error that ends everything at once.
    Failed,
}

/// Larger numbers are not sorted.
const MAX_ORDER: u64 = 1_000_000_000_000_000;

/// Result of a compilation. With findings there is no order.
#[derive(Debug, Default)]
pub struct Compiled {
    pub heap: Heap,
    pub files: Files,
    pub(crate) includes: Includes,
    pub(crate) stage: Stage,
    pub findings: Vec<Finding>,
    /// Findings that do not stop a compilation: requisites that are dropped, and those that fail when states run.
    pub notes: Vec<Finding>,
    /// Whether a release before 3008 runs states that 3008 refuses: see [`crate::compare_releases`].
    pub runs_before: bool,
    pub chunks: Vec<Chunk>,
    /// Dependencies of the states. Before 3008 they have no part in the order.
    pub graph: Option<Graph>,
    pub steps: Vec<Step>,
    /// The order in which releases before 3008 run the chunks: numbers of chunks.
    pub run_order: Vec<usize>,
    /// The requisites of each chunk, as releases before 3008 search for them when it runs.
    pub requirements: Vec<Vec<Requirement>>,
    /// The largest number of states of which each pulls forward the next one, before 3008.
    pub depth: usize,
    /// The release by whose rules the states are ordered, and run.
    pub release: Release,
    /// Whether the configuration disables requisites.
    pub disables_requisites: bool,
    /// Whose states take over the work of others, unless they say it themselves.
    pub aggregate: Aggregate,
}

/// A state as it is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub chunk: usize,
    pub node: Option<NodeId>,
    /// Whether the state is listed before.
    pub is_again: bool,
}

/// The files of roots, ready to be compiled.
pub struct Site<'w> {
    pub world: &'w dyn World,
    pub tree: Arc<Tree>,
}

impl<'w> Site<'w> {
    pub fn open(world: &'w dyn World, roots: &[PathBuf]) -> Site<'w> {
        Site { world, tree: Arc::new(Tree::open(world, roots)) }
    }

    /// Compiles the files that the top file gives a minion.
    pub fn compile_top(&self, renderer: &dyn Renderer, minion: &Minion, options: &Options) -> Compiled {
        let mut loader = Loader::new(self.world, &self.tree, renderer, options);
        let loaded = top::load(&mut loader, minion);
        let loaded = loaded.and_then(|names| if loader.findings.is_empty() { loader.load(&names) } else { Ok(High::default()) });
        finish(loader, loaded, options)
    }

    /// Names of the files that the top file gives a minion; none where something is wrong with it.
    pub fn names_of_top(&self, renderer: &dyn Renderer, minion: &Minion, options: &Options) -> Option<Vec<Str>> {
        let mut loader = Loader::new(self.world, &self.tree, renderer, options);
        let names = top::load(&mut loader, minion).ok()?;
        loader.findings.is_empty().then(|| names.into_iter().map(|it| it.0).collect())
    }

    /// Checks the top file without a minion: the result has no states, and no finding that depends on the minion.
    pub fn check_top(&self, renderer: &dyn Renderer, options: &Options) -> Compiled {
        let mut loader = Loader::new(self.world, &self.tree, renderer, options);
        let checked = top::check(&mut loader);
        let mut compiled = finish(loader, checked.map(|()| High::default()), options);
        compiled.findings.retain(|it| !it.problem.is_undecided());
        compiled
    }

    /// Compiles the files that names or patterns mean.
    pub fn compile(&self, renderer: &dyn Renderer, names: &[(Str, Span)], options: &Options) -> Compiled {
        let mut loader = Loader::new(self.world, &self.tree, renderer, options);
        let loaded = loader.load(names);
        finish(loader, loaded, options)
    }
}

/// Orders what was loaded.
fn finish(loader: Loader<'_>, loaded: Result<High, Box<Finding>>, options: &Options) -> Compiled {
    let Loader { heap, files, findings, includes, .. } = loader;
    let mut compiled = Compiled {
        heap,
        files,
        includes,
        findings,
        release: options.release,
        disables_requisites: !options.disabled.is_empty(),
        aggregate: options.aggregate.clone(),
        ..Compiled::default()
    };
    let done = loaded.and_then(|high| compiled.run(high, options));
    if let Err(failure) = done {
        compiled.stage = Stage::Failed;
        compiled.findings.push(*failure);
    }
    name_unknowns(&mut compiled);
    compiled
}

/// Names the unknown value at each place where only the place is known.
fn name_unknowns(compiled: &mut Compiled) {
    for finding in &mut compiled.findings {
        if let Problem::Unsupported { what: Unsupported::Unknown { why: why @ None }, .. } = &mut finding.problem {
            *why = compiled.files.hole(finding.at).cloned();
        }
    }
}

impl Compiled {
    /// Returns the numbers of the chunks in the order in which they run. A look that a `prereq` takes at a state does not count.
    pub fn in_order(&self) -> impl Iterator<Item = usize> {
        let is_look =
            |it: &&Step| self.graph.as_ref().zip(it.node).is_some_and(|(graph, node)| graph.nodes.get(node).is_some_and(|it| it.is_look));
        let listed = self.steps.iter().filter(move |it| !is_look(it)).map(|it| it.chunk);
        let listed = listed.take(if self.run_order.is_empty() { usize::MAX } else { 0 });
        self.run_order.iter().copied().chain(listed)
    }

    /// Runs Salt's steps after rendering.
    fn run(&mut self, high: High, options: &Options) -> Result<(), Box<Finding>> {
        if !self.findings.is_empty() {
            self.stage = Stage::Loaded;
            return Ok(());
        }
        let (unknown, has_unknown) = unknown::find(&self.heap, &high);
        if !unknown.is_empty() {
            self.stage = Stage::Loaded;
            self.findings = unknown;
            return Ok(());
        }
        let done = self.order(high, options);
        if has_unknown {
            // An argument that is not known might be what an extend or a `use` names.
            let is_used = |it: &Finding| match &it.problem {
                Problem::Advice(Advice::Dropped { requisite, why: Dropped::NoState, .. }) => matches!(&**requisite, "use" | "use_in"),
                _ => false,
            };
            self.notes.retain(|it| !is_used(it));
            for finding in &mut self.findings {
                if let Problem::CannotExtend { sls, .. } = &finding.problem {
                    finding.problem = Problem::unknown(sls);
                }
            }
        }
        done
    }

    fn order(&mut self, mut high: High, options: &Options) -> Result<(), Box<Finding>> {
        let pieces = std::mem::take(&mut high.extend);
        extend::apply(&mut self.heap, &mut high, pieces, false, &mut self.findings)?;
        verify::verify(&self.heap, &high, options.release, &mut self.findings)?;
        if !self.findings.is_empty() {
            return self.list(&high, options);
        }
        requisite_in::apply(&mut self.heap, &mut high, options, &mut self.findings, &mut self.notes)?;
        exclude::apply(&self.heap, &mut high)?;
        if !self.findings.is_empty() {
            return self.list(&high, options);
        }
        self.chunks = chunk::chunks(&mut self.heap, &high, options.release.has_includers(), &mut self.notes)?;
        self.check_numbers()?;
        if options.release.has_graph() { self.sort_by_graph(options) } else { self.sort_flat(options) }?;
        late::find(self, options);
        Ok(())
    }

    /// Refuses numbers that would not be sorted exactly.
    fn check_numbers(&self) -> Result<(), Box<Finding>> {
        for slot in self.chunks.iter().filter_map(|it| it.args.get("order")) {
            let is_exact = match self.heap.get(slot.value) {
                Value::Int(it) => it.unsigned_abs() <= MAX_ORDER,
                Value::Float(it) => !it.is_nan(),
                Value::Big(_) => false,
                _ => true,
            };
            if !is_exact {
                return Err(Finding::limit("an `order` is no number, or too large (limit 1,000,000,000,000,000)", slot.key));
            }
        }
        Ok(())
    }

    /// Lists the states if nothing is wrong but that others are missing: other files may extend these.
    fn list(&mut self, high: &High, options: &Options) -> Result<(), Box<Finding>> {
        if self.findings.iter().all(|it| matches!(it.problem, Problem::CannotExtend { .. })) {
            self.chunks = chunk::chunks(&mut self.heap, high, options.release.has_includers(), &mut Vec::new())?;
        }
        Ok(())
    }

    fn sort_by_graph(&mut self, options: &Options) -> Result<(), Box<Finding>> {
        let (graph, bad) = Graph::new(&mut self.heap, &mut self.chunks, options, &mut self.findings)?;
        let cap = Graph::cap(&self.heap, &self.chunks, &bad);
        match graph.order(&self.heap, &mut self.chunks, cap) {
            Some(order) if self.findings.is_empty() => {
                let mut listed = vec![false; self.chunks.len()];
                self.steps.reserve(order.len());
                for node in order {
                    let Some(chunk) = graph.nodes.get(node).map(|it| it.chunk) else { continue };
                    let is_again = listed.get_mut(chunk).is_some_and(|it| std::mem::replace(it, true));
                    self.steps.push(Step { chunk, node: Some(node), is_again });
                }
            }
            Some(_) => {}
            None => self.findings.push(graph.cycle_finding(&self.chunks)),
        }
        self.graph = Some(graph);
        Ok(())
    }

    fn sort_flat(&mut self, options: &Options) -> Result<(), Box<Finding>> {
        flat::sort(&self.heap, &mut self.chunks);
        self.steps = (0..self.chunks.len()).map(|chunk| Step { chunk, node: None, is_again: false }).collect();
        let run = flat::run_order(&mut self.heap, &self.chunks, &self.files, options)?;
        self.run_order = run.order;
        self.requirements = run.requirements;
        self.depth = run.depth;
        self.graph = Some(run.graph);
        self.notes.extend(run.notes);
        Ok(())
    }
}
