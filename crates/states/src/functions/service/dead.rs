//! `service.dead`

use serde_json::json;

use super::systemctl::{self, How};
use super::{already, delay, finished, look};
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let before = match look(cx, "stopped", Outcome::fine)? {
        Ok(before) => before,
        Err(outcome) => return Ok(outcome),
    };
    if !before.is_running {
        return already(cx, &before, format!("The service {name} is already dead"));
    }
    if cx.test {
        return Ok(Outcome::new(None, format!("Service {name} is set to be killed")));
    }
    if !systemctl::stop(cx.system, name, How::new(low))? {
        return finished(cx, true, false, Outcome::failed(format!("Service {name} failed to die")));
    }
    delay(cx);
    let is_running = systemctl::is_running(cx.system, name)?;
    let is_enabled = systemctl::is_enabled(cx.system, cx.release, name)?;
    let comment = if is_running { format!("Service {name} failed to die") } else { format!("Service {name} was killed") };
    let mut outcome = Outcome::new(Some(!is_running), comment);
    if !is_running || is_enabled != before.is_enabled {
        outcome.changes.insert(name.to_owned(), json!(is_running));
    }
    finished(cx, is_running, !is_running, outcome)
}
