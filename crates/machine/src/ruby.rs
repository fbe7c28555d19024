//! A process that answers questions in lines, such as the Ruby that runs providers.

use std::fmt;
use std::time::Duration;

/// Starts processes.
pub trait Launch: Send {
    /// One that is ready; or why there is none.
    fn start(&mut self) -> Result<Box<dyn Channel>, RubyError>;
}

/// A process that takes lines and answers in lines.
pub trait Channel: Send {
    /// Gives it a line. Whether it takes it is seen by its answer.
    fn send(&mut self, line: String);

    fn receive(&mut self, patience: Duration) -> Result<String, RubyError>;
}

/// Why there is no process, or no line of it any more. It is ended then with all that it has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RubyError {
    /// There is no Ruby to run providers: the end of a sentence.
    Missing { reason: String },
    /// It ended by itself: how.
    Ended(String),
    /// It did not answer in time.
    TimedOut,
}

impl fmt::Display for RubyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RubyError::Missing { reason } => write!(f, "Its provider is written in Ruby, and {reason}"),
            RubyError::Ended(how) => f.write_str(how),
            RubyError::TimedOut => f.write_str("it did not answer in time"),
        }
    }
}

impl std::error::Error for RubyError {}
