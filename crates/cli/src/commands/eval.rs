//! `bunraku eval`: the value of an expression.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use values::Value;

use super::check::Color;
use super::compile::{choice, quietly};
use super::reporter::Reporter;
use super::site::{SiteArgs, Source};
use crate::exit::Exit;

/// Evaluate an expression and print its value
///
/// The expression comes from `-e`, a file, or standard input. The value printed is that of the last statement. Log messages go to
/// standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  evaluated
  1  Puppet would refuse to evaluate it
  2  an input cannot be read")]
pub struct Args {
    #[command(flatten)]
    pub site: SiteArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "puppet")]
    pub format: Format,

    /// Color the output: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Puppet code
    Puppet,
    /// As interpolated into a string
    Text,
    /// JSON, with Puppet's rich data for other types
    Json,
    /// The value's type
    Type,
}

/// Values are printed by recursion.
const STACK: usize = 64 << 20;

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || evaluate(args))?;
    match thread.join() {
        Ok(result) => result,
        Err(_) => anyhow::bail!("a defect in bunraku: please report it"),
    }
}

fn evaluate(mut args: Args) -> anyhow::Result<Exit> {
    if args.site.manifest.is_none() && args.site.execute.is_none() {
        args.site.manifest = Some(PathBuf::from("-"));
    }
    let source = Source::find(&args.site)?;
    let mut reporter = Reporter::new(choice(args.color), &source.code);
    let outcome = source.compile(&source.node()?)?;
    for log in &outcome.logs {
        quietly(reporter.log(log))?;
    }
    for error in &outcome.errors {
        quietly(reporter.error(error, &[]))?;
    }
    if !outcome.errors.is_empty() {
        return Ok(Exit::Found);
    }
    let text = shown(&outcome.value.unwrap_or(Value::Undef), args.format)?;
    quietly(writeln!(io::stdout().lock(), "{text}"))?;
    Ok(Exit::Clean)
}

fn shown(value: &Value, format: Format) -> anyhow::Result<String> {
    Ok(match format {
        Format::Puppet => values::print::readable(value),
        Format::Text => values::print::interpolate(value),
        Format::Json => serde_json::to_string_pretty(&values::data::to_rich(value))?,
        Format::Type => values::infer(value).to_string(),
    })
}
