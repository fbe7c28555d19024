//! Sets for systems and releases that none is built in for.
//!
//! Name, family, release and codename are those of the system that is meant. What else may differ is not known.

use std::sync::Arc;

use values::{Hash, Value};

use super::archive::{self, Builtin};
use super::{FactSet, names, paths};

/// Facts that all releases of a system share, except those that are rewritten.
const OF_A_SYSTEM: &[&str] = &["os", "kernel", "networking", "identity", "puppetversion"];

/// Parts of these that differ by release.
const OF_A_RELEASE: &[&str] = &[
    "os.distro.description",
    "os.distro.id",
    "os.distro.specification",
    "os.macosx",
    "os.release.branch",
    "os.release.patchlevel",
    "os.windows",
];

/// Systems of a family, the nearest of which has a set.
const RELATIVES: &[(&str, &str)] = &[
    ("Ascendos", "CentOS"),
    ("CloudLinux", "RedHat"),
    ("Devuan", "Debian"),
    ("KDE neon", "Ubuntu"),
    ("LinuxMint", "Ubuntu"),
    ("OEL", "OracleLinux"),
    ("OVS", "OracleLinux"),
    ("OracleVM", "OracleLinux"),
    ("PSBM", "CentOS"),
    ("Raspbian", "Debian"),
    ("SLED", "SLES"),
    ("VirtuozzoLinux", "CentOS"),
    ("XCP-ng", "CentOS"),
    ("XenServer", "CentOS"),
    ("Manjarolinux", "Archlinux"),
];

/// Systems that are alone: family and kernel, of which alone something is known.
const STRANGERS: &[(&str, &str, &str)] = &[
    ("AIX", "AIX", "AIX"),
    ("Alpine", "Alpine", "Linux"),
    ("DragonFly", "DragonFly", "DragonFly"),
    ("HP-UX", "HP-UX", "HP-UX"),
    ("Mageia", "Mandrake", "Linux"),
    ("NetBSD", "NetBSD", "NetBSD"),
    ("SmartOS", "Solaris", "SunOS"),
];

/// Codenames by the system and its release.
const CODENAMES: &[(&str, &[(&str, &str)])] = &[
    (
        "Debian",
        &[
            ("4", "etch"),
            ("5", "lenny"),
            ("6", "squeeze"),
            ("7", "wheezy"),
            ("8", "jessie"),
            ("9", "stretch"),
            ("10", "buster"),
            ("11", "bullseye"),
            ("12", "bookworm"),
            ("13", "trixie"),
            ("14", "forky"),
        ],
    ),
    (
        "Ubuntu",
        &[
            ("10.04", "lucid"),
            ("10.10", "maverick"),
            ("11.04", "natty"),
            ("11.10", "oneiric"),
            ("12.04", "precise"),
            ("12.10", "quantal"),
            ("13.04", "raring"),
            ("13.10", "saucy"),
            ("14.04", "trusty"),
            ("14.10", "utopic"),
            ("15.04", "vivid"),
            ("15.10", "wily"),
            ("16.04", "xenial"),
            ("16.10", "yakkety"),
            ("17.04", "zesty"),
            ("17.10", "artful"),
            ("18.04", "bionic"),
            ("18.10", "cosmic"),
            ("19.04", "disco"),
            ("19.10", "eoan"),
            ("20.04", "focal"),
            ("20.10", "groovy"),
            ("21.04", "hirsute"),
            ("21.10", "impish"),
            ("22.04", "jammy"),
            ("22.10", "kinetic"),
            ("23.04", "lunar"),
            ("23.10", "mantic"),
            ("24.04", "noble"),
            ("24.10", "oracular"),
            ("25.04", "plucky"),
            ("25.10", "questing"),
        ],
    ),
];

/// A set for a system and a release (none: whichever); none where nothing is known of the system.
pub(super) fn borrow(system: &str, release: &str) -> Option<FactSet> {
    if let Some(donor) = nearest(system, release) {
        return rewritten(donor.set()?, system, release);
    }
    if let Some((_, relative)) = RELATIVES.iter().find(|(it, _)| *it == system) {
        return rewritten(nearest(relative, release)?.set()?, system, release);
    }
    let (_, family, kernel) = STRANGERS.iter().find(|(it, ..)| *it == system)?;
    let mut set = rewritten(super::find("Debian", "")?, system, release)?;
    set.forget(&["os.distro", "os.hardware", "os.architecture", "identity"]);
    change(&mut set, "os.family", (*family).into());
    change(&mut set, "kernel", (*kernel).into());
    Some(set)
}

