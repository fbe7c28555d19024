//! Commands as Salt's `cmd` module runs them.

use machine::{Command, System};
use serde_json::Value as Json;

use crate::error::StateError;
use crate::low::Low;
use crate::python;

/// Common options of a state's commands.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    pub cwd: Option<String>,
    pub environment: Vec<(String, String)>,
    pub user: Option<String>,
    pub shell: Option<String>,
    pub success: Vec<i32>,
}

/// Result of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    pub process: u32,
}

impl Shell {
    /// Reads the options of a state.
    pub fn new(low: &Low) -> Shell {
        Shell {
            cwd: low.text("cwd").filter(|it| !it.is_empty()),
            environment: environment(low.args.get("env")),
            user: low.text("runas"),
            shell: low.text("shell"),
            success: low.texts("success_retcodes").iter().filter_map(|it| it.parse().ok()).collect(),
        }
    }

    /// The exit code of a command; an error where it could not be run.
    pub fn code(&self, line: &str, system: &mut dyn System) -> Result<i32, StateError> {
        Ok(self.judged(code(&self.output(&["-c", line], system)?)))
    }

    /// Runs a command, with what it prints.
    pub fn run(&self, line: &str, system: &mut dyn System) -> Result<Done, StateError> {
        let path = system.fresh_name("/tmp/bunraku-stderr-");
        let account = self.account(system)?;
        let describe = |error: std::io::Error| StateError::system(&error, &path);
        system.create(&path, 0o600).map_err(describe)?;
        if let Some(account) = &account {
            system.set_owner(&path, Some(account.id), None, false).map_err(describe)?;
        }
        // The shell has the number that the command will have.
        let script = "echo $$ >\"$2\"; exec \"$0\" -c \"$1\" 2>>\"$2\"";
        let ran = self.output(&["-c", script, &self.program(system), line, &path], system);
        let errors = system.read(&path).unwrap_or_default();
        let _ = system.remove_file(&path);
        let output = ran?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        let errors = text(&errors);
        let (process, stderr) = errors.split_once('\n').unwrap_or((&errors, ""));
        Ok(Done {
            code: self.judged(code(&output)),
            stdout: text(&output.bytes),
            stderr: stderr.to_owned(),
            process: process.parse().unwrap_or_default(),
        })
    }

    /// Returns the errors that a program prints, if it fails. The words are its arguments as they are.
    pub fn problem(&self, words: &[&str], system: &mut dyn System) -> Result<Option<String>, StateError> {
        let line: Vec<String> = words.iter().map(|it| format!("'{}'", it.replace('\'', r"'\''"))).collect();
        let done = self.run(&line.join(" "), system)?;
        Ok((done.code != 0).then_some(done.stderr))
    }

    fn judged(&self, code: i32) -> i32 {
        if self.success.contains(&code) { 0 } else { code }
    }

    fn program(&self, system: &dyn System) -> String {
        self.shell.clone().or_else(|| system.variable("SHELL")).filter(|it| !it.is_empty()).unwrap_or_else(|| "/bin/sh".to_owned())
    }

    fn account(&self, system: &dyn System) -> Result<Option<machine::Account>, StateError> {
        let Some(user) = &self.user else { return Ok(None) };
        system.user(user).map(Some).ok_or_else(|| StateError::NoUser { user: user.clone() })
    }

    /// Output of a shell program.
    fn output(&self, arguments: &[&str], system: &mut dyn System) -> Result<machine::Output, StateError> {
        let program = self.program(system);
        if !system.is_executable(&program) {
            return Err(StateError::NoShell { program });
        }
        let mut environment: Vec<(String, Option<String>)> = self.login(&program, system)?;
        environment.extend(LOCALE.iter().map(|it| ((*it).to_owned(), Some("C".to_owned()))));
        environment.retain(|it| !self.environment.iter().any(|own| own.0 == it.0));
        environment.extend(self.environment.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
        let account = self.account(system)?;
        let command = Command {
            words: std::iter::once(program).chain(arguments.iter().map(|it| (*it).to_owned())).collect(),
            folder: Some(self.folder(system)?),
            environment,
            group: account.as_ref().map(|it| it.group),
            user: account,
            ..Command::default()
        };
        system.run(&command).map_err(|it| StateError::System { text: it.to_string() })
    }

    fn folder(&self, system: &dyn System) -> Result<String, StateError> {
        let is_folder = |path: &str| system.look(path, true).ok().flatten().is_some_and(|it| it.kind == machine::FileKind::Directory);
        match &self.cwd {
            Some(cwd) if cwd.starts_with('/') && is_folder(cwd) => Ok(cwd.clone()),
            Some(cwd) => Err(StateError::NoFolder { path: cwd.clone() }),
            None => {
                let home = match &self.user {
                    Some(user) => system.home(user),
                    None => system.variable("HOME"),
                };
                Ok(home.filter(|it| is_folder(it)).unwrap_or_else(|| "/".to_owned()))
            }
        }
    }

    /// Login environment of another user.
    fn login(&self, program: &str, system: &mut dyn System) -> Result<Vec<(String, Option<String>)>, StateError> {
        let Some(user) = &self.user else { return Ok(Vec::new()) };
        let words = ["su", "-s", program, "-", user, "-c", "env -0"].map(str::to_owned).to_vec();
        let output = system.run(&Command { words, ..Command::default() }).map_err(|it| StateError::System { text: it.to_string() })?;
        if output.code != Some(0) {
            return Err(StateError::NoLogin { user: user.clone() });
        }
        let text = output.text();
        let mut all: Vec<(String, Option<String>)> =
            text.split('\0').filter_map(|it| it.split_once('=')).map(|(name, value)| (name.to_owned(), Some(value.to_owned()))).collect();
        all.retain(|it| !matches!(it.0.as_str(), "USER" | "HOME"));
        all.push(("USER".to_owned(), Some(user.clone())));
        if let Some(home) = system.home(user) {
            all.push(("HOME".to_owned(), Some(home)));
        }
        Ok(all)
    }
}

/// Variables that Salt sets, so that programs speak English.
const LOCALE: [&str; 13] = [
    "LC_CTYPE",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_COLLATE",
    "LC_MONETARY",
    "LC_MESSAGES",
    "LC_PAPER",
    "LC_NAME",
    "LC_ADDRESS",
    "LC_TELEPHONE",
    "LC_MEASUREMENT",
    "LC_IDENTIFICATION",
    "LANGUAGE",
];

/// As Python has it: the number of a signal is negative.
fn code(output: &machine::Output) -> i32 {
    output.code.unwrap_or_else(|| -output.signal.unwrap_or(1))
}

/// A map, or a list of maps.
fn environment(value: Option<&Json>) -> Vec<(String, String)> {
    let entries = |map: &serde_json::Map<String, Json>| -> Vec<(String, String)> {
        map.iter().map(|(name, value)| (name.clone(), python::text(value))).collect()
    };
    match value {
        Some(Json::Object(map)) => entries(map),
        Some(Json::Array(all)) => all.iter().filter_map(Json::as_object).flat_map(entries).collect(),
        _ => Vec::new(),
    }
}
