//! One picture of two catalogs: what is in both once, and what is in one of them alone with a word that says so.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::{Placed, json};
use crate::diff::Diff;
use crate::layout::{Layout, Point};
use crate::picture::{Edge, EdgeKind, Picture};
use crate::{Catalog, RelationshipGraph, ResourceId};

/// A catalog, and what is shown of it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub catalog: &'a Catalog,
    pub graph: &'a RelationshipGraph,
    pub picture: &'a Picture,
}

/// The second catalog as [`json`] has it, with a `change` for each node and edge that is not the same in the first one: `added`,
/// `changed` (of nodes), or `removed`: these come last. `stood` says where nodes stood before.
pub fn compared(before: Side<'_>, after: Side<'_>, stood: &dyn Fn(&str) -> Option<Point>) -> Value {
    let mut union = after.picture.clone();
    let mut numbers = labels(after.picture);
    let mut places = Vec::with_capacity(before.picture.nodes.len());
    for node in &before.picture.nodes {
        let number = *numbers.entry(&node.label).or_insert_with(|| {
            union.nodes.push(node.clone());
            union.nodes.len() - 1
        });
        places.push(number);
    }
    let key = |edge: &Edge| (edge.from, edge.to, edge.kind);
    let mut known: FxHashMap<_, usize> = FxHashMap::default();
    for (number, edge) in after.picture.edges.iter().enumerate() {
        known.entry(key(edge)).or_insert(number);
    }
    let mut old = FxHashSet::default();
    let mut lines = Vec::with_capacity(before.picture.edges.len());
    for edge in &before.picture.edges {
        let moved = Edge { from: places[edge.from], to: places[edge.to], ..*edge };
        old.insert(key(&moved));
        lines.push(*known.entry(key(&moved)).or_insert_with(|| {
            union.edges.push(moved);
            union.edges.len() - 1
        }));
    }

    let placed = Placed::new(&union, stood);
    let mut out = json(after.catalog, after.graph, after.picture, &placed);
    let mut gone = json(before.catalog, before.graph, before.picture, &picked(&placed, &places, &lines));
    let nodes = after.picture.nodes.len();
    let was_there: FxHashMap<&str, usize> = labels(before.picture);
    let touched = touched(before.catalog, after.catalog);
    let is_touched =
        |catalog: &Catalog, ids: &[ResourceId]| ids.iter().any(|id| touched.contains(&crate::puppet::reference(&catalog[*id])));
    let mut shown = list(&mut out, "nodes");
    for (node, value) in after.picture.nodes.iter().zip(&mut shown) {
        match was_there.get(node.label.as_str()) {
            None => mark(value, "added"),
            Some(number) => {
                if is_touched(after.catalog, &node.resources) || is_touched(before.catalog, &before.picture.nodes[*number].resources) {
                    mark(value, "changed");
                }
            }
        }
    }
    shown.extend(removed(list(&mut gone, "nodes"), places.iter().map(|it| *it >= nodes)));
    put(&mut out, "nodes", shown);
    for (name, contains) in [("containment", true), ("edges", false)] {
        let is_listed = |edge: &&Edge| (edge.kind == EdgeKind::Contains) == contains;
        let mut shown = list(&mut out, name);
        for (edge, value) in after.picture.edges.iter().filter(is_listed).zip(&mut shown) {
            if !old.contains(&key(edge)) {
                mark(value, "added");
            }
        }
        let listed = before.picture.edges.iter().zip(&lines).filter(|(edge, _)| is_listed(edge));
        shown.extend(removed(list(&mut gone, name), listed.map(|(_, line)| *line >= after.picture.edges.len())));
        put(&mut out, name, shown);
    }
    out
}

fn labels(picture: &Picture) -> FxHashMap<&str, usize> {
    picture.nodes.iter().enumerate().map(|(number, node)| (node.label.as_str(), number)).collect()
}

