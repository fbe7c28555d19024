//! Commands that Ruby code runs.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use compiler::Processes;
use ruby::host::{Command, CommandText, Ended, Errors};

use crate::commands::process::{self, ProcessError};

/// The longest duration of a command that has no limit of its own, as in Facter.
const PATIENCE: Duration = Duration::from_secs(300);

/// The processes of this machine.
pub struct RealProcesses;

impl Processes for RealProcesses {
    fn run(&self, command: &Command) -> io::Result<Ended> {
        let mut process = match &command.what {
            CommandText::Shell(text) => {
                let mut process = Process::new("/bin/sh");
                process.arg("-c").arg(text);
                process
            }
            CommandText::Words(words) => {
                let (program, arguments) = words.split_first().ok_or(ErrorKind::NotFound)?;
                let mut process = Process::new(program);
                process.args(arguments);
                process
            }
        };
        if command.errors == Errors::Merged {
            process = merged(&command.what);
        }
        process.envs(command.environment.iter().map(|(name, value)| (name, value)));
        process.stderr(if command.errors == Errors::Captured { Stdio::piped() } else { Stdio::inherit() });
        let (status, output, errors) = process::run(&mut process, command.limit.unwrap_or(PATIENCE)).map_err(|error| match error {
            ProcessError::Io(error) => error,
            ProcessError::TimedOut(_) => ErrorKind::TimedOut.into(),
            other => io::Error::other(other),
        })?;
        Ok(Ended { output, errors, code: status.code() })
    }

    fn is_executable(&self, path: &Path) -> bool {
        process::may_execute(path)
    }
}

/// The same with its errors in its output.
fn merged(what: &CommandText) -> Process {
    let mut process = Process::new("/bin/sh");
    process.arg("-c");
    match what {
        CommandText::Shell(text) => process.arg(format!("exec 2>&1\n{text}")),
        CommandText::Words(words) => process.arg("exec \"$@\" 2>&1").arg("sh").args(words),
    };
    process
}
