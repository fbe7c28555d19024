//! `bunraku lookup`: what Hiera's data says of a key.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use compiler::{Code, LookupFailure};
use hiera::explain::Explainer;
use values::{Hash, Value};

use super::check::Color;
use super::compile::{choice, quietly, with_stack};
use super::site::{PlaceArgs, SiteArgs, Source};
use super::tell::Teller;
use crate::exit::Exit;

/// Look up keys in Hiera's data, as `puppet lookup` does
///
/// The first key that has a value counts. What is asked for, and where, is told by `--explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  there is a value, or it was explained why there is none
  1  there is none, or the data is broken
  2  some input could not be read")]
pub struct Args {
    /// The keys, as `ntp::servers` or `users.alice.uid`
    pub keys: Vec<String>,

    /// How values are merged, whatever the data's own options say
    #[arg(long, value_name = "STRATEGY")]
    pub merge: Option<Merge>,

    /// What begins with this is taken out of merged lists and hashes
    #[arg(long, value_name = "PREFIX")]
    pub knock_out_prefix: Option<String>,

    /// Sort merged lists
    #[arg(long)]
    pub sort_merged_arrays: bool,

    /// Merge hashes in lists, too
    #[arg(long)]
    pub merge_hash_arrays: bool,

    /// The type that the value must be of
    #[arg(long = "type", value_name = "TYPE")]
    pub value_type: Option<String>,

    /// What holds where there is no value
    #[arg(long, value_name = "VALUE")]
    pub default: Option<String>,

    /// Tell where a value comes from, or where it was looked for
    #[arg(long)]
    pub explain: bool,

    /// Tell how the options of the lookup are found
    #[arg(long)]
    pub explain_options: bool,

    /// How to print it: as text, JSON or YAML [default: yaml, and s for what is explained]
    #[arg(long, value_name = "FORMAT")]
    pub render_as: Option<Format>,

    /// Compile the node's catalog first, for data that depends on what manifests set
    #[arg(short, long)]
    pub compile: bool,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// Colours: when the output is a terminal, always, or never
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
    let mut teller = Teller::new(choice(args.color), &Code::Text("".into()));
    for warning in &source.site.warnings {
        eprintln!("bunraku: {warning}");
    }
    let (environment, request) = source.asked(&source.node()?)?;
    let looked = compiler::lookup(&environment, &request, &wanted, args.value_type.as_deref());
    for log in &looked.logs {
        quietly(teller.log(log))?;
    }
    match (looked.value, explainer) {
        (Ok(value), None) => print(&rendered(&value, args.render_as.unwrap_or(Format::Yaml))?),
        (Ok(_), Some(explainer)) => print(&explained(&explainer, args.render_as)?),
        (Err(LookupFailure::Data(error) | LookupFailure::NotFound(error)), Some(explainer)) => {
            lock(&explainer).text(error.full());
            print(&explained(&explainer, args.render_as)?)
        }
        (Err(LookupFailure::Data(error) | LookupFailure::NotFound(error)), None) => {
            quietly(teller.error(&error, &[]))?;
            Ok(Exit::Found)
        }
        (Err(LookupFailure::Other(errors)), _) => {
            for error in &errors {
                quietly(teller.error(error, &[]))?;
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
        (Format::S, value) => values::print::ruby(value),
        (Format::Json, value) => serde_json::to_string(&values::data::to_rich(value))?,
        (Format::Yaml, value) => functions::yaml_text(value).map_err(|failure| anyhow::anyhow!("{}", failure.message()))?,
    })
}

/// With a line break behind it, if there is none.
fn print(text: &str) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    quietly(write!(out, "{text}{end}"))?;
    Ok(Exit::Clean)
}
