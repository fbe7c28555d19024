//! Pictures as data, for programs that draw or count for themselves.

use serde_json::{Map, Value};

use super::contents::{Contents, Order, Place};
use super::{Compared, Placed};
use crate::layout::Point;
use crate::picture::{Change, Edge, EdgeKind, Node, Picture};
use crate::{Catalog, RelationshipGraph};

/// Nodes with their places in files and in the order, what contains what, and what comes before what with who said so; and where all
/// of it stands in a picture.
pub fn json(catalog: &Catalog, graph: &RelationshipGraph, picture: &Picture, placed: &Placed) -> Value {
    json_of(&Compared::new(catalog, catalog, graph), picture, placed)
}

/// The same of whatever a picture shows.
pub fn json_of(contents: &dyn Contents, picture: &Picture, placed: &Placed) -> Value {
    let label = |node: usize| picture.nodes.get(node).map(|it| it.label.as_str());
    let nodes = picture.nodes.iter().enumerate().map(|(number, it)| node(contents, number, it, placed));
    let (mut containment, mut edges) = (Vec::new(), Vec::new());
    for (edge, route) in picture.edges.iter().zip(&placed.layout.edges) {
        let mut out = Map::new();
        let is_containment = edge.kind == EdgeKind::Contains;
        let (from, to) = if is_containment { ("container", "content") } else { ("from", "to") };
        out.insert(from.into(), label(edge.from).into());
        out.insert(to.into(), label(edge.to).into());
        if !is_containment {
            out.insert("kind".into(), edge.kind.name().into());
            put_word(contents, edge, &mut out);
        }
        put_change(edge.change, &mut out);
        if edge.in_cycle {
            out.insert("cycle".into(), true.into());
        }
        out.insert("points".into(), points(route));
        let list = if is_containment { &mut containment } else { &mut edges };
        list.push(Value::Object(out));
    }
    let mut out = Map::new();
    for (name, value) in contents.names() {
        out.insert(name.into(), value.into());
    }
    out.insert("width".into(), number_of(placed.layout.width));
    out.insert("height".into(), number_of(placed.layout.height));
    out.insert("nodes".into(), nodes.collect());
    out.insert("containment".into(), containment.into());
    out.insert("edges".into(), edges.into());
    match contents.order() {
        Order::Of(names) => out.insert("order".into(), names.into()),
        Order::Cycles(cycles) => out.insert("cycles".into(), cycles.into()),
    };
    Value::Object(out)
}

fn node(contents: &dyn Contents, number: usize, node: &Node, placed: &Placed) -> Value {
    let mut out = Map::new();
    placed.put_node(number, node, &mut out);
    let about = contents.node(node);
    if let Some((type_name, title)) = about.named {
        out.insert("type".into(), type_name.into());
        out.insert("title".into(), title.into());
    }
    put_place(about.place, &mut out);
    put_change(node.change, &mut out);
    if let Some(order) = about.order {
        out.insert("order".into(), order.into());
    }
    if !about.members.is_empty() {
        out.insert("resources".into(), about.members.into());
    }
    Value::Object(out)
}

fn put_change(change: Option<Change>, out: &mut Map<String, Value>) {
    if let Some(change) = change {
        out.insert("change".into(), change.name().into());
    }
}

/// Points of an edge: x and y by turns.
fn points(route: &[Point]) -> Value {
    route.iter().flat_map(|it| [number_of(it.x), number_of(it.y)]).collect()
}

/// Positions are whole pixels nearly always: they are written so.
pub(super) fn number_of(value: f64) -> Value {
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}

fn put_word(contents: &dyn Contents, edge: &Edge, out: &mut Map<String, Value>) {
    let Some(word) = edge.word else { return };
    out.insert("source".into(), word.name.into());
    out.insert("automatic".into(), word.is_automatic.into());
    let (by, place) = contents.edge(edge);
    if let Some(by) = by {
        out.insert("by".into(), by.into());
    }
    put_place(place, out);
}

fn put_place(place: Place<'_>, out: &mut Map<String, Value>) {
    if let Some(file) = place.file {
        out.insert("file".into(), file.into());
    }
    if let Some(line) = place.line {
        out.insert("line".into(), line.into());
    }
}
