//! Pictures as data, for programs that draw or count for themselves.

use serde_json::{Map, Value};

use super::Placed;
use crate::layout::Point;
use crate::picture::{Change, Edge, EdgeKind, Picture};
use crate::{Catalog, RelationshipGraph, Resource, ResourceId, Step};

/// Nodes with their places in files and in the order, what contains what, and what comes before what with who said so; and where all
/// of it stands in a picture.
pub fn json(catalog: &Catalog, graph: &RelationshipGraph, picture: &Picture, placed: &Placed) -> Value {
    json_of_two(catalog, catalog, graph, picture, placed)
}

/// The same of a picture of two catalogs: what was removed has its place in the files of the first one, and none in the order.
pub fn json_of_two(before: &Catalog, catalog: &Catalog, graph: &RelationshipGraph, picture: &Picture, placed: &Placed) -> Value {
    let catalog_of = |change: Option<Change>| if change == Some(Change::Removed) { before } else { catalog };
    let order = graph.applied();
    let mut places = vec![None; catalog.len()];
    for (place, id) in order.iter().flatten().enumerate() {
        places[id.index()] = Some(place);
    }
    let label = |node: usize| picture.nodes.get(node).map(|it| it.label.as_str());
    let nodes: Vec<Value> = picture
        .nodes
        .iter()
        .enumerate()
        .map(|(number, node)| {
            let catalog = catalog_of(node.change);
            let mut out = Map::new();
            placed.put_node(number, node, &mut out);
            let is_named = |id: &&ResourceId| node.resources.len() == 1 || crate::puppet::reference(&catalog[**id]) == node.label;
            let named = node.resources.iter().find(is_named);
            if let Some(id) = named {
                out.insert("type".into(), catalog[*id].type_name.as_str().into());
                out.insert("title".into(), catalog[*id].title.as_str().into());
            }
            // A module is where its first class is.
            if let Some(id) = named.or(node.resources.first()) {
                place(&catalog[*id], &mut out);
            }
            put_change(node.change, &mut out);
            match node.resources.as_slice() {
                [_] if node.change == Some(Change::Removed) => {}
                [only] => {
                    if let Some(place) = places[only.index()] {
                        out.insert("order".into(), place.into());
                    }
                }
                many => drop(out.insert("resources".into(), many.iter().map(|it| crate::puppet::reference(&catalog[*it])).collect())),
            }
            Value::Object(out)
        })
        .collect();
    let containment: Vec<Value> = picture
        .edges
        .iter()
        .zip(&placed.layout.edges)
        .filter(|(edge, _)| edge.kind == EdgeKind::Contains)
        .map(|(edge, route)| {
            let mut out = Map::new();
            out.insert("container".into(), label(edge.from).into());
            out.insert("content".into(), label(edge.to).into());
            put_change(edge.change, &mut out);
            out.insert("points".into(), points(route));
            Value::Object(out)
        })
        .collect();
    let edges: Vec<Value> = picture
        .edges
        .iter()
        .zip(&placed.layout.edges)
        .filter(|(edge, _)| edge.kind != EdgeKind::Contains)
        .map(|(edge, route)| {
            let mut out = Map::new();
            out.insert("from".into(), label(edge.from).into());
            out.insert("to".into(), label(edge.to).into());
            out.insert("kind".into(), edge.kind.name().into());
            origin(catalog_of(edge.change), edge, &mut out);
            put_change(edge.change, &mut out);
            if edge.in_cycle {
                out.insert("cycle".into(), true.into());
            }
            out.insert("points".into(), points(route));
            Value::Object(out)
        })
        .collect();
    let mut out = Map::new();
    out.insert("name".into(), catalog.name.clone().into());
    out.insert("environment".into(), catalog.environment.clone().into());
    out.insert("width".into(), number_of(placed.layout.width));
    out.insert("height".into(), number_of(placed.layout.height));
    out.insert("nodes".into(), nodes.into());
    out.insert("containment".into(), containment.into());
    out.insert("edges".into(), edges.into());
    let name = |id: &ResourceId| Value::from(crate::puppet::reference(&catalog[*id]));
    match &order {
        Some(order) => drop(out.insert("order".into(), order.iter().map(name).collect())),
        None => {
            let resource = |step: &crate::StepId| match graph.step(*step) {
                Step::Apply(id) | Step::Begin(id) => Some(id),
                Step::End(_) => None,
            };
            let cycles = crate::puppet::cycles(catalog, graph);
            let names = |cycle: &crate::puppet::Cycle| Value::from_iter(cycle.members.iter().filter_map(resource).map(|id| name(&id)));
            out.insert("cycles".into(), cycles.iter().map(names).collect());
        }
    }
    Value::Object(out)
}

fn put_change(change: Option<Change>, out: &mut Map<String, Value>) {
    if let Some(change) = change {
        out.insert("change".into(), change.name().into());
    }
}

/// Points of an edge: x and y by turns.
pub fn points(route: &[Point]) -> Value {
    route.iter().flat_map(|it| [number_of(it.x), number_of(it.y)]).collect()
}

/// Positions are whole pixels nearly always: they are written so.
pub(super) fn number_of(value: f64) -> Value {
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}

fn origin(catalog: &Catalog, edge: &Edge, out: &mut Map<String, Value>) {
    let Some(word) = edge.word else { return };
    out.insert("source".into(), word.name.into());
    out.insert("automatic".into(), word.is_automatic.into());
    let Some(said_by) = edge.said_by else { return };
    let resource = &catalog[said_by];
    out.insert("by".into(), crate::puppet::reference(resource).into());
    place(resource, out);
}

fn place(resource: &Resource, out: &mut Map<String, Value>) {
    if let Some(file) = &resource.file {
        out.insert("file".into(), (**file).into());
    }
    if let Some(line) = resource.line {
        out.insert("line".into(), line.into());
    }
}
