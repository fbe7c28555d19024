//! The commands before and after a run: `prerun_command` and `postrun_command`.

use machine::{Command, RunError, System};
use providers::Failure;

/// Runs a command as Puppet does; says what is wrong with it.
pub fn run(name: &str, line: &str, system: &mut dyn System) -> Result<(), Failure> {
    let words = ["/bin/sh", "-c", line].map(str::to_owned).to_vec();
    let failed = |code: String, text: &str| {
        Err(Failure::new(format!("Could not run command from {name}: Execution of '{line}' returned {code}: {text}")))
    };
    match system.run(&Command { words, ..Command::default() }) {
        Ok(output) if output.code == Some(0) => Ok(()),
        Ok(output) => failed(output.code.map(|it| it.to_string()).unwrap_or_default(), output.text().trim()),
        Err(RunError::Patience) => failed(String::new(), "it takes too long"),
        Err(RunError::Interrupted) => failed(String::new(), "interrupted"),
        Err(RunError::Io(error)) => failed("1".to_owned(), &error.to_string()),
    }
}
