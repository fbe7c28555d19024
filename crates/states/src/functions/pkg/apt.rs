//! Packages of Debian, asked and changed as Salt's module for apt does.

use std::collections::BTreeMap;

use machine::{Command, System};
use serde_json::{Map, Value as Json, json};

use crate::error::StateError;
use crate::shell::Shell;

const ENVIRONMENT: [(&str, &str); 4] = [
    ("APT_LISTBUGS_FRONTEND", "none"),
    ("APT_LISTCHANGES_FRONTEND", "none"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("UCF_FORCE_CONFFOLD", "1"),
];

/// The versions of packages, by their names.
pub type Versions = BTreeMap<String, Vec<String>>;

/// The packages of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packages {
    pub installed: Versions,
    /// Their configuration files are left.
    pub removed: Versions,
}

/// Whether the machine has apt.
pub fn exists(system: &dyn System) -> bool {
    system.is_executable("/usr/bin/apt-get") && system.is_executable("/usr/bin/dpkg-query")
}

fn output(system: &mut dyn System, words: &[&str]) -> String {
    let words = words.iter().map(|it| (*it).to_owned()).collect();
    let environment = [("LC_ALL", "C"), ("LANG", "C")].map(|it| (it.0.to_owned(), Some(it.1.to_owned()))).to_vec();
    system.run(&Command { words, environment, ..Command::default() }).map(|it| it.text()).unwrap_or_default()
}

/// Returns the errors that a program prints, if it fails.
fn problem(system: &mut dyn System, words: &[String]) -> Result<Option<String>, StateError> {
    let environment = ENVIRONMENT.iter().chain(&[("LC_ALL", "C"), ("LANG", "C")]);
    let environment = environment.map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
    let shell = Shell { environment, ..Shell::default() };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    shell.problem(&words, system)
}

/// Lists the packages that dpkg knows.
pub fn list(system: &mut dyn System) -> Packages {
    let text = output(system, &["dpkg-query", "--showformat", "${Status} ${Package} ${Version} ${Architecture}\n", "-W"]);
    let own = output(system, &["dpkg", "--print-architecture"]);
    read(&text, own.trim())
}

fn read(text: &str, architecture: &str) -> Packages {
    let mut all = Packages::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [wanted, _, status, name, version, of] = words[..] else { continue };
        let name = if of == "all" || of == architecture { name.to_owned() } else { format!("{name}:{of}") };
        let versions = match () {
            () if (wanted.contains("install") && wanted != "deinstall" || wanted.contains("hold")) && status.contains("installed") => {
                &mut all.installed
            }
            () if wanted.contains("deinstall") => &mut all.removed,
            () => continue,
        };
        versions.entry(name).or_default().push(version.to_owned());
    }
    all
}

/// The newest version that can be had, by name; empty if there is none, or, unless all are asked for, none that is newer than the
/// installed one.
pub fn latest(system: &mut dyn System, names: &[String], from: Option<&str>, all: bool) -> Vec<String> {
    if names.is_empty() {
        return Vec::new();
    }
    let packages = list(system);
    let release = from.map(|it| format!("APT::Default-Release={it}"));
    let mut words = vec!["apt-cache", "-q", "policy"];
    words.extend(names.iter().map(String::as_str));
    words.extend(release.iter().flat_map(|it| ["-o", it]));
    let candidates = candidates(&output(system, &words));
    let newest = |name: &String| {
        let candidate = candidates.get(name).cloned().unwrap_or_default();
        let mut has = |it: &String| compares(system, it, "ge", &candidate);
        let is_current = !all && packages.installed.get(name).is_some_and(|it| it.iter().any(&mut has));
        if is_current { String::new() } else { candidate }
    };
    names.iter().map(newest).collect()
}

fn candidates(text: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut name = "";
    for line in text.lines().map(str::trim) {
        if let Some(package) = line.strip_suffix(':').filter(|it| !it.starts_with("Version table")) {
            name = package;
        } else if let Some(version) = line.strip_prefix("Candidate:").map(str::trim).filter(|it| *it != "(none)") {
            all.insert(name.to_owned(), version.to_owned());
        }
    }
    all
}

/// Lists the versions of a package that can be had, the newest first.
pub fn versions(system: &mut dyn System, name: &str) -> Vec<String> {
    let text = output(system, &["apt-cache", "madison", "--", name]);
    text.lines().filter_map(|it| it.split('|').nth(1)).map(|it| it.trim().to_owned()).collect()
}

/// Compares two versions as dpkg does; `ge`, `eq`.
pub fn compares(system: &mut dyn System, version: &str, operator: &str, other: &str) -> bool {
    let words = ["dpkg", "--compare-versions", version, operator, other].map(str::to_owned).to_vec();
    system.run(&Command { words, ..Command::default() }).is_ok_and(|it| it.code == Some(0))
}

/// Reads the lists of the repositories anew; an error with what apt says.
pub fn refresh(system: &mut dyn System) -> Result<(), Failed> {
    let words = ["apt-get", "-q", "update"].map(str::to_owned);
    match problem(system, &words).map_err(Failed::State)? {
        None => Ok(()),
        Some(text) => Err(Failed::Refresh(text.trim_end().to_owned())),
    }
}

/// Why packages could not be changed.
pub enum Failed {
    State(StateError),
    Refresh(String),
    /// The errors of apt, and the changes that it has made before.
    Apt {
        verb: &'static str,
        errors: Vec<String>,
        changes: Map<String, Json>,
    },
}

impl std::fmt::Display for Failed {
    /// As Salt shows it in a state.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failed::State(problem) => problem.fmt(f),
            Failed::Refresh(text) => f.write_str(text),
            Failed::Apt { verb, errors, .. } => {
                write!(f, "Problem encountered {verb} package(s). Additional info follows:\n\n{}", listed(errors))
            }
        }
    }
}

