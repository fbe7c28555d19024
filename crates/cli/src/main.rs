//! The `bunraku` command.

mod allocator;
mod args;
mod commands;
mod exit;
mod help;
mod markdown;
mod pager;
mod suggest;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::exit::Exit;

#[global_allocator]
static ALLOCATOR: allocator::Words = allocator::Words;

fn main() -> ExitCode {
    let arguments = help::as_option(std::env::args_os());
    let args = match args::Args::of_one_command(&arguments) {
        Some(args) => args,
        None => match parsed_or_explained(arguments) {
            Ok(args) => args,
            Err(code) => return code,
        },
    };
    match commands::run(args.command) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("bunraku: {error:#}");
            refused().into()
        }
    }
}

/// Parses a command line, or prints what is wrong with it or the help that it asks for.
fn parsed_or_explained(arguments: Vec<OsString>) -> Result<args::Args, ExitCode> {
    let name = arguments.get(1).cloned();
    let parsed = help::grouped(args::Args::command()).try_get_matches_from(arguments);
    parsed.and_then(|it| args::Args::from_arg_matches(&it)).map_err(|error| {
        let error = suggest::corrected(error, help::grouped(args::Args::command()), name.as_deref());
        let _ = error.print();
        #[cfg(unix)]
        if let Some(hint) = hint(&error) {
            eprintln!("\n{hint}");
        }
        // Whoever asks for help has got what was asked for.
        let is_refused = error.exit_code() != 0;
        if is_refused { refused().into() } else { ExitCode::SUCCESS }
    })
}

/// How a command ends that could not begin. Of those that change a machine, 2 says that something was changed.
fn refused() -> Exit {
    match command().as_deref() {
        Some("apply" | "plan" | "undo") => Exit::Found,
        _ => Exit::Failed,
    }
}

/// The name of the command that was asked for.
fn command() -> Option<String> {
    Some(std::env::args_os().nth(1)?.to_string_lossy().into_owned())
}

/// More about what is wrong with the command line, for who is used to Puppet's.
#[cfg(unix)]
fn hint(error: &clap::Error) -> Option<String> {
    matches!(command()?.as_str(), "apply" | "plan" | "resource").then(|| commands::apply::refused::hint(error)).flatten()
}
