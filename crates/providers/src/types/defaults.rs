//! Default providers in Ruby of a system.

use crate::types::elsewhere::Elsewhere;
use machine::System;

/// Facts of an operating system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Os {
    pub family: String,
    pub name: String,
    /// The first part of its release.
    pub major: String,
}

/// Condition on an operating system's name.
enum On {
    Family(&'static [&'static str]),
    Name(&'static [&'static str]),
}

/// Puppet's default providers (`defaultfor`), with their releases, or none for all; those of the same type in the order of Puppet's choice.
const DEFAULTS: [(&str, &str, On, &[&str]); 15] = [
    ("Package", "pacman", On::Name(&["archlinux", "manjarolinux", "artix"]), &[]),
    ("Package", "portage", On::Family(&["gentoo"]), &[]),
    ("Package", "zypper", On::Name(&["suse", "sles", "sled", "opensuse"]), &[]),
    ("Package", "xbps", On::Name(&["void"]), &[]),
    ("Package", "opkg", On::Name(&["openwrt"]), &[]),
    ("Package", "tdnf", On::Name(&["photonos"]), &[]),
    ("Package", "urpmi", On::Name(&["mandriva", "mandrake"]), &[]),
    ("Package", "pkgin", On::Name(&["smartos", "netbsd"]), &[]),
    ("Service", "openrc", On::Name(&["gentoo", "funtoo"]), &[]),
    ("Service", "openwrt", On::Name(&["openwrt"]), &[]),
    ("Service", "redhat", On::Name(&["amazon"]), &["2017", "2018"]),
    ("Service", "redhat", On::Name(&["redhat"]), &["4", "5", "6"]),
    ("Service", "redhat", On::Family(&["suse"]), &["10", "11"]),
    ("Service", "upstart", On::Name(&["ubuntu"]), &["10.04", "12.04", "14.04", "14.10"]),
    ("Service", "upstart", On::Name(&["linuxmint"]), &["10", "11", "12", "13", "14", "15", "16", "17"]),
];

/// The provider in Ruby that Puppet would take for a resource that names none. None where it would take one that is here, and where
/// the program of that provider is not there: then another one may do.
pub fn default_in_ruby(type_name: &str, os: &Os, system: &dyn System) -> Option<&'static str> {
    let is_one = |all: &[&str], name: &str| all.iter().any(|it| it.eq_ignore_ascii_case(name));
    let is_on = |on: &On| match on {
        On::Family(all) => is_one(all, &os.family),
        On::Name(all) => is_one(all, &os.name),
    };
    let found = DEFAULTS.iter().find(|it| it.0 == type_name && is_on(&it.2) && (it.3.is_empty() || is_one(it.3, &os.major)))?;
    let elsewhere = Elsewhere::named(type_name, found.1)?;
    elsewhere.obstacle(system).is_none().then_some(found.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::FileKind;
    use machine::memory::Memory;

    fn os(family: &str, name: &str, major: &str) -> Os {
        Os { family: family.to_owned(), name: name.to_owned(), major: major.to_owned() }
    }

    fn machine(programs: &[&str]) -> Memory {
        let mut memory = Memory::default();
        programs.iter().for_each(|it| memory.put(it, FileKind::File, 0o755, b""));
        memory
    }

    #[test]
    fn a_system_has_its_own_where_the_program_is_there() {
        let machine = machine(&["/usr/bin/pacman", "/usr/bin/emerge", "/bin/rc-status", "/usr/bin/zypper", "/sbin/chkconfig"]);
        let default = |type_name: &str, os: Os| default_in_ruby(type_name, &os, &machine);
        assert_eq!(default("Package", os("Archlinux", "Archlinux", "")), Some("pacman"));
        assert_eq!(default("Service", os("Archlinux", "Archlinux", "")), None);
        assert_eq!(default("Package", os("Gentoo", "Funtoo", "2")), Some("portage"));
        assert_eq!(default("Service", os("Gentoo", "Gentoo", "2")), Some("openrc"));
        assert_eq!(default("Package", os("Suse", "openSUSE", "15")), Some("zypper"));
        assert_eq!(default("Service", os("Suse", "SLES", "11")), Some("redhat"));
        assert_eq!(default("Service", os("Suse", "SLES", "15")), None);
        assert_eq!(default("Package", os("Linux", "Void", "")), None, "its program is not there");
        assert_eq!(default("Package", os("Debian", "Debian", "12")), None);
        assert_eq!(default("File", os("Gentoo", "Gentoo", "2")), None);
    }

    #[test]
    fn each_is_a_provider_of_a_program() {
        for (type_name, provider, ..) in &DEFAULTS {
            let elsewhere = Elsewhere::named(type_name, provider);
            assert!(matches!(elsewhere, Some(Elsewhere::OfProgram { .. })), "{type_name} {provider}: {elsewhere:?}");
        }
    }
}
