//! A process that answers questions in lines, such as the Ruby that runs providers.

use std::fmt;
use std::time::Duration;

/// Starts processes.
pub trait Launch: Send {
    /// One that is ready; or why there is none.
    fn start(&mut self) -> Result<Box<dyn Channel>, String>;
}

/// A process that takes lines and answers in lines.
pub trait Channel: Send {
    /// Gives it a line. Whether it takes it is seen by its answer.
    fn send(&mut self, line: String);

    fn receive(&mut self, patience: Duration) -> Result<String, Gone>;
}

/// Why there is no line any more. The process is ended with all that it has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gone {
    /// It ended by itself: how.
    Ended(String),
    /// It did not answer in time.
    Late,
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gone::Ended(how) => f.write_str(how),
            Gone::Late => f.write_str("it did not answer in time"),
        }
    }
}

impl std::error::Error for Gone {}
