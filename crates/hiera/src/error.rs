//! Errors of lookups.

use std::fmt;

use functions::Failure;
use issue::{DataError, Issue};
use values::Str;

/// An error as Puppet reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    pub issue: Issue,
    pub kind: ErrorKind,
    /// The file and line that Puppet names.
    pub place: Option<(Str, Option<u32>)>,
}

/// Kind of an error: what Puppet puts around the text, and which errors become others later.
#[derive(Clone, Debug, PartialEq)]
pub enum ErrorKind {
    /// A `LookupError`: nothing is put around it, and it has no place in a manifest.
    Lookup,
    /// The same: nothing has what was looked up.
    NotFound,
    /// An error of Puppet: `Error while evaluating a Function Call, ` is put before it, and the place of the call after it.
    Puppet,
    /// An exception of Ruby; to the reader the same as an error of Puppet.
    Ruby,
    /// Raised by what the lookup called, which knows more about it.
    Raised(Box<Failure>),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, issue: impl Into<Issue>) -> Error {
        Error { issue: issue.into(), kind, place: None }
    }

    pub(crate) fn lookup(issue: impl Into<Issue>) -> Error {
        Error::new(ErrorKind::Lookup, issue)
    }

    pub(crate) fn not_found(text: String) -> Error {
        Error::new(ErrorKind::NotFound, Issue::MissingData { text })
    }

    pub(crate) fn puppet(issue: impl Into<Issue>) -> Error {
        Error::new(ErrorKind::Puppet, issue)
    }

    pub(crate) fn ruby(issue: impl Into<Issue>) -> Error {
        Error::new(ErrorKind::Ruby, issue)
    }

    /// One of Puppet's issues, by its code.
    pub(crate) fn issue(code: &'static str, text: impl Into<String>) -> Error {
        Error::lookup(Issue::Data(DataError::Other { text: text.into(), code: Some(code) }))
    }

    /// The code of Puppet's issue, where it is one.
    pub fn code(&self) -> Option<&'static str> {
        match &self.issue {
            Issue::Data(DataError::Other { code, .. } | DataError::Level { code, .. } | DataError::Interpolation { code, .. }) => *code,
            _ => None,
        }
    }

    /// The line that Puppet names, from 1.
    pub fn line(&self) -> Option<u32> {
        self.place.as_ref().and_then(|it| it.1)
    }

    /// The keys that look each other up in a circle, and those that led to them, if that is what is wrong.
    pub fn circle(&self) -> Option<&[Str]> {
        match self.issue.root() {
            Issue::Data(DataError::Recursive { keys }) => Some(keys),
            _ => None,
        }
    }

    /// Whether what is wrong is how data are to be merged.
    pub fn is_of_merge(&self) -> bool {
        matches!(self.issue.root(), Issue::Data(DataError::Merge { .. }))
    }

    /// Whether a text in data cannot be read, or a file holds no data.
    pub fn is_of_text(&self) -> bool {
        matches!(self.issue.root(), Issue::Data(DataError::Interpolation { .. } | DataError::NoHash { .. }))
    }

    pub(crate) fn recursive(names: &[String]) -> Error {
        Error::lookup(Issue::Data(DataError::Recursive { keys: names.iter().map(|it| it.as_str().into()).collect() }))
    }

    pub(crate) fn raised(failure: Failure) -> Error {
        let cause = failure.error().cloned().unwrap_or_else(|| Issue::failed(""));
        let issue = Issue::Within { text: failure.message(), cause: Box::new(cause) };
        Error::new(ErrorKind::Raised(Box::new(failure)), issue)
    }

    /// The same issue in another text.
    pub(crate) fn reworded(self, kind: ErrorKind, text: String) -> Error {
        Error::new(kind, Issue::Within { text, cause: Box::new(self.issue) })
    }

    /// The issue, with the place in its text that Puppet names.
    pub fn into_issue(self) -> Issue {
        match self.place {
            None => self.issue,
            Some(_) => Issue::Within { text: self.to_string(), cause: Box::new(self.issue) },
        }
    }
}

impl ErrorKind {
    /// A `LookupError`, of whatever kind.
    pub fn is_lookup(&self) -> bool {
        matches!(self, ErrorKind::Lookup | ErrorKind::NotFound)
    }
}

/// With the place that Puppet names.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.issue.fmt(f)?;
        match &self.place {
            Some((file, Some(line))) => write!(f, " (file: {file}, line: {line})"),
            Some((file, None)) => write!(f, " (file: {file})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// Why there is no value.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// Nothing has the key: the next place is asked.
    NotFound,
    Fail(Box<Error>),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Fail(Box::new(error))
    }
}

pub(crate) type Found<T = values::Value> = Result<T, Stop>;
