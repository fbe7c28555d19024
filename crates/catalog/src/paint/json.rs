//! Pictures as data, for programs that draw or count for themselves.

use serde_json::{Map, Value, json};

use crate::picture::{Edge, EdgeKind, Picture};
use crate::{Catalog, RelationshipGraph, Step};

/// Nodes with their places in files and in the order, what contains what, and what comes before what with who said so.
pub fn json(catalog: &Catalog, graph: &RelationshipGraph, picture: &Picture) -> Value {
    let order = graph.applied();
    let mut places = vec![None; catalog.len()];
    for (place, id) in order.iter().flatten().enumerate() {
        places[id.index()] = Some(place);
    }
    let label = |node: usize| picture.nodes.get(node).map(|it| it.label.as_str());
    let nodes: Vec<Value> = picture
        .nodes
        .iter()
        .map(|node| {
            let mut out = Map::new();
            out.insert("id".into(), node.label.clone().into());
            out.insert("kind".into(), node.kind.name().into());
            match node.resources.as_slice() {
                [only] => {
                    let resource = &catalog[*only];
                    out.insert("type".into(), resource.type_name.as_str().into());
                    out.insert("title".into(), resource.title.as_str().into());
                    if let Some(file) = &resource.file {
                        out.insert("file".into(), (**file).into());
                    }
                    if let Some(line) = resource.line {
                        out.insert("line".into(), line.into());
                    }
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
        .filter(|edge| edge.kind == EdgeKind::Contains)
        .map(|edge| json!({"container": label(edge.from), "content": label(edge.to)}))
        .collect();
    let edges: Vec<Value> = picture
        .edges
        .iter()
        .filter(|edge| edge.kind != EdgeKind::Contains)
        .map(|edge| {
            let mut out = Map::new();
            out.insert("from".into(), label(edge.from).into());
            out.insert("to".into(), label(edge.to).into());
            out.insert("kind".into(), edge.kind.name().into());
            origin(catalog, edge, &mut out);
            if edge.in_cycle {
                out.insert("cycle".into(), true.into());
            }
            Value::Object(out)
        })
        .collect();
    let mut out = Map::new();
    out.insert("name".into(), catalog.name.clone().into());
    out.insert("environment".into(), catalog.environment.clone().into());
    out.insert("nodes".into(), nodes.into());
    out.insert("containment".into(), containment.into());
    out.insert("edges".into(), edges.into());
    let name = |id: &crate::ResourceId| Value::from(crate::puppet::reference(&catalog[*id]));
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

fn origin(catalog: &Catalog, edge: &Edge, out: &mut Map<String, Value>) {
    let Some(source) = edge.source else { return };
    out.insert("source".into(), source.name().into());
    out.insert("automatic".into(), source.is_automatic().into());
    let Some(said_by) = edge.said_by else { return };
    let resource = &catalog[said_by];
    out.insert("by".into(), crate::puppet::reference(resource).into());
    if let Some(file) = &resource.file {
        out.insert("file".into(), (**file).into());
    }
    if let Some(line) = resource.line {
        out.insert("line".into(), line.into());
    }
}