impl Failed {
    /// The same with the changes, where there are none.
    pub fn with_changes(&self) -> String {
        match self {
            Failed::Apt { verb, errors, changes } if changes.is_empty() => {
                let errors = listed(errors);
                format!("Problem encountered {verb} package(s). Additional info follows:\n\nchanges:\n    ----------\n{errors}")
            }
            other => other.to_string(),
        }
    }
}

fn listed(errors: &[String]) -> String {
    let mut text = "errors:".to_owned();
    for error in errors {
        let mut mark = "- ";
        for line in error.lines() {
            text += &format!("\n    {mark}{line}");
            mark = "  ";
        }
    }
    text
}

/// How packages are installed.
#[derive(Clone, Debug, Default)]
pub struct How {
    pub recommends: Option<bool>,
    pub only_upgrade: bool,
    pub skip_verify: bool,
    pub from: Option<String>,
}

/// Installs packages of these names and versions, and says what has changed.
pub fn install(system: &mut dyn System, wanted: &[(String, Option<String>)], how: &How) -> Result<Map<String, Json>, Failed> {
    let before = list(system).installed;
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for (name, version) in wanted {
        let Some(version) = version.as_deref().map(|it| it.trim_start_matches('=')) else {
            up.push(name.clone());
            continue;
        };
        let has = before.get(name).and_then(|it| it.last()).cloned();
        let is_down = has.is_some_and(|it| !compares(system, version, "ge", &it));
        let all = if is_down { &mut down } else { &mut up };
        all.push(format!("{name}={version}"));
    }
    let mut errors = Vec::new();
    for (names, is_down) in [(up, false), (down, true)] {
        if names.is_empty() {
            continue;
        }
        errors.extend(problem(system, &command(&names, how, is_down)).map_err(Failed::State)?.filter(|it| !it.is_empty()));
    }
    let changes = difference(&before, &list(system).installed);
    if errors.is_empty() { Ok(changes) } else { Err(Failed::Apt { verb: "installing", errors, changes }) }
}

fn command(names: &[String], how: &How, is_down: bool) -> Vec<String> {
    let mut words = vec!["apt-get", "-q", "-y"];
    words.extend(["-o", "DPkg::Options::=--force-confold", "-o", "DPkg::Options::=--force-confdef"]);
    words.extend(how.recommends.map(|it| if it { "--install-recommends" } else { "--no-install-recommends" }));
    words.extend(how.only_upgrade.then_some("--only-upgrade"));
    words.extend(how.skip_verify.then_some("--allow-unauthenticated"));
    words.extend(how.from.iter().flat_map(|it| ["-t", it]));
    words.extend(is_down.then_some("--force-yes"));
    words.push("install");
    words.into_iter().chain(names.iter().map(String::as_str)).map(str::to_owned).collect()
}

/// Removes packages, with their configuration files if they are purged.
pub fn remove(system: &mut dyn System, names: &[String], purges: bool) -> Result<Map<String, Json>, Failed> {
    let before = list(system);
    let known = |it: &&String| before.installed.contains_key(*it) || (purges && before.removed.contains_key(*it));
    let targets: Vec<&String> = names.iter().filter(known).collect();
    if targets.is_empty() {
        return Ok(Map::new());
    }
    let verb = if purges { "purge" } else { "remove" };
    let words: Vec<String> = ["apt-get", "-q", "-y", verb].map(str::to_owned).into_iter().chain(targets.into_iter().cloned()).collect();
    let error = problem(system, &words).map_err(Failed::State)?.filter(|it| !it.is_empty());
    let after = list(system);
    let mut changes = difference(&before.installed, &after.installed);
    if purges {
        let removed = difference(&before.removed, &after.removed);
        changes = [("removed".to_owned(), json!(removed)), ("installed".to_owned(), json!(changes))].into_iter().collect();
    }
    match error {
        None => Ok(changes),
        Some(error) => Err(Failed::Apt { verb: "removing", errors: vec![error], changes }),
    }
}

/// The differences between two lists, as Salt shows them.
fn difference(before: &Versions, after: &Versions) -> Map<String, Json> {
    let text = |all: &Versions, name: &String| all.get(name).map(|it| it.join(",")).unwrap_or_default();
    let names = before.keys().chain(after.keys().filter(|it| !before.contains_key(*it)));
    let different = names.filter(|it| before.get(*it) != after.get(*it));
    different.map(|it| (it.clone(), json!({ "old": text(before, it), "new": text(after, it) }))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read() {
        let text = "install ok installed own 1.0 all\ndeinstall ok config-files gone 2 amd64\nhold ok installed held 3 amd64\n\
                    install ok installed other 4 i386\ninstall ok half-configured bad\n";
        let all = read(text, "amd64");
        assert_eq!(all.installed.keys().collect::<Vec<_>>(), ["held", "other:i386", "own"]);
        assert_eq!(all.removed.keys().collect::<Vec<_>>(), ["gone"]);
    }

    #[test]
    fn candidates_are_read() {
        let text =
            "own:\n  Installed: 1.0\n  Candidate: 2.0\n  Version table:\n     2.0 500\nnone:\n  Installed: (none)\n  Candidate: (none)\n";
        let all = candidates(text);
        assert_eq!(all.get("own").map(String::as_str), Some("2.0"));
        assert_eq!(all.len(), 1);
    }

    #[test]
    fn errors_are_shown_as_salt_does() {
        let failed = Failed::Apt { verb: "installing", errors: vec!["E: one\nE: two".to_owned()], changes: Map::new() };
        let text = "Problem encountered installing package(s). Additional info follows:\n\nerrors:\n    - E: one\n      E: two";
        assert_eq!(failed.to_string(), text);
    }
}
