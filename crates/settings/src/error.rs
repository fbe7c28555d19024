//! Why a value of a setting is none.

use std::fmt;

/// Why a value of a setting is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A glob that is none, or globs that are too large together.
    Pattern(globset::ErrorKind),
    /// A name that no level has.
    Level(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Pattern(kind) => kind.fmt(f),
            Error::Level(name) => write!(f, "unknown level `{name}`: expected error, warning, hint or off"),
        }
    }
}

impl std::error::Error for Error {}

impl From<globset::Error> for Error {
    fn from(error: globset::Error) -> Error {
        Error::Pattern(error.kind().clone())
    }
}
