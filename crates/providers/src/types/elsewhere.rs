//! Providers that a manifest names and that are not here: those of other systems, and those that only Ruby code has.

use resource_types::type_info;

use crate::instance::{Cx, Instance, Obstacle, ProviderError};
use crate::subject::Subject;
use crate::types::{package, service, tool};
use machine::System;

/// Where the provider is that a resource asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// On systems that Bunraku does not run on.
    OtherSystem(&'static str),
    /// In Ruby, and of no use where its program is not there.
    OfProgram { provider: &'static str, program: &'static str },
    /// In Ruby.
    InRuby(String),
}

/// Puppet's providers of Windows, macOS, Solaris, AIX, HP-UX, NetBSD, FreeBSD and OpenBSD.
const OF_OTHER_SYSTEMS: [(&str, &[&str]); 6] = [
    ("Exec", &["windows"]),
    ("File", &["windows"]),
    ("Group", &["aix", "directoryservice", "pw", "windows_adsi"]),
    (
        "Package",
        &[
            "aix",
            "appdmg",
            "apple",
            "blastwave",
            "freebsd",
            "hpux",
            "macports",
            "openbsd",
            "pkg",
            "pkgdmg",
            "pkgng",
            "pkgutil",
            "sun",
            "sunfreeware",
            "windows",
        ],
    ),
    ("Service", &["bsd", "freebsd", "launchd", "openbsd", "rcng", "smf", "src", "windows"]),
    ("User", &["aix", "directoryservice", "hpuxuseradd", "openbsd", "pw", "user_role_add", "windows_adsi"]),
];

/// Those of Linux, and of whatever has their program.
const OF_PROGRAMS: [(&str, &str, &str); 28] = [
    ("Package", "aptitude", "/usr/bin/aptitude"),
    ("Package", "aptrpm", "rpm"),
    ("Package", "dnfmodule", "/usr/bin/dnf"),
    ("Package", "fink", "/sw/bin/fink"),
    ("Package", "nim", "/usr/sbin/nimclient"),
    ("Package", "opkg", "opkg"),
    ("Package", "pacman", "/usr/bin/pacman"),
    ("Package", "pkgin", "pkgin"),
    ("Package", "portage", "/usr/bin/emerge"),
    ("Package", "ports", "/usr/local/sbin/portupgrade"),
    ("Package", "portupgrade", "/usr/local/sbin/portupgrade"),
    ("Package", "puppetserver_gem", "/opt/puppetlabs/bin/puppetserver"),
    ("Package", "rug", "/usr/bin/rug"),
    ("Package", "tdnf", "tdnf"),
    ("Package", "up2date", "/usr/sbin/up2date-nox"),
    ("Package", "urpmi", "urpmi"),
    ("Package", "xbps", "/usr/bin/xbps-install"),
    ("Package", "zypper", "/usr/bin/zypper"),
    ("Service", "daemontools", "/usr/bin/svc"),
    ("Service", "gentoo", "/sbin/rc-update"),
    ("Service", "openrc", "/bin/rc-status"),
    ("Service", "openwrt", "/sbin/procd"),
    ("Service", "redhat", "/sbin/chkconfig"),
    ("Service", "upstart", "/sbin/initctl"),
    ("Vcsrepo", "bzr", "bzr"),
    ("Vcsrepo", "cvs", "cvs"),
    ("Vcsrepo", "hg", "hg"),
    ("Vcsrepo", "svn", "svn"),
];

impl Elsewhere {
    /// Where the provider is that a resource names; none where it names none, or one that is here.
    pub fn find(subject: &Subject) -> Option<Elsewhere> {
        Elsewhere::named(&subject.type_name, &subject.text("provider")?)
    }

    /// Where a provider of a type is; none where it is here.
    pub fn named(type_name: &str, named: &str) -> Option<Elsewhere> {
        if is_here(type_name, named) {
            return None;
        }
        let of_systems = OF_OTHER_SYSTEMS.iter().filter(|it| it.0 == type_name).flat_map(|it| it.1);
        if let Some(provider) = of_systems.copied().find(|it| *it == named) {
            return Some(Elsewhere::OtherSystem(provider));
        }
        let of_program = OF_PROGRAMS.iter().find(|it| it.0 == type_name && it.1 == named);
        Some(match of_program {
            Some((_, provider, program)) => Elsewhere::OfProgram { provider, program },
            None => Elsewhere::InRuby(named.to_owned()),
        })
    }

