//! What the exit code says.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    Clean,
    /// The command did its work, and found errors.
    Found,
    /// Some input could not be read, or something could not be run.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Clean => ExitCode::SUCCESS,
            Exit::Found => ExitCode::from(1),
            Exit::Failed => ExitCode::from(2),
        }
    }
}
