//! `bunraku apply`: a catalog is applied to this machine.

mod configured;
pub mod deferred;
pub mod folders;
mod gathered;
pub mod history;
mod live;
pub mod logbook;
pub mod made_of;
pub mod ready;
pub mod refused;
mod ruby;
pub mod run;
pub mod signals;
mod timing;
pub mod undo;

use std::path::PathBuf;

use clap::ArgAction;

use crate::commands::site::Strict;
use crate::exit::Exit;

pub use folders::FolderArgs;
pub use ruby::RubyArgs;

/// Apply a manifest to this machine
///
/// As `puppet apply` does it, with its words and its exit codes. Types that cannot be applied yet fail alone: docs/apply.md
/// says which there are.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
#[command(after_help = "\
Exit codes:
  0  applied; without --detailed-exitcodes also where resources failed
  1  nothing was applied, or not all: an option or a file is wrong, the manifest does not compile, there are cycles, a signal
     has ended the run; or the state, the report, messages or events could not be written
  2  something was changed (with --detailed-exitcodes, as the following)
  4  something failed
  6  both")]
pub struct Args {
    #[command(flatten)]
    pub what: WhatArgs,

    /// Apply what was planned with `bunraku plan --out FILE`, and nothing where the machine or the manifest is not as it was then
    #[arg(long, value_name = "FILE", conflicts_with = "noop")]
    pub plan: Option<PathBuf>,

    /// Change nothing, and tell what would be changed
    #[arg(long, overrides_with = "no_noop")]
    pub noop: bool,

    /// The exit code says whether something was changed, and whether something failed
    #[arg(long = "detailed-exitcodes", alias = "detailed_exitcodes")]
    pub detailed_exitcodes: bool,

    /// The same as --verbose --detailed-exitcodes --show_diff
    #[arg(short, long)]
    pub test: bool,

    /// Show what changes in files
    #[arg(long = "show_diff", alias = "show-diff", overrides_with = "no_show_diff")]
    pub show_diff: bool,

    #[arg(long = "no-show_diff", alias = "no-show-diff", hide = true, overrides_with = "show_diff")]
    no_show_diff: bool,

    /// Tell more
    #[arg(short, long)]
    pub verbose: bool,

    /// Tell all
    #[arg(short, long)]
    pub debug: bool,

    /// The least important messages that are told: debug, info, notice, warning, err, alert, emerg or crit
    #[arg(long = "log_level", alias = "log-level", value_name = "LEVEL")]
    pub log_level: Option<String>,

    /// Tell when each resource begins, and how long it takes
    #[arg(long)]
    pub evaltrace: bool,

    /// Print behind the run what was counted and measured, as Puppet does
    #[arg(long, overrides_with = "no_summarize")]
    pub summarize: bool,

    #[arg(long = "no-summarize", hide = true, overrides_with = "summarize")]
    no_summarize: bool,

    /// Print behind the run the way through the graph that took longest, and the slowest resources: so many of each
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    pub timing: Option<usize>,

    /// Where messages go: `console`, `syslog` or files; those that end in .json or .jsonl are written as that
    #[arg(short, long, value_name = "WHERE", value_delimiter = ',', action = ArgAction::Append)]
    pub logdest: Vec<String>,

    /// What messages are about that go to the system's log, as `local0` or `user` [default: daemon]
    #[arg(long, value_name = "FACILITY")]
    pub syslogfacility: Option<String>,

    /// Write an event for each resource that begins and ends, a line of JSON each, to a file or (`-`) to the standard output; messages
    /// of the console then go to the standard error
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,

    /// Write the report in JSON, too
    #[arg(long = "json-report", value_name = "FILE")]
    pub json_report: Option<PathBuf>,

    /// Draw the graphs of the catalog, for Graphviz
    #[arg(long)]
    pub graph: bool,

    /// Where graphs are drawn
    #[arg(long, value_name = "DIR")]
    pub graphdir: Option<PathBuf>,

    /// Write down which classes and resources the catalog has
    #[arg(long = "write_catalog_summary", alias = "write-catalog-summary")]
    pub write_catalog_summary: bool,

    /// A command that is run before anything is applied, which is not if it fails
    #[arg(long = "prerun_command", value_name = "COMMAND")]
    pub prerun_command: Option<String>,

    /// A command that is run behind all
    #[arg(long = "postrun_command", value_name = "COMMAND")]
    pub postrun_command: Option<String>,

    /// Apply so many resources at once, where nothing orders them; what is told is the same
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub jobs: usize,

    /// Tell once of a class that what it depends on has failed, and not of each resource in it
    #[arg(long = "merge_dependency_warnings", alias = "merge-dependency-warnings", overrides_with = "no_merge_dependency_warnings")]
    pub merge_dependency_warnings: bool,

