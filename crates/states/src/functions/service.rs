//! `service.*`: services of systemd run or not, start with the machine or not, are masked or not.

mod dead;
mod disabled;
mod enabled;
mod masked;
mod running;
mod systemctl;
mod sysv;
mod toggle;
mod unmasked;
mod watch;

use std::time::Duration;

use serde_json::Value as Json;

pub use self::systemctl::masks;
use self::toggle::toggle;
use crate::error::StateError;
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const MASK: Arguments = Arguments::These(&["runtime"]);

pub const FUNCTIONS: &[Function] = &[
    Function::new("service.running", Arguments::Any, running::run).refusing(refuse),
    Function::new("service.dead", Arguments::Any, dead::run).refusing(refuse),
    Function::new("service.enabled", Arguments::Any, enabled::run).refusing(refuse),
    Function::new("service.disabled", Arguments::Any, disabled::run).refusing(refuse),
    Function::new("service.masked", MASK, masked::run).refusing(refuse),
    Function::new("service.unmasked", MASK, unmasked::run).refusing(refuse),
    Function::new("service.mod_watch", Arguments::Any, watch::run),
];

/// Arguments that Salt hands to functions of its own, or that watch a service for the master.
const OWN: &[&str] = &["started", "result", "beacon", "beacon_data"];

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = Vec::new();
    let unit = low.name.as_str();
    if unit.is_empty() || unit.starts_with('-') || unit.contains(['*', '?', '[', '\n']) {
        all.push(format!("the name `{unit}` of `{name}` is not supported: only names of units without patterns are"));
    }
    let own = OWN.iter().filter(|it| low.args.contains_key(**it));
    all.extend(own.map(|it| format!("`{it}` of `{name}` is not supported")));
    if low.arg("init_delay").is_some_and(|it| it.as_f64().is_none_or(|it| !(0.0..=86_400.0).contains(&it))) {
        all.push(format!("`init_delay` of `{name}` has to be a number of seconds"));
    }
    all
}

/// Failure of a program, which Salt reports as a comment.
#[derive(Debug, PartialEq, Eq)]
struct Failed {
    text: String,
}

impl From<Failed> for String {
    fn from(failed: Failed) -> String {
        failed.text
    }
}

/// Separates failures of programs from errors that end the call.
fn caught<T>(result: Result<T, StateError>) -> Result<Result<T, Failed>, StateError> {
    match result {
        Ok(it) => Ok(Ok(it)),
        Err(StateError::Command { text }) => Ok(Err(Failed { text })),
        Err(other) => Err(other),
    }
}

/// Whether the service is to start with the machine, if the state says so.
fn enable(low: &Low) -> Option<bool> {
    match low.arg("enable")? {
        Json::Bool(it) => Some(*it),
        Json::String(text) => Some(is_true(text)),
        // Salt compares with `True` and `False` alone.
        _ => None,
    }
}

fn is_true(text: &str) -> bool {
    text.trim().parse::<f64>().map_or_else(|_| text.eq_ignore_ascii_case("true"), |it| it > 0.0)
}

/// The error of a misspelt `enable`.
fn misspelt(low: &Low) -> Option<Outcome> {
    let text = "uses non-existent option \"enabled\".  Perhaps \"enable\" option was intended?";
    low.args.contains_key("enabled").then(|| Outcome::failed(format!("Service {} {text}", low.name)))
}

fn not_available(name: &str) -> String {
    format!("The named service {name} is not available")
}

/// A service before a state changes it.
struct Before {
    is_running: bool,
    is_enabled: bool,
}

/// Looks at the service, or gives the outcome with which the state ends: `absent` makes that of a service that does not exist. `done` says
/// what would have been done with it.
fn look(cx: &mut Cx<'_>, done: &str, absent: fn(String) -> Outcome) -> Result<Result<Before, Outcome>, StateError> {
    let low = cx.low;
    let name = low.name.as_str();
    systemctl::require(cx.system, low)?;
    if let Some(outcome) = misspelt(low) {
        return Ok(Err(outcome));
    }
    Ok(match caught(systemctl::is_available(cx.system, name))? {
        Ok(true) => {
            let is_running = systemctl::is_running(cx.system, name)?;
            Ok(Before { is_running, is_enabled: systemctl::is_enabled(cx.system, cx.release, name)? })
        }
        Ok(false) if cx.test => {
            let comment = format!("Service {name} not present; if created in this state run, it would have been {done}");
            Err(Outcome::new(None, comment))
        }
        Ok(false) => Err(absent(not_available(name))),
        Err(failed) => Err(Outcome::failed(failed)),
    })
}

/// The outcome for a service that runs, or does not, as it should.
fn already(cx: &mut Cx<'_>, before: &Before, comment: String) -> Called {
    let mut outcome = Outcome::fine(comment);
    if let Some(on) = enable(cx.low).filter(|on| *on != before.is_enabled) {
        toggle(cx, on, None, true, &mut outcome)?;
    }
    Ok(outcome)
}

/// The outcome of a change, once the service is enabled or disabled as the state asks.
fn finished(cx: &mut Cx<'_>, is_running: bool, result: bool, mut outcome: Outcome) -> Called {
    if let Some(on) = enable(cx.low) {
        toggle(cx, on, Some(is_running), result, &mut outcome)?;
    }
    Ok(outcome)
}

/// Waits after a change, and says how long.
fn delay(cx: &mut Cx<'_>) -> Option<String> {
    let delay = cx.low.arg("init_delay").filter(|it| python::is_true(it))?;
    cx.system.sleep(Duration::from_secs_f64(delay.as_f64().unwrap_or_default().clamp(0.0, 86_400.0)));
    Some(python::text(delay))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_true_as_in_salt() {
        for (text, expected) in [("true", true), ("True", true), ("1", true), (" 0.5 ", true), ("0", false), ("yes", false), ("", false)] {
            assert_eq!(is_true(text), expected, "{text}");
        }
    }
}
