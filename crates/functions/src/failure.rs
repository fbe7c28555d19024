//! Why a function gives no value.

use issue::Issue;
use values::{FormatError, Value};

/// Why there is no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    Error(Box<Error>),
    /// `next(x)`: ends the block that is being called, with a value.
    Next(Value),
    /// `break()`: ends the iteration.
    Break,
    /// `return(x)`: ends the function, class or defined type around.
    Return(Value),
    /// Someone no longer wants to know.
    Cancelled,
}

/// The error, and how it is raised.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    pub issue: Issue,
    pub kind: ErrorKind,
}

/// How an error is raised, which decides what Puppet puts around its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An exception of Ruby: Puppet puts `Error while evaluating a Function Call, ` before it, and the place of the call after it.
    Exception,
    /// An error of Puppet's own (`Puppet::Error`): as an exception, but a lookup around it reports it as its own.
    Puppet,
    /// One of Puppet's issues: `Evaluation Error: ` alone comes before it.
    Issue,
    /// Nothing is put around it, and it has no place of its own (`lookup` without a value).
    Bare,
    /// It says already where it is: raised in what the function called. The evaluation knows it by its number; the text is that
    /// with all that Puppet puts around it.
    Placed { index: u64, text: Box<str> },
}

impl Failure {
    /// An exception of Ruby.
    pub fn exception(issue: impl Into<Issue>) -> Failure {
        Failure::Error(Box::new(Error { issue: issue.into(), kind: ErrorKind::Exception }))
    }

    /// An exception of no kind that anything asks for.
    pub fn plain(issue: impl Into<Issue>) -> Failure {
        Failure::exception(issue)
    }

    /// An error of Puppet's own.
    pub fn puppet(issue: impl Into<Issue>) -> Failure {
        Failure::Error(Box::new(Error { issue: issue.into(), kind: ErrorKind::Puppet }))
    }

    /// An error that says all by itself.
    pub fn bare(issue: impl Into<Issue>) -> Failure {
        Failure::Error(Box::new(Error { issue: issue.into(), kind: ErrorKind::Bare }))
    }

    /// One of Puppet's issues.
    pub fn issue(issue: Issue) -> Failure {
        Failure::Error(Box::new(Error { issue, kind: ErrorKind::Issue }))
    }

    /// The issue; nothing where the function ended otherwise.
    pub fn error(&self) -> Option<&Issue> {
        match self {
            Failure::Error(error) => Some(&error.issue),
            _ => None,
        }
    }

    /// The text of an error, with all that is around it if it has a place; empty for what ends a function otherwise.
    pub fn message(&self) -> String {
        match self {
            Failure::Error(error) => error.to_string(),
            _ => String::new(),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            ErrorKind::Placed { text, .. } => f.write_str(text),
            _ => self.issue.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Issue> for Failure {
    fn from(issue: Issue) -> Failure {
        Failure::exception(issue)
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Failure {
        Failure::plain(error)
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::plain(text)
    }
}
