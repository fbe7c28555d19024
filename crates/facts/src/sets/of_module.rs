//! The systems that a module supports.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use environment::Metadata;

use super::{FactSet, borrow, machine, names};

/// One system of each family, for modules that say nothing.
const FAMILIES: &[&str] = &[
    "RedHat 9",
    "Debian 12",
    "Ubuntu 24.04",
    "SLES 15",
    "Archlinux",
    "Gentoo",
    "FreeBSD 14",
    "OpenBSD 7",
    "Solaris 11",
    "Darwin 20",
    "windows 2022",
];

/// Systems on which a module is analysed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Systems {
    /// In the order of `metadata.json`, none twice.
    pub sets: Vec<FactSet>,
    pub unresolved: Vec<Unresolved>,
}

/// A system that nothing is known of: that of a switch, or a word with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    pub system: String,
    pub release: String,
}

/// A set for each system and release in `operatingsystem_support`, the newest where a system has no releases. What differs from
/// machine to machine is not known in them. Those of [`for_families`] where the module names nothing.
pub fn for_metadata(metadata: &Metadata) -> Systems {
    if metadata.operating_systems.is_empty() {
        return Systems { sets: for_families(), unresolved: Vec::new() };
    }
    let mut systems = Systems::default();
    for system in &metadata.operating_systems {
        let newest = [String::new()];
        for release in if system.releases.is_empty() { &newest[..] } else { &system.releases[..] } {
            match resolve(&system.name, release) {
                Some(set) if systems.sets.iter().any(|it| it.label == set.label) => {}
                Some(set) => systems.sets.push(set),
                None => systems.unresolved.push(Unresolved { system: system.name.clone(), release: release.clone() }),
            }
        }
    }
    systems
}

/// A set for each family of systems, as none is specified.
pub fn for_families() -> Vec<FactSet> {
    let sets = FAMILIES.iter().filter_map(|label| {
        let (system, release) = names::parse_label(label);
        let mut set = resolve(&system, &release)?;
        set.guessed = true;
        Some(set)
    });
    sets.collect()
}

/// Limit of the sets that stay unpacked: more than are built in. Modules name the same systems again and again, and what
/// they share takes its room but once.
const MOST_KNOWN: usize = 256;

/// By system and release, as metadata have them.
static KNOWN: Mutex<BTreeMap<(String, String), FactSet>> = Mutex::new(BTreeMap::new());

fn resolve(system: &str, release: &str) -> Option<FactSet> {
    let key = (system.to_owned(), release.to_owned());
    // It is only ever a copy of what would be made anew.
    if let Some(set) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(set.clone());
    }
    let mut set = super::find(system, release).or_else(|| borrow::borrow(&names::system(system), release))?;
    machine::forget(&mut set);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() < MOST_KNOWN {
        known.insert(key, set.clone());
    }
    Some(set)
}

#[cfg(test)]
mod tests {
    use environment::OperatingSystem;

    use super::*;

    fn systems(support: &[(&str, &[&str])]) -> (Vec<String>, Vec<String>) {
        let operating_systems = support
            .iter()
            .map(|(name, releases)| OperatingSystem {
                name: (*name).to_owned(),
                releases: releases.iter().map(|it| (*it).to_owned()).collect(),
                index: 0,
            })
            .collect();
        let found = for_metadata(&Metadata { operating_systems, ..Metadata::default() });
        let label = |it: &FactSet| format!("{}{}", it.label, if it.borrowed { " (borrowed)" } else { "" });
        (found.sets.iter().map(label).collect(), found.unresolved.iter().map(|it| format!("{} {}", it.system, it.release)).collect())
    }

    #[test]
    fn modules_share_what_they_have_in_common() {
        let facts = || match resolve("Debian", "12").map(|it| it.facts) {
            Some(values::Value::Hash(facts)) => facts,
            other => panic!("{other:?}"),
        };
        assert!(std::sync::Arc::ptr_eq(&facts(), &facts()));
    }

    #[test]
    fn each_release_has_its_set() {
        let (sets, unresolved) = systems(&[
            ("RedHat", &["7", "8", "8.0"]),
            ("Redhat", &["8"]),
            ("Windows", &["Server 2016", "Server 2008 R2"]),
            ("Archlinux", &[]),
            ("Fedora", &[]),
            ("cisco_nexus", &["7"]),
        ]);
        let expected = ["RedHat 7 (borrowed)", "RedHat 8", "windows 2016", "windows 2008 R2 (borrowed)", "Archlinux", "Fedora 43"];
        assert_eq!(sets, expected);
        assert_eq!(unresolved, ["cisco_nexus 7"]);
    }

    #[test]
    fn without_metadata_every_family_is_guessed() {
        let sets = for_metadata(&Metadata::default()).sets;
        assert_eq!(sets.len(), FAMILIES.len());
        assert!(sets.iter().all(|it| it.guessed && !it.borrowed));
    }

    /// All that the modules of Debian 12 name, by 176 files: none is left out.
    #[test]
    fn systems_that_modules_name_are_known() {
        let named: &[(&str, &[&str])] = &[
            ("AIX", &["5.3", "6.1", "7.1", "7.2"]),
            ("AlmaLinux", &["", "8"]),
            ("Alpine", &[""]),
            ("Amazon", &["2013.09", "2014.03", "2014.09", "2015.03"]),
            ("ArchLinux", &[""]),
            ("Archlinux", &[""]),
            ("CentOS", &["", "4", "5", "6", "6.0", "7", "7.0", "8", "9"]),
            ("Darwin", &["", "16"]),
            ("Debian", &["", "10", "11", "12", "6", "7", "8", "8.0", "9", "9.0", "stretch/sid"]),
            ("DragonFly", &["4"]),
            ("Fedora", &["", "19", "20", "21", "24", "25", "26", "27", "28", "29", "30", "31", "32"]),
            ("FreeBSD", &["", "10", "10.0", "11", "11.0", "9"]),
            ("Gentoo", &[""]),
            ("OpenBSD", &["", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.1", "6.2", "6.3"]),
            ("OracleLinux", &["", "4", "5", "6", "7", "8"]),
            ("RedHat", &["", "4", "5", "6", "6.0", "7", "7.0", "8", "9"]),
            ("Redhat", &["6", "7"]),
            ("Rocky", &["", "8"]),
            ("SLES", &["", "10", "10 SP4", "11", "11 SP1", "12", "15"]),
            ("Scientific", &["", "4", "5", "6", "7", "8"]),
            ("Solaris", &["", "10", "11"]),
            ("Ubuntu", &["", "10.04", "11.10", "12.04", "14.04", "15.10", "16.04", "18.04", "20.04", "22.04"]),
            ("VirtuozzoLinux", &["7"]),
            ("Windows", &["", "10", "2012", "2012 R2", "2012 R2 Core", "2016", "2018", "2019", "2022", "7", "8"]),
            ("Windows", &["Server 2003", "Server 2003 R2", "Server 2008", "Server 2008 R2", "Server 2012", "Server 2016"]),
        ];
        for (system, releases) in named {
            for release in *releases {
                let set = resolve(system, release).unwrap_or_else(|| panic!("{system} {release}"));
                assert!(set.unknown.iter().any(|it| &**it == "memory"), "{}", set.label);
            }
        }
    }
}
