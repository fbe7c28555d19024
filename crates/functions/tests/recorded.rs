//! Calls as Puppet answered them: `recorded/*.jsonl` holds code, and the value in its `%p` form, or the error and what was logged.

mod recorded {
    pub mod evaluator;
}

use recorded::evaluator::{Modules, evaluate};
use serde_json::Value as Json;

/// Puppet's frames around the text of a function's error.
const AROUND: [&str; 3] = [
    "Evaluation Error: Error while evaluating a Function Call, ",
    "Evaluation Error: Error while evaluating a Method call, ",
    "Evaluation Error: ",
];

fn check(name: &str, recorded: &str) {
    check_with(name, recorded, Modules::Debian);
}

fn check_with(name: &str, recorded: &str, modules: Modules) {
    let mut wrong = Vec::new();
    for line in recorded.lines() {
        let entry: Json = serde_json::from_str(line).expect("a recorded call");
        let code = entry["code"].as_str().expect("code");
        let outcome = evaluate(code, modules);
        let answer = match &outcome.result {
            Ok(value) => format!("value {}", values::print::puppet(value)),
            Err(message) => format!("error {message}"),
        };
        let expected = match (entry["value"].as_str(), entry["error"].as_str()) {
            (Some(value), _) => format!("value {value}"),
            (None, error) => {
                let error = error.unwrap_or_default();
                let text = AROUND.iter().find_map(|it| error.strip_prefix(it)).unwrap_or(error);
                format!("error {text}")
            }
        };
        let logs: Vec<String> = entry["logs"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
        if answer != expected || outcome.logs != logs {
            wrong.push(format!("{code}\n  expected {expected} {logs:?}\n  got      {answer} {:?}", outcome.logs));
        }
    }
    assert!(wrong.is_empty(), "{name}: {} of {} differ\n{}", wrong.len(), recorded.lines().count(), wrong.join("\n"));
}

#[test]
fn built_in_functions() {
    check("core", include_str!("recorded/core.jsonl"));
}

#[test]
fn types() {
    check("types", include_str!("recorded/types.jsonl"));
}

#[test]
fn functions_of_modules() {
    check("modules", include_str!("recorded/modules.jsonl"));
}

#[test]
fn functions_of_current_modules() {
    check_with("current", include_str!("recorded/current.jsonl"), Modules::Current);
}

#[test]
fn arguments_that_are_accepted() {
    check("arguments", include_str!("recorded/arguments.jsonl"));
}

/// Arguments that the signatures refuse, whatever the message is.
#[test]
fn arguments_that_are_refused() {
    let refused = include_str!("recorded/refused.jsonl");
    let codes = refused.lines().map(|line| serde_json::from_str::<Json>(line).expect("a recorded call")["code"].clone());
    let wrong: Vec<String> =
        codes.filter_map(|code| code.as_str().map(str::to_owned)).filter(|code| evaluate(code, Modules::Debian).result.is_ok()).collect();
    assert!(wrong.is_empty(), "accepted: {}", wrong.join("\n"));
}
