//! `bunraku completions`: a script that teaches a shell the command line.

use std::io::Write;

use clap::CommandFactory;

use crate::exit::Exit;

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Shell
    pub shell: clap_complete::Shell,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::args::Args::command(), "bunraku", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Clean)
}
