//! `service.disabled`

use super::systemctl;
use super::toggle::toggle;
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    systemctl::require(cx.system, cx.low)?;
    let mut outcome = Outcome::fine("");
    toggle(cx, false, None, true, &mut outcome)?;
    Ok(outcome)
}
