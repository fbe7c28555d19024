//! Facts of operating systems that the program knows by itself, as Facter printed them there.
//!
//! [`find`] gives a set as it was. [`for_metadata`] returns those on which a module is analysed: one for each system that it supports. What
//! differs from machine to machine is not known in these, and where no set is built in, the nearest one is borrowed and what may differ
//! with the release is not known either.

mod archive;
mod borrow;
mod machine;
mod names;
mod of_module;
mod paths;

use std::sync::Arc;

use values::{Str, Value};

pub use archive::Builtin;
pub use names::{parse_label, system};
pub use of_module::{Systems, Unresolved, for_families, for_metadata};

/// The facts of one operating system.
#[derive(Clone, Debug, PartialEq)]
pub struct FactSet {
    /// As `metadata.json` names it: `Debian 12`, `RedHat 8`.
    pub label: Str,
    /// A hash of structured facts. At the paths in `unknown` it holds [`Value::Unknown`].
    pub facts: Value,
    /// Unknown facts, as dotted paths.
    pub unknown: Vec<Str>,
    /// The facts of another release or system of the family.
    pub borrowed: bool,
    /// The system is guessed: a finding on it is no error.
    pub guessed: bool,
    /// All facts of one machine: a custom fact that is not among them does not exist.
    pub complete: bool,
}

/// All sets that are built in, in the order of their names.
pub fn all() -> impl Iterator<Item = Builtin> {
    archive::all()
}

/// The set of a system by a name such as `Debian`, `rhel`, `Oracle Linux`, and a release: `12`, `8.4`, `2012 R2`, or nothing for
/// the newest. None where none is built in.
pub fn find(os: &str, release: &str) -> Option<FactSet> {
    named(os, release)?.set()
}

fn named(os: &str, release: &str) -> Option<Builtin> {
    let system = names::system(os);
    let of_system = || archive::all().filter(|it| names::same(it.system, &system));
    if release.is_empty() {
        return of_system().max_by_key(|it| (names::is_release(it.release), names::number(it.release), it.is_usual()));
    }
    let release = names::release(&system, release);
    of_system().filter(|it| it.release.eq_ignore_ascii_case(&release)).max_by_key(Builtin::is_usual)
}

/// The set that a person means: `debian-12`, `Debian 12`, `ubuntu 22.04`, `Ubuntu-22.04-aarch64`, `rhel9`.
pub fn meant(text: &str) -> Option<Builtin> {
    let (os, release) = names::parse_label(text);
    archive::all().find(|it| it.name.eq_ignore_ascii_case(text)).or_else(|| named(&os, &release))
}

/// How people write the systems that sets are built in for: `debian-12`.
pub fn names() -> impl Iterator<Item = String> {
    written(|_| true)
}

/// Those of the system that a text names, whatever release it names.
pub fn names_of_system(text: &str) -> Vec<String> {
    let system = names::system(&names::parse_label(text).0);
    written(|it| names::same(it.system, &system)).collect()
}

/// Releases that are no numbers nobody writes.
fn written(is_wanted: impl Fn(&Builtin) -> bool) -> impl Iterator<Item = String> {
    let usual = all().filter(move |it| it.is_usual() && names::is_release(it.release) && is_wanted(it));
    usual.map(|it| format!("{}-{}", it.system, it.release).to_lowercase())
}

impl FactSet {
    fn new(label: impl Into<Str>, facts: Value) -> FactSet {
        FactSet { label: label.into(), facts, unknown: Vec::new(), borrowed: false, guessed: false, complete: false }
    }

    /// The values at these paths are not known any more, where there are some.
    fn forget(&mut self, paths: &[&str]) {
        self.change(paths, paths::forget);
    }

    /// Nobody knows what stands at these paths, and whether anything does.
    pub fn doubt(&mut self, paths: &[&str]) {
        self.change(paths, paths::doubt);
    }

    fn change(&mut self, paths: &[&str], change: fn(&mut values::Hash, &str) -> bool) {
        let Value::Hash(facts) = &mut self.facts else { return };
        let facts = Arc::make_mut(facts);
        for path in paths {
            if change(facts, path) && !self.unknown.iter().any(|it| &**it == *path) {
                self.unknown.push((*path).into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(os: &str, release: &str) -> Option<String> {
        find(os, release).map(|it| it.label.to_string())
    }

    #[test]
    fn sets_are_found_by_many_names() {
        for (os, release, expected) in [
            ("Debian", "12", "Debian 12"),
            ("debian", "12.5", "Debian 12"),
            ("Debian", "", "Debian 13"),
            ("rhel", "8", "RedHat 8"),
            ("Red Hat", "9.0", "RedHat 9"),
            ("Ubuntu", "22.04", "Ubuntu 22.04"),
            ("Oracle Linux", "9", "OracleLinux 9"),
            ("Windows", "Server 2012 R2", "windows 2012 R2"),
            ("windows", "2012 r2 Core", "windows 2012 R2"),
            ("ArchLinux", "", "Archlinux"),
            ("OpenSuse", "15", "openSUSE 15"),
            ("freebsd", "13.5", "FreeBSD 13"),
        ] {
            assert_eq!(label(os, release).as_deref(), Some(expected), "{os} {release}");
        }
        assert_eq!(label("Debian", "4"), None);
        assert_eq!(label("Plan9", ""), None);
    }

    #[test]
    fn people_write_them_as_they_like() {
        for (text, expected) in [
            ("debian-12", "Debian 12"),
            ("debian12", "Debian 12"),
            ("Debian 12", "Debian 12"),
            ("Ubuntu-22.04-aarch64", "Ubuntu 22.04"),
            ("ubuntu 24.04", "Ubuntu 24.04"),
            ("windows-2012_R2", "windows 2012 R2"),
            ("gentoo", "Gentoo"),
            ("oracle-linux-9", "OracleLinux 9"),
        ] {
            assert_eq!(meant(text).map(|it| it.label()).as_deref(), Some(expected), "{text}");
        }
        assert!(meant("").is_none());
        assert!(meant("debian-99").is_none());
        // What is offered instead is understood.
        assert!(names_of_system("Debian 99").contains(&"debian-12".to_owned()));
        assert_eq!(names_of_system("plan9"), Vec::<String>::new());
        for name in names() {
            assert!(meant(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_usual_machine_is_of_the_usual_kind() {
        let set = find("Ubuntu", "24.04").expect("built in");
        assert_eq!(paths::get(&set.facts, "os.architecture"), Some(&Value::from("amd64")));
    }
}
