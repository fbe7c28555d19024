//! Contents for a managed file: given in the state, or a source.

use serde_json::{Value as Json, json};

use super::edited::{is_line_end, lines_of_text};
use crate::error::StateError;
use crate::function::Cx;
use crate::low::Low;
use crate::{Files, python};

/// Contents for a file.
pub enum Contents {
    /// The state says nothing about it.
    Any,
    Given(String),
    Source {
        bytes: Vec<u8>,
        mode: Option<u32>,
    },
}

/// Why there is nothing to hold.
pub enum Problem {
    /// The state is refused as it is.
    Error(StateError),
    /// The source cannot be had.
    Source(String),
    /// None of several sources exists.
    NoSource,
    /// Salt raises an exception.
    Exception(StateError),
    /// A key of the pillar or of the grains cannot be asked for.
    Template(salt::Unrendered),
}

/// The lines of a text without their ends, as Python splits it.
pub fn lines(text: &str) -> Vec<&str> {
    lines_of_text(text).into_iter().map(|it| it.trim_end_matches(is_line_end)).collect()
}

/// The arguments that give contents, of which a state has one.
pub const GIVEN: [&str; 3] = ["contents", "contents_pillar", "contents_grains"];

/// Contents that the state gives, or the value of the key that it names; none without either.
fn value(low: &Low, files: &Files<'_>) -> Result<Option<Json>, Problem> {
    let Some((argument, given)) = GIVEN.iter().find_map(|it| Some((*it, low.arg(it)?))) else { return Ok(None) };
    if argument == "contents" {
        return Ok(Some(given.clone()));
    }
    let (function, what) = if argument == "contents_pillar" { ("pillar.get", "Pillar") } else { ("grains.get", "Grain") };
    let get = |key: &Json| {
        // As a template gets it: what is not known is not known here, too.
        let template =
            format!("{{{{ [salt['{function}'](key, none, delimiter=delimiter), salt['{function}'](key, 1, delimiter=delimiter)]|json }}}}");
        let names = [
            ("key".to_owned(), key.clone()),
            ("delimiter".to_owned(), json!(low.text("contents_delimiter").unwrap_or_else(|| ":".to_owned()))),
        ];
        let text = files.render("", &template, &names).map_err(Problem::Template)?;
        match serde_json::from_str::<[Json; 2]>(&text) {
            Ok([first, second]) if first == second => Ok(first),
            // Whatever the default is, is what is got.
            _ => Err(Problem::Error(StateError::NoKey { what, key: python::text(key) })),
        }
    };
    let Json::Array(keys) = given else { return get(given).map(|it| Some(it).filter(|it| !it.is_null())) };
    let mut parts = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        match get(key)? {
            Json::String(text) => parts.push(text),
            other => {
                let text = format!("sequence item {number}: expected str instance, {} found", python::class(&other));
                return Err(Problem::Exception(StateError::exception("TypeError", text)));
            }
        }
    }
    Ok(Some(json!(parts.join("\n"))))
}

/// The text that contents are, without a template.
fn given(low: &Low, contents: &Json) -> Result<String, StateError> {
    if !low.is_on("allow_empty", true) && !python::is_true(contents) {
        let key = GIVEN.iter().skip(1).find_map(|it| Some(format!("{it} {}", low.text(it)?)));
        return Err(StateError::EmptyContents { what: key.unwrap_or_else(|| "'contents'".to_owned()) });
    }
    let parts: Vec<String> = match contents {
        Json::Array(items) => items.iter().map(python::text).collect(),
        other => vec![python::text(other)],
    };
    if parts.is_empty() {
        return Err(StateError::NoContents);
    }
    let mut text = String::new();
    for line in parts.iter().flat_map(|it| lines(it)) {
        text.push_str(line);
        text.push('\n');
    }
    if !low.is_on("contents_newline", true) {
        text.truncate(text.trim_end_matches('\n').trim_end_matches('\r').len());
    }
    Ok(text)
}

/// Names that a template of a state sees besides those of the minion.
pub fn names(low: &Low, source: Option<&str>) -> Vec<(String, Json)> {
    let mut all: Vec<(String, Json)> = Vec::new();
    if let Some(source) = source {
        let of = |name: &str| low.args.get(name).cloned().unwrap_or(Json::Null);
        all.extend([("name".to_owned(), json!(low.name)), ("source".to_owned(), json!(source))]);
        all.extend(["user", "group", "mode", "attrs"].map(|it| (it.to_owned(), of(it))));
    }
    for map in [low.args.get("defaults"), low.args.get("context")].into_iter().flatten().filter_map(Json::as_object) {
        for (name, value) in map {
            all.retain(|it| it.0 != *name);
            all.push((name.clone(), value.clone()));
        }
    }
    all
}

fn sources(low: &Low) -> Vec<String> {
    low.texts("source")
}

