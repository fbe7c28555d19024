//! Units of systemd, asked and changed by `systemctl` as Salt's module for it does.
//!
//! Salt runs most commands in scopes of their own, so that they outlive its minion. A run of Bunraku is no service.

use machine::{Command, Output, System};
use salt::Release;

use super::sysv;
use crate::error::StateError;
use crate::low::Low;
use crate::shell::Shell;

const KINDS: [&str; 9] = ["service", "socket", "device", "mount", "automount", "swap", "target", "path", "timer"];
/// Earlier releases have other exit codes.
const OLDEST: u32 = 231;

/// Options of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    pub no_block: Option<bool>,
    pub unmask: bool,
    pub unmask_runtime: bool,
}

impl How {
    pub fn new(low: &Low) -> How {
        How {
            no_block: low.args.contains_key("no_block").then(|| low.is_on("no_block", false)),
            unmask: low.is_on("unmask", false),
            unmask_runtime: low.is_on("unmask_runtime", false),
        }
    }

    /// The minion of Salt waits for itself otherwise.
    fn is_endless(self, name: &str) -> bool {
        self.no_block.unwrap_or_else(|| unit(name) == "salt-minion.service")
    }
}

/// Refuses a machine that systemd has not booted.
pub fn require(system: &mut dyn System, low: &Low) -> Result<(), StateError> {
    if is_new_enough(system)? { Ok(()) } else { Err(StateError::NoSystemd { function: low.function() }) }
}

/// Whether a systemd of a known release has booted the machine.
fn is_new_enough(system: &mut dyn System) -> Result<bool, StateError> {
    let is_booted = system.look("/run/systemd/system", true).is_ok_and(|it| it.is_some());
    let version = |text: &str| text.split_whitespace().nth(1)?.parse::<u32>().ok();
    Ok(is_booted && version(&output(system, &["--version"])?.text()).is_some_and(|it| it >= OLDEST))
}

/// The full name of a unit.
fn unit(name: &str) -> String {
    if KINDS.iter().any(|it| name.ends_with(it)) { name.to_owned() } else { format!("{name}.service") }
}

fn command_error(text: impl Into<String>) -> StateError {
    StateError::Command { text: text.into() }
}

/// Both streams of a command.
fn output(system: &mut dyn System, words: &[&str]) -> Result<Output, StateError> {
    let words = std::iter::once("systemctl").chain(words.iter().copied()).map(str::to_owned).collect();
    let environment = ["LC_ALL", "LANG", "LANGUAGE"].map(|it| (it.to_owned(), Some("C".to_owned()))).to_vec();
    system.run(&Command { words, environment, ..Command::default() }).map_err(|it| StateError::System { text: it.to_string() })
}

/// Whether a change was made.
fn succeeds(system: &mut dyn System, words: &[&str], no_block: bool) -> Result<bool, StateError> {
    let words = [if no_block { &["--no-block"][..] } else { &[] }, words].concat();
    Ok(output(system, &words)?.code == Some(0))
}

/// Makes a change; an error with what the program reports.
fn change(system: &mut dyn System, action: &str, name: &str, no_block: bool) -> Result<(), StateError> {
    let unit = unit(name);
    let words: Vec<&str> = std::iter::once("systemctl").chain(no_block.then_some("--no-block")).chain([action, &unit]).collect();
    match Shell::default().problem(&words, system)? {
        None => Ok(()),
        Some(text) => Err(command_error(text.trim())),
    }
}

fn status(system: &mut dyn System, name: &str) -> Result<Output, StateError> {
    output(system, &["status", &unit(name), "-n", "0"])
}

fn is_known(status: &Output) -> bool {
    status.code.is_some_and(|it| (0..4).contains(&it))
}

/// Reloads the units if that of the service is new or has changed. Gives whether there is such a unit.
fn reload_units(system: &mut dyn System, name: &str) -> Result<bool, StateError> {
    let before = status(system, name)?;
    let has_file = |system: &dyn System| system.look(&format!("/etc/systemd/system/{}", unit(name)), true).is_ok_and(|it| it.is_some());
    let is_untracked = !is_known(&before) && has_file(system);
    if !is_untracked && !before.text().to_lowercase().contains("'systemctl daemon-reload'") {
        return Ok(is_known(&before));
    }
    let reloaded = output(system, &["--system", "daemon-reload"])?;
    if reloaded.code == Some(0) {
        return Ok(is_known(&status(system, name)?));
    }
    Err(command_error(format!("Problem performing systemctl daemon-reload: {}", reloaded.text().trim_end())))
}

/// Whether there is such a unit.
pub fn is_available(system: &mut dyn System, name: &str) -> Result<bool, StateError> {
    reload_units(system, name)
}

pub fn is_running(system: &mut dyn System, name: &str) -> Result<bool, StateError> {
    reload_units(system, name)?;
    Ok(output(system, &["is-active", &unit(name)])?.code == Some(0))
}

