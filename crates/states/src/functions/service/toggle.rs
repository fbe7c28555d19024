//! Whether a service starts with the machine, changed by states of any kind.

use serde_json::json;

use super::systemctl::{self, How};
use super::{caught, not_available};
use crate::error::StateError;
use crate::function::Cx;
use crate::returned::Outcome;

/// Whether the service runs; none if the state left it as it was.
type Started = Option<bool>;

/// Enables or disables the service. `result` is that of the state so far.
pub fn toggle(cx: &mut Cx<'_>, on: bool, started: Started, result: bool, outcome: &mut Outcome) -> Result<(), StateError> {
    let low = cx.low;
    let name = low.name.as_str();
    let word = if on { "enabled" } else { "disabled" };
    let set = |outcome: &mut Outcome, result: Option<bool>, comment: String| {
        outcome.result = result;
        outcome.comment = comment;
    };
    match caught(systemctl::is_available(cx.system, name))? {
        Ok(true) => {}
        Ok(false) => {
            set(outcome, Some(!on), not_available(name));
            return Ok(());
        }
        Err(failed) => {
            set(outcome, Some(false), failed.text);
            return Ok(());
        }
    }
    let end = match started {
        Some(true) => "is running",
        None => "is in the desired state",
        Some(false) => "is dead",
    };
    let before = systemctl::is_enabled(cx.system, cx.release, name)?;
    if before == on {
        if started.is_none() {
            outcome.changes.clear();
        }
        set(outcome, Some(result), format!("Service {name} is already {word}, and {end}"));
        return Ok(());
    }
    if cx.test {
        set(outcome, None, format!("Service {name} set to be {word}"));
        return Ok(());
    }
    let how = How::new(low);
    let changed = if on { caught(systemctl::enable(cx.system, name, how))? } else { Ok(systemctl::disable(cx.system, name, how)?) };
    if changed == Ok(true) {
        outcome.changes.clear();
        if systemctl::is_enabled(cx.system, cx.release, name)? != before {
            outcome.changes.insert(name.to_owned(), json!(true));
        }
        set(outcome, Some(result), format!("Service {name} has been {word}, and {end}"));
        return Ok(());
    }
    let middle = match (on, started) {
        (true, Some(true)) => "to start at boot, but the service is running",
        (true, None) => "to start at boot, but the service was already running",
        (true, Some(false)) => "to start at boot, and the service is dead",
        (false, Some(true)) => "to not start at boot, and is running",
        (false, None) => "to not start at boot, but the service was already running",
        (false, Some(false)) => "to not start at boot, and the service is dead",
    };
    let text = changed.err().map_or_else(String::new, |it| it.text);
    let more = if text.is_empty() { text } else { format!(". Additional information follows:\n\n{text}") };
    set(outcome, Some(false), format!("Failed when setting service {name} {middle}{more}"));
    Ok(())
}
