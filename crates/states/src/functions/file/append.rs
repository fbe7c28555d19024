//! `file.append`: lines at the end of a file that has them nowhere.

use fancy_regex::Regex;
use machine::{Content, FileKind};
use serde_json::{Value as Json, json};
use similar::TextDiff;

use super::contents::{below, lines};
use super::permissions::{Wanted, make_parents, of_umask};
use super::{kind, parent, refuse_name};
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::returned::Outcome;
use crate::{Files, python};

const ARGUMENTS: &[&str] =
    &["text", "makedirs", "source", "sources", "template", "defaults", "context", "ignore_whitespace", "show_changes"];

pub const FUNCTION: Function = Function::new("file.append", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if !low.is_on("ignore_whitespace", true) {
        all.push("`ignore_whitespace: false` of `file.append` is not supported".to_owned());
    }
    if low.args.get("template").is_some_and(|it| it != "jinja") {
        all.push("`template` of `file.append` can only be `jinja`".to_owned());
    }
    for source in sources(low) {
        match below(&source) {
            None => all.push(format!("the source `{source}` of `file.append` is not supported")),
            Some(path) => {
                let text = files.read(path).and_then(|it| String::from_utf8(it).ok());
                let problem = text.and_then(|it| files.render(path, &it, &names(low)).err()).filter(|it| it.is_undecided);
                all.extend(problem.map(|it| format!("the template of `file.append` cannot be rendered: {}", it.message)));
            }
        }
    }
    all
}

fn sources(low: &Low) -> Vec<String> {
    low.texts("source").into_iter().chain(low.texts("sources")).collect()
}

fn names(low: &Low) -> Vec<(String, Json)> {
    let maps = ["defaults", "context"].into_iter().filter_map(|it| low.args.get(it)?.as_object());
    let mut all: Vec<(String, Json)> = Vec::new();
    for (name, value) in maps.flatten() {
        all.retain(|it| it.0 != *name);
        all.push((name.clone(), value.clone()));
    }
    all
}

/// The texts to append; or why there are none.
fn texts(cx: &Cx<'_>) -> Result<Vec<String>, StateError> {
    let sources = sources(cx.low);
    if sources.is_empty() {
        return Ok(match cx.low.args.get("text") {
            Some(Json::Array(items)) => items.iter().map(python::text).collect(),
            other => vec![other.map_or_else(|| "None".to_owned(), python::text)],
        });
    }
    let load = |source: &String| {
        let path = below(source).unwrap_or_default();
        let text = cx.files.read(path).and_then(|it| String::from_utf8(it).ok());
        text.and_then(|it| cx.files.render(path, &it, &names(cx.low)).ok()).ok_or_else(|| StateError::NoTemplate { source: source.clone() })
    };
    sources.iter().map(load).collect()
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.append"));
    }
    if low.arg("source").is_some_and(python::is_true) && low.arg("sources").is_some_and(python::is_true) {
        return Ok(Outcome::failed("source and sources are mutually exclusive"));
    }
    let makes_folders = low.arg("makedirs") == Some(&json!(true));
    if makes_folders && !cx.test && kind(cx.system, parent(name)) != Some(FileKind::Directory) {
        make_parents(cx, name, &Wanted::default())?;
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    if kind(cx.system, name).is_none() {
        if cx.test {
            let mut outcome = Outcome::new(None, format!("File {name} is set to be created"));
            outcome.changes.insert("new".to_owned(), json!(name));
            return Ok(outcome);
        }
        let mode = of_umask(cx);
        if kind(cx.system, parent(name)) != Some(FileKind::Directory) || cx.system.create(name, mode).is_err() {
            return Ok(Outcome::failed(format!("{name}: file not found")));
        }
    }
    let texts = match texts(cx) {
        Ok(texts) => texts,
        Err(problem) => return Ok(Outcome::failed(problem.to_string())),
    };
    let describe = |error: std::io::Error| StateError::system(&error, name);
    let bytes = cx.system.read(name).map_err(describe)?;
    let before = String::from_utf8_lossy(&bytes).into_owned();
    let mut added: Vec<&str> = Vec::new();
    for text in &texts {
        if !has(&before, text)? {
            added.extend(lines(text));
        }
    }
    let mut after = before.clone();
    if !after.is_empty() && !after.ends_with('\n') {
        after.push('\n');
    }
    after.extend(added.iter().map(|it| format!("{it}\n")));
    let mut outcome = Outcome::fine(format!("File {name} is in correct state"));
    if added.is_empty() {
        return Ok(outcome);
    }
    outcome.changes.insert("diff".to_owned(), json!(diff(cx, &bytes, &before, &after)));
    if cx.test {
        outcome.result = None;
        outcome.comment = format!("File {name} is set to be updated");
        return Ok(outcome);
    }
    // What is no text stays as it is.
    let bytes = [&bytes, after.as_bytes().get(before.len()..).unwrap_or_default()].concat();
    cx.system.write(name, Content::Bytes(&bytes), 0o644).map_err(describe)?;
    outcome.comment = format!("Appended {} lines", added.len());
    Ok(outcome)
}

fn diff(cx: &Cx<'_>, bytes: &[u8], before: &str, after: &str) -> String {
    if bytes.contains(&0) || std::str::from_utf8(bytes).is_err() {
        return "Replace binary file".to_owned();
    }
    if !cx.low.is_on("show_changes", true) {
        return "<show_changes=False>".to_owned();
    }
    let (before, after) = (lines(before), lines(after));
    let diff = TextDiff::from_slices(&before, &after);
    let mut out = vec!["--- \n".to_owned(), "+++ \n".to_owned()];
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        out.push(format!("{}\n", hunk.header()));
        for change in hunk.iter_changes() {
            let mark = match change.tag() {
                similar::ChangeTag::Equal => ' ',
                similar::ChangeTag::Delete => '-',
                similar::ChangeTag::Insert => '+',
            };
            out.push(format!("{mark}{}", change.value()));
        }
    }
    out.join("\n")
}

/// Whether a text has another one in whole lines, whatever the space between its words.
fn has(text: &str, wanted: &str) -> Result<bool, StateError> {
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
