//! Finds the program of a command, and runs it as Puppet does.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use serde_json::Value as Json;

use super::environment::{Environment, Odd};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::secrets::REDACTED;
use crate::subject::Subject;
use machine::{Command, Error, FileKind, Output, ruby_text};

/// Settings without a value that were reported: each once in a run.
#[derive(Default)]
struct ReportedEmpty(BTreeSet<String>);

/// Why the program of a command cannot be run. Programs are named as messages may show them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ProgramError {
    Missing(String),
    NotFile { program: String, kind: FileKind },
    NotExecutable(String),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Missing(program) => write!(f, "Could not find command '{program}'"),
            ProgramError::NotFile { program, kind } => write!(f, "'{program}' is a {}, not a file", kind.name()),
            ProgramError::NotExecutable(program) => write!(f, "'{program}' is not executable"),
        }
    }
}

/// A command: a line, or words without a shell.
#[derive(Clone, Debug)]
pub enum Words {
    Line(String),
    Several(Vec<String>),
}

impl Words {
    pub fn from_value(value: &Json) -> Words {
        match value {
            Json::Array(all) => Words::Several(all.iter().map(crate::show::plain).collect()),
            other => Words::Line(crate::show::plain(other)),
        }
    }

    /// Each of a list is a command; a list in it is words.
    pub fn several(value: &Json) -> Vec<Words> {
        match value {
            Json::Array(all) => all.iter().map(Words::from_value).collect(),
            other => vec![Words::from_value(other)],
        }
    }

    /// As messages show it.
    pub fn text(&self) -> String {
        match self {
            Words::Line(line) => line.clone(),
            Words::Several(words) => {
                let words: Vec<String> = words.iter().map(|it| values::print::inspect_str(it)).collect();
                format!("[{}]", words.join(", "))
            }
        }
    }

    pub fn inspected(&self) -> String {
        match self {
            Words::Line(line) => values::print::inspect_str(line),
            Words::Several(_) => self.text(),
        }
    }

    /// The program.
    fn program(&self) -> String {
        match self {
            Words::Several(words) => words.first().cloned().unwrap_or_default(),
            Words::Line(line) => {
                for quote in ['"', '\''] {
                    if let Some((program, _)) = line.strip_prefix(quote).and_then(|it| it.split_once(quote))
                        && !program.is_empty()
                    {
                        return program.to_owned();
                    }
                }
                line.split(' ').next().unwrap_or_default().to_owned()
            }
        }
    }
}

/// Settings for running a resource's command.
pub struct Runner {
    pub is_shell: bool,
    path: Option<Vec<String>>,
    environment: Vec<String>,
    /// Nobody may see what it is, nor what a command says that was given it.
    hides_environment: bool,
    hides_folder: bool,
    folder: Option<String>,
    user: Option<String>,
    group: Option<String>,
    umask: Option<u32>,
    patience: Option<Duration>,
}

/// Why a command came to no end.
pub enum Failed {
    Patience,
    Reported(ProviderError),
}

/// Of the user that runs this: a command is not to see them.
const OF_THE_USER: [&str; 3] = ["HOME", "USER", "LOGNAME"];

/// Characters that only a shell understands.
const OF_SHELLS: &str = "*?{}[]<>()~&|\\$;'`\"\n#=%";

/// Words that only a shell knows, at the beginning of a line.
const WORDS_OF_SHELLS: [&str; 36] = [
    ".", ":", "!", "{", "}", "break", "case", "cd", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit", "export",
    "fi", "for", "if", "in", "readonly", "return", "set", "shift", "then", "time", "times", "trap", "type", "ulimit", "umask", "unset",
    "until", "while",
];

impl Runner {
    pub fn new(subject: &Subject, patience: Option<Duration>) -> Runner {
        let path = subject.value("path").map(|_| {
            let all = subject.texts("path");
            all.iter().flat_map(|it| it.split(':')).filter(|it| !it.is_empty()).map(str::to_owned).collect()
        });
        Runner {
            is_shell: subject.text("provider").as_deref() == Some("shell"),
            path,
            environment: subject.texts("environment"),
            hides_environment: subject.is_sensitive("environment"),
            hides_folder: subject.is_sensitive("cwd"),
            folder: subject.text("cwd"),
            user: subject.text("user"),
            group: subject.text("group"),
            umask: subject.text("umask").and_then(|it| u32::from_str_radix(&it, 8).ok()),
            patience,
        }
    }

