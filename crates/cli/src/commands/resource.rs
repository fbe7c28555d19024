//! `bunraku resource`: resources of this machine, as code.

mod edit;
mod known;

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Context;
use apply::run::Logbook;
use apply::{Options, State, Transaction, yaml};
use catalog::puppet;
use catalog::puppet::canonical_type;
use clap::ValueEnum;
use machine::real::Real;
use providers::{Inspected, Level, OfPuppet};
use serde_json::{Map, Value as Json, json};

use super::apply::RubyArgs;
use super::apply::{FolderArgs, logbook};
use crate::exit::Exit;
use known::Known;

/// Show or change resources of this machine
///
/// Works like `puppet resource`: shows all resources of a type, or one; with attributes, sets them first.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  shown; without --fail also if a resource could not be changed
  1  no such type or attribute, the resources cannot be read, or with --fail a change failed
  2  an option is wrong

With `--edit` it is the exit code of `bunraku apply`.")]
pub struct Args {
    /// Resource type, such as `host`
    #[arg(value_name = "TYPE", required_unless_present = "types")]
    pub type_name: Option<String>,

    /// Name of a resource; without it, show all
    pub name: Option<String>,

    /// Attributes to set, such as `ip=10.0.0.1`
    #[arg(value_name = "ATTRIBUTE=VALUE")]
    pub settings: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Form::Puppet)]
    pub format: Form,

    /// Same as --format yaml
    #[arg(short = 'y', long = "to_yaml", alias = "to-yaml")]
    pub to_yaml: bool,

    /// List the types that need no Ruby
    #[arg(short, long)]
    pub types: bool,

    /// Edit the resources in $EDITOR (or vi), then apply the result
    #[arg(short, long, conflicts_with_all = ["format", "to_yaml"])]
    pub edit: bool,

    /// Change nothing; show what would change
    #[arg(long)]
    pub noop: bool,

    /// Exit with 1 if the resource cannot be changed
    #[arg(short, long)]
    pub fail: bool,

    /// Show informational messages
    #[arg(short, long)]
    pub verbose: bool,

    /// Show all messages
    #[arg(short, long)]
    pub debug: bool,

    /// Color messages: true, false, or auto (on a terminal)
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value = "auto", default_missing_value = "true")]
    pub color: String,

    /// Name of this node, for types written in Ruby
    #[arg(long, value_name = "NAME")]
    certname: Option<String>,

    /// Environment whose modules define types in Ruby [default: from puppet.conf, or production]
    #[arg(long, value_name = "NAME")]
    environment: Option<String>,

    /// Module folders to use instead of the environment's
    #[arg(long, value_name = "PATHS")]
    modulepath: Option<String>,

    #[command(flatten)]
    pub ruby: RubyArgs,

    #[command(flatten)]
    pub folders: FolderArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Puppet code
    Puppet,
    Json,
    Yaml,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    super::compile::with_stack(move || shown(&args))
}

