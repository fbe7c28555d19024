//! Commands as Salt's `cmd` module runs them.

use std::time::Duration;

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
    /// Exit codes that count as 0.
    pub success: Vec<i64>,
    /// Folders before those of `PATH`.
    pub prepended: Option<String>,
    pub umask: Option<u32>,
    /// Seconds until a command is stopped.
    pub timeout: Option<Json>,
    pub input: Option<Vec<u8>>,
    /// The options below are those of commands whose output is kept.
    pub form: Form,
}

/// How a command is run.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Nothing waits for it.
    pub is_background: bool,
    pub is_one_stream: bool,
    pub is_trimmed: bool,
    pub is_english: bool,
}

impl Default for Form {
    fn default() -> Form {
        Form { is_background: false, is_one_stream: false, is_trimmed: true, is_english: true }
    }
}

/// Result of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// None for one in the background.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub process: u32,
    /// It took too long.
    pub is_stopped: bool,
}

impl Shell {
    /// Reads the options of a state.
    pub fn new(low: &Low) -> Shell {
        let form = Form {
            is_background: low.is_on("bg", false),
            is_one_stream: low.is_on("redirect_stderr", false),
            is_trimmed: low.is_on("rstrip", true),
            is_english: low.arg("reset_system_locale").is_none_or(|it| *it == Json::Bool(true)),
        };
        Shell {
            umask: umask(low),
            input: low.text("stdin").map(|it| it.replace("\\n", "\n").into_bytes()),
            form,
            ..Shell::of_condition(low)
        }
    }

    /// Reads the options of a state that its conditions share.
    pub fn of_condition(low: &Low) -> Shell {
        Shell {
            cwd: low.text("cwd").filter(|it| !it.is_empty()),
            environment: environment(low.args.get("env")),
            user: low.text("runas"),
            shell: low.text("shell").filter(|it| !it.is_empty()),
            success: codes(low).unwrap_or_default(),
            prepended: low.text("prepend_path").filter(|it| !it.is_empty()),
            timeout: low.arg("timeout").filter(|it| python::is_true(it)).cloned(),
            ..Shell::default()
        }
    }

    /// The exit code of a command; an error where it could not be run.
    pub fn code(&self, line: &str, system: &mut dyn System) -> Result<i32, StateError> {
        Ok(self.output(&["-c", line], system)?.map_or(1, |it| self.judged(code(&it))))
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
        let script = match self.form {
            Form { is_background: true, .. } => "\"$0\" -c \"$1\" </dev/null >/dev/null 2>&1 & echo $! >\"$2\"",
            Form { is_one_stream: true, .. } => "echo $$ >\"$2\"; exec \"$0\" -c \"$1\" 2>&1",
            _ => "echo $$ >\"$2\"; exec \"$0\" -c \"$1\" 2>>\"$2\"",
        };
        // Its own shell sets it: the umask of this process is that of all threads.
        let umask = self.umask.map(|it| format!("umask {it:04o}; ")).unwrap_or_default();
        let ran = self.output(&["-c", &format!("{umask}{script}"), &self.program(system), line, &path], system);
        let errors = system.read(&path).unwrap_or_default();
        let _ = system.remove_file(&path);
        let errors = String::from_utf8_lossy(&errors);
        let (process, errors) = errors.split_once('\n').unwrap_or((&errors, ""));
        let process = process.parse().unwrap_or_default();
        let text = |text: &str| if self.form.is_trimmed { text.trim_end() } else { text }.to_owned();
        let Some(output) = ran? else {
            let seconds = self.timeout.as_ref().map(python::text).unwrap_or_default();
            let stdout = format!("{line} : Timed out after {seconds} seconds");
            return Ok(Done { code: Some(1), stdout, process, is_stopped: true, ..Done::default() });
        };
        let code = (!self.form.is_background).then(|| self.judged(code(&output)));
        Ok(Done { code, stdout: text(&output.text()), stderr: text(errors), process, is_stopped: false })
    }

    /// Returns the errors that a program prints, if it fails. The words are its arguments as they are.
    pub fn problem(&self, words: &[&str], system: &mut dyn System) -> Result<Option<String>, StateError> {
        let done = self.run_words(words, system)?;
        Ok((done.code != Some(0)).then_some(done.stderr))
    }

    /// Runs a program with its arguments as they are.
    pub fn run_words(&self, words: &[&str], system: &mut dyn System) -> Result<Done, StateError> {
        let line: Vec<String> = words.iter().map(|it| format!("'{}'", it.replace('\'', r"'\''"))).collect();
        self.run(&line.join(" "), system)
    }

