//! Checks, and the problems that they find.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::data::Data;
use crate::edit::Edit;
use crate::run::SYNTAX;
use crate::token::Id;

pub struct Check {
    /// Its name in control comments, options and `puppet-lint.rc`.
    pub name: &'static str,
    /// A sentence on what it looks for; some of puppet-lint's have none.
    pub description: Option<&'static str>,
    /// A page of the style guide.
    pub help: Option<&'static str>,
    /// Whether it is enabled by default.
    pub by_default: bool,
    /// Whether any of its problems can be fixed.
    pub fixes: bool,
    pub run: fn(&Data<'_>, &mut Found<'_>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Open,
    /// A control comment silences it, with this reason.
    Ignored(String),
    Fixed,
}

pub type Fix = Arc<dyn Fn(&mut Edit<'_>) -> Option<()> + Send + Sync>;

#[derive(Clone)]
pub struct Problem {
    /// The name of the check, or `syntax`.
    pub check: &'static str,
    pub severity: Severity,
    pub message: Cow<'static, str>,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Place in the text, in bytes, as far as a token has one.
    pub range: Option<Range<usize>>,
    pub state: State,
    pub fix: Option<Fix>,
}

impl Problem {
    /// The name of what puppet-lint calls its kind.
    pub fn kind(&self) -> &'static str {
        match self.state {
            State::Open => self.severity.name(),
            State::Ignored(_) => "ignored",
            State::Fixed => "fixed",
        }
    }

    /// A text that cannot be read from this place on.
    pub(crate) fn syntax(message: Cow<'static, str>, line: u32, column: u32) -> Problem {
        Problem { check: SYNTAX, severity: Severity::Error, message, line, column, range: None, state: State::Open, fix: None }
    }

    /// Says how this problem is fixed.
    pub fn fix(&mut self, fix: impl Fn(&mut Edit<'_>) -> Option<()> + Send + Sync + 'static) {
        self.fix = Some(Arc::new(fix));
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {} ({})", self.line, self.column, self.kind(), self.message, self.check)
    }
}

/// Where a check puts what it finds.
pub struct Found<'f> {
    check: &'static str,
    problems: &'f mut Vec<Problem>,
}

impl<'f> Found<'f> {
    pub fn new(check: &'static str, problems: &'f mut Vec<Problem>) -> Self {
        Self { check, problems }
    }

    /// A warning at a token.
    pub fn warning(&mut self, data: &Data<'_>, token: Id, message: impl Into<Cow<'static, str>>) -> &mut Problem {
        self.at_token(data, Severity::Warning, token, message.into())
    }

    /// An error at a token.
    pub fn error(&mut self, data: &Data<'_>, token: Id, message: impl Into<Cow<'static, str>>) -> &mut Problem {
        self.at_token(data, Severity::Error, token, message.into())
    }

    fn at_token(&mut self, data: &Data<'_>, severity: Severity, id: Id, message: Cow<'static, str>) -> &mut Problem {
        let token = data.token(id);
        let range = data.range(id);
        let problem = self.at(severity, token.line, token.column, message);
        problem.range = range;
        problem
    }

    /// A problem at a place of the text.
    pub fn at(&mut self, severity: Severity, line: u32, column: u32, message: impl Into<Cow<'static, str>>) -> &mut Problem {
        let message = message.into();
        let problem = Problem { check: self.check, severity, message, line, column, range: None, state: State::Open, fix: None };
        let index = self.problems.len();
        self.problems.push(problem);
        &mut self.problems[index]
    }
}
