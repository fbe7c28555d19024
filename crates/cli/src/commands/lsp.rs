//! `bunraku lsp`: the language server on standard input and output.

use std::path::PathBuf;

use anyhow::Context;

use crate::exit::Exit;

/// Run the language server
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Append the server's log to a file; BUNRAKU_LOG sets the level, such as `debug`
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,

    /// Use standard input and output (the default; many editors pass this)
    #[arg(long)]
    stdio: bool,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    // There is no other transport yet.
    let Args { log_file, stdio: _ } = args;
    let panics = std::env::var_os("BUNRAKU_TEST_PANIC").is_some();
    let holds = std::env::var_os("BUNRAKU_TEST_HOLD").map(PathBuf::from);
    let ended = server::run(server::Options { log_file, panics, holds }).context("the language server cannot run")?;
    // The protocol has the code say whether the client asked for the end before it went.
    Ok(match ended {
        server::Ended::Orderly => Exit::Clean,
        server::Ended::Abruptly => Exit::Found,
    })
}
