//! Errors and messages, as data.

mod render;

use catalog::Condition;
use functions::{Failure, LogLevel};
use issue::{Help, Issue, Place, Related, codes};
use values::Str;

/// Value of an evaluation, or its end.
pub type Eval<T> = Result<T, Failure>;

/// Error that stops Puppet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    pub issue: Issue,
    /// How it is raised, which decides how Puppet introduces it.
    pub raised: Raised,
    /// Where Puppet says that it is raised.
    pub place: Place,
    /// Puppet's frames around it, the innermost first.
    pub frames: Vec<Frame>,
    /// Where it really is, if Puppet's place is another.
    pub origin: Option<Place>,
    /// Help.
    pub help: Option<Help>,
    /// When it happens: in an analysis it may depend on decisions that were not known.
    pub condition: Condition,
    /// It happens wherever nothing around what was evaluated brings what is missing here.
    pub unless_around: bool,
    /// It happens wherever its statement is reached: no other decision adds to those that lead there.
    pub wherever_reached: bool,
    /// It happens unless data bind a parameter that are not here.
    pub unless_bound: bool,
    /// Other places that have to do with it.
    pub related: Vec<Related>,
    /// Errors in data, if they are the cause.
    pub data: Vec<DataKey>,
    /// The calls and declarations that led to it, the innermost first. Only in an analysis.
    pub trace: Vec<Step>,
}

/// How an error is raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raised {
    /// As it is.
    Bare,
    /// As one of Puppet's issues: `Evaluation Error: ` comes before it.
    Issue,
    /// As an exception, while an expression was evaluated: `Function Call`.
    Exception(Str),
}

/// Frame that Puppet puts around an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub kind: FrameKind,
    /// Where Puppet says that what is around is.
    pub place: Place,
}

/// Kind of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// The declaration of a resource of a defined type.
    Resource,
    /// The reading of an environment's files, by the name of the environment.
    Environment(Str),
}

/// A statement because of which something is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A call. Puppet names its line only.
    Call(Place),
    /// The declaration of a class or of a resource of a defined type, as `Apt::Source[x]`.
    Declaration(Place, Str),
}

impl Step {
    pub fn place(&self) -> &Place {
        match self {
            Step::Call(place) | Step::Declaration(place, _) => place,
        }
    }
}

/// A key in a file of data that has to do with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataKey {
    pub file: Str,
    pub key: Str,
    /// The parameter that it binds; none where something looks it up.
    pub parameter: Option<Str>,
}

impl EvalError {
    /// An error that Puppet raises as it is.
    pub fn bare(issue: Issue, place: Place) -> EvalError {
        EvalError::new(issue, Raised::Bare, place)
    }

    pub fn new(issue: Issue, raised: Raised, place: Place) -> EvalError {
        EvalError {
            issue,
            raised,
            place,
            frames: Vec::new(),
            origin: None,
            help: None,
            condition: Condition::Always,
            unless_around: false,
            wherever_reached: false,
            unless_bound: false,
            related: Vec::new(),
            data: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// Where Puppet says that the error is: that of the outermost frame.
    pub fn shown_place(&self) -> &Place {
        self.frames.last().map_or(&self.place, |it| &it.place)
    }

    /// Whether its text names a file: that of an outer frame, or another place that matters.
    pub fn names_file(&self, file: &str) -> bool {
        let is_it = |place: &Place| place.file.as_deref() == Some(file);
        self.named_places().chain(self.issue.places()).any(is_it) || self.issue.file() == Some(file)
    }

    /// The innermost place that is known.
    pub fn origin(&self) -> &Place {
        self.origin.as_ref().unwrap_or_else(|| self.shown_place())
    }

    /// Whether a finding may come of it: one under conditions that are not known is often no mistake, as a call of `fail` is a guard.
    pub fn may_be_reported(&self) -> bool {
        let Some(code) = self.issue.code() else { return false };
        let is_certain_there = self.wherever_reached && codes::is_reported_where_reached(code);
        let is_missing = self.unless_around || self.unless_bound;
        self.condition == Condition::Always || is_certain_there || is_missing || codes::is_reported_if_uncertain(code)
    }

    /// The code of Puppet's issue, where it has one.
    pub fn puppet_code(&self) -> Option<&'static str> {
        match (&self.raised, self.frames.last()) {
            (_, Some(Frame { kind: FrameKind::Resource, .. })) | (Raised::Exception(_), None) => Some("RUNTIME_ERROR"),
            (_, Some(_)) => None,
            (Raised::Issue, None) => self.issue.puppet_code(),
            (Raised::Bare, None) => match self.issue.root() {
                Issue::InvalidSource { .. } | Issue::Data(_) => self.issue.puppet_code(),
                _ => None,
            },
        }
    }

    /// Whether Puppet reports it as an error of the evaluation.
    pub fn is_of_evaluation(&self) -> bool {
        match self.frames.last() {
            Some(frame) => frame.kind == FrameKind::Resource,
            None => self.raised != Raised::Bare,
        }
    }

    /// Whether Puppet's parser reports it, before anything is evaluated.
    pub fn is_of_parser(&self) -> bool {
        let Issue::InvalidSource { code: Some(code), .. } = self.issue else { return false };
        self.frames.is_empty() && (code == "SYNTAX_ERROR" || code.starts_with("ILLEGAL_"))
    }

    /// Label of the evaluated expression, as `Function Call`: nothing where one of Puppet's issues was raised.
    pub fn label(&self) -> Option<&str> {
        match &self.raised {
            Raised::Exception(label) => Some(label),
            Raised::Issue => None,
            Raised::Bare => self.frames.first().filter(|it| it.kind == FrameKind::Resource).map(|_| "Resource Statement"),
        }
    }

    /// Whether Puppet would report both in the same words, and both are at the same place. The words name the places of all but
    /// the outermost frame.
    pub(crate) fn is_same_as(&self, other: &EvalError) -> bool {
        let kinds = |it: &EvalError| it.frames.iter().map(|it| it.kind.clone()).collect::<Vec<_>>();
        (&self.issue, &self.raised) == (&other.issue, &other.raised)
            && self.origin() == other.origin()
            && kinds(self) == kinds(other)
            && self.named_places().eq(other.named_places())
    }

    fn named_places(&self) -> impl Iterator<Item = &Place> {
        std::iter::once(&self.place).chain(self.frames.iter().map(|it| &it.place)).take(self.frames.len())
    }

    /// Whether another error, which Puppet raises as it is, says the same and no more: what is wrong with a declaration is raised
    /// again for the resource in the end.
    pub(crate) fn is_more_than(&self, bare: &EvalError) -> bool {
        let is_bare = |it: &EvalError| it.raised == Raised::Bare && it.frames.is_empty();
        is_bare(bare) && !is_bare(self) && self.issue == bare.issue && self.named_places().all(Place::is_nowhere)
    }

    /// Puts something around the error. Where Puppet's place is lost by that, the error keeps it as its origin.
    pub(crate) fn wrap(&mut self, kind: FrameKind, place: Place) {
        // What is wrong is the declaration, not what it was given.
        self.data.clear();
        self.unless_around = false;
        self.origin = Some(self.origin().clone()).filter(|it| it.line.is_some());
        self.frames.push(Frame { kind, place });
    }
}

/// A message for people, not an error of the compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    pub level: LogLevel,
    pub message: String,
    /// As `Scope(Class[main])`.
    pub source: Option<String>,
    pub place: Place,
    pub code: Option<&'static str>,
}
