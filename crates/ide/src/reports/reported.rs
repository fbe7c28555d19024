//! Reports of an evaluation, whichever language it is of.

use std::collections::BTreeMap;

use catalog::layout::Point;
use catalog::paint::{self, Captions, Placed};
use catalog::picture::{EdgeKind, Picture};
use serde_json::{Map, Value, json};

use super::Asked;

/// A file and a line, from 1.
pub(crate) type Place = (String, u64);

/// An error of an evaluation.
pub(crate) struct Found {
    pub(crate) message: String,
    /// Whether it is an error only under a condition that is not known.
    pub(crate) is_conditional: bool,
    pub(crate) place: Option<Place>,
}

/// An evaluation of a file: the catalog of a definition on some systems, or the states of an SLS file for a minion.
pub(crate) trait Reported {
    /// Name of what was evaluated, such as `class ntp`.
    fn entry(&self) -> String;

    /// The systems or minions that it is for.
    fn targets(&self) -> Vec<String>;

    /// Whether the targets are a guess.
    fn is_guessed(&self) -> bool;

    fn findings(&self) -> Vec<Found>;

    /// The classes or files that are part of it.
    fn parts(&self) -> Vec<String>;

    /// How many resources there are.
    fn count(&self) -> usize;

    /// How many resources of each type are in the graph.
    fn types(&self) -> BTreeMap<String, u64>;

    fn cycles(&self) -> usize;

    /// The words of edges, if lines of one kind mean several things: pictures have them, and each can be hidden.
    fn words(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Entry of an evaluation, and its targets.
pub(crate) fn head(of: &dyn Reported) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("entry".into(), of.entry().into());
    out.insert("systems".into(), of.targets().into());
    out.insert("guessed".into(), of.is_guessed().into());
    out
}

/// Summary of an evaluation, without its graph.
pub(crate) fn summary(of: &dyn Reported) -> Value {
    let findings = of.findings();
    let errors = findings.iter().map(|it| {
        let mut out = Map::new();
        out.insert("message".into(), it.message.as_str().into());
        out.insert("conditional".into(), it.is_conditional.into());
        put_place(&mut out, it.place.as_ref());
        Value::Object(out)
    });
    let mut out = head(of);
    out.insert("compiles".into(), findings.iter().all(|it| it.is_conditional).into());
    out.insert("errors".into(), errors.collect());
    out.insert("classes".into(), of.parts().into());
    out.insert("resources".into(), of.count().into());
    out.insert("cycles".into(), of.cycles().into());
    Value::Object(out)
}

/// The text about one resource of an evaluation.
pub(crate) fn hovered(of: &dyn Reported, text: String) -> Value {
    let mut out = head(of);
    out.insert("contents".into(), json!({ "kind": "markdown", "value": text }));
    Value::Object(out)
}

/// Completes the report of a graph: a text, if one is wanted, else data with the number of resources of each type and the lines of nodes.
pub(crate) fn with_picture(
    of: &dyn Reported,
    mut out: Map<String, Value>,
    asked: &Asked,
    picture: &Picture,
    painted: impl FnOnce(&Placed) -> (Value, Vec<(Place, usize)>),
) -> Value {
    let placed = || Placed::new(picture, &|name| asked.before.get(name).map(|(x, y)| Point { x: *x, y: *y }));
    let words = of.words();
    let captions = if words.is_empty() { Captions::None } else { Captions::Words };
    let text = match asked.format.as_deref() {
        Some("svg") => Some(paint::svg(picture, &placed())),
        Some("dot") => Some(paint::dot(picture, captions)),
        Some("mermaid") => Some(paint::mermaid(picture, captions)),
        _ => None,
    };
    if let Some(text) = text {
        out.insert("text".into(), text.into());
        return Value::Object(out);
    }
    let (graph, places) = painted(&placed());
    out.insert("graph".into(), graph);
    out.insert("types".into(), json!(of.types()));
    if !words.is_empty() {
        let kinds = std::iter::once(EdgeKind::Contains.name()).chain(words);
        out.insert("kinds".into(), kinds.collect());
    }
    out.insert("places".into(), lines(places));
    Value::Object(out)
}

/// For each file the lines of its resources, with the numbers of their nodes: so that the client of the graph finds the node at a cursor
/// without asking.
fn lines(places: Vec<(Place, usize)>) -> Value {
    let mut files: BTreeMap<String, Vec<(u64, usize)>> = BTreeMap::new();
    for ((file, line), node) in places {
        files.entry(file).or_default().push((line, node));
    }
    let file = |(file, mut lines): (String, Vec<(u64, usize)>)| {
        lines.sort_unstable();
        lines.dedup();
        json!({ "file": file, "lines": lines })
    };
    files.into_iter().map(file).collect()
}

pub(crate) fn put_place(out: &mut Map<String, Value>, place: Option<&Place>) {
    if let Some((file, line)) = place {
        out.insert("file".into(), file.as_str().into());
        out.insert("line".into(), (*line).into());
    }
}