/// The names of all that is not the same in both.
fn touched(before: &Catalog, after: &Catalog) -> FxHashSet<String> {
    let diff = Diff::of(before, after);
    let one_sided = diff.added.into_iter().chain(diff.removed);
    one_sided.chain(diff.changed.into_iter().map(|it| it.entry)).map(|it| it.reference).collect()
}

/// Some of what was placed, by its numbers.
fn picked(placed: &Placed, nodes: &[usize], edges: &[usize]) -> Placed {
    let layout = Layout {
        boxes: nodes.iter().filter_map(|it| placed.layout.boxes.get(*it)).copied().collect(),
        edges: edges.iter().filter_map(|it| placed.layout.edges.get(*it)).cloned().collect(),
        ..placed.layout
    };
    Placed {
        labels: nodes.iter().filter_map(|it| placed.labels.get(*it)).cloned().collect(),
        sizes: nodes.iter().filter_map(|it| placed.sizes.get(*it)).copied().collect(),
        layout,
    }
}

/// Takes the list of this name out.
fn list(value: &mut Value, name: &str) -> Vec<Value> {
    match value.get_mut(name).map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}

fn put(value: &mut Value, name: &str, items: Vec<Value>) {
    if let Value::Object(entries) = value {
        entries.insert(name.into(), items.into());
    }
}

/// Those of the first catalog that the second one does not have.
fn removed(all: Vec<Value>, wanted: impl Iterator<Item = bool>) -> impl Iterator<Item = Value> {
    all.into_iter().zip(wanted).filter(|(_, is_wanted)| *is_wanted).map(|(mut value, _)| {
        mark(&mut value, "removed");
        value
    })
}

fn mark(value: &mut Value, change: &str) {
    if let Value::Object(entries) = value {
        entries.insert("change".into(), change.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::View;
    use crate::{Kind, Relation, Resource};

    #[test]
    fn what_is_in_one_alone_says_so() {
        let (before, graph) = crate::picture::tests::example();
        let (mut after, _) = crate::picture::tests::example();
        let relations: Vec<Relation> = graph.relations().iter().skip(1).copied().collect();
        after.add(Resource::new("Notify", "new", Kind::Compilable)).unwrap();
        let other = RelationshipGraph::new(&after, relations);
        let hidden = vec!["Stage".to_owned(), "Class".to_owned()];
        let view = View { hidden, ..View::default() };
        let (old, new) = (Picture::new(&before, &graph, &view), Picture::new(&after, &other, &view));
        let side = |catalog, graph, picture| Side { catalog, graph, picture };
        let shown = |value: &Value| -> Vec<String> {
            let change = |it: &Value| it["change"].as_str().unwrap_or("same").to_owned();
            let nodes = value["nodes"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|it| format!("{} {}", it["id"].as_str().unwrap_or_default(), change(it)));
            let edges = value["edges"].as_array().into_iter().flatten();
            let edges = edges.map(|it| {
                format!("{} -> {} {}", it["from"].as_str().unwrap_or_default(), it["to"].as_str().unwrap_or_default(), change(it))
            });
            nodes.chain(edges).collect()
        };
        let forth = compared(side(&before, &graph, &old), side(&after, &other, &new), &|_| None);
        assert_eq!(
            shown(&forth),
            [
                "Package[p] same",
                "Service[s] same",
                "File[/f] same",
                "Exec[e] same",
                "Notify[new] added",
                "File[/f] -> Service[s] same",
                "Package[p] -> File[/f] removed"
            ]
        );
        let back = compared(side(&after, &other, &new), side(&before, &graph, &old), &|_| None);
        assert_eq!(shown(&back)[4..], ["Notify[new] removed", "File[/f] -> Service[s] same", "Package[p] -> File[/f] added"]);
        let alike = compared(side(&before, &graph, &old), side(&before, &graph, &old), &|_| None);
        assert!(shown(&alike).iter().all(|it| it.ends_with(" same")), "{alike}");
    }
}
