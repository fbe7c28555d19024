//! `bunraku lsp`: the language server on standard input and output.

use crate::exit::Exit;

/// Run the language server
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("`lsp` is not part of this build")
}
