//! `cmd.run` and `cmd.wait`: commands in a shell.

use machine::System;
use serde_json::json;

use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;
use crate::shell::Shell;

const ARGUMENTS: Arguments =
    Arguments::These(&["cwd", "env", "runas", "shell", "success_retcodes", "output_loglevel", "stateful", "hide_output", "use_vt"]);

pub const FUNCTIONS: &[Function] = &[
    Function::new("cmd.run", ARGUMENTS, run).refusing(refuse),
    Function::new("cmd.wait", ARGUMENTS, |_| Ok(Outcome::fine(""))).refusing(refuse),
    Function::new("cmd.mod_watch", ARGUMENTS, run),
];

/// Refuses options that change the meaning of a command's output.
fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let on = ["stateful", "hide_output", "use_vt"].into_iter().filter(|it| low.is_on(it, false));
    on.map(|it| format!("`{it}` of `{}` is not supported", low.function())).collect()
}

fn run(cx: &mut Cx<'_>) -> Called {
    run_command(cx.low, cx.test, cx.system)
}

/// Runs the command of a state, or says that it would.
pub fn run_command(low: &Low, test: bool, system: &mut dyn System) -> Called {
    let name = &low.name;
    if low.arg("env").is_some_and(|it| !it.is_array() && !it.is_object()) {
        return Ok(Outcome::failed("Invalidly-formatted 'env' parameter. See documentation."));
    }
    if test {
        let mut outcome = Outcome::new(None, format!("Command \"{name}\" would have been executed"));
        outcome.changes.insert("cmd".to_owned(), json!(name));
        return Ok(outcome);
    }
    let is_folder = |path: &str| system.look(path, true).ok().flatten().is_some_and(|it| it.kind == machine::FileKind::Directory);
    if let Some(cwd) = low.arg("cwd").filter(|it| python::is_true(it)).map(python::text).filter(|it| !is_folder(it)) {
        return Ok(Outcome::failed(format!("Desired working directory \"{cwd}\" is not available")));
    }
    let done = match Shell::new(low).run(name, system) {
        Ok(done) => done,
        Err(problem) => return Ok(Outcome::failed(problem.to_string())),
    };
    let mut outcome = Outcome::new(Some(done.code == 0), format!("Command \"{name}\" run"));
    let changes =
        [("pid", json!(done.process)), ("retcode", json!(done.code)), ("stdout", json!(done.stdout)), ("stderr", json!(done.stderr))];
    outcome.changes = changes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(outcome)
}