    pub fn run(&self, words: &Words, is_secret: bool, cx: &mut Cx<'_>) -> Result<Output, Failed> {
        let failed = |message: String| Failed::Reported(ProviderError::new(message));
        let words = match (self.is_shell, words) {
            (true, Words::Line(line)) => Words::Several(vec!["/bin/sh".to_owned(), "-c".to_owned(), line.clone()]),
            (true, Words::Several(words)) => Words::Several(vec!["/bin/sh".to_owned(), "-c".to_owned(), words.join(" ")]),
            (false, words) => words.clone(),
        };
        let program = self.find(&words.program(), is_secret, cx).map_err(|error| failed(error.to_string()))?;
        let shown = if is_secret { REDACTED.to_owned() } else { words.text() };
        cx.tell(Level::Debug, format!("Executing '{shown}'"));
        if let Some(folder) = &self.folder
            && !matches!(cx.system.look(folder, true), Ok(Some(it)) if it.kind == FileKind::Directory)
        {
            let folder = if self.hides_folder { REDACTED } else { folder.as_str() };
            return Err(failed(format!("Working directory {folder} does not exist!")));
        }
        let argv = match words {
            Words::Several(mut words) => {
                if let Some(first) = words.first_mut() {
                    *first = program;
                }
                words
            }
            Words::Line(line) if needs_shell(&line) => vec!["/bin/sh".to_owned(), "-c".to_owned(), line],
            Words::Line(line) => {
                let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
                if let Some(first) = words.first_mut() {
                    *first = program;
                }
                words
            }
        };
        let mut command = Command {
            words: argv,
            folder: self.folder.clone(),
            environment: self.environment(cx),
            umask: self.umask,
            patience: self.patience,
            ..Command::default()
        };
        if let Some(user) = &self.user {
            let account = cx.system.user(user).ok_or_else(|| failed(format!("Invalid User: {user}")))?;
            command.user = Some(account);
        }
        if let Some(group) = &self.group {
            let group = cx.system.group(group).ok_or_else(|| failed(format!("Invalid Group: {group}")))?;
            command.group = Some(group);
        }
        match cx.system.run(&command) {
            // The shell has not found a command.
            Ok(output) if output.code == Some(127) && (is_secret || self.hides_environment) => Err(failed("[output redacted]".to_owned())),
            Ok(output) if output.code == Some(127) => Err(failed(output.text())),
            Ok(output) => Ok(output),
            Err(Error::Patience) => Err(Failed::Patience),
            Err(Error::Io(error)) => Err(failed(ruby_text(&error, if is_secret { "" } else { &shown }))),
            Err(other) => Err(failed(other.to_string())),
        }
    }

    fn environment(&self, cx: &mut Cx<'_>) -> Vec<(String, Option<String>)> {
        let provider = if self.is_shell { "shell" } else { "posix" };
        let mut found = Environment::default();
        OF_THE_USER.iter().for_each(|it| found.hide(it));
        if let Some(path) = &self.path {
            found.set("PATH", path.join(":"));
        }
        for setting in &self.environment {
            let (variable, odd) = found.assign(setting);
            match odd {
                Some(Odd::Unclear) => {
                    let shown = if self.hides_environment { REDACTED.to_owned() } else { values::print::inspect_str(setting) };
                    cx.tell_of_provider(Level::Warning, provider, &format!("Cannot understand environment setting {shown}"));
                }
                Some(Odd::Repeated { name, value }) => {
                    let value = if self.hides_environment { REDACTED } else { value };
                    cx.tell_of_provider(Level::Warning, provider, &format!("Overriding environment setting '{name}' with '{value}'"));
                }
                None => {}
            }
            if let Some((name, "")) = variable
                && cx.store.get::<ReportedEmpty>().0.insert(name.to_owned())
            {
                cx.tell_plainly(Level::Warning, format!("Empty environment setting '{name}'\n  {}", cx.subject.place()));
            }
        }
        found.into_variables()
    }

    /// Where the program lies, or what is wrong with it.
    fn find(&self, program: &str, is_secret: bool, cx: &mut Cx<'_>) -> Result<String, ProgramError> {
        let shown = || if is_secret { REDACTED.to_owned() } else { program.to_owned() };
        let missing = || ProgramError::Missing(shown());
        if program.starts_with('/') {
            return match cx.system.look(program, true) {
                Ok(Some(it)) if it.kind != FileKind::File => Err(ProgramError::NotFile { program: shown(), kind: it.kind }),
                Ok(Some(_)) if !cx.system.is_executable(program) => Err(ProgramError::NotExecutable(shown())),
                Ok(Some(_)) => Ok(program.to_owned()),
                Ok(None) | Err(_) => Err(missing()),
            };
        }
        let folders = self.path.iter().flatten();
        let found = folders
            .map(|it| format!("{}/{program}", it.trim_end_matches('/')))
            .find(|it| matches!(cx.system.look(it, true), Ok(Some(found)) if found.kind == FileKind::File) && cx.system.is_executable(it));
        found.ok_or_else(missing)
    }
}

/// Whether a line means something else to a shell than words with spaces between them.
fn needs_shell(line: &str) -> bool {
    line.chars().any(|it| OF_SHELLS.contains(it)) || line.split_whitespace().next().is_some_and(|it| WORDS_OF_SHELLS.contains(&it))
}
