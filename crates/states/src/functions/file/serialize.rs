//! `file.serialize`: data of a state or of the pillar, written as JSON or YAML.

mod as_json;
mod as_yaml;
mod merge;

use std::fmt;

use machine::FileKind;
use serde_json::Value as Json;

use self::merge::Merged;
use super::contents::Contents;
use super::managed::{create, foreseen, update};
use super::permissions::{Wanted, group_id, user_id};
use super::{is_link, kind, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "dataset",
    "dataset_pillar",
    "user",
    "group",
    "mode",
    "makedirs",
    "show_changes",
    "create",
    "encoding",
    "serializer",
    "formatter",
    "serializer_opts",
    "deserializer_opts",
    "merge_if_exists",
];

/// Serializers of Salt that are not supported. Salt knows no others.
const OTHERS: &[&str] = &["configparser", "keyvalue", "msgpack", "plist", "python", "toml", "tomlmod", "yamlex"];

/// Data is not nested more deeply.
const MAX_DEPTH: usize = 64;

pub const FUNCTION: Function = Function::new("file.serialize", Arguments::These(ARGUMENTS), run).refusing(refuse);

/// Data that Python would print in another form.
#[derive(Debug)]
enum Unsupported {
    Depth,
    Number(String),
    Key(String),
    /// A text that YAML has to escape.
    Text(String),
    /// A text that YAML folds.
    LongText(String),
    /// YAML that is neither a map nor a list.
    Scalar,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Depth => f.write_str("data that is nested too deep"),
            Unsupported::Number(number) => write!(f, "the number `{number}` in the data"),
            Unsupported::Key(key) => write!(f, "the key `{key}` in the data"),
            Unsupported::Text(text) => write!(f, "the text `{text}` in YAML"),
            Unsupported::LongText(text) => write!(f, "the long text `{text}` in YAML"),
            Unsupported::Scalar => f.write_str("data as YAML that is neither a map nor a list"),
        }
    }
}

fn serializer(low: &Low) -> String {
    let given = ["serializer", "formatter"].into_iter().find_map(|it| low.text(it).filter(|it| !it.is_empty()));
    given.map_or_else(|| "yaml".to_owned(), |it| it.to_lowercase())
}

/// The data; none if the state gives none.
fn dataset(low: &Low, files: &Files<'_>) -> Result<Option<Json>, salt::Unrendered> {
    let Some(key) = low.arg("dataset_pillar").filter(|it| python::is_true(it)) else { return Ok(low.arg("dataset").cloned()) };
    let names = [("key".to_owned(), key.clone())];
    let text = files.render("", "{{ salt['pillar.get'](key)|json }}", &names)?;
    Ok(serde_json::from_str(&text).ok())
}

/// The indentation of JSON that options ask for; none if they ask for something else.
fn indent(low: &Low) -> Option<usize> {
    let mut indent = 2;
    for option in low.list("serializer_opts") {
        let option = option.as_object().filter(|it| it.len() == 1)?;
        indent = option.get("indent").and_then(Json::as_u64).and_then(|it| usize::try_from(it).ok()).filter(|it| *it <= 16)?;
    }
    Some(indent)
}

/// Whether options ask how the file is to be read.
fn has_options(low: &Low) -> bool {
    low.arg("deserializer_opts").is_some_and(python::is_true)
}

fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    let serializer = serializer(low);
    let name = "file.serialize";
    if OTHERS.contains(&serializer.as_str()) {
        all.push(format!("the serializer `{serializer}` of `{name}` is not supported"));
    }
    if indent(low).is_none() || serializer != "json" && low.arg("serializer_opts").is_some() {
        all.push(format!("`serializer_opts` of `{name}` can only be `indent` of JSON"));
    }
    let merges = low.is_on("merge_if_exists", false);
    if merges && serializer != "json" {
        all.push(format!("`merge_if_exists` of `{name}` is supported for JSON only"));
    }
    if merges && has_options(low) {
        all.push(format!("`deserializer_opts` of `{name}` is not supported"));
    }
    if low.text("encoding").is_some_and(|it| !matches!(it.to_lowercase().as_str(), "utf-8" | "utf8")) {
        all.push(format!("`encoding` of `{name}` can only be `utf-8`"));
    }
    match dataset(low, files) {
        Err(problem) => all.push(format!("the data of `{name}` is not known: {}", problem.message)),
        Ok(Some(data)) => all.extend(text(low, &data).err().map(|it| format!("{it} of `{name}` is not supported"))),
        Ok(None) => {}
    }
    all
}

/// The data as text, or what is not supported in it.
fn text(low: &Low, data: &Json) -> Result<String, Unsupported> {
    check(data, 0)?;
    let text = match serializer(low).as_str() {
        "json" => as_json::print(data, indent(low).unwrap_or(2)),
        "yaml" => as_yaml::print(data)?,
        _ => String::new(),
    };
    Ok(text + "\n")
}

