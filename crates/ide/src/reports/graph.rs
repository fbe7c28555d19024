//! The relationship graph of an evaluation, as data or as a picture.

use analysis::{Evaluation, File, Snapshot};
use catalog::paint;
use catalog::picture::{self, Change, Collapse, EdgeKind, Picture, Side, View};
use catalog::{Catalog, ResourceId};
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::reported::{self, Place, head};
use super::{Asked, choose_applied, entry_name, puppet};

/// Base of a graph's comparison: the same entry in another state of the workspace.
#[derive(Clone, Debug)]
pub struct Past {
    /// Name of that state for people.
    pub name: String,
    /// None where nothing of the kind was there.
    evaluation: Option<Evaluation>,
}

impl Past {
    /// Of a state in which there was no such file.
    pub fn without(name: &str) -> Past {
        Past { name: name.to_owned(), evaluation: None }
    }

    /// Whether there was something that Puppet would refuse: with what is not known nothing is compared.
    pub fn is_without_catalog(&self) -> bool {
        self.evaluation.as_ref().is_some_and(|it| it.evaluated.applied.is_none())
    }
}

/// Request for another state of the workspace to compare with; none where this one has none.
pub fn asked_of_past(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Option<Asked> {
    if crate::sls::is_states(snapshot, file) {
        return None;
    }
    let now = choose_applied(snapshot, file, asked)?;
    Some(Asked { entry: Some(entry_name(&now.start)), system: now.systems.first().map(|it| it.to_string()), ..Asked::default() })
}

/// The other state's graph.
pub fn past_state(snapshot: Snapshot<'_>, file: File, asked: &Asked, name: &str) -> Past {
    // The module may have been meant for other systems.
    let evaluation = choose_applied(snapshot, file, asked).or_else(|| {
        let asked = Asked { system: None, ..asked.clone() };
        choose_applied(snapshot, file, &asked)
    });
    Past { name: name.to_owned(), evaluation }
}

/// The relationship graph of one evaluation, or what is known of it in spite of errors; null where there is none.
pub fn graph_report(snapshot: Snapshot<'_>, file: File, asked: &Asked, past: Option<&Past>) -> Value {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::graph::report(snapshot, file, asked);
    }
    let Some(evaluation) = choose_applied(snapshot, file, asked) else { return Value::Null };
    let Some(applied) = evaluation.evaluated.known() else { return Value::Null };
    let (catalog, graph) = (&applied.catalog, &applied.graph);
    let is_partial = evaluation.evaluated.applied.is_none();
    let mut out = head(&evaluation);
    out.insert("partial".into(), is_partial.into());
    if is_partial && evaluation.evaluated.outcome.is_unread {
        out.insert("unread".into(), true.into());
    }
    let other = other_of(snapshot, file, asked, &evaluation, past);
    let empty = past.filter(|it| it.evaluation.is_none()).map(|_| compiler::apply(Catalog::new("", ""), None));
    // What is missing while something is wrong would seem to be gone.
    let before = other.as_ref().and_then(|it| it.evaluated.applied.as_ref()).or(empty.as_ref()).filter(|_| !is_partial);
    let compared = match (past, &other) {
        _ if before.is_none() => Vec::new(),
        (Some(past), _) => vec![Value::from(past.name.as_str())],
        (None, Some(other)) => other.systems.iter().map(|it| Value::from(&**it)).collect(),
        (None, None) => Vec::new(),
    };
    if past.is_some() || asked.compare.is_some() {
        out.insert("compared".into(), compared.into());
    }
    let focus = |catalog: &Catalog| asked.focus.as_deref().and_then(|it| catalog.find(it));
    let view_now = view(asked, focus(catalog));
    let picture = match before {
        Some(before) => {
            let view = view(asked, focus(&before.catalog));
            let before = Side { catalog: &before.catalog, graph: &before.graph, view: &view };
            picture::compared(before, Side { catalog, graph, view: &view_now })
        }
        None => Picture::new(catalog, graph, &view_now),
    };
    reported::with_picture(&evaluation, out, asked, &picture, |placed| {
        let mut painted = paint::json_of(&paint::Compared::new(before.map_or(catalog, |it| &it.catalog), catalog, graph), &picture, placed);
        place_edges(&evaluation, &picture, &mut painted);
        (painted, places(catalog, &picture))
    })
}

/// Base of an evaluation's comparison: the past, or another system.
pub(super) fn other_of(
    snapshot: Snapshot<'_>,
    file: File,
    asked: &Asked,
    evaluation: &Evaluation,
    past: Option<&Past>,
) -> Option<Evaluation> {
    if let Some(past) = past {
        return past.evaluation.clone();
    }
    let system = asked.compare.clone()?;
    let asked = Asked { entry: Some(entry_name(&evaluation.start)), system: Some(system), ..Asked::default() };
    choose_applied(snapshot, file, &asked)
}

/// Selection of a graph that is asked for, near a resource of its catalog.
pub(crate) fn view(asked: &Asked, focus: Option<ResourceId>) -> View {
    View {
        focus,
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

/// The lines on which resources are declared, with the numbers of their nodes.
fn places(catalog: &Catalog, picture: &Picture) -> Vec<(Place, usize)> {
    // What is gone stands in no text that anybody sees.
    let nodes = picture.nodes.iter().enumerate().filter(|(_, node)| node.change != Some(Change::Removed));
    let place = |id: &ResourceId| Some((catalog[*id].file.as_deref()?.to_owned(), catalog[*id].line?.into()));
    nodes.flat_map(|(number, node)| node.resources.iter().filter_map(place).map(move |it| (it, number))).collect()
}

/// Gives each edge the place where the relationship itself was written, where that is not the resource that has it.
fn place_edges(evaluation: &Evaluation, picture: &Picture, painted: &mut Value) {
    let outcome = &evaluation.evaluated.outcome;
    let Some(compiled) = outcome.catalog.as_ref().or(outcome.partial.as_ref()) else { return };
    let Some(applied) = evaluation.evaluated.known() else { return };
    let relations = applied.graph.relations().iter();
    let origins: FxHashMap<_, _> = relations.map(|it| ((it.before, it.after, it.source().word()), it.origin)).collect();
    let Some(Value::Array(edges)) = painted.get_mut("edges") else { return };
    let shown = picture.edges.iter().filter(|it| it.kind != EdgeKind::Contains);
    for (edge, out) in shown.zip(edges).filter(|(edge, _)| edge.change != Some(Change::Removed)) {
        let only = |node: usize| match picture.nodes.get(node).map(|it| it.resources.as_slice()) {
            Some([only]) => Some(*only),
            _ => None,
        };
        let (Some(before), Some(after), Some(word)) = (only(edge.from), only(edge.to), edge.word) else { continue };
        let place = origins.get(&(before, after, word)).and_then(|it| compiled.place(*it));
        if let (Some(place), Value::Object(out)) = (place, out) {
            reported::put_place(out, puppet::place(place).as_ref());
        }
    }
}
