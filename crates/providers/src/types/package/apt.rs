//! Debian's: `apt-get` and `dpkg`.

use std::collections::BTreeMap;

use super::together::{Needs, Together};
use super::{Asked, Manager, State, Version, lock, succeed};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::types::tool;
use machine::{Command, System};

pub struct Apt {
    /// `dpkg` alone, which installs from files only.
    pub alone: bool,
}

const APT: &str = "/usr/bin/apt-get";
const DPKG: &str = "/usr/bin/dpkg";
const QUERY: &str = "/usr/bin/dpkg-query";
const NEEDS: &str = "${Package}\\t${Pre-Depends}\\t${Depends}\\t${Recommends}\\n";
const FORMAT: &str = "'${Status} ${Package} ${Version}\\n'";

/// Nobody answers questions.
const QUIET: [(&str, &str); 3] =
    [("DEBIAN_FRONTEND", "noninteractive"), ("APT_LISTBUGS_FRONTEND", "none"), ("APT_LISTCHANGES_FRONTEND", "none")];

impl Manager for Apt {
    fn name(&self) -> &'static str {
        if self.alone { "dpkg" } else { "apt" }
    }

    fn is_there(&self, _asked: &Asked, system: &dyn System) -> bool {
        let tools: &[&str] = if self.alone { &[DPKG, QUERY] } else { &[APT, "/usr/bin/apt-cache", "/usr/bin/apt-mark", DPKG, QUERY] };
        tools.iter().all(|it| tool::find(it, system).is_some())
    }

    fn missing(&self) -> &'static str {
        "purged"
    }

    fn list(&self, _asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError> {
        let said = succeed(tool::words(&[QUERY, "-W", "--showformat", FORMAT]), &[], cx)?;
        Ok(said.lines().filter_map(read).map(|it| (it.0, it.1)).collect())
    }

    fn query(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<State>, ProviderError> {
        let command = tool::command(tool::words(&[QUERY, "-W", "--showformat", FORMAT, "--", &asked.name]));
        let output = tool::run(&command, cx.system)?;
        if output.code != Some(0) {
            return Ok(None);
        }
        let said = output.text();
        let Some((name, state, error)) = said.lines().find_map(read) else { return Ok(Some(State::new("absent"))) };
        if error != "ok" {
            let version = crate::show::plain(&state.ensure);
            return Err(ProviderError::new(format!("Package {name}, version {version} is in error state: {error}")));
        }
        Ok(Some(state))
    }

    fn latest(&self, asked: &Asked, _is: &serde_json::Value, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        if self.alone {
            let source = source(asked, "Could not update: You cannot install dpkg packages without a source")?;
            let said = succeed(tool::words(&["/usr/bin/dpkg-deb", "--show", source]), &[], cx)?;
            return Ok(said.lines().find_map(|it| it.split_once('\t')).map(|it| it.1.trim().to_owned()));
        }
        let said = succeed(tool::words(&["/usr/bin/apt-cache", "policy", &asked.name]), &[], cx)?;
        let candidate = said.lines().find_map(|it| it.trim().strip_prefix("Candidate:")).map(|it| it.trim().to_owned());
        if candidate.is_none() {
            cx.tell_of_provider(Level::Err, "apt", "Could not find latest version");
        }
        Ok(candidate)
    }

    fn install(&self, asked: &Asked, version: Version<'_>, _is: &State, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        lock::wait(cx)?;
        if asked.was_held {
            self.hold(asked, false, cx)?;
        }
        let done = if self.alone { with_dpkg(asked, cx) } else { with_apt(asked, version, cx) };
        if asked.holds == Some(true) {
            self.hold(asked, true, cx)?;
        }
        done
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        lock::wait(cx)?;
        if self.alone {
            return succeed(tool::words(&[DPKG, "-r", &asked.name]), &QUIET, cx).map(drop);
        }
        remove(asked, &[], cx)
    }

    fn purge(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        lock::wait(cx)?;
        if !self.alone {
            remove(asked, &["--purge"], cx)?;
        }
        // What apt has removed before keeps its configuration.
        succeed(tool::words(&[DPKG, "--purge", &asked.name]), &QUIET, cx).map(drop)
    }

    fn hold(&self, asked: &Asked, holds: bool, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        lock::wait(cx)?;
        let selection = format!("{} {}\n", asked.name, if holds { "hold" } else { "install" });
        let command = Command { input: Some(selection.into_bytes()), ..tool::command(tool::words(&[DPKG, "--set-selections"])) };
        tool::run(&command, cx.system).map(drop)
    }

    fn is_meant(&self, should: &str, is: &str, cx: &mut Cx<'_>) -> bool {
        !self.alone && range(should).is_some_and(|range| includes(&range, is, cx))
    }

    fn batch_installer(&self) -> Option<&dyn Together> {
        (!self.alone).then_some(self)
    }

    fn finish(&self, asked: &Asked, ensure: &serde_json::Value, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.alone || asked.holds.is_some() || ensure == "absent" || ensure == "purged" {
            return Ok(());
        }
        succeed(tool::words(&["/usr/bin/apt-mark", "manual", &asked.name]), &[], cx).map(drop)
    }
}

impl Together for Apt {
    fn install(&self, asked: &Asked, names: &[String], cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        lock::wait(cx)?;
        needs_no_disk(asked, cx)?;
        let mut words = words(asked);
        words.extend(asked.install_options.iter().cloned());
        words.push("install".to_owned());
        words.extend(names.iter().cloned());
        succeed(words, &QUIET, cx).map(drop)
    }

    fn finish(&self, names: &[String], cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = tool::words(&["/usr/bin/apt-mark", "manual"]);
        words.extend(names.iter().cloned());
        succeed(words, &[], cx).map(drop)
    }

    fn brought(&self, asked: &Asked, names: &[String], before: &BTreeMap<String, State>, cx: &mut Cx<'_>) -> Vec<String> {
        let Ok(said) = succeed(tool::words(&[QUERY, "-W", "--showformat", NEEDS]), &[], cx) else { return Vec::new() };
        let recommends = recommends(asked, cx);
        let needs = Needs { of: said.lines().filter_map(|it| needs(it, recommends)).collect() };
        needs.brought(names, &|it| before.get(it).is_some_and(|it| !it.is_missing()))
    }

    fn missing(&self, asked: &Asked, names: &[String], cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
        let listed = self.list(asked, cx)?;
        let is_there = |name: &str| listed.get(name).is_some_and(|it| !it.is_missing());
        Ok(names.iter().filter(|it| !is_there(it)).cloned().collect())
    }
}

/// Whether what packages recommend is installed with them.
fn recommends(asked: &Asked, cx: &mut Cx<'_>) -> bool {
    let said = |text: &str| asked.install_options.iter().any(|it| it == text);
    if said("--no-install-recommends") || said("--install-recommends") {
        return said("--install-recommends");
    }
    let said = succeed(tool::words(&["/usr/bin/apt-config", "dump", "APT::Install-Recommends"]), &[], cx).unwrap_or_default();
    !["\"0\"", "\"false\"", "\"no\""].iter().any(|it| said.to_lowercase().contains(it))
}

/// Needs of a package, from a line as `NEEDS` asks for it.
fn needs(line: &str, recommends: bool) -> Option<(String, Vec<Vec<String>>)> {
    let mut fields = line.split('\t');
    let name = fields.next()?.to_owned();
    // `libc6 (>= 2.14), debconf:any | cdebconf`
    let bare = |it: &str| it.split(['(', '[', ':', ' ']).find(|it| !it.is_empty()).map(str::to_owned);
    let fields = fields.take(if recommends { 3 } else { 2 });
    let needs = fields.flat_map(|it| it.split(',')).map(|it| it.split('|').filter_map(bare).collect::<Vec<_>>());
    Some((name, needs.filter(|it| !it.is_empty()).collect()))
}

/// A line of `dpkg-query`: the name, the state, and whether there is an error.
fn read(line: &str) -> Option<(String, State, String)> {
    let mut parts = line.trim_start_matches('\'').trim_end_matches('\'').split_whitespace();
    let (desired, error, status, name) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let ensure = match status {
        "not-installed" => "purged",
        "config-files" | "half-installed" | "unpacked" | "half-configured" => "absent",
        _ => parts.next()?,
    };
    Some((name.to_owned(), State { ensure: ensure.into(), is_held: desired == "hold" }, error.to_owned()))
}

fn source<'a>(asked: &'a Asked, otherwise: &str) -> Result<&'a str, ProviderError> {
    asked.source.as_deref().ok_or_else(|| ProviderError::new(otherwise))
}

