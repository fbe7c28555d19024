//! Errors of a machine.

use std::{fmt, io};

use crate::access::ModeProblem;

/// Why the machine does not do what is asked of it.
#[derive(Debug)]
pub enum Error {
    Io(io::Error),
    /// A program took too long, and was stopped with all that it had started.
    Patience,
    /// The run was asked to end while a program ran.
    Interrupted,
    /// A file does not take the place of another: what the judge has against it.
    Refused(String),
    /// A symbolic mode cannot be read. The text of it is Puppet's.
    Mode {
        problem: ModeProblem,
        /// The part of the mode that is wrong; none if it is the whole.
        part: Option<String>,
    },
}

impl Error {
    /// As an error of the system.
    pub fn into_io(self) -> io::Error {
        match self {
            Error::Io(error) => error,
            other => io::Error::other(other.to_string()),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Patience => f.write_str("it takes too long"),
            Error::Interrupted => f.write_str("interrupted"),
            Error::Refused(reason) => f.write_str(reason),
            Error::Mode { problem, part } => {
                f.write_str(match problem {
                    ModeProblem::MissingAction => "Missing action",
                    ModeProblem::UnknownOperation => "Unknown operation",
                    ModeProblem::ConditionalExecution => "X only works with the '+' operator",
                })?;
                match part {
                    Some(part) => write!(f, " at {part:?}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for Error {}
