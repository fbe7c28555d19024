//! Settings from the command line.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use settings::{LOCAL_FACTS, Layer, Level, is_local_facts};
use world::World;

use super::Args;
use super::input::read_file;

/// The settings of the command line, which win over all others. Paths count from `here`.
pub fn layer(args: &Args, here: &Path) -> Layer {
    let modulepath = args.modulepath.as_ref().map(|paths| paths.split(environment::SEPARATOR).filter(|it| !it.is_empty()));
    Layer {
        folder: here.to_owned(),
        modulepath: modulepath.map(|paths| paths.map(|it| here.join(it)).collect()),
        facts: (!args.facts.is_empty()).then(|| args.facts.iter().map(|it| facts(it, here)).collect()),
        systems: (!args.os.is_empty()).then(|| args.os.clone()),
        node: args.node.clone(),
        hiera_config: args.hiera_config.as_ref().map(|it| here.join(it)),
        legacy_facts: None,
        strict: args.strict.map(Into::into),
        strict_variables: args.strict_variables,
        ruby_version: args.ruby_version.map(ruby::Version::name),
        tasks: args.tasks.then_some(true),
        levels: args.levels.iter().map(|(code, level)| (Arc::from(code.as_str()), *level)).collect(),
        paths: settings::PathRules::default(),
        lint: args.no_lint.then_some(false),
        inlay_hints: None,
        code_lenses: None,
        salt_release: None,
        salt_targets: None,
    }
}

fn facts(path: &Path, here: &Path) -> PathBuf {
    if is_local_facts(path) { PathBuf::from(LOCAL_FACTS) } else { here.join(path) }
}

/// Error in a file of facts, if there is one.
pub fn wrong_facts(world: &dyn World, path: &Path) -> Option<String> {
    let text = match read_file(world, path, "") {
        Ok(text) => text,
        Err(failure) => return Some(failure.message),
    };
    facts::parse(path, text.as_bytes()).err().map(|it| it.to_string())
}

/// Why the value of an option is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// There is no such system: in words, and what may help.
    System {
        text: String,
        help: Option<String>,
    },
    /// There is no level.
    NoLevel,
    /// There is no such code, but perhaps one of a similar name.
    Code {
        code: String,
        similar: Option<String>,
    },
    Level(settings::Error),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::System { text, help } => {
                let help = help.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
                let end = if help.ends_with('?') { "" } else { ";" };
                write!(f, "{text}{help}{end} `bunraku facts --list-os` lists all")
            }
            ValueError::NoLevel => f.write_str("expected CODE=LEVEL, as `duplicate-key=warning`"),
            ValueError::Code { code, similar } => {
                let similar = similar.as_ref().map(|it| format!(": did you mean `{it}`?")).unwrap_or_default();
                write!(f, "there is no code `{code}`{similar}")
            }
            ValueError::Level(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ValueError {}

/// `debian-12`.
pub fn system(text: &str) -> Result<String, ValueError> {
    match diagnostics::unknown_system(text) {
        Some((text, help)) => Err(ValueError::System { text, help }),
        None => Ok(text.to_owned()),
    }
}

/// `duplicate-key=warning`.
pub fn level(text: &str) -> Result<(String, Level), ValueError> {
    let (code, level) = text.split_once('=').ok_or(ValueError::NoLevel)?;
    if diagnostics::find(code).is_none() {
        let known: Vec<&str> = diagnostics::all_codes().iter().map(|it| it.name).collect();
        let similar = syntax::nearest(code, known).map(str::to_owned);
        return Err(ValueError::Code { code: code.to_owned(), similar });
    }
    Ok((code.to_owned(), level.parse().map_err(ValueError::Level)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_of_a_code_that_exists() {
        let level = |text: &str| super::level(text).map_err(|error| error.to_string());
        assert_eq!(level("duplicate-key=off"), Ok(("duplicate-key".to_owned(), Level::Off)));
        assert_eq!(level("duplicate-keys=off"), Err("there is no code `duplicate-keys`: did you mean `duplicate-key`?".to_owned()));
        assert!(level("duplicate-key=bad").is_err_and(|it| it.contains("unknown level")));
        assert!(level("duplicate-key").is_err_and(|it| it.contains("CODE=LEVEL")));
    }
}
