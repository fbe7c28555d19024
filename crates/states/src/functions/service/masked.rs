//! `service.masked`

use serde_json::json;

use super::{caught, systemctl};
use crate::error::StateError;
use crate::function::{Called, Cx};
use crate::returned::Outcome;

pub fn run(cx: &mut Cx<'_>) -> Called {
    systemctl::require(cx.system, cx.low)?;
    caught(mask(cx)).map(|it| it.unwrap_or_else(Outcome::failed))
}

fn mask(cx: &mut Cx<'_>) -> Result<Outcome, StateError> {
    let low = cx.low;
    let name = low.name.as_str();
    let runtime = low.is_on("runtime", false);
    let kind = if runtime { "runtime masked" } else { "masked" };
    if systemctl::is_masked(cx.system, name, runtime)? {
        return Ok(Outcome::fine(format!("Service {name} is already {kind}")));
    }
    let mut outcome = Outcome::new(None, format!("Service {name} would be {kind}"));
    outcome.changes.insert(kind.to_owned(), json!({ "old": false, "new": true }));
    if cx.test {
        return Ok(outcome);
    }
    systemctl::mask(cx.system, name, runtime)?;
    if systemctl::is_masked(cx.system, name, runtime)? {
        return Ok(Outcome { result: Some(true), comment: format!("Service {name} was {kind}"), ..outcome });
    }
    // Salt does not take this for a failure.
    Ok(Outcome::fine(format!("Failed to mask service {name}")))
}
