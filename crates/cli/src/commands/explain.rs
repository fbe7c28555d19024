//! `bunraku explain`: the page of a code.

use crate::exit::Exit;

/// Explain the code of a finding
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The code, as `duplicate-key`; without one, all codes are listed
    pub code: Option<String>,
}

pub fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("`explain` is not part of this build")
}
