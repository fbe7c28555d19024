//! Why a state function cannot do its work.

use std::error::Error;
use std::fmt;
use std::io;

/// Displays as Salt says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateError {
    NotSupported {
        function: String,
    },
    /// A function for services, where systemd has not started the machine or is too old.
    NoSystemd {
        function: String,
    },
    /// An exception of Python that a function of Salt would raise.
    Exception {
        class: &'static str,
        text: String,
    },
    /// A program failed; Salt shows the text alone, where it expects that.
    Command {
        text: String,
    },
    /// Error of the operating system about a path.
    System {
        text: String,
    },
    /// The user that is to run a command does not exist.
    NoUser {
        user: String,
    },
    NoShell {
        program: String,
    },
    /// Exit codes that are no numbers.
    NoCodes,
    /// A time that is none.
    NoTimeout {
        text: String,
    },
    /// The folder that a command is to run in.
    NoFolder {
        path: String,
    },
    /// The same, where the function looks for it first.
    NoWorkingFolder {
        path: String,
    },
    /// `env` is neither a list nor a map.
    NoEnvironment,
    /// The login environment of a user could not be read.
    NoLogin {
        user: String,
    },
    /// Contents are empty and may not be; what gave them.
    EmptyContents {
        what: String,
    },
    /// A key that nothing has: `Pillar` or `Grain`.
    NoKey {
        what: &'static str,
        key: String,
    },
    NoContents,
    /// `file.keyvalue` without keys, and what is wrong with them.
    NoKeys {
        why: &'static str,
    },
    /// A source that cannot be read or rendered.
    NoTemplate {
        source: String,
    },
    /// A source of `file.recurse` that is not of the tree.
    NoTreeSource {
        source: String,
    },
    NoSources,
    /// `recurse` of a folder.
    RecurseForm,
    RecurseKinds {
        kinds: String,
    },
    RecurseBoth,
    /// Who is to own a file, and what is wrong with its name; none where that is right.
    Owner {
        user: Option<String>,
        group: Option<String>,
        relative: Option<String>,
    },
}

impl StateError {
    pub fn exception(class: &'static str, text: impl Into<String>) -> StateError {
        StateError::Exception { class, text: text.into() }
    }

    /// An error of the operating system about a path.
    pub fn system(error: &io::Error, path: &str) -> StateError {
        StateError::System { text: machine::ruby_text(error, path) }
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::NotSupported { function } => write!(f, "`{function}` is not supported"),
            StateError::NoSystemd { function } => write!(f, "`{function}` needs systemd 231 or newer as the running system"),
            StateError::Exception { class, text } => write!(f, "{class}: {text}"),
            StateError::Command { text } => write!(f, "salt.exceptions.CommandExecutionError: {text}"),
            StateError::System { text } => f.write_str(text),
            StateError::NoUser { user } => write!(f, "User '{user}' is not available"),
            StateError::NoShell { program } => write!(f, "The shell {program} is not available"),
            StateError::NoCodes => f.write_str("success_retcodes must be a list of integers"),
            StateError::NoTimeout { text } => write!(f, "Error: timeout {text} must be a number"),
            StateError::NoFolder { path } => write!(f, "Specified cwd '{path}' either not absolute or does not exist"),
            StateError::NoWorkingFolder { path } => write!(f, "Desired working directory \"{path}\" is not available"),
            StateError::NoEnvironment => f.write_str("Invalidly-formatted 'env' parameter. See documentation."),
            StateError::NoLogin { user } => write!(f, "Environment could not be retrieved for user '{user}'"),
            StateError::EmptyContents { what } => {
                write!(f, "{what} value would result in empty contents. Set allow_empty to True to allow the managed file to be empty.")
            }
            StateError::NoTemplate { source } => write!(f, "Failed to load template file {source}"),
            StateError::NoTreeSource { source } => write!(f, "Recurse failed: Invalid source '{source}' (must be a salt:// URI)"),
            StateError::NoSources => f.write_str("Recurse failed: none of the specified sources were found"),
            StateError::RecurseForm => f.write_str("\"recurse\" must be formed as a list of strings"),
            StateError::RecurseKinds { kinds } => write!(f, "Types for \"recurse\" limited to {kinds}."),
            StateError::RecurseBoth => {
                f.write_str("Must not specify \"recurse\" options \"ignore_files\" and \"ignore_dirs\" at the same time.")
            }
            StateError::NoKey { what, key } => write!(f, "{what} {key} does not exist"),
            StateError::NoKeys { why } => write!(f, "file.keyvalue key and value not supplied and key_values {why}"),
            StateError::NoContents => f.write_str(
                "Contents specified by contents/contents_pillar/contents_grains is not a string or list of strings, and is not binary \
                 data. SLS is likely malformed.",
            ),
            StateError::Owner { user, group, relative } => {
                let user = user.as_ref().map(|it| format!("User {it} does not exist"));
                let group = group.as_ref().map(|it| format!("Group {it} does not exist"));
                let relative = relative.as_ref().map(|it| format!("Specified file {it} is not an absolute path"));
                let all: Vec<String> = [user, group, relative].into_iter().flatten().collect();
                let end = if all.len() > 1 { "." } else { "" };
                write!(f, "{}{end}", all.join(". "))
            }
        }
    }
}

impl Error for StateError {}
