//! `file.accumulated`: texts that later states of the run put into a file, by its template or between its markers.

use indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use crate::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

pub const FUNCTION: Function = Function::new("file.accumulated", Arguments::Any, run).refusing(refuse);

/// Texts of a run, by the file that they are for and the name of their accumulator.
#[derive(Debug, Default)]
pub struct Accumulators {
    files: IndexMap<String, IndexMap<String, Accumulator>>,
}

#[derive(Debug, Default)]
struct Accumulator {
    texts: Vec<String>,
    /// The states that it is required in.
    users: Vec<Json>,
}

impl Accumulators {
    /// The accumulators of a file, as its template sees them; none without any.
    pub fn names(&self, file: &str) -> Option<Json> {
        let all = self.files.get(file)?.iter().map(|(name, it)| (name.clone(), json!(it.texts)));
        Some(Json::Object(all.collect::<Map<_, _>>()))
    }

    /// The texts for a state: those that it is required in, or else all of its file.
    pub fn texts(&self, low: &Low) -> Vec<&str> {
        let Some(all) = self.files.get(&low.name) else { return Vec::new() };
        let has = |it: &&Accumulator| it.users.iter().any(|it| *it == low.id);
        let is_used = all.values().any(|it| has(&it));
        let used = all.values().filter(|it| !is_used || has(it));
        used.flat_map(|it| it.texts.iter().map(String::as_str)).collect()
    }
}

/// The requisites that say who waits for the text.
fn users(low: &Low) -> impl Iterator<Item = &Json> {
    ["require_in", "watch_in"].into_iter().filter_map(|it| low.arg(it)).filter_map(Json::as_array).flatten()
}

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let is_text = |it: &Json| it.is_string() || it.as_array().is_some_and(|it| it.iter().all(Json::is_string));
    if low.arg("text").is_some_and(|it| !is_text(it)) {
        all.push("`text` of `file.accumulated` has to be a text or a list of texts".to_owned());
    }
    if low.arg("filename").is_some_and(|it| !it.is_string()) {
        all.push("`filename` of `file.accumulated` has to be a text".to_owned());
    }
    let is_list = |it: &str| low.arg(it).is_none_or(Json::is_array);
    if !is_list("require_in") || !is_list("watch_in") || users(low).any(|it| !it.is_object()) {
        all.push("`require_in` and `watch_in` of `file.accumulated` have to be lists with modules".to_owned());
    }
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.accumulated"));
    }
    if low.arg("text").is_none() {
        return Ok(Outcome::failed("No text supplied for accumulator"));
    }
    if !users(low).any(|it| it.get("file").is_some()) {
        return Ok(Outcome::failed(format!("Orphaned accumulator {name} in {}:{}", low.sls, low.id)));
    }
    let filename = low.text("filename").unwrap_or_else(|| python::text(&Json::Null));
    let accumulator = cx.accumulators.files.entry(filename.clone()).or_default().entry(name.to_owned()).or_default();
    accumulator.users.extend(users(low).filter_map(Json::as_object).flat_map(Map::values).cloned());
    let mut outcome = Outcome::fine("");
    for text in low.texts("text") {
        if !accumulator.texts.contains(&text) {
            accumulator.texts.push(text);
            outcome.comment = format!("Accumulator {name} for file {filename} was charged by text");
        }
    }
    Ok(outcome)
}
