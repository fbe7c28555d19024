//! `service.disabled`

use super::{systemctl, toggle};
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    systemctl::require(cx.system, cx.low)?;
    let mut outcome = Outcome::fine("");
    toggle::disable(cx, None, true, &mut outcome)?;
    Ok(outcome)
}
