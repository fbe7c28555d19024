//! `bunraku debug eval` and `bunraku debug catalog`: what the programs under `tests/oracle` print of real Puppet.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::{Catalog, Resource};
use compiler::{Code, Environment, EvalError, Log, LogLevel, Outcome, Place, Reading, Request, Settings};
use serde_json::{Map, Value as Json, json};
use values::{Strict, Value};
use world::{RealWorld, World};

use super::input::{Input, Inputs};
use super::order;
use crate::commands::site::ruby_version;
use crate::exit::Exit;
use world::Overlay;

/// Where the files of a case seem to lie.
const CASE: &str = "/oracle/code/environments/e1";

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of modules, with colons between them
    #[arg(long, value_name = "PATHS", default_value = "")]
    modulepath: String,
    /// Facts in JSON
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    /// The global `hiera.yaml`
    #[arg(long, value_name = "FILE")]
    hiera: Option<PathBuf>,
    /// Node name
    #[arg(long, value_name = "NAME", default_value = "oracle.example.com")]
    node: String,
    /// Puppet's `strict` setting
    #[arg(long, value_name = "off|warning|error", default_value = "error")]
    strict: String,
    /// Puppet's `strict_variables` setting
    #[arg(long, value_name = "BOOL", default_value = "true", num_args = 0..=1, default_missing_value = "true")]
    strict_variables: bool,
    /// Version of Ruby whose results are used where versions differ [default: none; these results are refused]
    #[arg(long = "ruby-version", value_name = "VERSION", value_parser = ruby_version())]
    ruby_version: Option<ruby::Version>,
    #[command(flatten)]
    inputs: Inputs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The value of the last statement.
    Value,
    Catalog,
}

pub fn run(args: Args, what: What) -> anyhow::Result<Exit> {
    let facts = match &args.facts {
        Some(path) => facts_of(&std::fs::read(path)?)?,
        None => json!({}),
    };
    let world: Arc<dyn World> = Arc::new(RealWorld);
    let folders: Vec<PathBuf> = args.modulepath.split(':').filter(|it| !it.is_empty()).map(PathBuf::from).collect();
    let mut shared: Option<(String, Arc<Environment>)> = None;
    let mut files_of_facts: HashMap<String, Json> = HashMap::new();
    args.inputs.each(|input| {
        let settings = settings(input, &args.strict, args.strict_variables)?;
        let reading = reading(settings);
        let modulepath = input.modulepath.as_ref().map(|it| it.split(':').map(PathBuf::from).collect());
        let (environment, key) = match files(input) {
            Some(files) => {
                let overlay: Arc<dyn World> = Arc::new(Overlay::new(world.clone(), Path::new(CASE), &files));
                let mut paths = vec![Path::new(CASE).join("modules")];
                paths.extend(folders.iter().cloned());
                let paths = modulepath.unwrap_or(paths);
                let mut environment = Environment::new(overlay, "production", Some(CASE.into()), paths, reading);
                environment.hiera_config = global_hiera(&args, &files);
                environment.ruby_version = args.ruby_version;
                (Arc::new(environment), None)
            }
            None => {
                let key = format!("{:?} {:?} {}", settings.strict, input.modulepath, settings.tasks);
                match &shared {
                    Some((known, environment)) if *known == key => (environment.clone(), None),
                    _ => {
                        let paths = modulepath.unwrap_or_else(|| folders.clone());
                        let mut environment = Environment::new(world.clone(), "production", None, paths, reading);
                        environment.hiera_config.clone_from(&args.hiera);
                        environment.ruby_version = args.ruby_version;
                        (Arc::new(environment), Some(key))
                    }
                }
            }
        };
        if let Some(key) = key {
            shared = Some((key, environment.clone()));
        }
        let facts = match input.meta.get("facts_file").and_then(Json::as_str) {
            Some(name) => match files_of_facts.entry(name.to_owned()) {
                Entry::Occupied(known) => &*known.into_mut(),
                Entry::Vacant(new) => &*new.insert(facts_of(&std::fs::read(name)?)?),
            },
            None => &facts,
        };
        let request = request(input, &args, facts, settings);
        let outcome = compiler::compile(&environment, &request);
        println!("{}", answer(input, &outcome, &environment, what));
        Ok(())
    })?;
    Ok(Exit::Clean)
}

