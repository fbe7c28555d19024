//! The reasons why a run cannot start or continue.

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
}

impl Error {
    /// Adds the path to an error of the system.
    pub fn about(path: &Path) -> impl Fn(io::Error) -> Error {
        move |error| Error::File(shown(path), error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Busy(reason) | Error::Refused(reason) => f.write_str(reason),
            Error::File(name, error) => write!(f, "{name}: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// A path on one line, whatever it holds.
pub fn shown(path: &Path) -> String {
    let escaped = |it: char| if it.is_control() { it.escape_default().to_string() } else { it.to_string() };
    path.to_string_lossy().chars().map(escaped).collect()
}
