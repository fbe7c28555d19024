//! A process that answers questions in lines, such as the Ruby that runs providers.

use std::fmt;
use std::time::Duration;

/// Starts processes.
pub trait Launch: Send {
    /// One that is ready; or why there is none.
    fn start(&mut self) -> Result<Box<dyn Channel>, LaunchError>;
}

/// Why there is no Ruby to run providers: the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    pub reason: String,
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Its provider is written in Ruby, and {}", self.reason)
    }
}

impl std::error::Error for LaunchError {}

/// A process that takes lines and answers in lines.
pub trait Channel: Send {
    /// Gives it a line. Whether it takes it is seen by its answer.
    fn send(&mut self, line: String);

    fn receive(&mut self, patience: Duration) -> Result<String, ProcessError>;
}

/// Why there is no line any more. The process is ended with all that it has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessError {
    /// It ended by itself: how.
    Ended(String),
    /// It did not answer in time.
    TimedOut,
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProcessError::Ended(how) => f.write_str(how),
            ProcessError::TimedOut => f.write_str("it did not answer in time"),
        }
    }
}

impl std::error::Error for ProcessError {}