    /// Whether a program exists, by its path, or by its name in the folders of `PATH`.
    pub fn has_program(&self, word: &str, system: &dyn System) -> bool {
        if word.contains('/') {
            return system.is_executable(word);
        }
        let path = system.variable("PATH").unwrap_or_default();
        path.split(':').filter(|it| it.starts_with('/')).any(|it| system.is_executable(&format!("{it}/{word}")))
    }

    fn judged(&self, code: i32) -> i32 {
        if self.success.contains(&i64::from(code)) { 0 } else { code }
    }

    fn program(&self, system: &dyn System) -> String {
        self.shell.clone().or_else(|| system.variable("SHELL")).filter(|it| !it.is_empty()).unwrap_or_else(|| "/bin/sh".to_owned())
    }

    fn account(&self, system: &dyn System) -> Result<Option<machine::Account>, StateError> {
        let Some(user) = &self.user else { return Ok(None) };
        system.user(user).map(Some).ok_or_else(|| StateError::NoUser { user: user.clone() })
    }

    /// Output of a shell program; none where it took too long.
    fn output(&self, arguments: &[&str], system: &mut dyn System) -> Result<Option<machine::Output>, StateError> {
        let program = self.program(system);
        if !system.is_executable(&program) {
            return Err(StateError::NoShell { program });
        }
        let mut environment: Vec<(String, Option<String>)> = self.login(&program, system)?;
        let locale = LOCALE.iter().filter(|_| self.form.is_english);
        environment.extend(locale.map(|it| ((*it).to_owned(), Some("C".to_owned()))));
        environment.retain(|it| !self.environment.iter().any(|own| own.0 == it.0));
        environment.extend(self.environment.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
        if let Some(prepended) = &self.prepended {
            let own = environment.iter().rfind(|it| it.0 == "PATH").and_then(|it| it.1.clone());
            let path = own.or_else(|| system.variable("PATH")).unwrap_or_default();
            environment.retain(|it| it.0 != "PATH");
            environment.push(("PATH".to_owned(), Some(format!("{prepended}:{path}"))));
        }
        let patience = self.timeout.as_ref().map(patience).transpose()?;
        let account = self.account(system)?;
        let command = Command {
            words: std::iter::once(program).chain(arguments.iter().map(|it| (*it).to_owned())).collect(),
            folder: Some(self.folder(system)?),
            environment,
            group: account.as_ref().map(|it| it.group),
            user: account,
            patience,
            input: self.input.clone(),
            ..Command::default()
        };
        match system.run(&command) {
            Ok(output) => Ok(Some(output)),
            Err(machine::Error::Patience) => Ok(None),
            Err(problem) => Err(StateError::System { text: problem.to_string() }),
        }
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

/// The exit codes that count as 0; none where something else is given.
pub fn codes(low: &Low) -> Option<Vec<i64>> {
    low.parts("success_retcodes").iter().map(|it| it.trim().parse().ok()).collect()
}

/// How long a command may take.
pub fn patience(seconds: &Json) -> Result<Duration, StateError> {
    let number = match seconds {
        Json::Bool(_) => Some(1.0),
        other => other.as_f64(),
    };
    let number = number.ok_or_else(|| StateError::NoTimeout { text: python::text(seconds) })?;
    Duration::try_from_secs_f64(number.max(0.0)).map_err(|_| StateError::NoTimeout { text: python::text(seconds) })
}

/// The umask of the state's own call. Salt forgets it where a state runs in a process of its own.
fn umask(low: &Low) -> Option<u32> {
    let given = low.text("umask").filter(|_| !low.is_on("parallel", false))?;
    umask_of(&given)
}

/// A umask by its octal digits.
pub fn umask_of(text: &str) -> Option<u32> {
    u32::from_str_radix(text, 8).ok().map(|it| it & 0o777)
}

/// A map, or a list of maps.
fn environment(value: Option<&Json>) -> Vec<(String, String)> {
    let entries = |map: &serde_json::Map<String, Json>| -> Vec<(String, String)> {
        map.iter().map(|(name, value)| (name.clone(), if value.is_null() { String::new() } else { python::text(value) })).collect()
    };
    match value {
        Some(Json::Object(map)) => entries(map),
        Some(Json::Array(all)) => all.iter().filter_map(Json::as_object).flat_map(entries).collect(),
        _ => Vec::new(),
    }
}
