//! `test.*`: states that do nothing, for guards and notes.

use serde_json::{Map, Value as Json, json};

use crate::error::StateError;
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

pub const FUNCTIONS: &[Function] = &[
    Function::new("test.nop", Arguments::Any, |cx| Ok(Outcome::fine(comment(cx.low, "Success!")))),
    Function::new("test.succeed_without_changes", Arguments::Any, |cx| Ok(Outcome::fine(comment(cx.low, "Success!")))),
    Function::new("test.succeed_with_changes", Arguments::Any, |cx| Ok(with_changes(cx, true))),
    Function::new("test.fail_without_changes", Arguments::Any, fail_without_changes),
    Function::new("test.fail_with_changes", Arguments::Any, |cx| Ok(with_changes(cx, false))),
    Function::new(
        "test.configurable_test_state",
        Arguments::These(&["changes", "result", "comment", "warnings", "allow_test_mode_failure"]),
        configurable,
    )
    .refusing(refuse_configurable),
    Function::new("test.show_notification", Arguments::Any, |cx| match cx.low.arg("text").filter(|it| python::is_true(it)) {
        Some(text) => Ok(Outcome::fine(python::text(text))),
        None => Err(StateError::exception("salt.exceptions.SaltInvocationError", "Missing required argument text.")),
    }),
    Function::new("test.mod_watch", Arguments::Any, mod_watch).refusing(refuse_watch),
];

fn comment(low: &Low, default: &str) -> String {
    low.args.get("comment").map_or_else(|| default.to_owned(), python::text)
}

fn pretended() -> Map<String, Json> {
    let change = json!({ "old": "Unchanged", "new": "Something pretended to change" });
    std::iter::once(("testing".to_owned(), change)).collect()
}

fn with_changes(cx: &Cx<'_>, is_fine: bool) -> Outcome {
    let mut outcome = Outcome::new(Some(is_fine), comment(cx.low, if is_fine { "Success!" } else { "Failure!" }));
    outcome.changes = pretended();
    if cx.test {
        outcome.result = None;
        let would = if is_fine { "successful" } else { "failed" };
        outcome.comment = format!("If we weren't testing, this would be {would} with changes");
    }
    outcome
}

fn fail_without_changes(cx: &mut Cx<'_>) -> Called {
    Ok(Outcome::failed(match cx.test {
        true => "If we weren't testing, this would be a failure!".to_owned(),
        false => comment(cx.low, "Failure!"),
    }))
}

fn configurable(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let (changes, result) = (low.is_on("changes", true), low.is_on("result", true));
    let mut outcome = Outcome::new(Some(result), low.args.get("comment").map(python::text).unwrap_or_default());
    if changes {
        outcome.changes = pretended();
    }
    outcome.warnings = low.texts("warnings");
    if cx.test {
        outcome.result = match changes {
            _ if low.is_on("allow_test_mode_failure", false) && !result => Some(false),
            false => Some(true),
            true => None,
        };
        if outcome.comment.is_empty() {
            "This is a test".clone_into(&mut outcome.comment);
        }
    }
    Ok(outcome)
}

/// Refuses random values, and those that Salt does not take.
fn refuse_configurable(low: &Low, _: &Files<'_>) -> Vec<String> {
    let odd = ["changes", "result"].into_iter().filter(|it| low.args.get(*it).is_some_and(|it| !it.is_boolean()));
    odd.map(|it| format!("`{it}` of `test.configurable_test_state` has to be true or false")).collect()
}

fn mod_watch(cx: &mut Cx<'_>) -> Called {
    let mut outcome = Outcome::fine(comment(cx.low, "Watch statement fired."));
    if let Some(result) = cx.low.args.get("result") {
        outcome.result = result.as_bool();
    }
    outcome.changes = match cx.low.args.get("changes") {
        Some(Json::Object(changes)) => changes.clone(),
        _ => std::iter::once(("Requisites with changes".to_owned(), json!(cx.changed))).collect(),
    };
    Ok(outcome)
}

/// `mod_watch` takes over what the state says of itself.
fn refuse_watch(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = Vec::new();
    if low.args.get("changes").is_some_and(|it| !it.is_object()) {
        all.push("`changes` of a watched `test` state has to be a map".to_owned());
    }
    if low.args.get("result").is_some_and(|it| !it.is_boolean() && !it.is_null()) {
        all.push("`result` of a watched `test` state has to be true, false or null".to_owned());
    }
    all
}
