//! The commands before and after a run: `prerun_command` and `postrun_command`.

use machine::{Command, Error, System};
use providers::ProviderError;

/// Runs a command as Puppet does; says what is wrong with it.
pub fn run(name: &str, line: &str, system: &mut dyn System) -> Result<(), ProviderError> {
    let words = ["/bin/sh", "-c", line].map(str::to_owned).to_vec();
    let failed = |code: String, text: &str| {
        Err(ProviderError::new(format!("Could not run command from {name}: Execution of '{line}' returned {code}: {text}")))
    };
    match system.run(&Command { words, ..Command::default() }) {
        Ok(output) if output.code == Some(0) => Ok(()),
        Ok(output) => failed(output.code.map(|it| it.to_string()).unwrap_or_default(), output.text().trim()),
        Err(Error::Io(error)) => failed("1".to_owned(), &error.to_string()),
        Err(error) => failed(String::new(), &error.to_string()),
    }
}
