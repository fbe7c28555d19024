//! One file for each command: its arguments and what it does.

#[cfg(unix)]
pub mod apply;
pub mod check;
pub mod compile;
pub mod completions;
pub mod debug;
pub mod diff;
pub mod eval;
pub mod explain;
pub mod facts;
pub mod fmt;
pub mod graph;
mod input_file;
pub mod lint;
pub mod lookup;
pub mod lsp;
pub mod man;
mod ordered;
#[cfg(unix)]
mod output_file;
#[cfg(unix)]
mod page;
pub mod plan;
mod process;
mod reporter;
#[cfg(unix)]
pub mod resource;
mod site;
mod sls;
pub mod why;

use crate::args::Command;
use crate::exit::Exit;

pub fn run(command: Command) -> anyhow::Result<Exit> {
    match command {
        #[cfg(unix)]
        Command::Apply(args) => apply::run(*args),
        Command::Check(args) => check::run(args),
        Command::Compile(args) => compile::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Debug(args) => debug::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Facts(args) => facts::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Graph(args) => graph::run(args),
        #[cfg(unix)]
        Command::History(args) => apply::history::run(args),
        Command::Lint(args) => lint::run(&args),
        Command::Lookup(args) => lookup::run(args),
        Command::Lsp(args) => lsp::run(args),
        Command::Man(args) => man::run(args),
        #[cfg(unix)]
        Command::Plan(args) => plan::run(args),
        #[cfg(unix)]
        Command::Resource(args) => resource::run(args),
        #[cfg(unix)]
        Command::Undo(args) => apply::undo::run(args),
        Command::Why(args) => why::run(args),
    }
}
