//! `bunraku apply`: a catalog is applied to this machine.

mod batched_output;
mod configured;
pub mod deferred;
pub mod folders;
pub mod history;
mod live;
pub mod logbook;
pub mod plan_source;
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
use crate::commands::sls::apply::ApplyArgs;
use crate::commands::sls::{self, SaltArgs};
use crate::exit::Exit;

pub use folders::FolderArgs;
use plan_source::StoredPlan;
pub use ruby::RubyArgs;

/// Apply a manifest to this machine
///
/// Works like `puppet apply`, with the same messages and exit codes. A resource of an unsupported type fails alone; docs/apply.md
/// lists the supported types. With `--salt-root`, applies SLS files of a tree as `salt-call state.apply` does, and `--test` changes
/// nothing; docs/salt.md lists the supported functions.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
#[command(after_help = "\
Exit codes:
  0  applied; without --detailed-exitcodes also if resources failed
  1  nothing was applied, or not everything: a wrong option or file, a compile error, a dependency cycle, a signal;
     or the state, report, messages or events could not be written
  2  something changed (only with --detailed-exitcodes, as the next two)
  4  something failed
  6  something changed and something failed")]
pub struct Args {
    #[command(flatten)]
    pub what: WhatArgs,

    /// Apply a plan from `bunraku plan --out FILE`; refuse if the machine, the manifest or the states changed since
    #[arg(long, value_name = "FILE", conflicts_with = "noop")]
    pub plan: Option<PathBuf>,

    /// Data of that file.
    #[arg(skip)]
    pub stored: Option<StoredPlan>,

    /// Change nothing; show what would change
    #[arg(long, overrides_with = "no_noop")]
    pub noop: bool,

    /// Report changes and failures in the exit code
    #[arg(long = "detailed-exitcodes", alias = "detailed_exitcodes")]
    pub detailed_exitcodes: bool,

    /// Same as --verbose --detailed-exitcodes --show_diff
    #[arg(short, long)]
    pub test: bool,

    /// Show the differences in file contents
    #[arg(long = "show_diff", alias = "show-diff", overrides_with = "no_show_diff")]
    pub show_diff: bool,

    #[arg(long = "no-show_diff", alias = "no-show-diff", hide = true, overrides_with = "show_diff")]
    no_show_diff: bool,

    /// Show informational messages
    #[arg(short, long)]
    pub verbose: bool,

    /// Show all messages
    #[arg(short, long)]
    pub debug: bool,

    /// Lowest level to show: debug, info, notice, warning, err, alert, emerg or crit
    #[arg(long = "log_level", alias = "log-level", value_name = "LEVEL")]
    pub log_level: Option<String>,

    /// Show when each resource starts and how long it takes
    #[arg(long)]
    pub evaltrace: bool,

    /// Print counts and times after the run, as Puppet does
    #[arg(long, overrides_with = "no_summarize")]
    pub summarize: bool,

    #[arg(long = "no-summarize", hide = true, overrides_with = "summarize")]
    no_summarize: bool,

    /// Print the slowest path through the graph and the slowest resources after the run
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    pub timing: Option<usize>,

    /// Write messages to `console`, `syslog` or files; .json and .jsonl select the format
    #[arg(short, long, value_name = "WHERE", value_delimiter = ',', action = ArgAction::Append)]
    pub logdest: Vec<String>,

    /// Syslog facility, such as `local0` or `user` [default: daemon]
    #[arg(long, value_name = "FACILITY")]
    pub syslogfacility: Option<String>,

    /// Write a JSON line when a resource starts and ends, to a file or (`-`) to standard output
    ///
    /// With `-`, console messages go to standard error.
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,

    /// Also write the report as JSON
    #[arg(long = "json-report", value_name = "FILE")]
    pub json_report: Option<PathBuf>,

    /// Write the catalog's graphs for Graphviz
    #[arg(long)]
    pub graph: bool,

    /// Folder for the graphs
    #[arg(long, value_name = "DIR")]
    pub graphdir: Option<PathBuf>,

    /// Write the lists of classes and resources, classes.txt and resources.txt
    #[arg(long = "write_catalog_summary", alias = "write-catalog-summary")]
    pub write_catalog_summary: bool,

    /// Run this command first; if it fails, apply nothing
    #[arg(long = "prerun_command", value_name = "COMMAND")]
    pub prerun_command: Option<String>,

    /// Run this command last
    #[arg(long = "postrun_command", value_name = "COMMAND")]
    pub postrun_command: Option<String>,

    /// Number of unordered resources, or of Salt's `parallel` commands, to apply at once; the output stays the same
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub jobs: usize,

    /// Report a failed dependency once per class instead of once per resource
    #[arg(long = "merge_dependency_warnings", alias = "merge-dependency-warnings", overrides_with = "no_merge_dependency_warnings")]
    pub merge_dependency_warnings: bool,

    #[arg(long = "no-merge_dependency_warnings", alias = "no-merge-dependency-warnings", hide = true)]
    no_merge_dependency_warnings: bool,

    /// Store nothing: no state, report, history or pending refreshes; do not detect concurrent runs
    #[arg(long = "no-state", conflicts_with = "json_report")]
    pub no_state: bool,

    /// Seconds to wait for another run to end
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub waitforlock: u64,

    #[command(flatten)]
    pub salt: SaltArgs,

    #[command(flatten)]
    pub sls: ApplyArgs,

    #[command(flatten)]
    #[allow(dead_code, reason = "it means nothing")]
    ignored: Ignored,
}

