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
    let args = args::Args::parse();
    match commands::run(args.command) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("bunraku: {error:#}");
            Exit::Failed.into()
        }
    }
}
