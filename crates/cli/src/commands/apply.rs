//! `bunraku apply`: a catalog is applied to this machine.

pub mod folders;
pub mod logbook;
mod run;

use std::path::PathBuf;

use clap::ArgAction;

use crate::exit::Exit;

/// Apply a manifest to this machine
///
/// As `puppet apply` does it, with its words and its exit codes. Types that cannot be applied yet fail alone: docs/apply.md
/// says which there are.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  applied; without --detailed-exitcodes also where resources failed
  1  nothing was applied, or not all: the manifest does not compile, there are cycles, the state cannot be written
  2  something was changed (with --detailed-exitcodes, as the following)
  4  something failed
  6  both")]
pub struct Args {
    /// The manifest; only the first one is applied
    pub manifests: Vec<PathBuf>,

    /// Code instead of a manifest
    #[arg(short = 'e', long = "execute", value_name = "CODE")]
    pub execute: Option<String>,

    /// A catalog instead of a manifest, as `bunraku compile` writes it
    #[arg(short = 'c', long, value_name = "FILE", conflicts_with = "execute")]
    pub catalog: Option<PathBuf>,

    /// Change nothing, and tell what would be changed
    #[arg(long)]
    pub noop: bool,

    /// The exit code says whether something was changed, and whether something failed
    #[arg(long = "detailed-exitcodes", alias = "detailed_exitcodes")]
    pub detailed_exitcodes: bool,

    /// The same as --verbose --detailed-exitcodes --show_diff
    #[arg(short, long)]
    pub test: bool,

    /// Apply only what has one of these tags
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub tags: Vec<String>,

    /// Apply nothing that has one of these tags
    #[arg(long = "skip_tags", alias = "skip-tags", value_name = "TAGS", value_delimiter = ',')]
    pub skip_tags: Vec<String>,

    /// Apply what its schedule would not let be applied now, too
    #[arg(long)]
    pub ignoreschedules: bool,

    /// Show what changes in files
    #[arg(long = "show_diff", alias = "show-diff")]
    pub show_diff: bool,

    /// Tell more
    #[arg(short, long)]
    pub verbose: bool,

    /// Tell all
    #[arg(short, long)]
    pub debug: bool,

    /// Tell when each resource begins, and how long it takes
    #[arg(long)]
    pub evaltrace: bool,

    /// Where messages go: `console` or files; those that end in .json or .jsonl are written as that
    #[arg(short, long, value_name = "WHERE", value_delimiter = ',')]
    pub logdest: Vec<String>,

    /// Colours of messages: true, false, or when the output is a terminal
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_value = "auto", default_missing_value = "true")]
    pub color: String,

    /// The name of this machine [default: what the facts say]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,

    /// The facts, in JSON or YAML [default: those of this machine]
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,

    /// The environment [default: that of puppet.conf]
    #[arg(long, value_name = "NAME")]
    pub environment: Option<String>,

    /// Folders of modules, instead of the environment's own
    #[arg(long, value_name = "PATHS")]
    pub modulepath: Option<String>,

    /// The configuration of Hiera for all environments
    #[arg(long = "hiera_config", alias = "hiera-config", value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,

    /// What contents of files are compared with
    #[arg(long = "digest_algorithm", alias = "digest-algorithm", value_name = "NAME", default_value = "sha256")]
    pub digest_algorithm: String,

    #[command(flatten)]
    pub folders: folders::FolderArgs,

    /// Nothing: there is no splay
    #[arg(long = "no-splay", hide = true, action = ArgAction::SetTrue)]
    pub no_splay: bool,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    super::compile::with_stack(move || run::run(&args))
}
