//! The command line.

use std::ffi::OsString;

use clap::{Args as _, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::commands;

/// The version, and what it stands for.
const LONG_VERSION: &str = concat!(
    env!("BUNRAKU_VERSION"),
    "\n\n\
     Puppet 8.10: the language, catalogs, and the Ruby of modules, which is evaluated without Ruby.\n\
     Salt 3008.3: the states of one minion. `--salt-order` has the order and the rules of 3006 and 3007.\n\
     Not supported of Salt: master and minion services, reactor, orchestration, mine, beacons, salt-ssh,\n\
     renderers other than Jinja and YAML, formatting of states."
);

/// Check, compile and apply Puppet code and Salt states
#[derive(Debug, Parser)]
#[command(name = "bunraku", version = env!("BUNRAKU_VERSION"), long_version = LONG_VERSION, disable_help_subcommand = true)]
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

/// A command by its name, and what adds its options.
type Named = (&'static str, fn(clap::Command) -> clap::Command);

const NAMED: &[Named] = &[
    #[cfg(unix)]
    ("apply", commands::apply::Args::augment_args),
    ("check", commands::check::Args::augment_args),
    ("compile", commands::compile::Args::augment_args),
    ("completions", commands::completions::Args::augment_args),
    ("debug", commands::debug::Args::augment_args),
    ("eval", commands::eval::Args::augment_args),
    ("diff", commands::diff::Args::augment_args),
    ("explain", commands::explain::Args::augment_args),
    ("facts", commands::facts::Args::augment_args),
    ("fmt", commands::fmt::Args::augment_args),
    ("graph", commands::graph::Args::augment_args),
    #[cfg(unix)]
    ("history", commands::apply::history::Args::augment_args),
    ("lint", commands::lint::Args::augment_args),
    ("lookup", commands::lookup::Args::augment_args),
    ("lsp", commands::lsp::Args::augment_args),
    ("man", commands::man::Args::augment_args),
    #[cfg(unix)]
    ("plan", commands::plan::Args::augment_args),
    #[cfg(unix)]
    ("resource", commands::resource::Args::augment_args),
    #[cfg(unix)]
    ("undo", commands::apply::undo::Args::augment_args),
    ("why", commands::why::Args::augment_args),
];

impl Args {
    /// Parses a command line with the options of the one command that it names: making those of all commands takes longer than a
    /// small command runs. None if the command line is wrong or asks for help, which the parser of all commands explains.
    pub fn of_one_command(arguments: &[OsString]) -> Option<Args> {
        let command = one_command(arguments.get(1)?.to_str()?)?;
        let matches = command.try_get_matches_from(arguments).ok()?;
        Args::from_arg_matches(&matches).ok()
    }
}

fn one_command(name: &str) -> Option<clap::Command> {
    let (name, augment) = NAMED.iter().find(|it| it.0 == name)?;
    Some(clap::Command::new("bunraku").disable_help_subcommand(true).subcommand(augment(clap::Command::new(*name))))
}

/// How a command answers that has no more than these two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn a_command_alone_has_the_same_options() {
        let mut all = Args::command();
        all.build();
        assert_eq!(all.get_subcommands().count(), NAMED.len());
        for command in all.get_subcommands() {
            let mut one = one_command(command.get_name()).unwrap_or_default();
            one.build();
            let alone = one.find_subcommand(command.get_name()).cloned().unwrap_or_default();
            assert_eq!(alone.clone().render_long_help().to_string(), command.clone().render_long_help().to_string());
            let hidden = |it: &clap::Command| it.get_arguments().map(|it| format!("{it:?}")).collect::<Vec<_>>();
            assert_eq!(hidden(&alone), hidden(command));
        }
    }

    #[test]
    fn what_is_wrong_is_left_to_the_parser_of_all_commands() {
        let parsed = |arguments: &[&str]| Args::of_one_command(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        assert!(matches!(parsed(&["bunraku", "eval", "-e", "1"]), Some(Args { command: Command::Eval(_) })));
        for wrong in [&["bunraku"][..], &["bunraku", "--version"], &["bunraku", "evil"], &["bunraku", "eval", "--nothing"]] {
            assert!(parsed(wrong).is_none(), "{wrong:?}");
        }
        assert!(parsed(&["bunraku", "eval", "--help"]).is_none());
    }
}
