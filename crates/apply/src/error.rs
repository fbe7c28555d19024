//! The reasons why a run cannot start or continue, or a part of it gives nothing.

use std::fmt;
use std::io;
use std::path::Path;

/// Why nothing is done, or nothing more.
#[derive(Debug)]
pub enum Error {
    /// Another run is in progress: which.
    Busy(String),
    /// The request was refused: why.
    Refused(String),
    /// A file, or whatever is named, and what the system says about it.
    File(String, io::Error),
    /// A state is no YAML; says what is wrong.
    CorruptState(String),
    /// A state is YAML, but no hash.
    StateIsNoHash,
    /// An argument of a deferred function is nested too deep.
    DeferredTooDeep,
    /// An argument of a deferred function is of a kind that cannot be passed on.
    DeferredKind(String),
    /// The evaluation of a deferred function failed: its message.
    Evaluation(String),
}

impl Error {
    /// Adds the path to an error of the system.
    pub fn with_path(path: &Path) -> impl Fn(io::Error) -> Error {
        move |error| Error::File(shown(path), error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Busy(reason) | Error::Refused(reason) | Error::CorruptState(reason) | Error::Evaluation(reason) => f.write_str(reason),
            Error::File(name, error) => write!(f, "{name}: {error}"),
            Error::StateIsNoHash => f.write_str("it is not a hash"),
            Error::DeferredTooDeep => f.write_str("A deferred function has an argument that is nested too deep"),
            Error::DeferredKind(kind) => {
                write!(f, "A deferred function has an argument of the kind {kind}, which cannot be passed on yet")
            }
        }
    }
}

impl std::error::Error for Error {}

/// A path on one line, whatever it holds.
pub fn shown(path: &Path) -> String {
    let escaped = |it: char| if it.is_control() { it.escape_default().to_string() } else { it.to_string() };
    path.to_string_lossy().chars().map(escaped).collect()
}
