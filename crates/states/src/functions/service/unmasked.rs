//! `service.unmasked`

use serde_json::json;

use super::{caught, systemctl};
use crate::error::StateError;
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    systemctl::require(cx.system, cx.low)?;
    let runtime = cx.low.is_on("runtime", false);
    unmask(cx, runtime)
}

/// Removes a mask, as `unmask` of `service.running` asks for, too.
pub fn unmask(cx: &mut Cx<'_>, runtime: bool) -> Called {
    caught(remove(cx, runtime)).map(|it| it.unwrap_or_else(Outcome::failed))
}

fn remove(cx: &mut Cx<'_>, runtime: bool) -> Result<Outcome, StateError> {
    let name = cx.low.name.as_str();
    let (kind, action) = if runtime { ("runtime masked", "runtime unmasked") } else { ("masked", "unmasked") };
    if !systemctl::is_masked(cx.system, name, runtime)? {
        return Ok(Outcome::fine(format!("Service {name} was already {action}")));
    }
    let mut outcome = Outcome::new(None, format!("Service {name} would be {action}"));
    outcome.changes.insert(kind.to_owned(), json!({ "old": true, "new": false }));
    if cx.test {
        return Ok(outcome);
    }
    systemctl::unmask(cx.system, name, runtime)?;
    if !systemctl::is_masked(cx.system, name, runtime)? {
        return Ok(Outcome { result: Some(true), comment: format!("Service {name} was {action}"), ..outcome });
    }
    // Salt does not take this for a failure.
    Ok(Outcome::fine(format!("Failed to unmask service {name}")))
}
