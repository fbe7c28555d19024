//! `bunraku check`: finds mistakes in manifests and templates.

mod baseline;
pub mod discover;
mod engine;
pub mod failure;
mod findings;
mod fingerprint;
pub mod fix;
mod format;
mod ignored;
pub mod input;
mod options;
pub mod position;
mod progress;
mod report;
mod sources;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use settings::Level;
use world::{RealWorld, World};

use crate::exit::Exit;
use report::Report;

/// Find mistakes in manifests (*.pp) and EPP templates (*.epp)
///
/// Folders are searched, `.gitignore` is honoured, and what symbolic links lead to is checked once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  nothing found, or nothing that counts: warnings, hints, what the baseline has
  1  an error found, or with `--deny warnings` a warning
  2  some input could not be read or written, or the command line is wrong; what was found elsewhere is shown all the same

Settings of a project are in `bunraku.toml`; the options win over them.

`bunraku explain CODE` tells more about a finding.")]
pub struct Args {
    /// Files and folders; `-` is the standard input [default: the current folder]
    pub paths: Vec<PathBuf>,

    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Colours: when the output is a terminal, always, or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// The name of what comes from the standard input: its ending and its place in a module count
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<PathBuf>,

    /// What to treat as an error too
    #[arg(long, value_name = "WHAT")]
    pub deny: Option<Deny>,

    /// How bad the findings of a code are: error, warning, hint, or off
    #[arg(long = "level", value_name = "CODE=LEVEL", value_parser = options::level)]
    pub levels: Vec<(String, Level)>,

    /// Make the changes that are sure to be right
    #[arg(long)]
    pub fix: bool,

    /// A file of findings that are known and do not count
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write all that is found to the baseline
    #[arg(long, requires = "baseline")]
    pub write_baseline: bool,

    /// An operating system to evaluate for, as `debian-12`; may be given several times [default: those in metadata.json]
    #[arg(long, value_name = "OS", value_parser = options::system)]
    pub os: Vec<String>,

    /// A file of facts, in JSON or YAML, to evaluate with, or `local` for those of this machine; may be given several times
    #[arg(long, value_name = "FILE")]
    pub facts: Vec<PathBuf>,

    /// The name of the node
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,

    /// Folders of modules, instead of the environment's own
    #[arg(long, value_name = "PATHS")]
    pub modulepath: Option<String>,

    /// The configuration of Hiera for all environments
    #[arg(long = "hiera_config", alias = "hiera-config", value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,

    /// Puppet's `strict` setting: how bad a duplicate key is [default: error]
    #[arg(long, value_name = "LEVEL")]
    pub strict: Option<Strict>,

    /// Puppet's `tasks` setting: plans may stand in manifests, and what needs a catalog may not
    #[arg(long)]
    pub tasks: bool,

    /// Check the texts only, without evaluating them
    #[arg(long)]
    pub syntax: bool,

    /// Leave out what puppet-lint checks
    #[arg(long)]
    pub no_lint: bool,
    /// Search ignored files too
    #[arg(long)]
    pub no_ignore: bool,

    /// How many threads to use [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, with the lines of the source
    #[value(alias = "human")]
    Text,
    /// One JSON document
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
    /// GitLab's report of code quality
    Gitlab,
    /// JUnit's XML, for test reports
    Junit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Warnings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strict {
    Off,
    Warning,
    Error,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let report = engine::run(&args, &(Arc::new(RealWorld) as Arc<dyn World>))?;
    let exit = report.exit(args.deny == Some(Deny::Warnings));
    match print(&args, &report, exit) {
        // Whoever closes the pipe, as `head` does, has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(exit),
    }
}

fn print(args: &Args, report: &Report, exit: Exit) -> io::Result<()> {
    let choice = match args.color {
        Color::Auto => AutoStream::choice(&io::stdout()),
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    // Text is coloured as it is made; where that is not wanted or not known, the stream takes the colours out.
    let mut out = io::BufWriter::new(AutoStream::new(io::stdout().lock(), choice));
    match args.format {
        Format::Text => format::text::write(&mut out, report, choice != ColorChoice::Never)?,
        Format::Json => format::json::write(&mut out, report)?,
        Format::Sarif => format::sarif::write(&mut out, report, exit)?,
        Format::Github => format::github::write(&mut out, report)?,
        Format::Gitlab => format::gitlab::write(&mut out, report)?,
        Format::Junit => format::junit::write(&mut out, report)?,
    }
    out.flush()?;
    report.write_notes(&mut io::stderr().lock());
    if args.format == Format::Text {
        writeln!(out, "{}", report.summary())?;
    }
    out.flush()
}

impl From<Strict> for syntax::puppet::Strict {
    fn from(strict: Strict) -> Self {
        match strict {
            Strict::Off => Self::Off,
            Strict::Warning => Self::Warning,
            Strict::Error => Self::Error,
        }
    }
}
