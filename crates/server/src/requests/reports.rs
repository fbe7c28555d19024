//! `bunraku/graph`, `bunraku/resource`, `bunraku/catalog`, `bunraku/evaluation` and `bunraku/rendered`: what came of evaluating a file.
//! `docs/lsp.md` says what is in it.

use analysis::ReadError;
use ide::{Asked, Past};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Value, json};
use syntax::TextRange;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Position, TextDocumentIdentifier};

use crate::document::Document;
use crate::owner::Owner;
use crate::read::{Asker, PastError, Question};
use crate::refresh::Shown;
use crate::{read, uris};

/// Which document, and which of its evaluations.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
    entry: Option<String>,
    system: Option<String>,
    focus: Option<String>,
    hops: Option<usize>,
    collapse: Option<String>,
    #[serde(default)]
    toggled: Vec<String>,
    #[serde(default)]
    hidden: Vec<String>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    cycles: bool,
    format: Option<String>,
    #[serde(default)]
    before: FxHashMap<String, (f64, f64)>,
    compare: Option<String>,
    against: Option<String>,
    resource: Option<String>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Report {
    Graph,
    Resource,
    Catalog,
    Evaluation,
    Rendered,
}

pub(crate) async fn handle(owner: &Owner, params: Params, report: Report) -> Result<Option<Value>> {
    let uri = params.text_document.uri.clone();
    let about = if matches!(report, Report::Rendered) { read::coloured(uri) } else { read::code_or_states(uri) };
    let found = about.evaluated().shown(Shown::Reports).read_workspace(owner, move |question, asker| {
        if question.is_quick() {
            return Ok(json!({ "pending": true }));
        }
        let params = params.clone();
        let asked = Asked {
            offset: params.position.map(|it| question.document.offset(it)),
            entry: params.entry,
            system: params.system,
            focus: params.focus,
            hops: params.hops.unwrap_or(1),
            collapse: params.collapse,
            toggled: params.toggled,
            hidden: params.hidden,
            text: params.text,
            cycles: params.cycles,
            format: params.format,
            before: params.before,
            compare: params.compare,
            resource: params.resource,
        };
        let is_compared = matches!(report, Report::Graph | Report::Resource);
        let past = match params.against.filter(|_| is_compared) {
            Some(revision) => compare_at(question, asker, &asked, &revision)?,
            None => {
                if matches!(report, Report::Graph) {
                    question.forget_past();
                }
                Compared::Not
            }
        };
        let known = if let Compared::With(past) = &past { Some(past) } else { None };
        let mut found = question.read(asker, |snapshot, file| match report {
            Report::Graph => ide::graph_report(snapshot, file, &asked, known),
            Report::Resource => ide::resource_report(snapshot, file, &asked, known),
            Report::Catalog => ide::catalog_report(snapshot, file, &asked),
            Report::Evaluation => ide::evaluation_report(snapshot, file),
            Report::Rendered => ide::rendered_report(snapshot, file, &asked),
        })?;
        if matches!(report, Report::Rendered) {
            add_ranges(&question.document, &mut found);
        }
        if let (Compared::Impossible(reason), Value::Object(found)) = (past, &mut found) {
            found.insert("uncompared".to_owned(), reason.into());
        }
        Ok(found)
    });
    let mut found = found.await?;
    if let Some(found) = &mut found {
        add_places(found);
    }
    Ok(found.filter(|it| !it.is_null()))
}

/// Gives the sources of rendered parts their ranges in the document.
fn add_ranges(document: &Document, found: &mut Value) {
    let renderings = found.get_mut("renderings").and_then(Value::as_array_mut).into_iter().flatten();
    for source in renderings.filter_map(|it| it.get_mut("sources").and_then(Value::as_array_mut)).flatten() {
        let Some(entries) = source.as_object_mut() else { continue };
        let bytes = entries.remove("bytes").unwrap_or_default();
        let byte = |number: usize| bytes.get(number).and_then(Value::as_u64).and_then(|it| u32::try_from(it).ok());
        if let (Some(from), Some(to)) = (byte(0), byte(1)) {
            let range = TextRange::new(from.into(), to.max(from).into());
            entries.insert("range".to_owned(), json!(document.range(range)));
        }
    }
}

/// Base of an entry's comparison.
enum Compared {
    Not,
    With(Past),
    /// Nobody knows what it was: why.
    Impossible(String),
}

/// State of an entry at a revision.
fn compare_at(question: &Question, asker: &Asker, asked: &Asked, revision: &str) -> std::result::Result<Compared, ReadError> {
    let Some(asked) = question.read(asker, |snapshot, file| ide::asked_of_past(snapshot, file, asked))? else { return Ok(Compared::Not) };
    Ok(match question.read_past(asker, revision, |snapshot, file| ide::past_state(snapshot, file, &asked, revision)) {
        Ok(Some(past)) if past.is_without_catalog() => Compared::Impossible(format!("{revision} gives no catalog")),
        Ok(Some(past)) => Compared::With(past),
        Ok(None) => Compared::With(Past::without(revision)),
        Err(PastError::Revision(error)) => Compared::Impossible(format!("{revision}: {error}")),
        Err(PastError::Read(stopped)) => return Err(stopped),
    })
}

/// Gives what has a file, and perhaps a line, the place as the protocol has it, too.
fn add_places(root: &mut Value) {
    let mut waiting = vec![root];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items),
            Value::Object(entries) => {
                let line = entries.get("line").and_then(Value::as_u64).map(|it| it.saturating_sub(1));
                let uri = entries.get("file").and_then(Value::as_str).and_then(uris::of_key);
                if let Some(uri) = uri {
                    entries.insert("uri".to_owned(), json!(uri));
                    if let Some(line) = line {
                        let range = json!({ "start": { "line": line, "character": 0 }, "end": { "line": line + 1, "character": 0 } });
                        entries.insert("range".to_owned(), range);
                    }
                }
                waiting.extend(entries.values_mut());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_added_wherever_there_are_some() {
        let mut value = json!({ "a": [{ "file": "/m/a.pp", "line": 3 }, { "file": "relative", "line": "3" }], "line": 1 });
        add_places(&mut value);
        let range = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } });
        let first = json!({ "file": "/m/a.pp", "line": 3, "uri": "file:///m/a.pp", "range": range });
        assert_eq!(value, json!({ "a": [first, { "file": "relative", "line": "3" }], "line": 1 }));
    }
}