    /// Its name, where that is known.
    pub fn provider(&self) -> Option<&'static str> {
        match self {
            Elsewhere::OtherSystem(provider) | Elsewhere::OfProgram { provider, .. } => Some(provider),
            Elsewhere::InRuby(_) => None,
        }
    }

    /// Whether Ruby does the work, if anybody can.
    pub fn is_in_ruby(&self) -> bool {
        !matches!(self, Elsewhere::OtherSystem(_))
    }

    /// Obstacle, as far as it shows without Ruby.
    pub fn obstacle(&self, system: &dyn System) -> Option<Obstacle> {
        match self {
            Elsewhere::OtherSystem(provider) => Some(Obstacle::NotFunctional(provider)),
            Elsewhere::OfProgram { provider, program } => {
                tool::find(program, system).is_none().then_some(Obstacle::NotFunctional(provider))
            }
            Elsewhere::InRuby(_) => None,
        }
    }
}

/// Whether a provider is one of those that are here.
fn is_here(type_name: &str, provider: &str) -> bool {
    match type_name {
        "Exec" => matches!(provider, "posix" | "shell"),
        "File" => provider == "posix",
        "Group" => provider == "groupadd",
        "Package" => package::has_provider(provider),
        "Service" => service::has_provider(provider),
        "User" => provider == "useradd",
        "Vcsrepo" => matches!(provider, "git" | "dummy"),
        // Of any other type all are.
        other => {
            type_info(&other.to_lowercase()).is_none_or(|it| it.providers.is_empty() || it.providers.iter().any(|it| it.0 == provider))
        }
    }
}

/// A resource whose provider is not here.
pub struct NotHere(pub Elsewhere);

impl Instance for NotHere {
    fn provider(&self) -> Option<&'static str> {
        self.0.provider()
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        self.0.obstacle(cx.system)
    }

    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, serde_json::Value)>, ProviderError> {
        Err(ProviderError::new("Its provider is written in Ruby, and there is nothing that runs it"))
    }
}

#[cfg(test)]
mod tests {
    use machine::FileKind;
    use machine::memory::Memory;

    use super::*;
    use serde_json::json;

    #[test]
    fn each_provider_is_one_that_puppet_has() {
        let named = OF_OTHER_SYSTEMS.iter().flat_map(|(of, all)| all.iter().map(move |it| (*of, *it)));
        for (type_name, provider) in named.chain(OF_PROGRAMS.iter().map(|it| (it.0, it.1))) {
            let info = type_info(&type_name.to_lowercase()).unwrap();
            assert!(info.providers.iter().any(|it| it.0 == provider), "{type_name} {provider}");
            assert!(!is_here(type_name, provider), "{type_name} {provider}");
        }
    }

    #[test]
    fn the_providers_that_are_here_are_not_elsewhere() {
        for (type_name, provider) in [("exec", "shell"), ("package", "npm"), ("service", "runit"), ("archive", "wget"), ("cron", "crontab")]
        {
            assert_eq!(Elsewhere::find(&Subject::bare(type_name, "x", &[("provider".to_owned(), json!(provider))])), None);
        }
        let of_a_module = Subject::bare("service", "x", &[("provider".to_owned(), json!("pacemaker"))]);
        assert_eq!(Elsewhere::find(&of_a_module), Some(Elsewhere::InRuby("pacemaker".to_owned())));
    }

    #[test]
    fn a_provider_of_a_program_needs_it() {
        let subject = |provider: &str| Subject::bare("package", "x", &[("provider".to_owned(), json!(provider))]);
        let mut machine = Memory::default();
        let zypper = Elsewhere::find(&subject("zypper")).unwrap();
        assert_eq!(zypper.obstacle(&machine), Some(Obstacle::NotFunctional("zypper")));
        machine.put("/usr/bin/zypper", FileKind::File, 0o755, b"");
        assert_eq!(zypper.obstacle(&machine), None);
        assert!(zypper.is_in_ruby());
    }
}
