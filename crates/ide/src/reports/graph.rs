//! The relationship graph of an evaluation, as data or as a picture.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Evaluation, File, Snapshot};
use catalog::layout::Point;
use catalog::paint::{self, Placed, Side};
use catalog::picture::{Collapse, EdgeKind, Picture, View};
use catalog::{Catalog, ResourceId};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use super::{Asked, choose_applied, entry_name, head, put_place};

/// The relationship graph of one evaluation; null where there is none.
pub fn graph_report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(evaluation) = choose_applied(snapshot, file, asked) else { return Value::Null };
    let Some(applied) = &evaluation.evaluated.applied else { return Value::Null };
    let (catalog, graph) = (&applied.catalog, &applied.graph);
    let picture = Picture::new(catalog, graph, &view(asked, catalog));
    let stood = |name: &str| asked.before.get(name).map(|(x, y)| Point { x: *x, y: *y });
    let placed = || Placed::new(&picture, &stood);
    let mut out = head(&evaluation);
    let text = match asked.format.as_deref() {
        Some("svg") => Some(paint::svg(&picture, &placed())),
        Some("dot") => Some(paint::dot(&picture)),
        Some("mermaid") => Some(paint::mermaid(&picture)),
        _ => None,
    };
    if let Some(text) = text {
        out.insert("text".into(), text.into());
        return Value::Object(out);
    }
    let other = asked.compare.as_ref().and_then(|_| against(snapshot, file, asked, &evaluation));
    let mut painted = match other.as_ref().and_then(|it| it.evaluated.applied.as_ref()) {
        Some(before) => {
            let old = Picture::new(&before.catalog, &before.graph, &view(asked, &before.catalog));
            let before = Side { catalog: &before.catalog, graph: &before.graph, picture: &old };
            paint::compared(before, Side { catalog, graph, picture: &picture }, &stood)
        }
        None => paint::json(catalog, graph, &picture, &placed()),
    };
    if let Some(other) = &other {
        out.insert("compared".into(), other.systems.iter().map(|it| Value::from(&**it)).collect());
    }
    place_edges(&evaluation, &picture, &mut painted);
    out.insert("graph".into(), painted);
    out.insert("types".into(), types(catalog));
    out.insert("places".into(), places(catalog, &picture));
    Value::Object(out)
}

/// The same on the system that this one is compared with.
fn against(snapshot: Snapshot<'_>, file: File, asked: &Asked, evaluation: &Evaluation) -> Option<Evaluation> {
    let asked = Asked { entry: Some(entry_name(&evaluation.start)), system: asked.compare.clone(), ..Asked::default() };
    choose_applied(snapshot, file, &asked)
}

fn view(asked: &Asked, catalog: &Catalog) -> View {
    View {
        focus: asked.focus.as_deref().and_then(|it| catalog.find(it)),
        hops: asked.hops,
        collapse: match asked.collapse.as_deref() {
            Some("class") => Collapse::Class,
            Some("module") => Collapse::Module,
            _ => Collapse::No,
        },
        toggled: asked.toggled.clone(),
        hidden: asked.hidden.clone(),
        text: asked.text.clone(),
        cycles: asked.cycles,
    }
}

/// How many resources of each type there are, whatever is shown of them.
fn types(catalog: &Catalog) -> Value {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for id in catalog.ids().filter(|id| !catalog[*id].is_virtual) {
        *counts.entry(&catalog[id].type_name).or_default() += 1;
    }
    counts.into_iter().map(|(name, count)| (name.to_owned(), Value::from(count))).collect::<Map<_, _>>().into()
}

/// For each file the lines on which resources are declared, with the numbers of the nodes that have them: so that whoever shows the
/// graph can tell what is at a cursor without asking.
fn places(catalog: &Catalog, picture: &Picture) -> Value {
    let mut files: BTreeMap<Arc<str>, Vec<(u32, usize)>> = BTreeMap::new();
    for (number, node) in picture.nodes.iter().enumerate() {
        let lines = |id: &ResourceId| Some((catalog[*id].file.clone()?, catalog[*id].line?));
        for (file, line) in node.resources.iter().filter_map(lines) {
            files.entry(file).or_default().push((line, number));
        }
    }
    let file = |(file, mut lines): (Arc<str>, Vec<(u32, usize)>)| {
        lines.sort_unstable();
        lines.dedup();
        json!({ "file": &*file, "lines": lines })
    };
    files.into_iter().map(file).collect()
}

/// Gives each edge the place where the relationship itself was written, where that is not the resource that has it.
fn place_edges(evaluation: &Evaluation, picture: &Picture, painted: &mut Value) {
    let outcome = &evaluation.evaluated.outcome;
    let Some(compiled) = outcome.catalog.as_ref().or(outcome.partial.as_ref()) else { return };
    let Some(applied) = &evaluation.evaluated.applied else { return };
    let relations = applied.graph.relations().iter();
    let origins: FxHashMap<_, _> = relations.map(|it| ((it.before, it.after, it.source), it.origin)).collect();
    let Some(Value::Array(edges)) = painted.get_mut("edges") else { return };
    let shown = picture.edges.iter().filter(|it| it.kind != EdgeKind::Contains);
    for (edge, out) in shown.zip(edges) {
        let only = |node: usize| match picture.nodes.get(node).map(|it| it.resources.as_slice()) {
            Some([only]) => Some(*only),
            _ => None,
        };
        let (Some(before), Some(after), Some(source)) = (only(edge.from), only(edge.to), edge.source) else { continue };
        let place = origins.get(&(before, after, source)).and_then(|it| compiled.place(*it));
        if let (Some(place), Value::Object(out)) = (place, out) {
            put_place(out, place);
        }
    }
}
