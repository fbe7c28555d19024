//! The state of one compilation.

use std::cell::RefCell;
use std::sync::Arc;

use functions::{Error, ErrorKind, Failure, LogLevel};
use indexmap::{IndexMap, IndexSet};
use issue::{Ended, Help, Issue, Place, Related};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use syntax::model::{NodeId, label};
use syntax::{Place as ProblemPlace, Problem};
use values::{Str, Value};

use crate::ahead::Ahead;
use crate::collector::Collector;
use crate::convert::Evaluated;
use crate::definitions::{DefId, Definition, Kind as DefKind, Known};
use crate::doubt::Doubt;
use crate::entry;
use crate::error::{DataKey, EvalError, Log, Raised};
use crate::eval::MOST_ERRORS;
use crate::fact_reads::FactReads;
use crate::native::Native;
use crate::relationship::Relationship;
use crate::resource::{Param, ResId, Resource, Tags};
use crate::scope::{Scope, ScopeId};
use crate::source::Program;
use crate::watch::{Watched, Watching};
use crate::{Condition, CutShort, Environment, Mode, Outcome, Request, Settings};

pub type Eval<T> = Result<T, Failure>;

/// How deeply calls of lambdas, functions, classes and expressions may be nested.
pub const DEEPEST: u32 = 6_000;

/// A level needs this much of the stack; a value that is freed takes some for each of its own levels.
const STACK_LEFT: usize = 1 << 20;
const STACK_MORE: usize = 8 << 20;

pub struct Compiler<'a> {
    pub environment: &'a Arc<Environment>,
    pub request: &'a Request,
    /// The main manifest, while it is being read.
    pub ahead: Option<Ahead>,
    pub settings: Settings,
    pub known: Known,
    pub scopes: Vec<Scope>,
    /// Each by itself, so that it can be given up by itself.
    #[allow(clippy::vec_box)]
    pub resources: Vec<Box<Resource>>,
    /// In the order of the catalog; the stage `main` and the class `settings` are not evaluated and stand before.
    pub order: Vec<ResId>,
    /// By type, then by title.
    pub table: FxHashMap<Str, FxHashMap<Str, ResId>>,
    /// Names of types as they are declared, by those in lower case.
    pub type_names: FxHashMap<Str, Str>,
    /// Those in lower case, by the others.
    pub type_tags: FxHashMap<Str, Str>,
    /// Other names of resources: aliases and the values of their namevars, where these are not their titles.
    pub aliases: FxHashMap<(Str, Vec<Value>), ResId>,
    pub edges: IndexSet<(ResId, ResId), FxBuildHasher>,
    /// The classes of a classifier come first, once more than the others.
    pub classified: Vec<Str>,
    pub classes: IndexSet<Str>,
    pub tags: Tags,
    pub class_scopes: FxHashMap<Str, ScopeId>,
    pub collectors: Vec<Collector>,
    pub waiting_overrides: IndexMap<(Str, Str), Vec<Override>, FxBuildHasher>,
    /// Definitions that a collector's override may change as if it were their child.
    pub overriding: FxHashSet<DefId>,
    pub relationships: Vec<Relationship>,
    pub logs: Vec<Log>,
    pub errors: Vec<EvalError>,
    /// Something was left out because of an error: what is missing may be missing because of that.
    pub incomplete: bool,
    /// Classes that were evaluated and whose errors were set aside.
    pub unjudged: Vec<Str>,
    /// A text could not be used as it is.
    pub is_unread: bool,
    /// How many messages there were when the first error was met.
    pub heard: Option<usize>,
    /// What would have to be run in Ruby. Everything else that is wrong goes before it, as Puppet can run it.
    not_run: Vec<EvalError>,
    placed: Vec<EvalError>,
    /// What is known of the issue that is being raised.
    advice: Option<Advice>,
    /// A match was given up. Each costs much time, and what depends on it is not known: nothing more is evaluated.
    pub given_up: bool,
    pub steps: u64,
    pub depth: u32,
    /// The line of the last `return()`, `next()` or `break()`.
    pub jump: u32,
    pub node_scope: Option<ScopeId>,
    pub value: Option<Value>,
    /// Where the innermost calls are: file and line, for messages that name them.
    pub calls: Vec<(Option<Str>, u32)>,
    /// The classes and resources that are being evaluated, the innermost last, and how many calls there were around each.
    pub inside: Vec<(ResId, usize)>,
    /// The text that a template has rendered so far, innermost last.
    pub rendered: Vec<Vec<Value>>,
    pub lookups: Arc<hiera::Lookups>,
    /// Functions and keys whose use was warned of.
    pub deprecated: FxHashSet<Str>,
    /// The files of functions that modules define in Ruby, where they were looked for.
    pub ruby_functions: FxHashMap<Str, Option<std::path::PathBuf>>,
    /// Those of them that run here.
    pub ported_functions: FxHashMap<Str, Option<&'static functions::Function>>,
    /// The versions of modules, by their folders.
    pub module_versions: FxHashMap<std::path::PathBuf, functions::Version>,
    /// The types of resources that were asked for: each declaration asks several times, and a reader of queries takes long.
    pub natives: RefCell<FxHashMap<Box<str>, Option<Native>>>,
    /// The type sets whose types are being found, in lower case; names are looked up in the last one first.
    pub type_sets: Vec<Str>,
    /// What is not known is gone on with.
    pub analysing: bool,
    /// What the entry declared, if it is a class or defined type.
    pub entry: Option<ResId>,
    pub fact_reads: FactReads,
    pub doubt: Doubt,
    pub watched: Option<Watched>,
}

