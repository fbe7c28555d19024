//! Common code of `file.append` and `file.prepend`: the texts that they add, and whether a file has them.

use fancy_regex::Regex;
use machine::FileKind;
use serde_json::{Value as Json, json};

use super::contents::{lines, names, path_in_roots};
use super::permissions::{Wanted, make_parents, of_umask};
use super::{kind, parent, refuse_name};
use crate::error::StateError;
use crate::function::Cx;
use crate::low::Low;
use crate::returned::Outcome;
use crate::{Files, python};

/// Says what is not supported of a function that adds texts.
pub fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = refuse_name(low);
    if !low.is_on("ignore_whitespace", true) {
        all.push(format!("`ignore_whitespace: false` of `{name}` is not supported"));
    }
    if low.args.get("template").is_some_and(|it| it != "jinja") {
        all.push(format!("`template` of `{name}` can only be `jinja`"));
    }
    for source in sources(low) {
        match path_in_roots(&source) {
            None => all.push(format!("the source `{source}` of `{name}` is not supported")),
            Some(path) => {
                let text = files.read(path).and_then(|it| String::from_utf8(it).ok());
                let problem = text.and_then(|it| files.render(path, &it, &names(low, None)).err()).filter(|it| it.is_undecided);
                all.extend(problem.map(|it| format!("the template of `{name}` cannot be rendered: {}", it.message)));
            }
        }
    }
    all
}

fn sources(low: &Low) -> Vec<String> {
    low.texts("source").into_iter().chain(low.texts("sources")).collect()
}

/// The texts to add; or why there are none.
fn texts(cx: &Cx<'_>) -> Result<Vec<String>, StateError> {
    let sources = sources(cx.low);
    if sources.is_empty() {
        return Ok(match cx.low.args.get("text") {
            Some(Json::Array(items)) => items.iter().map(python::text).collect(),
            other => vec![other.map_or_else(|| "None".to_owned(), python::text)],
        });
    }
    let load = |source: &String| {
        let path = path_in_roots(source).unwrap_or_default();
        let text = cx.files.read(path).and_then(|it| String::from_utf8(it).ok());
        text.and_then(|it| cx.files.render(path, &it, &names(cx.low, None)).ok())
            .ok_or_else(|| StateError::NoTemplate { source: source.clone() })
    };
    sources.iter().map(load).collect()
}

/// Input of a state that adds texts.
pub struct Found {
    pub texts: Vec<String>,
    pub bytes: Vec<u8>,
    pub before: String,
}

/// Makes the file if it is missing, and reads it and the texts; or returns the result of the state.
pub fn prepare(cx: &mut Cx<'_>) -> Result<Result<Found, Outcome>, StateError> {
    let low = cx.low;
    let name = low.name.as_str();
    let end = |outcome: Outcome| Ok(Err(outcome));
    if name.is_empty() {
        return end(Outcome::failed(format!("Must provide name to {}", low.function())));
    }
    if low.arg("source").is_some_and(python::is_true) && low.arg("sources").is_some_and(python::is_true) {
        return end(Outcome::failed("source and sources are mutually exclusive"));
    }
    let makes_folders = low.arg("makedirs") == Some(&json!(true));
    if makes_folders && !cx.test && kind(cx.system, parent(name)) != Some(FileKind::Directory) {
        make_parents(cx, name, &Wanted::default())?;
    }
    if !name.starts_with('/') {
        return end(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    if kind(cx.system, name).is_none() {
        if cx.test {
            let mut outcome = Outcome::new(None, format!("File {name} is set to be created"));
            outcome.changes.insert("new".to_owned(), json!(name));
            return end(outcome);
        }
        let mode = of_umask(cx);
        if kind(cx.system, parent(name)) != Some(FileKind::Directory) || cx.system.create(name, mode).is_err() {
            return end(Outcome::failed(format!("{name}: file not found")));
        }
    }
    let texts = match texts(cx) {
        Ok(texts) => texts,
        Err(problem) => return end(Outcome::failed(problem.to_string())),
    };
    let bytes = cx.system.read(name).map_err(|it| StateError::system(&it, name))?;
    let before = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Ok(Found { texts, bytes, before }))
}

/// Whether a text has another one in whole lines, whatever the space between its words.
pub fn has(text: &str, wanted: &str) -> Result<bool, StateError> {
    const SPACE: &str = r"[ \t\n\r\x0b\x0c]*";
    let mut pattern = "(?m)^".to_owned();
    for line in lines(wanted) {
        let words: Vec<String> = words(line)?.iter().map(|it| fancy_regex::escape(it).into_owned()).collect();
        pattern += &format!("{SPACE}{}{SPACE}", words.join(SPACE));
    }
    pattern.push('$');
    let regex = Regex::new(&pattern).map_err(|it| StateError::exception("re.error", it.to_string()))?;
    regex.is_match(text).map_err(|it| StateError::exception("re.error", it.to_string()))
}

/// The words of a line. Where it has both marks, what stands between double ones is a word.
fn words(line: &str) -> Result<Vec<String>, StateError> {
    let has_quotes = line.contains('\'') && line.contains('"') && !line.contains(r#"'\""#);
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    let mut all = Vec::new();
    let mut rest = line.trim_start_matches(is_space);
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"').filter(|_| has_quotes) {
            Some(quoted) => 2 + quoted.find('"').ok_or_else(|| StateError::exception("ValueError", "No closing quotation"))?,
            None => rest.find(is_space).unwrap_or(rest.len()),
        };
        let (word, left) = rest.split_at(end);
        all.push(word.to_owned());
        rest = left.trim_start_matches(is_space);
    }
    Ok(all)
}
