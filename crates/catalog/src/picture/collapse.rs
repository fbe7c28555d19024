//! One box for all that a class or a module declares.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{Collapse, Edge, EdgeKind, Node, NodeKind, Picture};
use crate::{Catalog, ResourceId};

/// For each resource the label of its box. None where each has its own.
pub(super) fn groups(catalog: &Catalog, collapse: Collapse) -> Option<Vec<String>> {
    if collapse == Collapse::No {
        return None;
    }
    let mut container: FxHashMap<ResourceId, ResourceId> = FxHashMap::default();
    for (outer, inner) in catalog.containment() {
        // The first container is where it was declared.
        container.entry(inner).or_insert(outer);
    }
    let class_of = |id: ResourceId| {
        let mut at = id;
        // No chain of containers is longer than there are resources.
        for _ in 0..=catalog.len() {
            if catalog[at].type_name == "Class" {
                break;
            }
            match container.get(&at) {
                Some(outer) if catalog[*outer].type_name != "Stage" => at = *outer,
                _ => break,
            }
        }
        at
    };
    let label = |id: ResourceId| {
        let class = class_of(id);
        let reference = crate::puppet::reference(&catalog[class]);
        match collapse {
            Collapse::Module if catalog[class].type_name == "Class" => module(&catalog[class].title),
            _ => reference,
        }
    };
    Some(catalog.ids().map(label).collect())
}

fn module(class: &str) -> String {
    class.split("::").find(|it| !it.is_empty()).unwrap_or(class).to_lowercase()
}

pub(super) fn collapsed(catalog: &Catalog, picture: &Picture, labels: &[String]) -> Picture {
    let mut boxes: IndexMap<&str, Vec<ResourceId>, FxBuildHasher> = IndexMap::default();
    let mut places = Vec::with_capacity(picture.nodes.len());
    for node in &picture.nodes {
        let label = node.resources.first().and_then(|it| labels.get(it.index())).map_or(node.label.as_str(), String::as_str);
        let entry = boxes.entry(label);
        places.push(entry.index());
        entry.or_default().extend(node.resources.iter().copied());
    }
    let nodes = boxes
        .into_iter()
        .map(|(label, resources)| {
            let kind = match label.split_once('[') {
                None => NodeKind::Module,
                Some(("Class", _)) => NodeKind::Class,
                Some(("Stage", _)) => NodeKind::Stage,
                Some(_) if resources.first().is_some_and(|it| catalog[*it].is_container()) => NodeKind::Define,
                Some(_) => NodeKind::Resource,
            };
            Node { label: label.to_owned(), kind, resources }
        })
        .collect();
    let mut seen = FxHashSet::default();
    let edges = picture
        .edges
        .iter()
        .filter(|edge| edge.kind != EdgeKind::Contains)
        .map(|edge| Edge { from: places[edge.from], to: places[edge.to], ..*edge })
        .filter(|edge| edge.from != edge.to && seen.insert((edge.from, edge.to, edge.kind)))
        .collect();
    Picture { nodes, edges }
}
