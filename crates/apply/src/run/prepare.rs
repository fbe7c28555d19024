//! Prepares a catalog: default providers, answers of Ruby providers, mistakes.

use catalog::{Catalog, Resource, ResourceId, puppet};
use compiler::{Applied, Environment, NodeFacts};
use providers::bridge::{Shared, locked};
use providers::{Level, Os, secrets};
use serde_json::json;

use super::ruby::{Place, prepared};
use super::{Logbook, Remembered, defaults, deprecated};

/// A catalog that can be applied.
pub struct Ready {
    pub applied: Applied,
    pub environment: String,
    pub node: String,
    pub modules: Vec<String>,
    /// Bridge that applies resources whose providers are written in Ruby.
    pub ruby: Shared,
    pub remembered: Remembered,
}

/// Inputs of applying a catalog.
pub struct With<'a> {
    pub place: Place<'a>,
    /// Its types and providers.
    pub code: &'a Environment,
    /// Facts that the code of types reads.
    pub facts: &'a NodeFacts,
    /// The operating system, computed when needed.
    pub os: &'a dyn Fn() -> Os,
    /// Starts what applies resources whose providers are written in Ruby.
    pub ruby: &'a dyn Fn(&Place<'_>, Level) -> Shared,
    pub improved: bool,
}

/// The catalog as it is applied. None where that cannot be; then the error was reported.
pub fn prepare(mut catalog: Catalog, with: &With<'_>, logbook: &mut Logbook) -> Option<Ready> {
    // From here on one thread has something to do: another one can read.
    let remembered = Remembered::begin(with.place.folders);
    if std::fs::read_to_string("/proc/1/comm").is_ok_and(|it| it.contains("systemd")) {
        kept_by_systemd(&mut catalog);
    }
    defaults::name(&mut catalog, with.os);
    let mut applied = compiler::apply_for(with.facts, catalog, Some(with.code));
    let ruby = (with.ruby)(&with.place, logbook.least);
    let refuse = |applied: &Applied, message: &str, file: Option<&str>, line: Option<u32>, logbook: &mut Logbook| {
        let message = secrets::without_secrets(&applied.catalog, message);
        logbook.tell(Level::Err, format!("{message}{}", place_suffix(file, line)));
    };
    // Errors of a type that is known here are reported first; Ruby is not asked then.
    if applied.problems.is_empty() {
        locked(&ruby).leave(applied.inert.iter().map(|id| puppet::reference(&applied.catalog[*id])));
        let prepared = prepared(&ruby, &applied.catalog, logbook);
        if let Some((message, file, line)) = prepared.problems.into_iter().next() {
            refuse(&applied, &message, file.as_deref(), line, logbook);
            return None;
        }
        if prepared.is_wanted {
            let known = |it: &Resource| prepared.relations.get(&puppet::reference(it)).cloned();
            applied = compiler::apply_with_relations(with.facts, applied.catalog, Some(with.code), &known);
        }
    }
    if let Some(problem) = applied.problems.first() {
        refuse(&applied, &problem.issue.to_string(), problem.file.as_deref(), problem.line, logbook);
        return None;
    }
    for unread in &applied.unread {
        logbook.tell(Level::Warning, unread.to_string());
    }
    deprecated::warn(&applied.catalog, with.improved, logbook);
    if let Some(bucket) = missing_bucket(&applied.catalog) {
        logbook.tell(Level::Err, format!("Could not find filebucket {bucket} specified in backup"));
        return None;
    }
    let Place { node, environment, modules, .. } = with.place;
    Some(Ready { applied, environment: environment.to_owned(), node: node.to_owned(), modules: modules.to_vec(), ruby, remembered })
}

/// The place of a resource, as it appears after a message.
fn place_suffix(file: Option<&str>, line: Option<u32>) -> String {
    match (file.filter(|it| !it.is_empty()), line) {
        (Some(file), Some(line)) => format!(" (file: {file}, line: {line})"),
        (Some(file), None) => format!(" (file: {file})"),
        (None, Some(line)) => format!(" (line: {line})"),
        (None, None) => String::new(),
    }
}

/// Sets the provider of services without one to systemd, as where that runs: it decides which attributes they may have.
fn kept_by_systemd(catalog: &mut Catalog) {
    for number in 0..catalog.resources().len() {
        let resource = &mut catalog[ResourceId(u32::try_from(number).unwrap_or(u32::MAX))];
        if resource.type_name == "Service" && resource.value("provider").is_none() {
            resource.set("provider", json!("systemd"));
        }
    }
}

/// A bucket that a file is to be kept in, and that is not there.
fn missing_bucket(catalog: &Catalog) -> Option<String> {
    let wanted = catalog.resources().iter().filter(|it| it.type_name == "File" && !it.is_virtual);
    let mut wanted = wanted.filter_map(|it| it.value("backup")?.as_str()).filter(|it| !it.starts_with('.'));
    let is_there = |name: &str| catalog.resources().iter().any(|it| it.type_name == "Filebucket" && it.title == name);
    wanted.find(|it| !matches!(*it, "puppet" | "true" | "false") && !is_there(it)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systemd_is_asked_for_what_it_can() {
        let problems = |enable: &str, by_systemd: bool| {
            let text = json!({"name": "n", "version": 1, "resources": [
                {"type": "Service", "title": "own", "parameters": {"enable": enable}},
                {"type": "Service", "title": "other", "parameters": {"enable": true, "provider": "base"}},
            ]});
            let mut catalog = puppet::from_json(&text.to_string()).unwrap();
            if by_systemd {
                kept_by_systemd(&mut catalog);
            }
            assert_eq!(catalog.resources()[1].value("provider"), Some(&json!("base")));
            compiler::apply(catalog, None).problems.len()
        };
        assert_eq!((problems("mask", false), problems("mask", true)), (0, 0));
        // No provider that Puppet takes by itself on Unix starts a service by hand.
        assert_eq!((problems("manual", false), problems("manual", true)), (1, 1));
    }
}
