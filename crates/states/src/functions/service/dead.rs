//! `service.dead`

use serde_json::json;

use super::systemctl::{self, How};
use super::{caught, delay, enable, misspelt, not_available, toggle};
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    systemctl::require(cx.system, low)?;
    if let Some(outcome) = misspelt(low) {
        return Ok(outcome);
    }
    match caught(systemctl::is_available(cx.system, name))? {
        Ok(true) => {}
        Ok(false) if cx.test => {
            let comment = format!("Service {name} not present; if created in this state run, it would have been stopped");
            return Ok(Outcome::new(None, comment));
        }
        Ok(false) => return Ok(Outcome::fine(not_available(name))),
        Err(failed) => return Ok(Outcome::failed(failed)),
    }
    let was_running = systemctl::is_running(cx.system, name)?;
    let was_enabled = systemctl::is_enabled(cx.system, name)?;
    let wanted = enable(low);
    if !was_running {
        let mut outcome = Outcome::fine(format!("The service {name} is already dead"));
        match wanted {
            Some(true) if !was_enabled => toggle::enable(cx, None, true, &mut outcome)?,
            Some(false) if was_enabled => toggle::disable(cx, None, true, &mut outcome)?,
            _ => {}
        }
        return Ok(outcome);
    }
    if cx.test {
        return Ok(Outcome::new(None, format!("Service {name} is set to be killed")));
    }
    if !systemctl::stop(cx.system, name, How::new(low))? {
        let mut outcome = Outcome::failed(format!("Service {name} failed to die"));
        match wanted {
            Some(true) => toggle::enable(cx, Some(true), false, &mut outcome)?,
            Some(false) => toggle::disable(cx, Some(true), false, &mut outcome)?,
            None => {}
        }
        return Ok(outcome);
    }
    delay(cx);
    let is_running = systemctl::is_running(cx.system, name)?;
    let is_enabled = systemctl::is_enabled(cx.system, name)?;
    let comment = if is_running { format!("Service {name} failed to die") } else { format!("Service {name} was killed") };
    let mut outcome = Outcome::new(Some(!is_running), comment);
    if is_running != was_running || is_enabled != was_enabled {
        outcome.changes.insert(name.to_owned(), json!(is_running));
    }
    match wanted {
        Some(true) => toggle::enable(cx, Some(is_running), !is_running, &mut outcome)?,
        Some(false) => toggle::disable(cx, Some(is_running), !is_running, &mut outcome)?,
        None => {}
    }
    Ok(outcome)
}