impl Args {
    /// The options that are given and that mean nothing for SLS trees.
    pub fn without_meaning_for_states(&self) -> Vec<&'static str> {
        let given = [
            ("--test with --plan", self.plan.is_some() && self.test),
            ("--detailed-exitcodes", self.detailed_exitcodes),
            ("--show_diff", self.show_diff || self.no_show_diff),
            ("--verbose", self.verbose),
            ("--debug", self.debug),
            ("--log_level", self.log_level.is_some()),
            ("--evaltrace", self.evaltrace),
            ("--summarize", self.summarize),
            ("--timing", self.timing.is_some()),
            ("--logdest", !self.logdest.is_empty()),
            ("--syslogfacility", self.syslogfacility.is_some()),
            ("--events", self.events.is_some()),
            ("--json-report", self.json_report.is_some()),
            ("--graph", self.graph),
            ("--graphdir", self.graphdir.is_some()),
            ("--write_catalog_summary", self.write_catalog_summary),
            ("--prerun_command", self.prerun_command.is_some()),
            ("--postrun_command", self.postrun_command.is_some()),
            ("--merge_dependency_warnings", self.merge_dependency_warnings),
        ];
        given.into_iter().filter(|it| it.1).map(|it| it.0).chain(self.what.without_meaning_for_states()).collect()
    }
}

/// Catalog to apply, and settings.
#[derive(Debug, clap::Args)]
pub struct WhatArgs {
    /// Manifest, of which only the first is used; with `--salt-root`, SLS names [default: the highstate]
    pub manifests: Vec<PathBuf>,

    /// Puppet code to use instead of a manifest
    #[arg(short = 'e', long = "execute", value_name = "CODE")]
    pub execute: Option<String>,

    /// Catalog from `bunraku compile` to use instead of a manifest
    #[arg(short = 'c', long, value_name = "FILE", conflicts_with = "execute")]
    pub catalog: Option<PathBuf>,

    /// Apply only resources with one of these tags
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub tags: Vec<String>,

    /// Skip resources with one of these tags
    #[arg(long = "skip_tags", alias = "skip-tags", value_name = "TAGS", value_delimiter = ',')]
    pub skip_tags: Vec<String>,

    /// Ignore the schedules of resources
    #[arg(long)]
    pub ignoreschedules: bool,

    /// Color messages: true, false, or auto (on a terminal)
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_value = "auto", default_missing_value = "true")]
    pub color: String,

    /// Name of this node [default: from the facts]
    #[arg(long, value_name = "NAME", visible_alias = "node")]
    pub certname: Option<String>,

    /// Folder of an environment or module to apply, with its main manifest
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["environment", "catalog"])]
    pub root: Option<PathBuf>,

    /// File of facts, JSON or YAML [default: facts of this machine]
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,

    /// Environment [default: from puppet.conf]
    #[arg(long, value_name = "NAME")]
    pub environment: Option<String>,

    /// Module folders to use instead of the environment's
    #[arg(long, value_name = "PATHS")]
    pub modulepath: Option<String>,

    /// Global Hiera configuration
    #[arg(long = "hiera_config", alias = "hiera-config", value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,

    /// Checksum algorithm for file contents
    #[arg(long = "digest_algorithm", alias = "digest-algorithm", value_name = "NAME")]
    pub digest_algorithm: Option<String>,

    /// Puppet's `strict` setting [default: error]
    #[arg(long, value_name = "LEVEL")]
    pub strict: Option<Strict>,

    #[arg(long = "strict_variables", hide = true, overrides_with = "no_strict_variables")]
    strict_variables: bool,

    #[arg(long = "no-strict_variables", hide = true, overrides_with = "strict_variables")]
    no_strict_variables: bool,

    /// Also fix Puppet bugs that change neither system state nor exit code (docs/differences.md)
    #[arg(long)]
    pub improved: bool,

    #[command(flatten)]
    pub ruby: RubyArgs,

    #[command(flatten)]
    pub folders: FolderArgs,
}

impl WhatArgs {
    /// The options that are given and that mean nothing for SLS trees.
    pub fn without_meaning_for_states(&self) -> Vec<&'static str> {
        let given = [
            ("--execute", self.execute.is_some()),
            ("--catalog", self.catalog.is_some()),
            ("--tags", !self.tags.is_empty()),
            ("--skip_tags", !self.skip_tags.is_empty()),
            ("--ignoreschedules", self.ignoreschedules),
            ("--certname", self.certname.is_some()),
            ("--root", self.root.is_some()),
            ("--facts", self.facts.is_some()),
            ("--environment", self.environment.is_some()),
            ("--modulepath", self.modulepath.is_some()),
            ("--hiera_config", self.hiera_config.is_some()),
            ("--digest_algorithm", self.digest_algorithm.is_some()),
            ("--strict", self.strict.is_some()),
            ("--improved", self.improved),
        ];
        given.into_iter().filter(|it| it.1).map(|it| it.0).collect()
    }
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
    args.stored = args.plan.as_deref().map(StoredPlan::read).transpose()?;
    args.salt.configure()?;
    if args.salt.is_used() || args.stored.as_ref().is_some_and(sls::stored::is_of_states) {
        signals::listen();
        return super::compile::with_stack(move || sls::apply::run(&mut args));
    }
    if args.sls.is_used() {
        eprintln!("bunraku: --format and --retcode-passthrough need `--salt-root` or a plan of states");
        return Ok(Exit::Found);
    }
    args.configure()?;
    signals::listen();
    super::compile::with_stack(move || run::run(&mut args))
}
