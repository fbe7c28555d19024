//! `bunraku facts`: the facts of this machine.

mod print;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use facts::{Facts, FactsError};
use serde_json::Value as Json;
use world::RealWorld;

use super::compile::quietly;
use super::process;
use crate::exit::Exit;

/// Print this machine's facts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  printed
  1  there is no such fact
  2  an external fact cannot be read")]
pub struct Args {
    /// Facts to print, such as `os.family` or `processors.models.0` [default: all]
    pub keys: Vec<String>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Folder of external facts to use instead of the default ones
    #[arg(long, value_name = "DIR")]
    pub external_dir: Vec<PathBuf>,

    /// Ignore external facts
    #[arg(long, conflicts_with = "external_dir")]
    pub no_external_facts: bool,

    /// Built-in facts of an operating system, such as `debian-12`, instead of this machine's
    #[arg(long, value_name = "OS", conflicts_with_all = ["external_dir", "no_external_facts"])]
    pub os: Option<String>,

    /// List the operating systems with built-in facts
    #[arg(long, conflicts_with_all = ["keys", "os"])]
    pub list_os: bool,

    /// Include legacy facts such as `osfamily`
    #[arg(long, alias = "show-legacy", alias = "include_legacy_facts")]
    pub legacy_facts: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Readable text
    Text,
    Json,
    Yaml,
}

/// Time limit of a program that prints a fact.
const PATIENCE: Duration = Duration::from_secs(30);

pub fn run(args: Args) -> anyhow::Result<Exit> {
    if args.list_os {
        return list_os();
    }
    let folders = match args.external_dir.is_empty() {
        true => facts::external_folders(&RealWorld, &facts::RealHost),
        false => args.external_dir.clone(),
    };
    let folders = Some(folders).filter(|_| !args.no_external_facts);
    let (all, problems) = match &args.os {
        Some(os) => (of_system(os, args.legacy_facts)?, Vec::new()),
        None => collect(folders.as_deref(), args.legacy_facts),
    };
    for problem in &problems {
        eprintln!("bunraku: {problem}");
    }
    let mut exit = if problems.is_empty() { Exit::Clean } else { Exit::Failed };
    let mut out = io::stdout().lock();
    if let ([key], Format::Text) = (args.keys.as_slice(), args.format) {
        match find(&all, key) {
            Some(value) => quietly(writeln!(out, "{}", print::alone(value)))?,
            None => {
                eprintln!("bunraku: no fact `{key}`; `bunraku facts` lists all");
                exit = exit.max(Exit::Found);
            }
        }
        return Ok(exit);
    }
    let shown = if args.keys.is_empty() {
        all
    } else {
        let mut shown = Facts::new();
        for key in &args.keys {
            let value = find(&all, key).cloned();
            if value.is_none() {
                exit = exit.max(Exit::Found);
            }
            shown.insert(key.clone(), value.unwrap_or(Json::Null));
        }
        shown
    };
    let text = match args.format {
        Format::Text => print::text(&shown),
        Format::Json => serde_json::to_string_pretty(&shown)? + "\n",
        Format::Yaml => print::yaml(&shown),
    };
    quietly(write!(out, "{text}").and_then(|()| out.flush()))?;
    Ok(exit)
}

fn list_os() -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    for built_in in facts::sets::all() {
        quietly(writeln!(out, "{:<26} {}", built_in.name, built_in.label()))?;
    }
    Ok(Exit::Clean)
}

/// How to get a file of facts.
pub const HELP: &str = "`bunraku facts --format json` prints the facts of a node in this form";

/// The facts that are built in for an operating system.
pub fn of_system(os: &str, legacy: bool) -> anyhow::Result<Facts> {
    let Some(mut all) = facts::sets::meant(os).and_then(|it| it.facts()) else {
        anyhow::bail!("no built-in facts for `{os}`: `bunraku facts --list-os` lists the known operating systems");
    };
    if legacy {
        let old = facts::legacy(&all);
        all.extend(old);
    }
    Ok(facts::sorted(all))
}

/// For compilations: unreadable facts are reported, and the rest is used.
pub fn of_this_machine() -> Facts {
    let (mut all, external) = gathered();
    all.extend(external);
    facts::sorted(all)
}

/// The same in parts: the facts of Facter itself, and external facts.
pub fn gathered() -> (Facts, Facts) {
    let folders = facts::external_folders(&RealWorld, &facts::RealHost);
    let (external, problems) = external(&folders);
    for problem in &problems {
        eprintln!("bunraku: {problem}");
    }
    (core(), external)
}

fn core() -> Facts {
    let mut all = facts::machine(&RealWorld, &facts::RealHost);
    all.insert("puppetversion".to_owned(), compiler::PUPPET_VERSION.into());
    all
}

/// Facts of files and programs in these folders, and of environment variables.
fn external(folders: &[PathBuf]) -> (Facts, Vec<String>) {
    let (mut all, mut problems) = (Facts::new(), Vec::new());
    for folder in folders {
        let found = facts::external(&RealWorld, folder, Some(&run_fact));
        all.extend(found.facts);
        problems.extend(found.problems);
    }
    let text = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
    all.extend(facts::environment_facts(std::env::vars_os().filter_map(text)));
    (all, problems)
}

fn collect(folders: Option<&[PathBuf]>, legacy: bool) -> (Facts, Vec<String>) {
    let mut all = core();
    if legacy {
        let old = facts::legacy(&all);
        all.extend(old);
    }
    let (external, problems) = folders.map(external).unwrap_or_default();
    all.extend(external);
    (facts::sorted(all), problems)
}

/// Runs an executable fact. As in Facter, its exit code does not matter.
pub fn run_fact(path: &Path) -> Option<Result<Vec<u8>, FactsError>> {
    let run = || process::ended(path, &[], PATIENCE).map(|it| it.1).map_err(|error| FactsError::Failed(error.to_string()));
    process::is_executable(path).then(run)
}

/// A fact, or a part of one.
fn find<'f>(facts: &'f Facts, path: &str) -> Option<&'f Json> {
    if let Some(value) = facts.get(path) {
        return Some(value);
    }
    let mut parts = path.split('.');
    let first = facts.get(parts.next()?)?;
    parts.try_fold(first, |value, part| match value {
        Json::Array(items) => items.get(part.parse::<usize>().ok()?),
        other => other.get(part),
    })
}
