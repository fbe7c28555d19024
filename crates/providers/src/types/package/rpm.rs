//! Red Hat's: `dnf`, `yum` and `rpm`.

mod version;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Asked, Manager, State, Together, Version, succeed};
use crate::instance::{Cx, ProviderError};
use crate::show::plain;
use crate::types::tool;
use machine::System;

pub struct Rpm {
    /// `rpm` itself installs from files only.
    program: &'static str,
}

const FORMAT: &str = "%{NAME} %|EPOCH?{%{EPOCH}}:{0}| %{VERSION} %{RELEASE} %{ARCH}\\n";

impl Rpm {
    pub const DNF: Rpm = Rpm { program: "dnf" };
    pub const YUM: Rpm = Rpm { program: "yum" };
    pub const RPM: Rpm = Rpm { program: "rpm" };

    fn is_alone(&self) -> bool {
        self.program == "rpm"
    }

    /// How it is called to change something.
    fn words(&self) -> Vec<String> {
        tool::words(&[self.program, "-d", "0", "-e", if self.program == "dnf" { "1" } else { "0" }, "-y"])
    }

    /// Command that upgrades.
    fn upgrade(&self) -> &'static str {
        if self.program == "yum" { "update" } else { "upgrade" }
    }

    /// Some repositories give another version than they are asked for.
    fn check(&self, asked: &Asked, version: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(state) = self.query(asked, cx)? else { return Err(ProviderError::new(format!("Could not find package {}", asked.name))) };
        let is = plain(&state.ensure);
        if is == version || self.is_meant(version, &is, cx) {
            return Ok(());
        }
        Err(ProviderError::new(format!("Failed to update to version {version}, got version {is} instead")))
    }
}

impl Together for Rpm {
    fn install(&self, asked: &Asked, names: &[String], cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = self.words();
        words.extend(asked.install_options.iter().cloned());
        words.push("install".to_owned());
        words.extend(names.iter().cloned());
        let said = succeed(words, &[], cx)?;
        let is_missing = |line: &str| line.starts_with("No package ") && line.ends_with(" available.");
        if said.lines().any(is_missing) { Err(ProviderError::new("Could not find all packages")) } else { Ok(()) }
    }

    /// Missing packages; one that another package provides counts as installed.
    fn missing(&self, asked: &Asked, names: &[String], cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
        let mut missing = Vec::new();
        for name in names {
            if self.query(&Asked { name: name.clone(), ..asked.clone() }, cx)?.is_none() {
                missing.push(name.clone());
            }
        }
        Ok(missing)
    }
}

