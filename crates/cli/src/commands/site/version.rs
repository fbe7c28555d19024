//! `config_version` of an environment: a program that prints which version of the code this is.

use std::fmt;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::OnceLock;
use std::time::Duration;

use compiler::{EvalError, Outcome};

use crate::commands::process::{self, ProcessError};

/// It may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why the program of an environment gives no version. The text of it is Puppet's.
#[derive(Debug)]
pub struct VersionError {
    command: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Process(ProcessError),
    /// It failed; with what it prints.
    Code {
        code: i32,
        printed: String,
    },
    /// A signal ended it.
    Status(ExitStatus),
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = &self.command;
        write!(f, "Execution of config_version command `{command}` failed: ")?;
        match &self.reason {
            Reason::Process(error) => error.fmt(f),
            Reason::Code { code, printed } => write!(f, "Execution of '{command}' returned {code}: {printed}"),
            Reason::Status(status) => status.fmt(f),
        }
    }
}

impl std::error::Error for VersionError {}

/// Output of an environment's version program, which runs at most once.
pub struct Version {
    command: Option<String>,
    said: OnceLock<Result<Option<String>, VersionError>>,
}

impl Version {
    /// Without a command there is no version.
    pub fn new(command: Option<String>) -> Version {
        Version { command: command.filter(|it| !it.is_empty()), said: OnceLock::new() }
    }

    /// Output without surrounding blanks.
    pub fn get(&self) -> Result<Option<&str>, &VersionError> {
        match self.said.get_or_init(|| self.command.as_deref().map(run).transpose()) {
            Ok(version) => Ok(version.as_deref()),
            Err(error) => Err(error),
        }
    }
}

/// As Puppet does: by the shell where there is one, with what it complains about among what it prints.
fn run(command: &str) -> Result<String, VersionError> {
    let ended = if cfg!(unix) {
        process::ended(Path::new("/bin/sh"), &["-c", &format!("exec 2>&1; {command}")], PATIENCE)
    } else {
        let mut words = command.split_whitespace();
        let program = Path::new(words.next().unwrap_or(""));
        process::ended(program, &words.collect::<Vec<_>>(), PATIENCE)
    };
    let failed = |reason: Reason| VersionError { command: command.to_owned(), reason };
    let (status, printed) = ended.map_err(|error| failed(Reason::Process(error)))?;
    let printed = String::from_utf8_lossy(&printed).trim().to_owned();
    match status.code() {
        Some(0) => Ok(printed),
        Some(code) => Err(failed(Reason::Code { code, printed })),
        None => Err(failed(Reason::Status(status))),
    }
}

/// The compilation that a failure of the program ends.
pub fn failed(error: &VersionError) -> Outcome {
    Outcome { errors: vec![EvalError::bare(compiler::Issue::failed(error.to_string()), compiler::Place::default())], ..Outcome::default() }
}
