//! `bunraku debug`: what Bunraku makes of a text, printed as Puppet would.

use crate::exit::Exit;

/// Show what Bunraku makes of a text
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("`debug` is not part of this build")
}
