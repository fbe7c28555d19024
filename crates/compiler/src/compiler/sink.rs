//! Errors and messages.

use functions::{Error, ErrorKind, Failure, LogLevel};
use issue::{Help, Issue, Place, Related};
use rustc_hash::FxHashSet;
use syntax::Problem;
use syntax::model::NodeId;
use values::Str;

use crate::error::{DataKey, EvalError, Log};
use crate::outcome::Rendered;
use crate::parameters::Wrong;
use crate::source::Program;

/// Nobody reads more.
pub const MOST_ERRORS: usize = 200;

/// Limit of stored texts of a template.
const MOST_RENDERED: usize = 16;

#[derive(Default)]
pub struct Sink {
    pub logs: Vec<Log>,
    /// Number of messages before the first error.
    pub logs_before_error: Option<usize>,
    pub errors: Vec<EvalError>,
    /// Number of errors before the first Ruby that is not run: they do not come from it.
    pub errors_before_ruby: Option<usize>,
    /// Something was left out because of an error: what is missing may be missing because of that.
    pub incomplete: bool,
    /// Classes that were evaluated and whose errors were set aside.
    pub unjudged: Vec<Str>,
    /// A text could not be used as it is.
    pub is_unread: bool,
    /// The texts of the template that was asked for.
    pub rendered: Vec<Rendered>,
    /// Functions and keys whose use was warned of.
    pub deprecated: FxHashSet<Str>,
    /// Calls that need Ruby. Everything else that is wrong goes before it, as Puppet can run it.
    not_run: Vec<EvalError>,
    placed: Vec<EvalError>,
    /// Advice on the issue that is being raised.
    advice: Option<Advice>,
}

/// Advice on an issue before it is raised.
struct Advice {
    issue: Issue,
    help: Option<Help>,
    related: Option<Related>,
    data: Vec<DataKey>,
}

impl Sink {
    /// Keeps an error that knows where it is, while it is on its way to who takes it.
    pub fn place(&mut self, error: EvalError) -> Failure {
        let index = self.placed.len() as u64;
        let (issue, text) = (error.issue.clone(), error.full().into());
        self.placed.push(error);
        Failure::Error(Box::new(Error { issue, kind: ErrorKind::Placed { index, text } }))
    }

    pub fn placed(&self, index: u64) -> Option<&EvalError> {
        self.placed.get(index as usize)
    }

    /// Notes what is not run. What is logged after it may show a value that is not known.
    pub fn note_not_run(&mut self, error: EvalError) {
        self.logs_before_error.get_or_insert(self.logs.len());
        self.errors_before_ruby.get_or_insert(self.errors.len());
        if self.not_run.len() < MOST_ERRORS && !self.not_run.contains(&error) {
            self.not_run.push(error);
        }
    }

    /// Puts what was not run after all other errors.
    pub fn append_not_run(&mut self) {
        self.errors.append(&mut self.not_run);
    }

    /// Takes what was not run.
    pub fn take_not_run(&mut self) -> Vec<EvalError> {
        std::mem::take(&mut self.not_run)
    }

    /// Adds advice to the issue that is raised next.
    pub fn advise(&mut self, issue: &Issue, help: Option<Help>) {
        self.advice = help.map(|help| Advice { issue: issue.clone(), help: Some(help), related: None, data: Vec::new() });
    }

    /// Another place for an issue that is raised next, and the keys of data that are its cause.
    pub fn point_at(&mut self, issue: &Issue, related: Option<Related>, data: Vec<DataKey>) {
        self.advice = Some(Advice { issue: issue.clone(), help: None, related, data });
    }

    /// Gives an error what is known of its issue.
    pub fn add_advice(&mut self, error: &mut EvalError) {
        if let Some(Advice { issue, help, related, data }) = self.advice.take()
            && error.issue.root() == issue.root()
        {
            if error.help.is_none() {
                error.help = help;
            }
            error.related.extend(related);
            error.data.extend(data);
        }
    }

    /// Keeps the text of a template.
    pub fn keep_rendered(&mut self, rendered: Rendered) {
        if self.rendered.len() < MOST_RENDERED {
            self.rendered.push(rendered);
        }
    }

    // ---- messages ----

    pub fn log(&mut self, level: LogLevel, message: String, source: Option<String>) {
        self.logs.push(Log { level, message, source, place: Place::default(), code: None });
    }

    pub fn log_problem(&mut self, program: &Program, problem: &Problem) {
        let place = program.place_of_problem(problem);
        let code = Some(problem.code.puppet()).filter(|it| !it.is_empty());
        self.logs.push(Log { level: LogLevel::Warning, message: problem.message.clone(), source: None, place, code });
    }

    pub fn warn_at(&mut self, program: &Program, node: NodeId, code: &'static str, message: String) {
        self.logs.push(Log { level: LogLevel::Warning, message, source: None, place: program.place_at(node), code: Some(code) });
    }

    /// Ends a definition that was given wrong parameters.
    pub fn refuse(&mut self, wrong: Wrong) -> Failure {
        self.point_at(&wrong.issue, Some(wrong.defined), wrong.data);
        wrong.issue.into()
    }
}

/// A problem of a text, as Puppet raises it.
pub fn error_of_problem(program: &Program, problem: &Problem) -> EvalError {
    let code = Some(problem.code.puppet()).filter(|it| !it.is_empty());
    let issue = Issue::InvalidSource { text: problem.message.clone(), code, all: false };
    let mut error = EvalError::bare(issue, program.place_of_problem(problem));
    if error.place.line.is_none() {
        error.origin = Some(program.place_at_offset(problem.range.start().into()));
    }
    error
}
