//! Settings of an `environment.conf`, and its problems, line by line.

use std::path::Path;

use crate::ini::Ini;
use crate::settings::{is_setting, names_in};

pub const FILE_NAME: &str = "environment.conf";

/// The names of the settings that it may hold.
pub const NAMES: [&str; 7] =
    ["modulepath", "manifest", "config_version", "environment_timeout", "environment_data_provider", "static_catalogs", "rich_data"];

pub(crate) const TIMEOUT: &str = "environment_timeout";

/// The settings in which `$name` is another setting.
const INTERPOLATED: [&str; 3] = ["modulepath", "manifest", "config_version"];

/// A line, from 1, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is neither a setting, a section nor a comment: Puppet stops.
    Unreadable { line: usize, text: String },
    /// There is no such setting of environments: Puppet passes over it, with a warning.
    Unknown { line: usize, name: String },
    /// It names a setting that Puppet does not have: where `puppet.conf` does not set it either, Puppet stops.
    Unset { line: usize, name: String, expression: String },
    /// It is no time for which an environment is kept: Puppet stops.
    NoTime { line: usize, text: String },
    /// Environments have no sections: Puppet passes over it, with a warning.
    Section { line: usize, name: String },
}

/// All that is wrong, in the order of the lines.
pub fn problems(text: &str) -> Vec<Problem> {
    let (ini, bad) = Ini::parse(text);
    let unreadable = bad.into_iter().map(|it| Problem::Unreadable { line: it.number, text: it.text });
    let unknown = unknown(&ini).map(|(line, name)| Problem::Unknown { line, name: name.to_owned() });
    let sections = ini.sections().map(|(line, name)| Problem::Section { line, name: name.to_owned() });
    let unset = ini.values().filter(|(_, name, _)| INTERPOLATED.contains(name)).flat_map(|(line, name, value)| {
        let unset = names_in(value).filter(|(_, it)| !is_setting(it));
        unset.map(move |(expression, _)| Problem::Unset { line, name: name.to_owned(), expression: expression.to_owned() })
    });
    let times = ini.values().filter(|(_, name, value)| *name == TIMEOUT && !is_time(value));
    let times = times.map(|(line, _, text)| Problem::NoTime { line, text: text.to_owned() });
    let mut all: Vec<Problem> = unreadable.chain(unknown).chain(sections).chain(unset).chain(times).collect();
    all.sort_by_key(Problem::line);
    all
}

impl Problem {
    /// From 1.
    pub fn line(&self) -> usize {
        match self {
            Problem::Unreadable { line, .. }
            | Problem::Unknown { line, .. }
            | Problem::Unset { line, .. }
            | Problem::NoTime { line, .. }
            | Problem::Section { line, .. } => *line,
        }
    }
}

/// Puppet's message for a value that is no time.
pub fn no_time(text: &str) -> String {
    format!("Invalid 'time to live' format '\"{text}\"' for parameter: {TIMEOUT}")
}

/// A number of seconds, or of what the letter after it says; or for ever.
pub(crate) fn is_time(text: &str) -> bool {
    let number = text.strip_suffix(['y', 'd', 'h', 'm', 's']).unwrap_or(text);
    text == "unlimited" || (!number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()))
}

/// Puppet's warnings about ignored settings.
pub(crate) fn warnings(ini: &Ini, file: &Path) -> Vec<String> {
    let mut warnings = Vec::new();
    let file = file.display();
    let sections: Vec<&str> = ini.sections().map(|(_, name)| name).collect();
    if !sections.is_empty() {
        warnings.push(format!(
            "Invalid sections in environment.conf at '{file}'. Environment conf may not have sections. The following sections are being \
             ignored: '{}'",
            sections.join(",")
        ));
    }
    let unknown: Vec<&str> = unknown(ini).map(|(_, name)| name).collect();
    if !unknown.is_empty() {
        warnings.push(format!(
            "Invalid settings in environment.conf at '{file}'. The following unknown setting(s) are being ignored: {}",
            unknown.join(", ")
        ));
    }
    warnings
}

fn unknown(ini: &Ini) -> impl Iterator<Item = (usize, &str)> {
    ini.names().filter(|(_, name)| !NAMES.contains(name))
}