/// Of those that are built in for a system; the newer one where two are as near.
fn nearest(system: &str, release: &str) -> Option<Builtin> {
    let release = names::release(system, release);
    let wanted = names::number(&release);
    let distance = |it: &Builtin| {
        let number = names::number(it.release);
        (number.0.abs_diff(wanted.0), number.1.abs_diff(wanted.1), std::cmp::Reverse(number), !it.is_usual())
    };
    archive::all().filter(|it| names::same(it.system, system) && names::is_release(it.release)).min_by_key(distance)
}

fn rewritten(mut set: FactSet, system: &str, release: &str) -> Option<FactSet> {
    let major = names::plain(&names::release(system, release));
    set.borrowed = true;
    set.label = names::label(system, if release.is_empty() { "" } else { &major }).into();
    let known = match &set.facts {
        Value::Hash(facts) => facts.keys().filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    };
    let whole: Vec<&str> = known.iter().map(String::as_str).filter(|it| !OF_A_SYSTEM.contains(it)).collect();
    set.forget(&whole);
    set.forget(OF_A_RELEASE);
    change(&mut set, "os.name", system.into());
    if release.is_empty() {
        set.forget(&["os.release", "os.distro"]);
        return Some(set);
    }
    // Where the major release is all there is, it is the full one.
    let is_full = names::has_two_numbers(system) || paths::get(&set.facts, "os.release.minor").is_none();
    for of in ["os.release", "os.distro.release"] {
        change(&mut set, &format!("{of}.major"), major.as_str().into());
        if is_full {
            change(&mut set, &format!("{of}.full"), major.as_str().into());
        } else {
            set.forget(&[&format!("{of}.full"), &format!("{of}.minor")]);
        }
    }
    let names = CODENAMES.iter().find(|(it, _)| *it == system).map_or(&[][..], |(_, names)| names);
    match names.iter().find(|(it, _)| *it == major) {
        Some((_, name)) => change(&mut set, "os.distro.codename", (*name).into()),
        None => set.forget(&["os.distro.codename"]),
    }
    Some(set)
}

fn change(set: &mut FactSet, path: &str, value: Value) {
    if let Value::Hash(facts) = &mut set.facts {
        let facts: &mut Hash = Arc::make_mut(facts);
        paths::set(facts, path, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn known(set: &FactSet, path: &str) -> Option<String> {
        paths::get(&set.facts, path).and_then(|it| it.as_str().map(str::to_owned))
    }

    #[test]
    fn another_release_keeps_what_all_have() {
        let set = borrow("Debian", "9").expect("a set");
        assert_eq!((&*set.label, set.borrowed), ("Debian 9", true));
        assert_eq!(known(&set, "os.release.major").as_deref(), Some("9"));
        assert_eq!(known(&set, "os.distro.codename").as_deref(), Some("stretch"));
        assert_eq!(known(&set, "os.family").as_deref(), Some("Debian"));
        assert_eq!(known(&set, "kernel").as_deref(), Some("Linux"));
        for path in ["os.release.full", "kernelrelease", "ruby", "augeas", "os.distro.description"] {
            assert!(matches!(paths::get(&set.facts, path), Some(Value::Unknown(_))), "{path}");
            assert!(set.unknown.iter().any(|it| &**it == path), "{path}");
        }
        let set = borrow("Ubuntu", "16.04").expect("a set");
        assert_eq!(known(&set, "os.release.full").as_deref(), Some("16.04"));
    }

    #[test]
    fn a_relative_lends_what_the_family_has() {
        let set = borrow("VirtuozzoLinux", "7").expect("a set");
        assert_eq!(known(&set, "os.name").as_deref(), Some("VirtuozzoLinux"));
        assert_eq!(known(&set, "os.family").as_deref(), Some("RedHat"));
        assert_eq!(known(&set, "os.release.major").as_deref(), Some("7"));
    }

    #[test]
    fn of_a_stranger_its_name_is_known() {
        let set = borrow("AIX", "7.1").expect("a set");
        assert_eq!((known(&set, "os.family").as_deref(), known(&set, "kernel").as_deref()), (Some("AIX"), Some("AIX")));
        assert!(matches!(paths::get(&set.facts, "memory"), Some(Value::Unknown(_))));
        assert_eq!(borrow("IOS-XR", "6"), None);
    }
}