/// The path below the roots that a source names.
pub fn path_in_roots(source: &str) -> Option<&str> {
    source.strip_prefix("salt://")
}

/// Reports unsupported contents and sources, and renders templates, so that nothing unknown comes later.
pub fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = Vec::new();
    for source in low.list("source") {
        match source.as_str() {
            Some(it) if it.starts_with('/') || (it.starts_with("salt://") && !it.contains(['?', '|'])) => {}
            _ => all.push(format!("the source `{}` of `{name}` is not supported", python::text(source))),
        }
    }
    // Salt compares it with what it finds there; files of the tree need none.
    if low.arg("source_hash").is_some_and(python::is_true) && sources(low).iter().any(|it| path_in_roots(it).is_none()) {
        all.push(format!("`source_hash` of `{name}` is not supported for a source outside of the tree"));
    }
    let value = value(low, files);
    if let Err(Problem::Template(problem)) = &value {
        all.push(format!("the contents of `{name}` are not known: {}", problem.message));
    }
    if low.arg("template").is_some_and(|it| it != "jinja") {
        all.push(format!("`template` of `{name}` can only be `jinja`"));
    } else if low.arg("template").is_some() {
        let contents = value.ok().flatten().and_then(|it| given(low, &it).ok());
        let rendered =
            match contents {
                Some(text) => files.render("", &text, &names(low, None)).err(),
                None => sources(low).iter().find(|it| path_in_roots(it).is_none_or(|it| files.has(it))).and_then(|source| {
                    match path_in_roots(source) {
                        Some(path) => {
                            let text = files.read(path).and_then(|it| String::from_utf8(it).ok());
                            text.and_then(|it| files.render(path, &it, &names(low, Some(source))).err())
                        }
                        None => Some(salt::Unrendered { message: "templates outside of the tree".to_owned(), is_undecided: true }),
                    }
                }),
            };
        if let Some(problem) = rendered.filter(|it| it.is_undecided) {
            all.push(format!("the template of `{name}` cannot be rendered: {}", problem.message));
        }
    }
    if matches!(low.arg("contents"), Some(Json::Object(_))) {
        all.push(format!("`contents` of `{name}` has to be a text or a list"));
    }
    all
}

/// The same names, and the texts that earlier states leave for the file.
fn names_of_run(cx: &Cx<'_>, source: Option<&str>) -> Vec<(String, Json)> {
    let mut all = names(cx.low, source);
    if let Some(texts) = cx.accumulators.names(&cx.low.name) {
        all.retain(|it| it.0 != "accumulator");
        all.push(("accumulator".to_owned(), texts));
    }
    all
}

/// Finds out what the file is to hold.
pub fn find(cx: &Cx<'_>) -> Result<Contents, Problem> {
    let low = cx.low;
    let is_template = low.arg("template").is_some();
    if let Some(contents) = value(low, cx.files)? {
        let text = given(low, &contents).map_err(Problem::Error)?;
        if !is_template {
            return Ok(Contents::Given(text));
        }
        return match cx.files.render("", &text, &names_of_run(cx, None)) {
            Ok(text) => Ok(Contents::Given(text)),
            Err(problem) => Err(Problem::Exception(StateError::exception("salt.exceptions.SaltRenderError", problem.message))),
        };
    }
    let all = sources(low);
    let exists = |source: &String| match path_in_roots(source) {
        Some(path) => cx.files.has(path),
        None => cx.system.look(source, true).ok().flatten().is_some(),
    };
    let source = match all.as_slice() {
        [] => return Ok(Contents::Any),
        // One alone may be missing.
        [one] if !low.args.get("source").is_some_and(Json::is_array) => one,
        many => many.iter().find(|it| exists(it)).ok_or(Problem::NoSource)?,
    };
    if !exists(source) {
        return Err(Problem::Source(match path_in_roots(source) {
            Some(_) => format!("Source file {source} not found in saltenv 'base'"),
            None => format!("Local file source {source} does not exist"),
        }));
    }
    let unreadable = || Problem::Source(format!("Source file '{source}' not found"));
    let (bytes, place) = match path_in_roots(source) {
        Some(path) => (cx.files.read(path).ok_or_else(unreadable)?, cx.files.place(path)),
        None => (cx.system.read(source).map_err(|_| unreadable())?, Some(source.clone())),
    };
    let mode = place.and_then(|it| cx.system.look(&it, true).ok().flatten()).map(|it| it.mode);
    if !is_template {
        return Ok(Contents::Source { bytes, mode });
    }
    let text = String::from_utf8(bytes).map_err(|_| Problem::Source(format!("Source file '{source}' is no text")))?;
    match cx.files.render(path_in_roots(source).unwrap_or_default(), &text, &names_of_run(cx, Some(source))) {
        Ok(text) => Ok(Contents::Source { bytes: text.into_bytes(), mode }),
        Err(problem) => Err(Problem::Source(problem.message)),
    }
}
