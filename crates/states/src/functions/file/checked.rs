//! `check_cmd` of `file.managed`: a program says of a copy with the new contents whether the file may have them.

use machine::Content;

use super::contents::Contents;
use super::permissions::Wanted;
use super::{kind, managed};
use crate::error::StateError;
use crate::function::{Called, Cx};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;
use crate::shell::Shell;
use crate::words::words;

/// The program of a state, with its arguments.
pub fn check(low: &Low) -> Option<String> {
    low.arg("check_cmd").filter(|it| python::is_true(it)).map(python::text)
}

/// Result of a state whose file may not have the contents; an empty one that is fine otherwise.
pub fn refused(cx: &mut Cx<'_>, check: &str, contents: &Contents, wanted: &Wanted) -> Called {
    let folder = cx.low.text("tmp_dir").filter(|it| !it.is_empty()).or_else(|| cx.system.variable("TMPDIR"));
    let folder = folder.filter(|it| !it.is_empty()).unwrap_or_else(|| "/tmp".to_owned());
    let start = format!("{}/bunraku-check-", folder.trim_end_matches('/'));
    let copy = format!("{}{}", cx.system.fresh_name(&start), cx.low.text("tmp_ext").unwrap_or_default());
    let called = compared(cx, check, &copy, contents, wanted);
    let _ = cx.system.remove_file(&copy);
    called
}

fn compared(cx: &mut Cx<'_>, check: &str, copy: &str, contents: &Contents, wanted: &Wanted) -> Called {
    let name = cx.low.name.as_str();
    let describe = |error: std::io::Error| {
        let (class, text) = python::os_error(&error, copy);
        StateError::exception(class, text)
    };
    // Only the owner may read it.
    cx.system.create(copy, 0o600).map_err(describe)?;
    if kind(cx.system, name) == Some(machine::FileKind::File) {
        copied(cx, name, copy).map_err(|it| StateError::System { text: format!("Unable to copy file {name} to {copy}: {it}") })?;
    }
    let low = Low { name: copy.to_owned(), ..cx.low.clone() };
    match managed::update(&mut cx.with(&low), contents, wanted) {
        Ok(outcome) if outcome.changes.is_empty() => return Ok(Outcome::fine("")),
        Ok(_) => {}
        Err(problem) => return Ok(Outcome::failed(format!("Unable to check_cmd file: {problem}"))),
    }
    // Without a shell, as in Salt.
    let all = words(&format!("{check} {copy}")).ok_or_else(|| StateError::exception("ValueError", "No closing quotation"))?;
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let shell = Shell::default();
    if !all.first().is_some_and(|it| shell.has_program(it, cx.system)) {
        let program = all.first().copied().unwrap_or_default();
        return Err(StateError::Command { text: format!("Unable to run command '{check}', reason: {program} is not available") });
    }
    let done = shell.run_words(&all, cx.system)?;
    if done.code == Some(0) {
        return Ok(Outcome::fine(""));
    }
    let printed = [done.stdout, done.stderr].into_iter().filter(|it| !it.is_empty());
    let comment: Vec<String> = std::iter::once("check_cmd execution failed".to_owned()).chain(printed).collect();
    Ok(Outcome { skips_watch: true, ..Outcome::failed(comment.join("\n")) })
}

/// Copies a file with its owner and mode.
fn copied(cx: &mut Cx<'_>, from: &str, to: &str) -> std::io::Result<()> {
    cx.system.write(to, Content::Of(from), 0o600)?;
    let Some(found) = cx.system.look(from, true)? else { return Ok(()) };
    cx.system.set_owner(to, Some(found.owner), Some(found.group), true)?;
    cx.system.set_mode(to, found.mode)
}