fn reading(settings: Settings) -> Reading {
    let strict = match settings.strict {
        Strict::Off => syntax::Strict::Off,
        Strict::Warning => syntax::Strict::Warning,
        Strict::Error => syntax::Strict::Error,
    };
    Reading { strict, tasks: settings.tasks, autoload: None }
}

fn settings(input: &Input, strict: &str, strict_variables: bool) -> anyhow::Result<Settings> {
    let setting = |name: &str| input.meta.get("settings").and_then(|it| it.get(name)).and_then(Json::as_bool);
    let strict = match input.strict.as_deref().unwrap_or(strict) {
        "off" => Strict::Off,
        "warning" => Strict::Warning,
        "error" => Strict::Error,
        other => anyhow::bail!("strict is off, warning or error, not {other}"),
    };
    Ok(Settings {
        strict,
        strict_variables: setting("strict_variables").unwrap_or(strict_variables),
        storeconfigs: setting("storeconfigs").unwrap_or(false),
        tasks: input.tasks,
        ..Settings::default()
    })
}

/// Files of the case, by their paths below the environment.
fn files(input: &Input) -> Option<Vec<(String, String)>> {
    let files = input.meta.get("files").and_then(Json::as_object);
    let data = input.meta.get("hiera");
    if files.is_none() && data.is_none() {
        return None;
    }
    let files = files.into_iter().flatten();
    let mut files: Vec<_> = files.filter_map(|(path, text)| Some((path.clone(), text.as_str()?.to_owned()))).collect();
    if let Some(data) = data {
        files.push(("hiera.yaml".to_owned(), ONE_LEVEL.to_owned()));
        files.push(("data/common.yaml".to_owned(), data.to_string()));
    }
    Some(files)
}

/// The `hiera.yaml` of a case that has none.
const ONE_LEVEL: &str = "version: 5\nhierarchy:\n- name: c\n  path: common.yaml\n";

/// A case may bring a global layer in the folder `global`.
fn global_hiera(args: &Args, files: &[(String, String)]) -> Option<PathBuf> {
    let brings = files.iter().any(|(path, _)| path.starts_with("global/"));
    if brings { Some(Path::new(CASE).join("global/hiera.yaml")) } else { args.hiera.clone() }
}

