//! `config_version` of an environment: a program that prints which version of the code this is.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use compiler::{EvalError, Outcome};

use crate::commands::process::{self, ProcessError};

/// It may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Output of an environment's version program, which runs at most once.
pub struct Version {
    command: Option<String>,
    said: OnceLock<Result<Option<String>, ProcessError>>,
}

impl Version {
    /// Without a command there is no version.
    pub fn new(command: Option<String>) -> Version {
        Version { command: command.filter(|it| !it.is_empty()), said: OnceLock::new() }
    }

    /// Output without surrounding blanks.
    pub fn get(&self) -> Result<Option<&str>, &ProcessError> {
        match self.said.get_or_init(|| self.command.as_deref().map(run).transpose()) {
            Ok(version) => Ok(version.as_deref()),
            Err(error) => Err(error),
        }
    }
}

/// As Puppet does: by the shell where there is one, with what it complains about among what it prints.
fn run(command: &str) -> Result<String, ProcessError> {
    let ended = if cfg!(unix) {
        process::ended(Path::new("/bin/sh"), &["-c", &format!("exec 2>&1; {command}")], PATIENCE)
    } else {
        let mut words = command.split_whitespace();
        let program = Path::new(words.next().unwrap_or(""));
        process::ended(program, &words.collect::<Vec<_>>(), PATIENCE)
    };
    let failed = |why: ProcessError| ProcessError::Version { command: command.to_owned(), why: Box::new(why) };
    let (status, printed) = ended.map_err(failed)?;
    let printed = String::from_utf8_lossy(&printed).trim().to_owned();
    match status.code() {
        Some(0) => Ok(printed),
        Some(code) => Err(failed(ProcessError::Code { command: command.to_owned(), code, printed })),
        None => Err(failed(ProcessError::Signal(status))),
    }
}

/// The compilation that a failure of the program ends.
pub fn failed(error: &ProcessError) -> Outcome {
    Outcome { errors: vec![EvalError::bare(compiler::Issue::failed(error.to_string()), compiler::Place::default())], ..Outcome::default() }
}
