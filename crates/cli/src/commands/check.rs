//! `bunraku check`: finds mistakes in manifests and templates.

use crate::exit::Exit;

/// Find mistakes in manifests (*.pp) and EPP templates (*.epp)
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files and folders [default: the current folder]
    pub paths: Vec<std::path::PathBuf>,
}

pub fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("`check` is not part of this build")
}