fn shown(args: &Args) -> anyhow::Result<Exit> {
    let least = match () {
        () if args.debug => Level::Debug,
        () if args.verbose => Level::Info,
        () => Level::Notice,
    };
    if args.types {
        let known = |it: &&str| OfPuppet::knows(&canonical_type(it));
        let names: BTreeSet<&str> = resource_types::type_names().filter(known).collect();
        let lines: String = names.iter().map(|it| format!("{it}\n")).collect();
        std::io::stdout().write_all(lines.as_bytes()).context("the standard output")?;
        return Ok(Exit::Clean);
    }
    let mut logbook = logbook::open(least, &logbook::Options { color: &args.color, ..Default::default() })?;
    let type_name = args.type_name.as_deref().unwrap_or_default().to_lowercase();
    let folders = args.folders.find()?;
    let common = providers::Options {
        noop: args.noop,
        environment: folders.environment.clone(),
        bucket: Some(folders.bucket.to_string_lossy().into_owned()),
        checksum: "sha256".to_owned(),
        ..providers::Options::default()
    };
    let options = Options { common, ..Options::default() };
    let mut system = Real::default();
    let known = Known::find(args, &type_name, &folders, least)?;
    let mut has_failed = false;
    if let Some(name) = args.name.as_ref().filter(|_| !args.settings.is_empty()) {
        match changed(args, &known, name, &options, &mut system, &mut logbook) {
            Ok(failed) => has_failed = failed,
            Err(error) => {
                logbook.tell(Level::Err, format!("Could not run: {error:#}"));
                return Ok(Exit::Found);
            }
        }
    }
    // What was just applied is shown all the same.
    let may_be_there = if args.settings.is_empty() { providers::has_instances(&type_name) } else { Ok(()) };
    let shown = may_be_there.and_then(|()| known.shown(args.name.as_deref(), &options.common, &mut system, &mut logbook));
    let found = match shown {
        Ok(found) => found,
        Err(failure) => {
            logbook.tell(Level::Err, format!("Could not run: {}", failure.message));
            return Ok(Exit::Found);
        }
    };
    if args.edit {
        let all: Vec<String> = found.into_iter().map(|it| code(&type_name, &edit::settable(&type_name, it))).collect();
        return edit::applied(args, &all.join("\n"));
    }
    let form = if args.to_yaml { Form::Yaml } else { args.format };
    let text = match form {
        Form::Puppet => found.iter().map(|it| code(&type_name, it)).collect(),
        Form::Json => serde_json::to_string_pretty(&data(&type_name, &found))? + "\n",
        Form::Yaml => yaml::document("", &data(&type_name, &found)),
    };
    std::io::stdout().write_all(text.as_bytes()).context("the standard output")?;
    Ok(if has_failed && args.fail { Exit::Found } else { Exit::Clean })
}

/// Brings a resource into the state that is said. Whether it failed.
fn changed(args: &Args, known: &Known, name: &str, options: &Options, system: &mut Real, logbook: &mut Logbook) -> anyhow::Result<bool> {
    let mut parameters = Map::new();
    for setting in &args.settings {
        let (attribute, value) = setting.split_once('=').with_context(|| format!("Invalid parameter setting {setting}"))?;
        // What types of modules have is known to whom they are asked of.
        if !known.is_by_ruby() && !providers::accepts(&known.type_name, attribute) {
            anyhow::bail!("no parameter named '{attribute}'");
        }
        parameters.insert(attribute.to_owned(), json!(value));
    }
    if let Some(provider) = known.default {
        parameters.insert("provider".to_owned(), json!(provider));
    }
    let resource = json!({"type": canonical_type(&known.type_name), "title": name, "kind": "compilable_type", "parameters": parameters});
    let text = json!({"name": "resource", "environment": options.common.environment, "version": 1, "classes": [], "resources": [resource], "edges": []});
    let applied = compiler::apply(puppet::from_json(&text.to_string())?, None);
    // Without an environment nothing is known of providers of modules: the one who is to apply it knows those.
    let is_of_provider =
        |it: &compiler::Issue| matches!(it, compiler::Issue::InvalidAttribute { attribute: Some(name), .. } if **name == *"provider");
    if let Some(problem) = applied.problems.iter().find(|it| !is_of_provider(&it.issue)) {
        anyhow::bail!("{}", problem.issue);
    }
    known.introduce(&applied.catalog, logbook)?;
    let mut state = State::default();
    let types = known.types();
    let transaction = Transaction::new(&applied.catalog, &applied.graph, options, &*types, system, logbook, &mut state);
    let outcome = transaction.run();
    known.finish(logbook);
    Ok(outcome.statuses.iter().any(|it| it.failed))
}

/// A resource in the language.
fn code(type_name: &str, resource: &Inspected) -> String {
    let width = resource.attributes.iter().map(|it| it.0.chars().count()).max().unwrap_or_default();
    let title = resource.title.replace('\'', "\\'");
    let mut out = format!("{type_name} {{ '{title}':\n");
    for (name, value) in &resource.attributes {
        out.push_str(&format!("  {name:width$} => {},\n", providers::show::shown(value)));
    }
    out + "}\n"
}

/// Resources as data: the type, the titles, the attributes.
fn data(type_name: &str, resources: &[Inspected]) -> Json {
    let all: Map<String, Json> =
        resources.iter().map(|it| (it.title.clone(), Json::Object(it.attributes.iter().cloned().collect()))).collect();
    json!({type_name: all})
}
