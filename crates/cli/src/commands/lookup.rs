//! `bunraku lookup`: the value of a Hiera key.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use compiler::{Answer, Code};
use hiera::explain::Explainer;
use values::{Hash, Value};

use super::check::Color;
use super::compile::{choice, quietly, with_stack};
use super::reporter::Reporter;
use super::site::{PlaceArgs, SiteArgs, Source};
use crate::exit::Exit;

/// Look up Hiera keys, as `puppet lookup` does
///
/// Prints the value of the first key that has one. `--explain` shows every place that was searched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  a value was found, or the search was explained
  1  no value, or broken data
  2  an input cannot be read")]
pub struct Args {
    /// Keys, such as `ntp::servers` or `users.alice.uid`
    pub keys: Vec<String>,

    /// Merge strategy; overrides `lookup_options`
    #[arg(long, value_name = "STRATEGY")]
    pub merge: Option<Merge>,

    /// Remove entries with this prefix from merged arrays and hashes
    #[arg(long, value_name = "PREFIX")]
    pub knock_out_prefix: Option<String>,

    /// Sort merged arrays
    #[arg(long)]
    pub sort_merged_arrays: bool,

    /// Also merge hashes inside arrays
    #[arg(long)]
    pub merge_hash_arrays: bool,

    /// Data type that the value must match
    #[arg(long = "type", value_name = "TYPE")]
    pub value_type: Option<String>,

    /// Value to print when no key has one
    #[arg(long, value_name = "VALUE")]
    pub default: Option<String>,

    /// Show where the value comes from and which places were searched
    #[arg(long)]
    pub explain: bool,

    /// Show how the lookup options are found
    #[arg(long)]
    pub explain_options: bool,

    /// Output format: s (text), json or yaml [default: yaml; s with --explain]
    #[arg(long, value_name = "FORMAT")]
    pub render_as: Option<Format>,

    /// Compile the node's catalog first, for data that depends on variables of manifests
    #[arg(short, long)]
    pub compile: bool,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// Color the output: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Merge {
    First,
    Unique,
    Hash,
    Deep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    S,
    Json,
    Yaml,
}

/// Stands for a key that is in no module, where only options are explained.
const GLOBAL: &str = "__global__";

pub fn run(args: Args) -> anyhow::Result<Exit> {
    with_stack(move || look_up(args))
}

fn look_up(mut args: Args) -> anyhow::Result<Exit> {
    let for_deep = args.knock_out_prefix.is_some() || args.sort_merged_arrays || args.merge_hash_arrays;
    if for_deep && args.merge != Some(Merge::Deep) {
        anyhow::bail!("--knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are only for `--merge deep`");
    }
    let explains = args.explain || args.explain_options;
    let only_options = args.explain_options && !args.explain;
    if args.keys.is_empty() {
        if !only_options {
            anyhow::bail!("no keys were given to look up");
        }
        args.keys.push(GLOBAL.to_owned());
    }
    let merge = merge(&args);
    let site = SiteArgs { manifest: None, execute: (!args.compile).then(String::new), place: args.place };
    let mut source = Source::find(&site)?;
    if !args.compile {
        source.code = compiler::no_code();
    }
    let explainer = explains.then(|| Arc::new(Mutex::new(Explainer::new(only_options))));
    let wanted = hiera::Request {
        is_list: true,
        names: args.keys.clone(),
        merge,
        default: args.default.as_ref().map(Value::string),
        explainer: explainer.clone(),
        ..hiera::Request::default()
    };
    let mut reporter = Reporter::new(choice(args.color), &Code::Text("".into()));
    for warning in &source.site.warnings {
        eprintln!("bunraku: {warning}");
    }
    let (logs, looked) = source.lookup(&source.node()?, &wanted, args.value_type.as_deref())?;
    for log in logs.iter().chain(&looked.logs) {
        quietly(reporter.log(log))?;
    }
    match (looked.answer, explainer) {
        (Answer::Value(value), None) => print(&rendered(&value, args.render_as.unwrap_or(Format::Yaml))?),
        (Answer::Value(_), Some(explainer)) => print(&explained(&explainer, args.render_as)?),
        (Answer::Invalid(error) | Answer::NotFound(error), Some(explainer)) => {
            lock(&explainer).text(error.full());
            print(&explained(&explainer, args.render_as)?)
        }
        (Answer::Invalid(error) | Answer::NotFound(error), None) => {
            quietly(reporter.error(&error, &[]))?;
            Ok(Exit::Found)
        }
        (Answer::Failed(errors), _) => {
            for error in &errors {
                quietly(reporter.error(error, &[]))?;
            }
            Ok(Exit::Found)
        }
    }
}

fn merge(args: &Args) -> Option<Value> {
    let strategy = match args.merge? {
        Merge::First => "first",
        Merge::Unique => "unique",
        Merge::Hash => "hash",
        Merge::Deep => "deep",
    };
    let mut options = Hash::default();
    options.insert("strategy".into(), strategy.into());
    if args.merge == Some(Merge::Deep) {
        options.insert("sort_merged_arrays".into(), args.sort_merged_arrays.into());
        options.insert("merge_hash_arrays".into(), args.merge_hash_arrays.into());
        if let Some(prefix) = &args.knock_out_prefix {
            options.insert("knockout_prefix".into(), Value::string(prefix));
        }
    }
    Some(Value::hash(options))
}

fn lock(explainer: &Mutex<Explainer>) -> std::sync::MutexGuard<'_, Explainer> {
    explainer.lock().unwrap_or_else(PoisonError::into_inner)
}

fn explained(explainer: &Mutex<Explainer>, format: Option<Format>) -> anyhow::Result<String> {
    let explainer = lock(explainer);
    match format.unwrap_or(Format::S) {
        Format::S => Ok(explainer.explain()),
        format => rendered(&values::data::from_json(&explainer.json()), format),
    }
}

fn rendered(value: &Value, format: Format) -> anyhow::Result<String> {
    Ok(match (format, value) {
        (Format::S, Value::String(text)) => text.to_string(),
        (Format::S, Value::Undef) => String::new(),
        (Format::S, Value::Type(_)) => values::print::interpolate(value),
        (Format::S, value) => values::print::ruby(value),
        (Format::Json, value) => serde_json::to_string(&values::data::to_rich(value))?,
        (Format::Yaml, value) => functions::yaml_text(value).map_err(|failure| anyhow::anyhow!("{}", failure.message()))?,
    })
}

/// With a line break after it, if there is none.
fn print(text: &str) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    quietly(write!(out, "{text}{end}"))?;
    Ok(Exit::Clean)
}
