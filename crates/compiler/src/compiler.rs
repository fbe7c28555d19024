//! One compilation: its input, and the parts of its state.

mod budget;
mod draft;
mod loaded;
mod scopes;
mod sink;
mod stack;
mod traces;

use std::sync::Arc;

use functions::{ErrorKind, Failure};
use issue::{Ended, Issue, Place};
use syntax::model::{NodeId, label};
use values::Value;

use crate::analysis::Analysis;
use crate::definitions::Definition;
use crate::error::{EvalError, Raised};
use crate::ids::{DefId, ResId, ScopeId};
use crate::resource::Resource;
use crate::scope::Scope;
use crate::source::Program;
use crate::watch::{Watched, Watching};
use crate::{Condition, Environment, Mode, Request, Settings};

use budget::Budget;
use draft::Draft;
use loaded::Loaded;
pub use loaded::is_legacy;
use scopes::Scopes;
use sink::Sink;
pub use sink::{MOST_ERRORS, error_of_problem};
use stack::Stack;

pub use crate::error::Eval;

/// A level needs this much of the stack; a value that is freed takes some for each of its own levels.
const STACK_LEFT: usize = 1 << 20;
const STACK_MORE: usize = 8 << 20;

pub struct Compiler<'a> {
    pub environment: &'a Arc<Environment>,
    pub request: &'a Request,
    pub settings: Settings,
    pub loaded: Loaded,
    pub scopes: Scopes,
    pub draft: Draft,
    pub sink: Sink,
    pub budget: Budget,
    pub stack: Stack,
    pub analysis: Analysis,
    /// Value of the main manifest or of the function that is the entry.
    pub value: Option<Value>,
}

impl<'a> Compiler<'a> {
    pub fn new(environment: &'a Arc<Environment>, request: &'a Request) -> Compiler<'a> {
        let data = environment.data_site(request.mode == Mode::Analyse);
        let lookups = hiera::Lookups::new(data).with_sources(request.watch != Watching::Nothing);
        let settings = request.effective_settings();
        let watched = (request.watch != Watching::Nothing).then(Watched::default);
        Compiler {
            environment,
            request,
            loaded: Loaded::new(lookups),
            scopes: Scopes::new(Scope::new(None, DefId::MAIN, ResId(2))),
            draft: Draft::default(),
            sink: Sink::default(),
            budget: Budget::new(settings.budget, request.cancel.clone()),
            stack: Stack::new(request.mode == Mode::Analyse),
            analysis: Analysis::new(request.mode == Mode::Analyse, watched),
            value: None,
            settings,
        }
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        self.scopes.get(id)
    }

    pub fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        self.scopes.get_mut(id)
    }

    pub fn resource(&self, id: ResId) -> &Resource {
        self.draft.resource(id)
    }

    pub fn resource_mut(&mut self, id: ResId) -> &mut Resource {
        self.draft.resource_mut(id)
    }

    pub fn definition(&self, id: DefId) -> &Arc<Definition> {
        self.loaded.definitions.get(id)
    }

    // ---- errors ----

    /// An error that knows where it is.
    pub fn placed(&mut self, mut error: EvalError) -> Failure {
        if error.condition == Condition::Always {
            error.condition = self.analysis.path.when;
            error.wherever_reached = true;
        }
        if error.trace.is_empty() {
            error.trace = self.trace();
        }
        self.sink.place(error)
    }

    /// An error that Puppet raises as it is, at a place.
    pub fn bare(&mut self, issue: Issue, place: Place) -> Failure {
        self.placed(EvalError::bare(issue, place))
    }

    /// One of Puppet's issues at a node.
    pub fn fail<T>(&mut self, program: &Program, node: NodeId, issue: Issue) -> Eval<T> {
        let error = self.error_at(program, node, issue, Raised::Issue);
        Err(self.placed(error))
    }

    fn error_at(&self, program: &Program, node: NodeId, issue: Issue, raised: Raised) -> EvalError {
        EvalError::new(issue, raised, program.place_at(node))
    }

    /// Gives an error that has no place yet that of the node that was being evaluated.
    pub fn at(&mut self, program: &Program, node: NodeId, failure: Failure) -> Failure {
        let Failure::Error(error) = failure else { return failure };
        let placed = match error.kind {
            ErrorKind::Placed { .. } => return Failure::Error(error),
            ErrorKind::Bare => {
                let mut it = EvalError::bare(error.issue, Place::default());
                it.origin = Some(program.place_at(node));
                it
            }
            ErrorKind::Issue => self.error_at(program, node, error.issue, Raised::Issue),
            ErrorKind::Exception | ErrorKind::Puppet => {
                let label = label::label(&program.model, node).into();
                self.error_at(program, node, error.issue, Raised::Exception(label))
            }
        };
        self.placed(placed)
    }

    pub fn take_error(&mut self, failure: Failure) -> EvalError {
        let mut error = self.taken(failure);
        if let Some(unfinished) = values::regex::unfinished::take() {
            self.budget.given_up = true;
            // What was found wrong may be right: the match that it depends on has no result.
            error.issue = Issue::Ended(Ended::Match { subject: None, text: unfinished.to_string() });
            error.raised = Raised::Issue;
            error.frames.clear();
        }
        self.sink.add_advice(&mut error);
        error
    }

    fn taken(&mut self, failure: Failure) -> EvalError {
        match failure {
            Failure::Error(error) => match error.kind {
                ErrorKind::Placed { index, .. } => match self.sink.placed(index) {
                    Some(error) => error.clone(),
                    None => EvalError::bare(error.issue, Place::default()),
                },
                _ => EvalError { condition: self.analysis.path.when, ..EvalError::bare(error.issue, Place::default()) },
            },
            Failure::Next(_) => self.illegal_jump("next"),
            Failure::Return(_) => self.illegal_jump("return"),
            Failure::Break => self.illegal_jump("break"),
            Failure::Cancelled => EvalError::bare(Issue::Ended(Ended::Cancelled), Place::default()),
        }
    }

    fn illegal_jump(&self, function: &'static str) -> EvalError {
        let place = Place::line(Some("unknown".into()), Some(self.stack.jump_line));
        EvalError::bare(Issue::IllegalJump { function, place: place.clone() }, place)
    }

    /// Runs something one level deeper, with stack enough for it.
    pub fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        if !self.budget.enter() {
            let mut error = EvalError::bare(Issue::Ended(Ended::Depth), Place::default());
            error.origin = self.stack.call_place();
            return Err(self.placed(error));
        }
        let result = stacker::maybe_grow(STACK_LEFT, STACK_MORE, || run(self));
        self.budget.leave();
        result
    }
}
