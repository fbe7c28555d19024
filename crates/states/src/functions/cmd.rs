//! `cmd.run` and `cmd.wait`: commands in a shell.

mod stateful;

use machine::System;
use serde_json::{Value as Json, json};

use crate::error::StateError;
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;
use crate::shell::{Done, Shell, codes};

const ARGUMENTS: Arguments = Arguments::These(&[
    "bg",
    "cwd",
    "env",
    "hide_output",
    "ignore_retcode",
    "ignore_timeout",
    "output_loglevel",
    "password",
    "prepend_path",
    "redirect_stderr",
    "reset_system_locale",
    "rstrip",
    "runas",
    "shell",
    "stateful",
    "stdin",
    "success_retcodes",
    "success_stderr",
    "success_stdout",
    "timeout",
    "umask",
    "use_vt",
]);

pub const FUNCTIONS: &[Function] = &[
    Function::new("cmd.run", ARGUMENTS, run).refusing(refuse),
    Function::new("cmd.wait", ARGUMENTS, |_| Ok(Outcome::fine(""))).refusing(refuse),
    Function::new("cmd.mod_watch", ARGUMENTS, watch),
];

/// Refuses a terminal, and forms of arguments at which Salt's function raises an exception.
fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = Vec::new();
    if low.is_on("use_vt", false) {
        all.push(format!("`use_vt` of `{}` is not supported", low.function()));
    }
    for name in ["success_stdout", "success_stderr"] {
        if low.arg(name).and_then(Json::as_array).is_some_and(|it| !it.iter().all(Json::is_string)) {
            all.push(format!("`{name}` of `{}` has to be texts", low.function()));
        }
    }
    let is_named = |it: &Json| it.get("test_name").is_none_or(|it| it.is_string() || !python::is_true(it));
    let is_known = |it: &Json| it.as_array().is_none_or(|it| it.first().is_some_and(|it| it.is_object() && is_named(it)));
    if low.arg("stateful").is_some_and(|it| !is_known(it)) {
        all.push(format!("`stateful` of `{}` has to be a switch, or a list that begins with `test_name`", low.function()));
    }
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    run_command(cx.low, cx.test, cx.system)
}

/// Runs the command of a state, or says that it would.
pub fn run_command(low: &Low, test: bool, system: &mut dyn System) -> Called {
    let given = low.arg("stateful").filter(|it| it.is_array() || **it == Json::Bool(true));
    let in_test = given.and_then(|it| it.get(0)?.get("test_name")?.as_str()).filter(|it| test && !it.is_empty());
    match (ran(low, in_test.unwrap_or(&low.name), test && in_test.is_none(), system), given) {
        (Ok(outcome), Some(_)) => {
            let is_fine = outcome.result == Some(true);
            let mut outcome = stateful::reinterpreted(outcome)?;
            if in_test.is_some() && is_fine && !outcome.changes.is_empty() {
                outcome.result = None;
            }
            Ok(outcome)
        }
        (Ok(outcome), None) => Ok(outcome),
        (Err(error), _) => Ok(Outcome::failed(error.to_string())),
    }
}

/// Runs the command of a state whose watched states have changes.
fn watch(cx: &mut Cx<'_>) -> Called {
    let outcome = ran(cx.low, &cx.low.name, cx.test, cx.system).unwrap_or_else(|error| Outcome::failed(error.to_string()));
    // Any value of `stateful` does here, and what is wrong with the state is no exception.
    if cx.low.is_on("stateful", false) { stateful::reinterpreted(outcome) } else { Ok(outcome) }
}

/// Runs a command, or says that it would.
fn ran(low: &Low, line: &str, test: bool, system: &mut dyn System) -> Result<Outcome, StateError> {
    if low.arg("env").is_some_and(|it| !it.is_array() && !it.is_object()) {
        return Err(StateError::NoEnvironment);
    }
    if test {
        let mut outcome = Outcome::new(None, format!("Command \"{line}\" would have been executed"));
        outcome.changes.insert("cmd".to_owned(), json!(line));
        return Ok(outcome);
    }
    let is_folder = |path: &str| system.look(path, true).ok().flatten().is_some_and(|it| it.kind == machine::FileKind::Directory);
    if let Some(path) = low.arg("cwd").filter(|it| python::is_true(it)).map(python::text).filter(|it| !is_folder(it)) {
        return Err(StateError::NoWorkingFolder { path });
    }
    codes(low).ok_or(StateError::NoCodes)?;
    let done = Shell::new(low).run(line, system)?;
    let code = if is_fine_by_output(low, &done) { Some(0) } else { done.code };
    let shown = |text: &str| json!(if low.is_on("hide_output", false) { "" } else { text });
    let mut outcome = Outcome::new(Some(matches!(code, None | Some(0))), format!("Command \"{line}\" run"));
    let changes =
        [("pid", json!(done.process)), ("retcode", json!(code)), ("stdout", shown(&done.stdout)), ("stderr", shown(&done.stderr))];
    outcome.changes = changes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let stdout = outcome.changes.get("stdout").and_then(Json::as_str).unwrap_or_default();
    // Salt looks for these words in what a command prints, too.
    if low.is_on("ignore_timeout", false) && code == Some(1) && stdout.contains("Timed out after") {
        outcome.changes.insert("retcode".to_owned(), json!(0));
        outcome.result = Some(true);
    }
    Ok(outcome)
}

/// Whether a command prints something that stands for success, whatever its exit code is.
fn is_fine_by_output(low: &Low, done: &Done) -> bool {
    let has = |name: &str, text: &str| low.parts(name).iter().any(|it| text.contains(it.as_str()));
    !done.is_stopped && (has("success_stdout", &done.stdout) || has("success_stderr", &done.stderr))
}