impl Manager for Rpm {
    fn name(&self) -> &'static str {
        self.program
    }

    fn is_there(&self, _asked: &Asked, system: &dyn System) -> bool {
        tool::find("rpm", system).is_some() && tool::find(self.program, system).is_some()
    }

    fn missing(&self) -> &'static str {
        if self.is_alone() { "absent" } else { "purged" }
    }

    fn list(&self, _asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError> {
        let said = succeed(tool::words(&["rpm", "-qa", "--nosignature", "--nodigest", "--qf", FORMAT]), &[], cx);
        let said = said.map_err(|_| ProviderError::new("Failed to list packages"))?;
        Ok(parse_states(&said))
    }

    fn query(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<State>, ProviderError> {
        let words = ["rpm", "-q", &asked.name, "--nosignature", "--nodigest", "--qf", FORMAT];
        for further in [&[][..], &["--whatprovides"]] {
            let output = tool::run(&tool::command(tool::words(&[&words, further].concat())), cx.system)?;
            if output.code == Some(0) {
                return Ok(parse_states(&output.text()).into_values().next());
            }
        }
        Ok(None)
    }

    fn latest(&self, asked: &Asked, is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        if self.is_alone() {
            let source = asked.source.as_deref().ok_or_else(|| ProviderError::new("RPMs must specify a package source"))?;
            let said = succeed(tool::words(&["rpm", "-q", "--qf", FORMAT, "-p", source]), &[], cx)?;
            return Ok(parse_states(&said).into_values().next().map(|it| plain(&it.ensure)));
        }
        let output = tool::run(&tool::command(tool::words(&[self.program, "check-update", &asked.name])), cx.system)?;
        let said = output.text();
        let mut lines = said.lines().map(|it| it.split_whitespace().collect::<Vec<_>>());
        let is_it = |name: &str| name == asked.name || name.rsplit_once('.').is_some_and(|it| it.0 == asked.name);
        let newer = lines.find_map(|it| match it[..] {
            [name, version, _] if output.code == Some(100) && is_it(name) => Some(with_epoch(version)),
            _ => None,
        });
        Ok(Some(newer.unwrap_or_else(|| plain(is))))
    }

    fn batch_installer(&self) -> Option<&dyn Together> {
        (!self.is_alone()).then_some(self)
    }

    fn install(&self, asked: &Asked, version: Version<'_>, is: &State, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.is_alone() {
            let source = asked.source.as_deref().ok_or_else(|| ProviderError::new("RPMs must specify a package source"))?;
            let flags: &[&str] = if is.is_missing() { &["-i"] } else { &["-U", "--oldpackage"] };
            let mut words = tool::words(&[&["rpm"], flags].concat());
            words.extend(asked.install_options.iter().cloned());
            words.push(source.to_owned());
            return succeed(words, &[], cx).map(drop);
        }
        let package = match (version, &asked.source) {
            (Version::Any | Version::This(_), Some(source)) => source.clone(),
            (Version::This(version), None) => versioned(&asked.name, version),
            _ => asked.name.clone(),
        };
        let operation = match version {
            Version::Latest if !is.is_missing() => self.upgrade(),
            Version::This(version) if !is.is_missing() => match version::compare(version, newest(&is.ensure)) {
                Ordering::Less => "downgrade",
                Ordering::Greater => self.upgrade(),
                Ordering::Equal => "install",
            },
            _ => "install",
        };
        let mut words = self.words();
        words.extend(asked.install_options.iter().cloned());
        words.extend([operation.to_owned(), package.clone()]);
        let said = succeed(words, &[], cx)?;
        if said.lines().any(|it| it == format!("No package {package} available.")) {
            return Err(ProviderError::new(format!("Could not find package {package}")));
        }
        match version {
            Version::This(version) => self.check(asked, version, cx),
            _ => Ok(()),
        }
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = tool::words(&["rpm", "-e"]);
        words.extend(asked.uninstall_options.iter().cloned());
        words.push(asked.name.clone());
        succeed(words, &[], cx).map(drop)
    }

    fn purge(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.is_alone() {
            return self.uninstall(asked, cx);
        }
        succeed(tool::words(&[self.program, "-y", "erase", &asked.name]), &[], cx).map(drop)
    }

    /// A version may be said without its release or its epoch.
    fn is_meant(&self, should: &str, is: &str, _cx: &mut Cx<'_>) -> bool {
        is.split("; ").any(|is| {
            let bare = is.split_once(':').map_or(is, |it| it.1);
            let should = should.strip_prefix("0:").unwrap_or(should);
            [is, bare].iter().any(|it| *it == should || it.rsplit_once('-').is_some_and(|it| it.0 == should))
        })
    }
}

/// Names may end with an architecture, which comes after the version.
fn versioned(name: &str, version: &str) -> String {
    const ARCHITECTURES: [&str; 10] = ["noarch", "x86_64", "i386", "i586", "i686", "aarch64", "ppc64", "ppc64le", "s390x", "src"];
    match name.rsplit_once('.').filter(|it| ARCHITECTURES.contains(&it.1)) {
        Some((name, architecture)) => format!("{name}-{version}.{architecture}"),
        None => format!("{name}-{version}"),
    }
}

/// Of several versions that are installed, the last.
fn newest(ensure: &Json) -> &str {
    ensure.as_str().and_then(|it| it.rsplit("; ").next()).unwrap_or_default()
}

/// As Puppet writes the version of an update.
fn with_epoch(version: &str) -> String {
    if version.contains(':') { version.to_owned() } else { format!("0:{version}") }
}

/// Several versions of one package are one state.
fn parse_states(said: &str) -> BTreeMap<String, State> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for line in said.lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let [name, epoch, version, release, _] = parts[..] else { continue };
        let epoch = if epoch == "0" { String::new() } else { format!("{epoch}:") };
        let version = format!("{epoch}{version}-{release}");
        found.entry(name.to_owned()).and_modify(|it| *it = format!("{it}; {version}")).or_insert(version);
    }
    found.into_iter().map(|(name, version)| (name, State::new(version))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_one_package_come_together() {
        let found = parse_states("kernel 0 5.1 1 x86_64\nkernel 0 5.2 1 x86_64\nbash 1 5 2 x86_64\nbroken\n");
        assert_eq!(found["kernel"].ensure, "5.1-1; 5.2-1");
        assert_eq!(found["bash"].ensure, "1:5-2");
        assert_eq!(versioned("glibc.i686", "2.3"), "glibc-2.3.i686");
        assert_eq!(versioned("python3.11", "1"), "python3.11-1");
    }
}
