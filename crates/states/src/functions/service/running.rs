//! `service.running`

use serde_json::json;

use super::systemctl::{self, How};
use super::{already, caught, delay, finished, look, unmasked};
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let before = match look(cx, "started", Outcome::failed)? {
        Ok(before) => before,
        Err(outcome) => return Ok(outcome),
    };
    let unmasked = match low.is_on("unmask", false) {
        true => Some(unmasked::unmask(cx, low.is_on("unmask_runtime", false))?.comment),
        false => None,
    };
    let with_unmasked = |comment: String| unmasked.iter().fold(comment, |all, it| format!("{all}\n{it}"));
    if before.is_running {
        return already(cx, &before, with_unmasked(format!("The service {name} is already running")));
    }
    if cx.test {
        return Ok(Outcome::new(None, with_unmasked(format!("Service {name} is set to start"))));
    }
    if let Err(failed) = caught(systemctl::begin(cx.system, "start", name, How::new(low)))? {
        return Ok(Outcome::failed(failed));
    }
    let waited = delay(cx);
    let is_running = systemctl::is_running(cx.system, name)?;
    let is_enabled = systemctl::is_enabled(cx.system, cx.release, name)?;
    let comment = if is_running { format!("Started service {name}") } else { format!("Service {name} failed to start") };
    let mut outcome = Outcome::new(Some(is_running), comment);
    if is_running || is_enabled != before.is_enabled {
        outcome.changes.insert(name.to_owned(), json!(is_running));
    }
    let mut outcome = finished(cx, is_running, is_running, outcome)?;
    if let Some(seconds) = waited {
        outcome.comment += &format!("\nDelayed return for {seconds} seconds");
    }
    outcome.comment = with_unmasked(outcome.comment);
    Ok(outcome)
}
