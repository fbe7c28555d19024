//! What an `environment.conf` may hold, and what is wrong in one, line by line.

use std::path::Path;

use crate::ini::Ini;

pub const FILE_NAME: &str = "environment.conf";

/// The names of the settings that it may hold.
pub const NAMES: [&str; 7] =
    ["modulepath", "manifest", "config_version", "environment_timeout", "environment_data_provider", "static_catalogs", "rich_data"];

/// A line, from 1, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is neither a setting, a section nor a comment: Puppet stops.
    Unreadable { line: usize, text: String },
    /// There is no such setting of environments: Puppet passes over it, with a warning.
    Unknown { line: usize, name: String },
    /// Environments have no sections: Puppet passes over it, with a warning.
    Section { line: usize, name: String },
}

/// All that is wrong, in the order of the lines.
pub fn problems(text: &str) -> Vec<Problem> {
    let (ini, bad) = Ini::parse_all(text);
    let unreadable = bad.into_iter().map(|it| Problem::Unreadable { line: it.number, text: it.text });
    let unknown = unknown(&ini).map(|(line, name)| Problem::Unknown { line, name: name.to_owned() });
    let sections = ini.sections().map(|(line, name)| Problem::Section { line, name: name.to_owned() });
    let mut all: Vec<Problem> = unreadable.chain(unknown).chain(sections).collect();
    all.sort_by_key(|it| match it {
        Problem::Unreadable { line, .. } | Problem::Unknown { line, .. } | Problem::Section { line, .. } => *line,
    });
    all
}

/// What Puppet says of what it passes over.
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