/// What is known of an issue before it is raised.
struct Advice {
    issue: Issue,
    help: Option<Help>,
    related: Option<Related>,
    data: Vec<DataKey>,
}

/// Attributes for a resource that is there or will be.
#[derive(Clone, Debug)]
pub struct Override {
    pub params: Vec<(Str, Param)>,
    pub source: DefId,
    pub place: Place,
    pub when: Condition,
}

impl<'a> Compiler<'a> {
    pub fn new(environment: &'a Arc<Environment>, request: &'a Request) -> Compiler<'a> {
        let mut known = Known::default();
        known.all.push(Arc::new(Definition::fixed(DefKind::Class, "")));
        known.all.push(Arc::new(Definition::fixed(DefKind::Class, "settings")));
        known.classes.insert("".into(), DefId::MAIN);
        known.classes.insert("settings".into(), DefId::SETTINGS);
        Compiler {
            environment,
            request,
            ahead: None,
            settings: entry::settings(request),
            known,
            scopes: vec![Scope::new(None, DefId::MAIN, ResId(2))],
            resources: Vec::new(),
            order: Vec::new(),
            table: FxHashMap::default(),
            type_names: FxHashMap::default(),
            type_tags: FxHashMap::default(),
            aliases: FxHashMap::default(),
            edges: IndexSet::default(),
            classified: Vec::new(),
            classes: IndexSet::default(),
            tags: Tags::default(),
            class_scopes: FxHashMap::default(),
            collectors: Vec::new(),
            waiting_overrides: IndexMap::default(),
            overriding: FxHashSet::default(),
            relationships: Vec::new(),
            logs: Vec::new(),
            errors: Vec::new(),
            incomplete: false,
            unjudged: Vec::new(),
            is_unread: false,
            heard: None,
            not_run: Vec::new(),
            placed: Vec::new(),
            advice: None,
            given_up: false,
            steps: 0,
            depth: 0,
            jump: 1,
            node_scope: None,
            value: None,
            calls: Vec::new(),
            inside: Vec::new(),
            rendered: Vec::new(),
            lookups: Arc::new(hiera::Lookups::new(environment.data_site()).with_sources(request.watch != Watching::Nothing)),
            deprecated: FxHashSet::default(),
            ruby_functions: FxHashMap::default(),
            ported_functions: FxHashMap::default(),
            module_versions: FxHashMap::default(),
            natives: RefCell::default(),
            type_sets: Vec::new(),
            analysing: request.mode == Mode::Analyse,
            entry: None,
            fact_reads: FactReads::default(),
            doubt: Doubt::default(),
            watched: (request.watch != Watching::Nothing).then(Watched::default),
        }
    }

    /// What came of it, without the catalog, and what a catalog can be made of.
    pub fn run(mut self) -> (Outcome, Evaluated) {
        // What was left by an evaluation that broke off is not ours.
        values::regex::unfinished::take();
        let mut result = self.phases();
        if let (Ok(()), Some(text)) = (&result, values::regex::unfinished::take()) {
            result = Err(Issue::Ended(Ended::Match { subject: None, text }).into());
        }
        let cancelled = matches!(result, Err(Failure::Cancelled));
        if let Err(failure) = result {
            let exhausted = self.is_exhausted();
            let error = self.take_error(failure);
            match self.analysing && exhausted {
                true => self.doubt.cut_short = Some(CutShort::Steps),
                false => self.errors.push(error),
            }
        }
        self.errors.append(&mut self.not_run);
        if self.analysing {
            self.settle();
        }
        let (collecting, virtuals) = (self.collecting(), self.virtuals());
        let evaluated = self.evaluated();
        let logs_before_error = self.heard.unwrap_or(self.logs.len());
        let outcome = Outcome {
            catalog: None,
            partial: None,
            errors: self.errors,
            logs: self.logs,
            logs_before_error,
            cancelled,
            is_unread: self.is_unread,
            value: self.value,
            facts_read: self.fact_reads.finish(&self.request.facts),
            conditions: self.doubt.conditions.finished(),
            absent_modules: self.doubt.absent_modules.into_iter().collect(),
            cut_short: self.doubt.cut_short,
            unknown_titles: self.doubt.unknown_titles,
            unjudged: self.unjudged,
            collecting,
            virtuals,
            watched: self.watched.filter(|it| it.tells_of(&self.request.watch)),
        };
        (outcome, evaluated)
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    pub fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id.0 as usize]
    }

    pub fn resource(&self, id: ResId) -> &Resource {
        &self.resources[id.index()]
    }

    pub fn resource_mut(&mut self, id: ResId) -> &mut Resource {
        &mut self.resources[id.index()]
    }

    pub fn new_scope(&mut self, parent: ScopeId, source: DefId, resource: ResId) -> ScopeId {
        let id = ScopeId(u32::try_from(self.scopes.len()).unwrap_or(u32::MAX));
        self.scopes.push(Scope::new(Some(parent), source, resource));
        id
    }

    // ---- errors ----

    pub fn place(&self, program: &Program, node: NodeId) -> Place {
        let (line, column) = program.place(node);
        Place { file: program.file.clone(), line: Some(line), column: Some(column) }
    }

    /// An error that knows where it is.
    pub fn placed(&mut self, mut error: EvalError) -> Failure {
        if error.condition == Condition::Always {
            error.condition = self.doubt.path.when;
        }
        if error.trace.is_empty() {
            error.trace = self.trace();
        }
        let index = self.placed.len() as u64;
        let (issue, text) = (error.issue.clone(), error.full().into());
        self.placed.push(error);
        Failure::Error(Box::new(Error { issue, kind: ErrorKind::Placed { index, text } }))
    }

    /// An error that Puppet raises as it is, at a place.
    pub fn bare(&mut self, issue: Issue, place: Place) -> Failure {
        self.placed(EvalError::bare(issue, place))
    }

    pub fn note_not_run(&mut self, error: EvalError) {
        if self.not_run.len() < MOST_ERRORS && !self.not_run.contains(&error) {
            self.not_run.push(error);
        }
    }

    /// What may help with an issue that is raised next.
    pub fn advise(&mut self, issue: &Issue, help: Option<Help>) {
        self.advice = help.map(|help| Advice { issue: issue.clone(), help: Some(help), related: None, data: Vec::new() });
    }

    /// Another place for an issue that is raised next, and the keys of data that are its cause.
    pub fn point_at(&mut self, issue: &Issue, related: Option<Related>, data: Vec<DataKey>) {
        self.advice = Some(Advice { issue: issue.clone(), help: None, related, data });
    }

    /// One of Puppet's issues at a node.
    pub fn fail<T>(&mut self, program: &Program, node: NodeId, issue: Issue) -> Eval<T> {
        let error = self.error_at(program, node, issue, Raised::Issue);
        Err(self.placed(error))
    }

    fn error_at(&self, program: &Program, node: NodeId, issue: Issue, raised: Raised) -> EvalError {
        let mut error = EvalError::new(issue, raised, self.place(program, node));
        error.node = self.analysing.then_some(node);
        error
    }

    /// Gives an error that has no place yet that of the node that was being evaluated.
    pub fn at(&mut self, program: &Program, node: NodeId, failure: Failure) -> Failure {
        let Failure::Error(error) = failure else { return failure };
        let placed = match error.kind {
            ErrorKind::Placed { .. } => return Failure::Error(error),
            ErrorKind::Bare => {
                let mut it = EvalError::bare(error.issue, Place::default());
                it.origin = Some(self.place(program, node));
                it.node = self.analysing.then_some(node);
                it
            }
            ErrorKind::Issue => self.error_at(program, node, error.issue, Raised::Issue),
            ErrorKind::Exception => {
                let label = label::label(&program.model, node).into();
                self.error_at(program, node, error.issue, Raised::Exception(label))
            }
        };
        self.placed(placed)
    }

    pub fn take_error(&mut self, failure: Failure) -> EvalError {
        let mut error = self.taken(failure);
        if let Some(text) = values::regex::unfinished::take() {
            self.given_up = true;
            // What was found wrong may be right: the match that it depends on has no result.
            error.issue = Issue::Ended(Ended::Match { subject: None, text });
            error.raised = Raised::Issue;
            error.frames.clear();
        }
        if let Some(Advice { issue, help, related, data }) = self.advice.take()
            && error.issue.root() == issue.root()
        {
            if error.help.is_none() {
                error.help = help;
            }
            error.related.extend(related);
            error.data.extend(data);
        }
        error
    }

    fn taken(&mut self, failure: Failure) -> EvalError {
        match failure {
            Failure::Error(error) => match error.kind {
                ErrorKind::Placed { index, .. } => match self.placed.get(index as usize) {
                    Some(error) => error.clone(),
                    None => EvalError::bare(error.issue, Place::default()),
                },
                _ => EvalError { condition: self.doubt.path.when, ..EvalError::bare(error.issue, Place::default()) },
            },
            Failure::Next(_) => self.illegal_jump("next"),
            Failure::Return(_) => self.illegal_jump("return"),
            Failure::Break => self.illegal_jump("break"),
            Failure::Cancelled => EvalError::bare(Issue::Ended(Ended::Cancelled), Place::default()),
        }
    }

    fn illegal_jump(&self, function: &'static str) -> EvalError {
        let place = Place { file: Some("unknown".into()), line: Some(self.jump), column: None };
        EvalError::bare(Issue::IllegalJump { function, place: place.clone() }, place)
    }

    pub fn problem_place(&self, program: &Program, problem: &Problem) -> Place {
        let offset = match problem.puppet_place {
            ProblemPlace::Same => problem.range.start(),
            ProblemPlace::At(offset) => offset,
            ProblemPlace::None => return Place { file: program.file.clone(), line: None, column: None },
        };
        let (line, column) = program.place_of(offset.into());
        Place { file: program.file.clone(), line: Some(line), column: Some(column) }
    }

    pub fn problem_error(&self, program: &Program, problem: &Problem) -> EvalError {
        let code = Some(problem.code.puppet()).filter(|it| !it.is_empty());
        let issue = Issue::InvalidSource { text: problem.message.clone(), code, all: false };
        let mut error = EvalError::bare(issue, self.problem_place(program, problem));
        if error.place.line.is_none() {
            let (line, column) = program.place_of(problem.range.start().into());
            error.origin = Some(Place { file: program.file.clone(), line: Some(line), column: Some(column) });
        }
        error
    }

    // ---- messages ----

    pub fn log_problem(&mut self, program: &Program, problem: &Problem) {
        let place = self.problem_place(program, problem);
        let code = Some(problem.code.puppet()).filter(|it| !it.is_empty());
        self.logs.push(Log { level: LogLevel::Warning, message: problem.message.clone(), source: None, place, code });
    }

    pub fn log_plain(&mut self, level: LogLevel, message: String) {
        self.logs.push(Log { level, message, source: None, place: Place::default(), code: None });
    }

    pub fn warn_at(&mut self, program: &Program, node: NodeId, code: &'static str, message: String) {
        let place = self.place(program, node);
        self.logs.push(Log { level: LogLevel::Warning, message, source: None, place, code: Some(code) });
    }

    // ---- budgets ----

    pub fn spend(&mut self, steps: u64) -> Eval<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.request.cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        if self.steps > self.settings.budget {
            return Err(Issue::Ended(Ended::Steps).into());
        }
        Ok(())
    }

    /// The budget is used up, or a match was given up: there is no use in going on.
    pub fn is_exhausted(&self) -> bool {
        self.steps > self.settings.budget || self.given_up
    }

    /// Runs something one level deeper, with stack enough for it.
    pub fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        if self.depth >= DEEPEST {
            let mut error = EvalError::bare(Issue::Ended(Ended::Depth), Place::default());
            error.origin = self.calls.last().map(|(file, line)| Place { file: file.clone(), line: Some(*line), column: None });
            return Err(self.placed(error));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(STACK_LEFT, STACK_MORE, || run(self));
        self.depth -= 1;
        result
    }
}
