//! Suggestions for options that do not exist.

use std::ffi::OsStr;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options of Puppet and of other tools, and the options that are used for the same here.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("--dry-run", "--noop"),
    ("--fail-on-warnings", "--deny"),
    ("--state-dir", "--vardir"),
    ("--state_dir", "--vardir"),
    ("--statedir", "--vardir"),
];

/// Returns the error with the option that is probably meant. clap also suggests options that merely begin alike.
pub fn corrected(mut error: clap::Error, mut command: Command, name: Option<&OsStr>) -> clap::Error {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(typed))) = (error.kind(), error.get(ContextKind::InvalidArg)) else {
        return error;
    };
    command.build();
    let name = name.map(OsStr::to_string_lossy).unwrap_or_default();
    let Some(command) = command.find_subcommand_mut(&*name) else { return error };
    let option = typed.split(['=', ' ']).next().unwrap_or_default();
    let meant = option_meant(command, option);
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    if let Some(meant) = meant {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(meant));
        // A hint to write the option as a value would only distract.
        error.remove(ContextKind::Suggested);
    }
    error
}

fn option_meant(command: &Command, typed: &str) -> Option<String> {
    let options: Vec<String> =
        command.get_arguments().filter(|it| !it.is_hide_set()).filter_map(|it| Some(format!("--{}", it.get_long()?))).collect();
    let other = OTHER_NAMES.iter().find(|it| it.0 == typed).map(|it| it.1).filter(|it| options.iter().any(|option| option == it));
    other.or_else(|| syntax::nearest(typed, options.iter().map(String::as_str))).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Args;

    #[track_caller]
    fn suggested(command: &str, option: &str) -> Option<String> {
        let error = Args::command().try_get_matches_from(["bunraku", command, option]).expect_err("an unknown option");
        let error = corrected(error, Args::command(), Some(command.as_ref()));
        assert!(error.to_string().contains(&format!("Usage: bunraku {command} [OPTIONS]")), "{error}");
        match error.get(ContextKind::SuggestedArg) {
            Some(ContextValue::String(option)) => Some(option.clone()),
            _ => None,
        }
    }

    #[test]
    fn misspelt_options_suggest_the_nearest() {
        assert_eq!(suggested("check", "--statistic").as_deref(), Some("--statistics"));
        assert_eq!(suggested("lookup", "--explian").as_deref(), Some("--explain"));
    }

    #[test]
    fn options_that_merely_begin_alike_are_not_suggested() {
        assert_eq!(suggested("check", "--statedir"), None);
        assert_eq!(suggested("compile", "--state-file"), None);
    }

    #[test]
    #[cfg(unix)]
    fn options_of_other_tools_are_known() {
        assert_eq!(suggested("apply", "--state-dir=/var/lib/a").as_deref(), Some("--vardir"));
        assert_eq!(suggested("undo", "--statedir").as_deref(), Some("--vardir"));
        assert_eq!(suggested("apply", "--dry-run").as_deref(), Some("--noop"));
        assert_eq!(suggested("check", "--fail-on-warnings").as_deref(), Some("--deny"));
        assert_eq!(suggested("check", "--dry-run"), None);
    }

    #[test]
    fn other_names_lead_to_options_that_exist() {
        for (_, option) in OTHER_NAMES {
            let has = |it: &Command| it.get_arguments().any(|it| it.get_long() == option.strip_prefix("--"));
            assert!(Args::command().get_subcommands().any(has), "{option}");
        }
    }
}
