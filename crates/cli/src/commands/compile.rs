//! `bunraku compile`: the catalogs of nodes.

mod all;

use std::fs::File;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use anyhow::Context;
use catalog::Catalog;
use clap::ValueEnum;
use compiler::Evaluated;

use super::check::Color;
use super::reporter::Reporter;
use super::site::{SiteArgs, Source, show};
use super::sls::{self, SaltArgs, SlsArgs};
use crate::exit::Exit;

pub use all::nodes;

/// Compile a catalog to Puppet's JSON
///
/// Without a manifest, compiles the environment's main manifest. Errors have Puppet's text and position. With `--salt-root`, prints
/// Salt's low state in its order.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the catalog was compiled
  1  Puppet would refuse to compile it
  2  an input cannot be read")]
pub struct Args {
    #[command(flatten)]
    pub site: SiteArgs,

    #[command(flatten)]
    salt: SaltArgs,

    #[command(flatten)]
    sls: SlsArgs,

    /// Compile all nodes that the manifest names or that have facts
    #[arg(long, conflicts_with = "node")]
    pub all_nodes: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: Format,

    /// Write to a file; with `--all-nodes`, write one file per node to a folder
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Color the output: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Puppet's JSON, for `puppet apply --catalog`
    Json,
    /// The same on one line
    Jsonl,
    /// One line per resource, with its place in the code
    List,
}

/// Size of one write.
pub const BUFFER: usize = 64 << 10;

/// Catalogs are printed by recursion.
const STACK: usize = 64 << 20;

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.salt.configure()?;
    with_stack(move || compile(&args))
}

/// Runs a command with a stack for deep recursion. A thread would have one too, and take a twentieth of the time of a small command.
pub fn with_stack(run: impl FnOnce() -> anyhow::Result<Exit>) -> anyhow::Result<Exit> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stacker::grow(STACK, run))) {
        Ok(result) => result,
        Err(_) => anyhow::bail!("a defect in bunraku: please report it"),
    }
}

fn compile(args: &Args) -> anyhow::Result<Exit> {
    if args.salt.is_used() {
        let names = sls::names(args.site.manifest.as_ref(), &args.sls.sls);
        return sls::compile::run(&args.salt, &names, args.format, args.output.as_deref());
    }
    let source = Source::find(&args.site)?;
    let mut reporter = Reporter::new(choice(args.color), &source.code);
    for warning in &source.site.warnings {
        eprintln!("bunraku: {warning}");
    }
    if args.all_nodes {
        return all::compile(args, &source, &mut reporter);
    }
    let (outcome, evaluated) = source.compile_once()?;
    for log in &outcome.logs {
        quietly(reporter.log(log))?;
    }
    for error in &outcome.errors {
        quietly(reporter.error(error, &[]))?;
    }
    std::mem::forget(outcome);
    let Some(evaluated) = evaluated else { return Ok(Exit::Found) };
    print(args, evaluated)?;
    Ok(Exit::Clean)
}

pub fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}

/// Whoever closes the pipe has seen enough.
pub fn quietly(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

fn print(args: &Args, evaluated: Evaluated) -> anyhow::Result<()> {
    match &args.output {
        Some(file) => write_file(file, |out| write_evaluated(out, args.format, evaluated)),
        None => {
            let mut out = io::BufWriter::with_capacity(BUFFER, io::stdout().lock());
            quietly(write_evaluated(&mut out, args.format, evaluated).and_then(|()| out.flush()))?;
            Ok(())
        }
    }
}

pub fn write_file(file: &Path, write: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::with_capacity(BUFFER, File::create(file).with_context(|| show(file))?);
    write(&mut out).and_then(|()| out.flush()).with_context(|| show(file))
}

/// Writes the one catalog that is compiled, which nothing else is done with.
fn write_evaluated(out: &mut impl Write, format: Format, evaluated: Evaluated) -> io::Result<()> {
    if format == Format::List {
        return list(out, &evaluated.compiled().catalog);
    }
    // The process ends: giving each part of it back takes longer than leaving them.
    let evaluated = ManuallyDrop::new(evaluated);
    evaluated.write_json(&mut *out, format == Format::Json).and_then(|()| writeln!(out))
}

fn write(out: &mut impl Write, format: Format, catalog: &Catalog) -> io::Result<()> {
    match format {
        Format::Json => catalog::puppet::write_json_pretty(&mut *out, catalog).and_then(|()| writeln!(out)),
        Format::Jsonl => catalog::puppet::write_json(&mut *out, catalog).and_then(|()| writeln!(out)),
        Format::List => list(out, catalog),
    }
}

fn list(out: &mut impl Write, catalog: &Catalog) -> io::Result<()> {
    for resource in catalog.resources().iter().filter(|it| !it.is_virtual) {
        let name = super::check::failure::one_line(&resource.key());
        match (resource.file.as_deref().filter(|it| !it.is_empty()), resource.line) {
            (Some(file), Some(line)) => writeln!(out, "{name}\t{}:{line}", show(Path::new(file)))?,
            (None, Some(line)) => writeln!(out, "{name}\t{line}")?,
            _ => writeln!(out, "{name}")?,
        }
    }
    Ok(())
}