fn request(input: &Input, args: &Args, facts: &Json, settings: Settings) -> Request {
    let code = match &input.file {
        Some(file) => Code::Named(file.into(), input.code.as_str().into()),
        None => Code::Text(input.code.as_str().into()),
    };
    let node = input.meta.get("node").and_then(Json::as_str).unwrap_or(&args.node);
    let mut request = Request::new(code, node);
    let mut facts = facts.clone();
    if let (Some(all), Some(own)) = (facts.as_object_mut(), input.meta.get("facts").and_then(Json::as_object)) {
        all.extend(own.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    request.facts = values::data::from_json(&facts);
    if let Some(params) = input.meta.get("params").and_then(Json::as_object) {
        request.parameters = params.iter().map(|(name, value)| (name.as_str().into(), values::data::from_json(value))).collect();
    }
    request.classes = match input.meta.get("classes") {
        Some(Json::Array(names)) => names.iter().filter_map(|it| Some((it.as_str()?.into(), None))).collect(),
        Some(Json::Object(classes)) => classes
            .iter()
            .map(|(name, params)| {
                let params = match values::data::from_json(params) {
                    Value::Hash(params) if !params.is_empty() => Some((*params).clone()),
                    _ => None,
                };
                (name.as_str().into(), params)
            })
            .collect(),
        _ => Vec::new(),
    };
    request.settings = settings;
    request
}

fn answer(input: &Input, outcome: &Outcome, environment: &Environment, what: What) -> Json {
    let mut out = Map::new();
    out.insert("id".into(), input.id.clone());
    let mut of_types = Vec::new();
    match (outcome.errors.first(), &outcome.catalog) {
        (Some(error), _) => put_error(error, &mut out),
        (None, None) => {}
        (None, Some(compiled)) if what == What::Catalog => {
            out.insert("catalog".into(), serde_json::from_str(&compiled.to_json()).unwrap_or_default());
            let hidden: Vec<Json> = compiled.catalog.resources().iter().filter(|it| it.is_virtual).map(hidden).collect();
            if !hidden.is_empty() {
                out.insert("virtual".into(), hidden.into());
            }
            of_types = order::put(compiled.catalog.clone(), environment, &mut out);
        }
        (None, Some(compiled)) => {
            let value = outcome.value.clone().unwrap_or(Value::Undef);
            out.insert("value".into(), values::print::puppet(&value).into());
            out.insert("string".into(), values::print::interpolate(&value).into());
            out.insert("type".into(), values::infer(&value).to_string().into());
            out.insert("data".into(), values::data::to_rich_exact(&value).unwrap_or(serde_json::Value::Null));
            let resources = references(&compiled.catalog);
            if !resources.is_empty() {
                out.insert("resources".into(), resources.into());
            }
        }
    }
    let logs = outcome.logs.get(..outcome.logs_before_error).unwrap_or(&outcome.logs);
    if !logs.is_empty() || !of_types.is_empty() {
        out.insert("logs".into(), logs.iter().chain(&of_types).filter(|it| shown(it.level)).map(log).collect());
    }
    Json::Object(out)
}

fn hidden(resource: &Resource) -> Json {
    json!({
        "type": &*resource.type_name,
        "title": &*resource.title,
        "exported": resource.exported,
        "file": resource.file.as_deref(),
        "line": resource.line,
    })
}

fn references(catalog: &Catalog) -> Vec<Json> {
    let all = catalog.resources().iter().map(Resource::key);
    all.filter(|it| !matches!(it.as_str(), "Stage[main]" | "Class[Settings]" | "Class[main]")).map(Json::from).collect()
}

fn put_error(error: &EvalError, out: &mut Map<String, Json>) {
    // Errors that are none of Puppet's issues have their place in the text, but for what lookups do not find.
    let text = if error.is_placed_by_puppet() { error.message() } else { error.full() };
    out.insert("error".into(), text.into());
    out.insert("message".into(), error.full().into());
    place(error.shown_place(), "column", out);
    if let Some(code) = error.puppet_code() {
        out.insert("code".into(), code.into());
    }
}

fn place(place: &Place, column: &str, out: &mut Map<String, Json>) {
    if let Some(file) = &place.file {
        out.insert("file".into(), (&**file).into());
    }
    if let Some(line) = place.line {
        out.insert("line".into(), line.into());
    }
    if let Some(it) = place.column {
        out.insert(column.into(), it.into());
    }
}

fn shown(level: LogLevel) -> bool {
    !matches!(level, LogLevel::Debug | LogLevel::Info)
}

fn log(log: &Log) -> Json {
    let mut out = Map::new();
    out.insert("level".into(), log.level.name().into());
    out.insert("message".into(), log.message.clone().into());
    if let Some(source) = &log.source {
        out.insert("source".into(), source.clone().into());
    }
    place(&log.place, "pos", &mut out);
    if let Some(code) = log.code {
        out.insert("code".into(), code.into());
    }
    Json::Object(out)
}

/// Facts by themselves, or as Puppet saves them, under `values`.
fn facts_of(bytes: &[u8]) -> anyhow::Result<Json> {
    let facts: Json = serde_json::from_slice(bytes)?;
    Ok(match facts.get("values") {
        Some(values) if facts.get("name").is_some() => values.clone(),
        _ => facts,
    })
}
