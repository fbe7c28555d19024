//! `bunraku check`: finds mistakes in manifests and templates.

pub mod baseline;
pub mod bounds;
pub mod discover;
pub mod engine;
pub mod failure;
mod findings;
mod fingerprint;
pub mod fix;
mod format;
mod ignored;
pub mod input;
mod layout;
pub mod options;
pub mod position;
mod progress;
pub mod report;
mod sources;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use settings::Level;
use world::{RealWorld, World};

use super::site::ruby_version;
use super::sls::named::{self, Part};
use super::sls::{self, SaltArgs};
use crate::exit::Exit;
use engine::Outcome;
use failure::show;
use report::Report;

/// Check manifests, templates, Hiera data and SLS files
///
/// Searches folders, respects `.gitignore`, and checks the target of symbolic links once. Trees of SLS files are recognized.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  no errors
  1  an error was found, or a warning with `--deny warnings`
  2  an input cannot be read or written, or an option is wrong; other inputs are still checked

Modules of other authors are not checked unless you name them: those of a Puppetfile, submodules, fixtures.

Options override the settings in `bunraku.toml`. `bunraku explain CODE` explains a finding.")]
pub struct Args {
    /// Files and folders; `-` is standard input [default: the current folder]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub salt: SaltArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Print a table of the codes instead of the findings
    #[arg(long)]
    pub statistics: bool,

    /// Group the findings by file or by code, each group under a heading
    #[arg(long, value_name = "WHAT", conflicts_with = "statistics")]
    pub group_by: Option<GroupBy>,

    /// Color the output: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Path of the text on standard input; its extension and its place in a module matter
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<PathBuf>,

    /// Findings to treat as errors too
    #[arg(long, value_name = "WHAT")]
    pub deny: Option<Deny>,

    /// Level of a code: error, warning, hint or off
    #[arg(long = "level", value_name = "CODE=LEVEL", value_parser = options::level)]
    pub levels: Vec<(String, Level)>,

    /// Apply the safe fixes
    #[arg(long)]
    pub fix: bool,

    /// File of known findings to ignore
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write all findings to the baseline
    #[arg(long, requires = "baseline")]
    pub write_baseline: bool,

    /// Operating system to evaluate for, such as `debian-12`; repeatable [default: from metadata.json]
    #[arg(long, value_name = "OS", value_parser = options::system)]
    pub os: Vec<String>,

    /// File of facts, JSON or YAML, or `local` for this machine; repeatable
    #[arg(long, value_name = "FILE")]
    pub facts: Vec<PathBuf>,

    /// Node name
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,

    /// Module folders to use instead of the environment's
    #[arg(long, value_name = "PATHS")]
    pub modulepath: Option<String>,

    /// Global Hiera configuration
    #[arg(long = "hiera_config", alias = "hiera-config", value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,

    /// Puppet's `strict` setting: the level of duplicate keys and deprecated functions [default: error]
    #[arg(long, value_name = "LEVEL")]
    pub strict: Option<Strict>,

    /// Puppet's `strict_variables` setting: report unknown variables as errors [default: true]
    #[arg(long = "strict_variables", alias = "strict-variables", value_name = "BOOL", num_args = 0..=1,
        default_missing_value = "true", action = clap::ArgAction::Set)]
    pub strict_variables: Option<bool>,

    /// Version of Ruby whose results are used where versions differ [default: none; these results are unknown]
    #[arg(long = "ruby-version", value_name = "VERSION", value_parser = ruby_version())]
    pub ruby_version: Option<ruby::Version>,

    /// Puppet's `tasks` setting: allow plans, refuse what needs a catalog
    #[arg(long)]
    pub tasks: bool,

    /// Check the syntax only; do not evaluate
    #[arg(long)]
    pub syntax: bool,

    /// Skip the checks of puppet-lint
    #[arg(long)]
    pub no_lint: bool,

    /// Also check files that `.gitignore` excludes
    #[arg(long)]
    pub no_ignore: bool,

    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, with the lines of the source
    #[value(alias = "human")]
    Text,
    /// One line per finding: `path:line:column: code message`
    Concise,
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

