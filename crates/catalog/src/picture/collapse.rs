//! One box for all that a class or a module declares.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{Collapse, Edge, EdgeKind, Node, NodeKind, Picture, View};
use crate::puppet::{CLASS, STAGE};
use crate::{Catalog, ResourceId};

/// For each resource the label of its box; none for what has its own. None where each has its own.
pub(super) fn groups(catalog: &Catalog, view: &View) -> Option<Vec<Option<String>>> {
    if view.collapse == Collapse::No && view.toggled.is_empty() {
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
            if catalog[at].is_class() {
                break;
            }
            match container.get(&at) {
                Some(outer) if !catalog[*outer].is_stage() => at = *outer,
                _ => break,
            }
        }
        at
    };
    let is_toggled = |label: &str| view.toggled.iter().any(|it| it == label);
    let label = |id: ResourceId| {
        let class = &catalog[class_of(id)];
        let reference = crate::puppet::reference(class);
        if view.collapse == Collapse::Module && class.is_class() {
            let module = module(&class.title);
            if !is_toggled(&module) {
                return Some(module);
            }
        }
        (is_toggled(&reference) == (view.collapse == Collapse::No)).then_some(reference)
    };
    Some(catalog.ids().map(label).collect())
}

fn module(class: &str) -> String {
    class.split("::").find(|it| !it.is_empty()).unwrap_or(class).to_lowercase()
}

pub(super) fn collapsed(catalog: &Catalog, picture: &Picture, groups: &[Option<String>]) -> Picture {
    let mut boxes: IndexMap<&str, Node, FxBuildHasher> = IndexMap::default();
    let mut places = Vec::with_capacity(picture.nodes.len());
    let mut is_grouped = Vec::with_capacity(picture.nodes.len());
    for node in &picture.nodes {
        let group = node.resources.first().and_then(|it| groups.get(it.index())).and_then(Option::as_deref);
        let entry = boxes.entry(group.unwrap_or(&node.label));
        places.push(entry.index());
        is_grouped.push(group.is_some());
        let empty = || Node { label: group.unwrap_or(&node.label).to_owned(), kind: node.kind, resources: Vec::new(), change: None };
        entry.or_insert_with(empty).resources.extend(node.resources.iter().copied());
    }
    let nodes = boxes
        .into_iter()
        .map(|(label, node)| {
            let kind = match crate::split_reference(label) {
                None => NodeKind::Module,
                Some((CLASS, _)) => NodeKind::Class,
                Some((STAGE, _)) => NodeKind::Stage,
                Some(_) if node.resources.first().is_some_and(|it| catalog[*it].is_container()) => NodeKind::Define,
                Some(_) => NodeKind::Resource,
            };
            Node { kind, ..node }
        })
        .collect();
    let mut seen = FxHashSet::default();
    let edges = picture
        .edges
        .iter()
        // What contains what is seen only where both are.
        .filter(|edge| edge.kind != EdgeKind::Contains || !(is_grouped[edge.from] || is_grouped[edge.to]))
        .map(|edge| Edge { from: places[edge.from], to: places[edge.to], ..*edge })
        .filter(|edge| edge.from != edge.to && seen.insert((edge.from, edge.to, edge.kind)))
        .collect();
    Picture { nodes, edges }
}
