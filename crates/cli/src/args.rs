//! The command line.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands;

/// Check, compile and apply Puppet code and Salt states
#[derive(Debug, Parser)]
#[command(name = "bunraku", version = env!("BUNRAKU_VERSION"), disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// One variant and one file under `commands/` for each command.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[cfg(unix)]
    Apply(Box<commands::apply::Args>),
    Check(commands::check::Args),
    Compile(commands::compile::Args),
    Completions(commands::completions::Args),
    #[command(hide = true)]
    Debug(commands::debug::Args),
    Eval(commands::eval::Args),
    Diff(commands::diff::Args),
    Explain(commands::explain::Args),
    Facts(commands::facts::Args),
    Fmt(commands::fmt::Args),
    Graph(commands::graph::Args),
    #[cfg(unix)]
    History(commands::apply::history::Args),
    Lint(commands::lint::Args),
    Lookup(commands::lookup::Args),
    Lsp(commands::lsp::Args),
    Man(commands::man::Args),
    #[cfg(unix)]
    Plan(commands::plan::Args),
    #[cfg(unix)]
    Resource(commands::resource::Args),
    #[cfg(unix)]
    Undo(commands::apply::undo::Args),
    Why(commands::why::Args),
}

/// How a command answers that has no more than these two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}
