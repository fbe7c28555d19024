//! `bunraku --help` with its commands in groups, and `bunraku help COMMAND`.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Command;

/// The headings of `bunraku --help`, and the commands below each.
const GROUPS: &[(&str, &[&str])] = &[
    ("Check and format", &["check", "fmt", "lint", "explain"]),
    ("Compile and understand", &["compile", "graph", "why", "diff", "eval", "lookup", "facts"]),
    ("Apply", &["plan", "apply", "history", "undo", "resource"]),
    ("Editor", &["lsp"]),
    ("Other", &["completions", "man"]),
];

const EXAMPLES: &str = "\
Examples:
  bunraku check                                  check the current folder
  bunraku compile --root . --node web1 -o c.json compile the catalog of a node
  bunraku plan site.pp                           show what applying a manifest would change

`bunraku help COMMAND` shows the options of a command.";

/// Returns the command with its subcommands listed in groups.
pub fn grouped(command: Command) -> Command {
    let template = format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}\n\n{EXAMPLES}", groups(&command));
    command.help_template(template)
}

fn groups(command: &Command) -> String {
    let listed = || GROUPS.iter().flat_map(|(_, names)| *names);
    let width = listed().map(|it| it.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "{heading}:");
        for name in *names {
            // Commands that change a machine exist on Unix alone.
            let Some(about) = command.find_subcommand(name).and_then(Command::get_about) else { continue };
            let _ = writeln!(text, "  {name:<width$}  {about}");
        }
        text.push('\n');
    }
    text
}

/// Returns the arguments with `help COMMAND` written as `COMMAND --help`.
pub fn as_option(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|it| it == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Args;

    #[test]
    fn each_command_that_is_not_hidden_is_in_one_group() {
        let command = Args::command();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        listed.sort_unstable();
        let mut commands: Vec<&str> = command.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name).collect();
        commands.sort_unstable();
        assert_eq!(listed, commands);
    }

    #[test]
    fn help_of_a_command_is_its_option() {
        let of = |arguments: &[&str]| as_option(arguments.iter().map(OsString::from)).join(" ".as_ref());
        assert_eq!(of(&["bunraku", "help"]), "bunraku --help");
        assert_eq!(of(&["bunraku", "help", "apply"]), "bunraku apply --help");
        assert_eq!(of(&["bunraku", "explain", "help"]), "bunraku explain help");
    }
}
