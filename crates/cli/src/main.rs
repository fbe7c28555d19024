//! The `bunraku` command.

mod allocator;
mod args;
mod commands;
mod exit;

use std::process::ExitCode;

use clap::Parser;

use crate::exit::Exit;

#[global_allocator]
static ALLOCATOR: allocator::Words = allocator::Words;

fn main() -> ExitCode {
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            #[cfg(unix)]
            if let Some(hint) = hint(&error) {
                eprintln!("\n{hint}");
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match commands::run(args.command) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("bunraku: {error:#}");
            Exit::Failed.into()
        }
    }
}

/// More about what is wrong with the command line, for who is used to Puppet's.
#[cfg(unix)]
fn hint(error: &clap::Error) -> Option<String> {
    let command = std::env::args().nth(1)?;
    matches!(command.as_str(), "apply" | "plan" | "resource").then(|| commands::apply::refused::hint(error)).flatten()
}
