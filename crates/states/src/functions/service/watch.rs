//! `mod_watch` of services: restart, reload, start or stop because a watched state has changed.

use serde_json::json;

use super::systemctl::{self, How};
use super::{caught, delay};
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    systemctl::require(cx.system, low)?;
    let how = How::new(low);
    // The action of systemd, the verb, and its participle.
    let (action, verb, done) = match low.watches.as_deref() {
        Some("dead") if systemctl::is_running(cx.system, name)? => ("stop", "stop", "stopped"),
        Some("dead") => return Ok(Outcome::fine("Service is already stopped")),
        Some("running") if !systemctl::is_running(cx.system, name)? => ("start", "start", "started"),
        Some("running") => match (low.is_on("reload", false), low.is_on("force", false)) {
            (true, true) => ("force-reload", "forcefully reload", "forcefully reloaded"),
            (true, false) => ("reload", "reload", "reloaded"),
            // A full restart is the same under systemd.
            (false, _) => ("restart", "restart", "restarted"),
        },
        other => return Ok(Outcome::failed(format!("Unable to trigger watch for service.{}", other.unwrap_or("None")))),
    };
    if cx.test {
        return Ok(Outcome::new(None, format!("Service is set to be {done}")));
    }
    let changed = if action == "stop" {
        systemctl::stop(cx.system, name, how)?
    } else {
        if action == "start" {
            systemctl::stop(cx.system, name, How::default())?;
        }
        if let Err(failed) = caught(systemctl::begin(cx.system, action, name, how))? {
            return Ok(Outcome::failed(failed));
        }
        true
    };
    delay(cx);
    let comment = if changed { format!("Service {done}") } else { format!("Failed to {verb} the service") };
    let mut outcome = Outcome::new(Some(changed), comment);
    outcome.changes.insert(name.to_owned(), json!(changed));
    Ok(outcome)
}
