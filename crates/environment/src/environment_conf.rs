//! What is wrong in an `environment.conf`, line by line.

use crate::ini::Ini;
use crate::site::KNOWN;

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
    let unknown = ini.names().filter(|(_, name)| !KNOWN.contains(name));
    let unknown = unknown.map(|(line, name)| Problem::Unknown { line, name: name.to_owned() });
    let sections = ini.sections().map(|(line, name)| Problem::Section { line, name: name.to_owned() });
    let mut all: Vec<Problem> = unreadable.chain(unknown).chain(sections).collect();
    all.sort_by_key(|it| match it {
        Problem::Unreadable { line, .. } | Problem::Unknown { line, .. } | Problem::Section { line, .. } => *line,
    });
    all
}

/// The names of the settings that an `environment.conf` may hold.
pub fn names() -> &'static [&'static str] {
    &KNOWN
}
