//! `service.enabled`

use super::toggle::toggle;
use super::{not_available, systemctl};
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    systemctl::require(cx.system, low)?;
    let mut outcome = Outcome::fine("");
    toggle(cx, true, None, true, &mut outcome)?;
    if cx.test && outcome.comment == not_available(name) {
        let comment = format!("Service {name} not present; if created in this state run, it would have been enabled");
        return Ok(Outcome::new(None, comment));
    }
    Ok(outcome)
}