/// `start`, `restart`, `reload` or `force-reload`.
pub fn begin(system: &mut dyn System, action: &str, name: &str, how: How) -> Result<(), StateError> {
    reload_units(system, name)?;
    remove_masks(system, name, how)?;
    let no_block = match action {
        "restart" => how.is_endless(name),
        "force-reload" => how.no_block.unwrap_or(true),
        _ => how.no_block.unwrap_or_default(),
    };
    change(system, action, name, no_block)
}

pub fn stop(system: &mut dyn System, name: &str, how: How) -> Result<bool, StateError> {
    reload_units(system, name)?;
    succeeds(system, &["stop", &unit(name)], how.is_endless(name))
}

/// Whether a service is enabled. In Salt 3006 each alias is; in later releases the service that it names decides.
pub fn is_enabled(system: &mut dyn System, release: Release, name: &str) -> Result<bool, StateError> {
    let asked = output(system, &["is-enabled", &unit(name)])?;
    let text = asked.text();
    if text.trim() == "alias" && release != Release::V3006 {
        let id = output(system, &["show", &unit(name), "-P", "Id"])?.text();
        return Ok(output(system, &["is-enabled", &unit(id.trim())])?.code == Some(0));
    }
    if asked.code == Some(0) {
        return Ok(true);
    }
    if name.contains('@') {
        let words = ["find", "/etc/systemd/system", "-name", name, "-type", "l", "-print", "-quit"].map(str::to_owned).to_vec();
        return Ok(system.run(&Command { words, ..Command::default() }).is_ok_and(|it| !it.text().trim().is_empty()));
    }
    Ok(sysv::exists(system, name) && sysv::is_enabled(system, name))
}

pub fn enable(system: &mut dyn System, name: &str, how: How) -> Result<bool, StateError> {
    reload_units(system, name)?;
    remove_masks(system, name, how)?;
    if sysv::exists(system, name) {
        return sysv::toggle(system, name, true);
    }
    change(system, "enable", name, how.no_block.unwrap_or_default()).map(|()| true)
}

pub fn disable(system: &mut dyn System, name: &str, how: How) -> Result<bool, StateError> {
    reload_units(system, name)?;
    if sysv::exists(system, name) {
        return sysv::toggle(system, name, false);
    }
    succeeds(system, &["disable", &unit(name)], how.no_block.unwrap_or_default())
}

/// Whether there is a mask: one that ends with the next boot, or one that stays.
pub fn is_masked(system: &mut dyn System, name: &str, runtime: bool) -> Result<bool, StateError> {
    reload_units(system, name)?;
    Ok(has_mask(system, name, if runtime { "/run" } else { "/etc" }))
}

fn has_mask(system: &dyn System, name: &str, folder: &str) -> bool {
    system.link_target(&format!("{folder}/systemd/system/{}", unit(name))).is_ok_and(|it| it == "/dev/null")
}

/// The masks of a unit: one that stays, and one that ends with the next boot.
pub fn masks(system: &dyn System, name: &str) -> [bool; 2] {
    ["/etc", "/run"].map(|folder| has_mask(system, name, folder))
}

pub fn mask(system: &mut dyn System, name: &str, runtime: bool) -> Result<(), StateError> {
    reload_units(system, name)?;
    let made = output(system, &masking("mask", runtime, &unit(name)))?;
    if made.code == Some(0) {
        return Ok(());
    }
    let text = made.text();
    let text = text.trim();
    let more = if text.is_empty() { String::new() } else { format!(". Additional info follows:\n\n{text}") };
    Err(command_error(format!("Failed to mask service '{name}'{more}")))
}

pub fn unmask(system: &mut dyn System, name: &str, runtime: bool) -> Result<(), StateError> {
    if !is_masked(system, name, runtime)? {
        return Ok(());
    }
    let made = output(system, &masking("unmask", runtime, &unit(name)))?;
    if made.code == Some(0) { Ok(()) } else { Err(command_error(format!("Failed to unmask service '{name}'"))) }
}

fn masking<'w>(action: &'w str, runtime: bool, unit: &'w str) -> Vec<&'w str> {
    std::iter::once(action).chain(runtime.then_some("--runtime")).chain([unit]).collect()
}

fn remove_masks(system: &mut dyn System, name: &str, how: How) -> Result<(), StateError> {
    if how.unmask {
        unmask(system, name, false)?;
    }
    if how.unmask_runtime {
        unmask(system, name, true)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_systemd_runs_no_services() {
        assert_eq!(is_new_enough(&mut machine::memory::Memory::default()), Ok(false));
        let error = StateError::NoSystemd { function: "service.dead".to_owned() };
        assert_eq!(error.to_string(), "`service.dead` needs systemd 231 or newer as the running system");
    }

    #[test]
    fn units_have_kinds() {
        for (name, expected) in [("a", "a.service"), ("a.timer", "a.timer"), ("a@b", "a@b.service"), ("a.b", "a.b.service")] {
            assert_eq!(unit(name), expected);
        }
    }
}
