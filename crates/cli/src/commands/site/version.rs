//! `config_version` of an environment: a program that prints which version of the code this is.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use compiler::{EvalError, Outcome};

use crate::commands::process;

/// It may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the program of an environment says, which is run once at most.
pub struct Version {
    command: Option<String>,
    said: OnceLock<Result<Option<String>, String>>,
}

impl Version {
    /// Without a command there is no version.
    pub fn new(command: Option<String>) -> Version {
        Version { command: command.filter(|it| !it.is_empty()), said: OnceLock::new() }
    }

    /// What it prints, without blanks around; or Puppet's words for its failure.
    pub fn get(&self) -> Result<Option<&str>, &str> {
        match self.said.get_or_init(|| self.command.as_deref().map(run).transpose()) {
            Ok(version) => Ok(version.as_deref()),
            Err(message) => Err(message),
        }
    }
}

/// As Puppet does: by the shell where there is one, with what it complains about among what it prints.
fn run(command: &str) -> Result<String, String> {
    let ended = if cfg!(unix) {
        process::ended(Path::new("/bin/sh"), &["-c", &format!("exec 2>&1; {command}")], PATIENCE)
    } else {
        let mut words = command.split_whitespace();
        let program = Path::new(words.next().unwrap_or(""));
        process::ended(program, &words.collect::<Vec<_>>(), PATIENCE)
    };
    let failed = |why: &str| format!("Execution of config_version command `{command}` failed: {why}");
    let (status, printed) = ended.map_err(|it| failed(&it))?;
    let printed = String::from_utf8_lossy(&printed).trim().to_owned();
    match status.code() {
        Some(0) => Ok(printed),
        Some(code) => Err(failed(&format!("Execution of '{command}' returned {code}: {printed}"))),
        None => Err(failed(&status.to_string())),
    }
}

/// The compilation that a failure of the program ends.
pub fn failed(message: &str) -> Outcome {
    Outcome { errors: vec![EvalError::bare(compiler::Issue::failed(message), compiler::Place::default())], ..Outcome::default() }
}