    #[arg(long = "no-merge_dependency_warnings", alias = "no-merge-dependency-warnings", hide = true)]
    no_merge_dependency_warnings: bool,

    /// Keep nothing between runs: no state, no report, no history, no refreshes that are owed; nothing tells of a second run
    #[arg(long = "no-state", conflicts_with = "json_report")]
    pub no_state: bool,

    /// How many seconds are waited for another run to end
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub waitforlock: u64,

    #[command(flatten)]
    #[allow(dead_code, reason = "it means nothing")]
    ignored: Ignored,
}

/// What is applied, and with what.
#[derive(Debug, clap::Args)]
pub struct WhatArgs {
    /// The manifest; only the first one is applied
    pub manifests: Vec<PathBuf>,

    /// Code instead of a manifest
    #[arg(short = 'e', long = "execute", value_name = "CODE")]
    pub execute: Option<String>,

    /// A catalog instead of a manifest, as `bunraku compile` writes it
    #[arg(short = 'c', long, value_name = "FILE", conflicts_with = "execute")]
    pub catalog: Option<PathBuf>,

    /// Apply only what has one of these tags
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub tags: Vec<String>,

    /// Apply nothing that has one of these tags
    #[arg(long = "skip_tags", alias = "skip-tags", value_name = "TAGS", value_delimiter = ',')]
    pub skip_tags: Vec<String>,

    /// Apply what its schedule would not let be applied now, too
    #[arg(long)]
    pub ignoreschedules: bool,

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
    #[arg(long = "digest_algorithm", alias = "digest-algorithm", value_name = "NAME")]
    pub digest_algorithm: Option<String>,

    /// How strict the language is [default: error]
    #[arg(long, value_name = "LEVEL")]
    pub strict: Option<Strict>,

    #[arg(long = "strict_variables", hide = true, overrides_with = "no_strict_variables")]
    strict_variables: bool,

    #[arg(long = "no-strict_variables", hide = true, overrides_with = "strict_variables")]
    no_strict_variables: bool,

    /// Mend those defects of Puppet, too, that leave the machine and the exit code as they should be: docs/differences.md lists them
    #[arg(long)]
    pub improved: bool,

    #[command(flatten)]
    pub ruby: RubyArgs,

    #[command(flatten)]
    pub folders: FolderArgs,
}

/// Options of Puppet that have no meaning here: there is no agent, no cache and no splay.
#[derive(Debug, clap::Args)]
#[allow(dead_code, reason = "they are taken, and mean nothing")]
pub struct Ignored {
    #[arg(long = "no-noop", hide = true, overrides_with = "noop")]
    no_noop: bool,
    // Deferred functions are always called when the turn of their resource comes.
    #[arg(long = "preprocess_deferred", alias = "preprocess-deferred", hide = true, overrides_with = "no_preprocess_deferred")]
    pub preprocess_deferred: bool,
    #[arg(long = "no-preprocess_deferred", alias = "no-preprocess-deferred", hide = true, overrides_with = "preprocess_deferred")]
    no_preprocess_deferred: bool,
    #[arg(long, hide = true, overrides_with = "no_pluginsync")]
    pluginsync: bool,
    #[arg(long = "no-pluginsync", hide = true, overrides_with = "pluginsync")]
    no_pluginsync: bool,
    // Nothing is exported to other machines.
    #[arg(long = "no-storeconfigs", hide = true)]
    no_storeconfigs: bool,
    #[arg(long = "no-trace", hide = true, overrides_with = "trace")]
    no_trace: bool,
    #[arg(long = "no-profile", hide = true, overrides_with = "profile")]
    no_profile: bool,
    #[arg(long, hide = true)]
    onetime: bool,
    #[arg(long, hide = true)]
    loadclasses: bool,
    #[arg(long, hide = true)]
    trace: bool,
    #[arg(long, hide = true)]
    profile: bool,
    #[arg(long, hide = true, overrides_with = "no_splay")]
    splay: bool,
    #[arg(long = "no-splay", hide = true, overrides_with = "splay")]
    no_splay: bool,
    #[arg(long, hide = true, overrides_with = "no_daemonize")]
    daemonize: bool,
    #[arg(long = "no-daemonize", hide = true, overrides_with = "daemonize")]
    no_daemonize: bool,
    #[arg(long, hide = true, overrides_with = "no_usecacheonfailure")]
    usecacheonfailure: bool,
    #[arg(long = "no-usecacheonfailure", hide = true, overrides_with = "usecacheonfailure")]
    no_usecacheonfailure: bool,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.configure()?;
    signals::listen();
    super::compile::with_stack(move || run::run(&mut args))
}