fn with_dpkg(asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let file = source(asked, "You cannot install dpkg packages without a source").map_err(|failure| {
        match cx.subject.text("ensure").as_deref().unwrap_or("present") {
            ensure @ ("present" | "installed") => failure.in_change(ensure, "ensure", cx.subject),
            // An error of a version is reported as an update.
            _ => failure,
        }
    })?;
    let configuration = if asked.replaces_configuration { "--force-confnew" } else { "--force-confold" };
    succeed(tool::words(&[DPKG, configuration, "-i", file]), &QUIET, cx).map(drop)
}

fn with_apt(asked: &Asked, version: Version<'_>, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    preseed(asked, cx)?;
    needs_no_disk(asked, cx)?;
    let mut words = words(asked);
    let mut name = asked.name.clone();
    if let Version::This(version) = version {
        let version = match range(version) {
            Some(range) => best(asked, &range, cx)?.unwrap_or_else(|| version.to_owned()),
            None => version.to_owned(),
        };
        name = format!("{name}={version}");
        words.push("--force-yes".to_owned());
    }
    words.extend(asked.install_options.iter().cloned());
    words.push("install".to_owned());
    words.push(asked.source.clone().unwrap_or(name));
    succeed(words, &QUIET, cx).map(drop)
}

/// Nobody is there to put a disk in.
fn needs_no_disk(asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let sources = cx.system.read("/etc/apt/sources.list").unwrap_or_default();
    let needs_disk = |line: &str| line.split('#').next().is_some_and(|it| it.contains("cdrom:"));
    if !asked.allows_cdrom && String::from_utf8_lossy(&sources).lines().any(needs_disk) {
        let message = "/etc/apt/sources.list contains a cdrom source; not installing.  Use 'allowcdrom' to override this failure.";
        return Err(ProviderError::new(message));
    }
    Ok(())
}

