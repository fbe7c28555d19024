//! `bunraku debug`: what Bunraku makes of a text, printed as Puppet would.

mod ast;
mod entries;
mod evaluate;
mod findings;
mod input;
mod modulepath;
mod order;
mod ruby_coverage;
mod validate;

use crate::exit::Exit;

/// Show how Bunraku reads a text
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// The syntax tree, as Puppet's own parser has it: one JSON object for each input
    Ast(ast::Args),
    /// Every problem, with Puppet's text and place: one JSON object for each input
    Validate(validate::Args),
    /// The value of a manifest's last statement, and what was logged: one JSON object for each input
    Eval(evaluate::Args),
    /// The catalog of a manifest: one JSON object for each input
    Catalog(evaluate::Args),
    /// From where files are evaluated, with which facts, and what is wrong there: one JSON object for each evaluation
    Entries(entries::Args),
    /// Print the findings for files of a site whose texts are changed: one JSON object for each input
    Findings(findings::Args),
    /// Which templates and functions of modules are supported without Ruby, and what the others need, by count
    RubyCoverage(ruby_coverage::Args),
}

/// Trees are printed by recursion, and a tree may be some thousand levels high.
const STACK: usize = 256 << 20;

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let work = move || match args.what {
        What::Ast(args) => ast::run(args),
        What::Validate(args) => validate::run(args),
        What::Eval(args) => evaluate::run(args, evaluate::What::Value),
        What::Catalog(args) => evaluate::run(args, evaluate::What::Catalog),
        What::Entries(args) => entries::run(args),
        What::Findings(args) => findings::run(args),
        What::RubyCoverage(args) => ruby_coverage::run(args),
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work)?;
    thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the printing of the tree failed")))
}
