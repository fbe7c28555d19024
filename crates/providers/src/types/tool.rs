//! Programs that providers run.

use std::time::Duration;

use crate::instance::ProviderError;
use machine::{Command, Error, FileKind, Output, System, ruby_text};

/// Where programs are where the environment does not say.
const FOLDERS: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Variables of the user, and those of the language.
const OF_THE_USER: [&str; 10] =
    ["HOME", "USER", "LOGNAME", "LC_MESSAGES", "LANGUAGE", "LC_COLLATE", "LC_CTYPE", "LC_MONETARY", "LC_NUMERIC", "LC_TIME"];

/// Where a program lies.
pub fn find(name: &str, system: &dyn System) -> Option<String> {
    let is_program =
        |path: &str| matches!(system.look(path, true), Ok(Some(found)) if found.kind == FileKind::File) && system.is_executable(path);
    if name.starts_with('/') {
        return is_program(name).then(|| name.to_owned());
    }
    let folders = system.variable("PATH").unwrap_or_else(|| FOLDERS.to_owned());
    folders.split(':').filter(|it| !it.is_empty()).map(|it| format!("{}/{name}", it.trim_end_matches('/'))).find(|it| is_program(it))
}

/// The words of a command.
pub fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|it| (*it).to_owned()).collect()
}

/// A program as providers run it: in the language that machines speak, and without what belongs to the user.
pub fn command(words: Vec<String>) -> Command {
    let mut environment: Vec<(String, Option<String>)> = OF_THE_USER.iter().map(|it| ((*it).to_owned(), None)).collect();
    environment.extend(["LANG", "LC_ALL"].iter().map(|it| ((*it).to_owned(), Some("C".to_owned()))));
    Command { words, environment, ..Command::default() }
}

/// A program that says nothing for ever is ended: an installation on a slow machine takes minutes.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Runs a program to its end, whatever that is.
pub fn run(command: &Command, system: &mut dyn System) -> Result<Output, ProviderError> {
    let mut command = command.clone();
    command.patience.get_or_insert(PATIENCE);
    let name = command.words.first().cloned().unwrap_or_default();
    let path = find(&name, system).ok_or_else(|| ProviderError::new(format!("Could not find command '{name}'")))?;
    if let Some(first) = command.words.first_mut() {
        *first = path;
    }
    system.run(&command).map_err(|it| match it {
        Error::Patience => ProviderError::new(format!("Execution of '{}' took too long", command.words.join(" "))),
        Error::Io(error) => ProviderError::new(ruby_text(&error, &name)),
        other => ProviderError::new(other.to_string()),
    })
}

/// Runs a program that has to succeed. Gives what it said.
pub fn succeed(command: &Command, system: &mut dyn System) -> Result<String, ProviderError> {
    let output = run(command, system)?;
    let said = output.text();
    if output.code == Some(0) {
        return Ok(said);
    }
    let name = command.words.first().map(String::as_str).unwrap_or_default();
    let mut words = command.words.clone();
    if let (Some(first), Some(path)) = (words.first_mut(), find(name, system)) {
        *first = path;
    }
    Err(failed(&words.join(" "), &output))
}

/// Error for a program that failed.
pub fn failed(shown: &str, output: &Output) -> ProviderError {
    ProviderError::new(format!("Execution of '{shown}' {}: {}", ended(output), output.text().trim_end()))
}

/// The same where the command is secret. What it says may repeat any part of it.
pub fn failed_in_secret(output: &Output) -> ProviderError {
    ProviderError::new(format!("Execution of '[command redacted]' {}: [output redacted]", ended(output)))
}

fn ended(output: &Output) -> String {
    match (output.code, output.signal) {
        (Some(code), _) => format!("returned {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "returned ".to_owned(),
    }
}