/// How `apt-get` is called to install something.
fn words(asked: &Asked) -> Vec<String> {
    let configuration = if asked.replaces_configuration { "confnew" } else { "confold" };
    tool::words(&[APT, "-q", "-y", "-o", &format!("DPkg::Options::=--force-{configuration}")])
}

fn remove(asked: &Asked, options: &[&str], cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    preseed(asked, cx)?;
    let mut words = tool::words(&[APT, "-y", "-q"]);
    if asked.was_held {
        words.push("--allow-change-held-packages".to_owned());
    }
    words.push("remove".to_owned());
    words.extend(options.iter().map(|it| (*it).to_owned()));
    words.push(asked.name.clone());
    succeed(words, &QUIET, cx).map(drop)
}

/// Answers beforehand what the package would ask.
fn preseed(asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let Some(answers) = &asked.answers else { return Ok(()) };
    if matches!(cx.system.look(answers, true), Ok(Some(_))) {
        cx.tell_of_provider(Level::Info, "apt", &format!("Preseeding {answers} to debconf-set-selections"));
        succeed(tool::words(&["/usr/bin/debconf-set-selections", answers]), &QUIET, cx)?;
    } else {
        cx.tell_of_provider(Level::Info, "apt", "No responsefile specified or non existent, not preseeding anything");
    }
    Ok(())
}

/// The bounds of a range of versions: `>=1.0 <2.0`.
fn range(text: &str) -> Option<Vec<(&'static str, String)>> {
    let mut bounds = Vec::new();
    for part in text.split_whitespace() {
        let (operator, rest) = [(">=", "ge"), ("<=", "le"), (">", "gt"), ("<", "lt")]
            .into_iter()
            .find_map(|(sign, operator)| Some((operator, part.strip_prefix(sign)?)))?;
        bounds.push((operator, rest.to_owned()));
    }
    (!bounds.is_empty()).then_some(bounds)
}

fn includes(range: &[(&'static str, String)], version: &str, cx: &mut Cx<'_>) -> bool {
    range.iter().all(|(operator, bound)| compare(version, operator, bound, cx))
}

fn compare(a: &str, operator: &str, b: &str, cx: &mut Cx<'_>) -> bool {
    let command = tool::command(tool::words(&[DPKG, "--compare-versions", a, operator, b]));
    tool::run(&command, cx.system).is_ok_and(|it| it.code == Some(0))
}

/// The newest version that can be had and is in a range.
fn best(asked: &Asked, range: &[(&'static str, String)], cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
    let said = succeed(tool::words(&["/usr/bin/apt-cache", "madison", &asked.name]), &[], cx)?;
    let mut best: Option<String> = None;
    for version in said.lines().filter_map(|it| it.split('|').nth(1)).map(|it| it.trim().to_owned()) {
        if includes(range, &version, cx) && best.as_ref().is_none_or(|it| compare(&version, "gt", it, cx)) {
            best = Some(version);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_states() {
        let state = |line: &str| read(line).map(|(name, state, _)| (name, crate::show::plain(&state.ensure), state.is_held));
        assert_eq!(state("'install ok installed bash 5.2-1"), Some(("bash".to_owned(), "5.2-1".to_owned(), false)));
        assert_eq!(state("'hold ok installed bash 5.2-1"), Some(("bash".to_owned(), "5.2-1".to_owned(), true)));
        assert_eq!(state("'deinstall ok config-files cron 3.0"), Some(("cron".to_owned(), "absent".to_owned(), false)));
        assert_eq!(state("'unknown ok not-installed x "), Some(("x".to_owned(), "purged".to_owned(), false)));
        assert_eq!(state("'"), None);
    }

    #[test]
    fn packages_need_others() {
        let line = "vim\tdpkg (>= 1.0)\tlibc6 (>= 2.34), a:any | b, c\td";
        let needs = |recommends| needs(line, recommends).map(|it| it.1.iter().map(|it| it.join("|")).collect::<Vec<_>>().join(" "));
        assert_eq!(needs(true).as_deref(), Some("dpkg libc6 a|b c d"));
        assert_eq!(needs(false).as_deref(), Some("dpkg libc6 a|b c"));
    }

    #[test]
    fn ranges_have_bounds() {
        assert_eq!(range(">=1.0 <2.0"), Some(vec![("ge", "1.0".to_owned()), ("lt", "2.0".to_owned())]));
        assert_eq!(range("1.0"), None);
    }
}