/// Finds what Python would print otherwise.
fn check(data: &Json, depth: usize) -> Result<(), Unsupported> {
    if depth > MAX_DEPTH {
        return Err(Unsupported::Depth);
    }
    match data {
        Json::Number(number) => {
            let size = number.as_f64().unwrap_or_default().abs();
            // Python uses other exponents.
            let is_plain = number.is_i64() || number.is_u64() || size == 0.0 || (1e-4..1e15).contains(&size);
            if is_plain { Ok(()) } else { Err(Unsupported::Number(number.to_string())) }
        }
        Json::Array(items) => items.iter().try_for_each(|it| check(it, depth + 1)),
        Json::Object(map) => map.iter().try_for_each(|(key, value)| {
            // The key may be no text: Python sorts and prints it by its class.
            if as_yaml::is_text(key) && !matches!(key.as_str(), "True" | "False" | "None") {
                check(value, depth + 1)
            } else {
                Err(Unsupported::Key(key.clone()))
            }
        }),
        Json::Null | Json::Bool(_) | Json::String(_) => Ok(()),
    }
}

/// The members of a map in the order in which they are printed.
fn sorted(map: &serde_json::Map<String, Json>) -> Vec<(&String, &Json)> {
    let mut all: Vec<_> = map.iter().collect();
    all.sort_unstable_by_key(|it| it.0);
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let is_file = |cx: &Cx<'_>| kind(cx.system, name) == Some(FileKind::File);
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.serialize"));
    }
    if !low.is_on("create", true) && !is_file(cx) {
        return Ok(Outcome::fine(format!("File {name} is not present and is not set for creation")));
    }
    if ["serializer", "formatter"].iter().all(|it| low.arg(it).is_some_and(python::is_true)) {
        return Ok(Outcome::failed("Only one of serializer and formatter are allowed"));
    }
    if ["dataset", "dataset_pillar"].iter().all(|it| low.arg(it).is_some_and(python::is_true)) {
        return Ok(Outcome::failed("Only one of 'dataset' and 'dataset_pillar' is permitted"));
    }
    let data = dataset(low, cx.files).map_err(|it| StateError::exception("salt.exceptions.SaltRenderError", it.message))?;
    let Some(data) = data else { return Ok(Outcome::failed("Neither 'dataset' nor 'dataset_pillar' was defined")) };
    let serializer = serializer(low);
    if !matches!(serializer.as_str(), "json" | "yaml") {
        let why = "It either does not exist or its prerequisites are not installed.";
        return Ok(Outcome::failed(format!("The {serializer} serializer could not be found. {why}")));
    }
    let merges = low.is_on("merge_if_exists", false);
    let (data, difference) = match merges && is_file(cx) {
        true => match merge::merged(cx.system, name, data)? {
            Merged::Data(data, difference) => (data, difference),
            Merged::Outcome(outcome) => return Ok(outcome),
        },
        false => (data, None),
    };
    let mut outcome = write(cx, &data, is_file(cx))?;
    if let Some(difference) = difference {
        outcome.changes.insert("diff".to_owned(), difference);
    }
    if !merges && has_options(low) {
        let warning = "The 'deserializer_opts' option is ignored unless merge_if_exists is set to True.";
        outcome.warnings.insert(0, warning.to_owned());
    }
    Ok(outcome)
}

/// Writes the data, or foresees that.
fn write(cx: &mut Cx<'_>, data: &Json, is_file: bool) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let contents = match text(low, data) {
        Ok(text) => Contents::Given(text),
        Err(what) => return Ok(Outcome::failed(format!("{what} is not supported"))),
    };
    // Salt leaves a copy in the folder, and reports that it was written.
    if kind(cx.system, name) == Some(FileKind::Directory) {
        return Ok(Outcome::failed(format!("Specified target {name} is a directory")));
    }
    let wanted = Wanted::new(low);
    if cx.test {
        let outcome = foreseen(cx, &contents, &wanted);
        let comment = format!("Dataset will be serialized and stored into {name}");
        return Ok(if outcome.result == Some(true) { outcome } else { Outcome { comment, ..outcome } });
    }
    let exists = is_link(cx.system, name) || is_file;
    let mut outcome = if exists { update(cx, &contents, &wanted) } else { create(cx, &contents, &wanted) }?;
    let mut missing = String::new();
    if wanted.user.as_ref().is_some_and(|it| user_id(cx.system, it).is_none()) {
        missing.push_str("User does not exist\n");
    }
    if wanted.group.as_ref().is_some_and(|it| group_id(cx.system, it).is_none()) {
        missing.push_str("Group does not exist\n");
    }
    if !missing.is_empty() {
        outcome.comment = format!("{missing}; {}", outcome.comment);
    }
    Ok(outcome)
}
