//! Whether a program runs, and finds out what a value is: here, or in what plays the system that it is for.

use std::path::Path;
use std::process::Command;

use super::run::ran;
use super::targets::Target;
use super::version;

/// Starts a program of this system.
pub fn start_on_host(root: &Path, program: &Path) -> Result<(), String> {
    speaks(root, &|| Command::new(program))
}

/// Starts a program of a target. What is missing for it, where it cannot be started here.
pub fn problem(root: &Path, target: &Target, program: &Path) -> Result<Option<String>, String> {
    if Target::host().is_ok_and(|it| it.triple == target.triple) {
        return start_on_host(root, program).map(|()| None);
    }
    let Some((player, options)) = target.player.split_first() else {
        return Ok(Some("nothing here plays its system".into()));
    };
    if !is_there(player) {
        return Ok(Some(format!("there is no {player}")));
    }
    // Wine complains of everything that it lacks.
    let play = || {
        let mut command = Command::new(player);
        command.env("WINEDEBUG", "-all").args(options).arg(program);
        command
    };
    speaks(root, &play).map(|()| None)
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn speaks(root: &Path, command: &dyn Fn() -> Command) -> Result<(), String> {
    let said = ran(command().arg("--version"))?;
    if !said.starts_with(&format!("bunraku {}", version(root)?)) {
        return Err(format!("{:?} says {said}", command()));
    }
    let value = ran(command().args(["eval", "-e", "[1, 2].map |$x| { $x * 2 }"]))?;
    if value.trim() != "[2, 4]" { Err(format!("{:?} evaluates to {value}", command())) } else { Ok(()) }
}
