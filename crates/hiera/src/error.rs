//! What ends a lookup.

use std::fmt;

use functions::Failure;
use values::Str;

/// An error as Puppet tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// Puppet's text, without a place.
    pub message: String,
    pub kind: ErrorKind,
    /// The code of Puppet's issue, where it is one.
    pub code: Option<&'static str>,
    /// The file and line that Puppet names.
    pub told: Option<(Str, Option<u32>)>,
}

/// What Puppet puts around the text, and which errors become others on their way.
#[derive(Clone, Debug, PartialEq)]
pub enum ErrorKind {
    /// A `LookupError`: nothing is put around it, and it has no place in a manifest.
    Lookup,
    /// The same: nothing has what was looked up.
    NotFound,
    /// An error of Puppet: `Error while evaluating a Function Call, ` is put before it, and the place of the call behind.
    Puppet,
    /// An exception of Ruby; to the reader the same as an error of Puppet.
    Ruby,
    /// Raised by what the lookup called, which knows more about it.
    Raised(Box<Failure>),
}

impl Error {
    pub(crate) fn of(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { message: message.into(), kind, code: None, told: None }
    }

    pub(crate) fn lookup(message: impl Into<String>) -> Error {
        Error::of(ErrorKind::Lookup, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Error {
        Error::of(ErrorKind::NotFound, message)
    }

    pub(crate) fn puppet(message: impl Into<String>) -> Error {
        Error::of(ErrorKind::Puppet, message)
    }

    pub(crate) fn ruby(message: impl Into<String>) -> Error {
        Error::of(ErrorKind::Ruby, message)
    }

    pub(crate) fn issue(code: &'static str, message: impl Into<String>) -> Error {
        Error { code: Some(code), ..Error::lookup(message) }
    }

    /// The keys that look each other up in a circle, and those that led to them, if that is what is wrong.
    pub fn circle(&self) -> Option<Vec<&str>> {
        circle_in(&self.message)
    }

    pub(crate) fn recursive(names: &[String]) -> Error {
        Error::lookup(format!("{RECURSIVE}{}]", names.join(", ")))
    }

    pub(crate) fn raised(failure: Failure) -> Error {
        Error::of(ErrorKind::Raised(Box::new(failure.clone())), failure.message())
    }
}

const RECURSIVE: &str = "Recursive lookup detected in [";

/// The keys that a message names as looked up within each other.
pub fn circle_in(message: &str) -> Option<Vec<&str>> {
    let (_, names) = message.split_once(RECURSIVE)?;
    Some(names.split(']').next()?.split(", ").collect())
}

impl ErrorKind {
    /// A `LookupError`, of whatever kind.
    pub fn is_lookup(&self) -> bool {
        matches!(self, ErrorKind::Lookup | ErrorKind::NotFound)
    }
}

/// With the place that Puppet tells.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.told {
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