impl Format {
    /// Whether people read it: they get a summary, and may ask for groups and counts.
    fn is_for_people(self) -> bool {
        matches!(self, Format::Text | Format::Concise)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GroupBy {
    /// Codes with errors first, then those with the most findings
    Code,
    /// Files by path
    File,
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

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.salt.configure()?;
    let world = Arc::new(RealWorld) as Arc<dyn World>;
    if !args.format.is_for_people() && (args.statistics || args.group_by.is_some()) {
        anyhow::bail!("`--statistics` and `--group-by` need `--format text` or `--format concise`");
    }
    if let Some(name) = args.stdin_filename.as_ref().filter(|it| named::is_in_tree(it)) {
        anyhow::bail!(
            "{}: SLS files and templates are checked with their tree, not from standard input: save and name the file",
            show(name)
        );
    }
    // A baseline that cannot be read is found out before anything else is done.
    let baseline = engine::baseline(&args, &*world)?;
    let (mut parts, others) = split(&args);
    let Outcome { mut report, mut bases, states } = match others {
        Some(paths) => engine::run(&Args { paths, ..args.clone() }, &world)?,
        None => Outcome::default(),
    };
    parts.extend(named::trees_of(&states).into_iter().map(|it| of_release(it, &args)));
    for part in &parts {
        let (checked, its_bases) = sls::check::run(&args, part, &*world)?;
        report.add(checked);
        bases.extend(its_bases);
    }
    engine::compare(&mut report, &args, &*world, baseline.as_ref(), &bases)?;
    let exit = report.exit(args.deny == Some(Deny::Warnings));
    match print(&args, &report, exit) {
        // Whoever closes the pipe, as `head` does, has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(exit),
    }
}

/// The SLS trees that are meant, and the paths of what else is checked, if anything is.
fn split(args: &Args) -> (Vec<Part>, Option<Vec<PathBuf>>) {
    if args.salt.is_used() {
        let names = args.paths.iter().map(|it| it.to_string_lossy().into_owned()).collect();
        return (vec![Part { names, ..Part::whole(args.salt.clone()) }], None);
    }
    let (parts, others) = match args.paths.as_slice() {
        [] => (named::split(&[PathBuf::from(".")]).0, Vec::new()),
        paths => named::split(paths),
    };
    let parts: Vec<Part> = parts.into_iter().map(|it| of_release(it, args)).collect();
    let is_all = !parts.is_empty() && others.is_empty();
    (parts, Some(others).filter(|_| !is_all))
}

/// A tree with the release that the command line or its settings name.
fn of_release(mut part: Part, args: &Args) -> Part {
    part.salt.salt_order = args.salt.salt_order;
    // What is wrong with settings is a finding.
    let _ = part.salt.settle_release();
    part
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
        _ if args.statistics => format::statistics::write(&mut out, report)?,
        Format::Text => format::text::write(&mut out, report, args.group_by, choice != ColorChoice::Never)?,
        Format::Concise => format::concise::write(&mut out, report, args.group_by)?,
        Format::Json => format::json::write(&mut out, report)?,
        Format::Sarif => format::sarif::write(&mut out, report, exit)?,
        Format::Github => format::github::write(&mut out, report)?,
        Format::Gitlab => format::gitlab::write(&mut out, report)?,
        Format::Junit => format::junit::write(&mut out, report, args.deny == Some(Deny::Warnings))?,
    }
    out.flush()?;
    report.write_notes(&mut io::stderr().lock());
    if args.format.is_for_people() {
        writeln!(out, "{}", report.summary())?;
        if report.lowers_lint && report.findings().any(|it| it.code.is_lint()) {
            writeln!(out, "errors of puppet-lint count as warnings: set `lint = true` in `bunraku.toml` to change that")?;
        }
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
