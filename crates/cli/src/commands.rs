//! One file for each command: its arguments and what it does.

pub mod check;
pub mod compile;
pub mod completions;
pub mod debug;
pub mod eval;
pub mod explain;
pub mod lsp;
mod site;
mod tell;

use crate::args::Command;
use crate::exit::Exit;

pub fn run(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Check(args) => check::run(args),
        Command::Compile(args) => compile::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Debug(args) => debug::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Lsp(args) => lsp::run(args),
    }
}
