//! One picture of two catalogs: what both have is shown once; the rest is marked as added, removed or changed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Change, Edge, Node, Picture, View, focus};
use crate::diff::Diff;
use crate::{Catalog, RelationshipGraph, ResourceId};

/// A catalog, and what of it is wanted: its own resource in the focus, else the same as of the other one.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub catalog: &'a Catalog,
    pub graph: &'a RelationshipGraph,
    pub view: &'a View,
}

/// Picture of the second catalog's selected parts, then of those in the first one alone: each node and edge shows how it differs.
pub fn compared(before: Side<'_>, after: Side<'_>) -> Picture {
    // What a cycle or a focus leaves out of one of them may still be there.
    let all = |side: Side<'_>| Picture::unfocused(side.catalog, side.graph, &View { cycles: false, ..side.view.clone() });
    let mut union = union(before.catalog, &all(before), after.catalog, &all(after));
    if after.view.cycles {
        let cyclic = [before, after].map(|side| Picture::unfocused(side.catalog, side.graph, side.view));
        let names: FxHashSet<&str> = cyclic.iter().flat_map(|it| &it.nodes).map(|it| it.label.as_str()).collect();
        union.keep(|node| names.contains(node.label.as_str()));
    }
    let is_removed = |node: &Node| node.change == Some(Change::Removed);
    let side = |node: &Node| if is_removed(node) { before } else { after };
    let is_focus = |node: &Node| side(node).view.focus.is_some_and(|it| node.resources.contains(&it));
    union.drop_lonely_defaults(&|node| side(node).catalog, &is_focus);
    if let Some(start) = union.nodes.iter().position(is_focus) {
        focus::keep_near(&mut union, Some(start), after.view.hops);
    }
    union
}

fn union(before: &Catalog, old: &Picture, after: &Catalog, new: &Picture) -> Picture {
    let mut union = new.clone();
    let touched = touched(before, after);
    let is_touched =
        |catalog: &Catalog, ids: &[ResourceId]| ids.iter().any(|id| touched.contains(&crate::puppet::reference(&catalog[*id])));
    let was_there: FxHashMap<&str, usize> = numbers(old);
    for node in &mut union.nodes {
        node.change = match was_there.get(node.label.as_str()).and_then(|it| old.nodes.get(*it)) {
            None => Some(Change::Added),
            Some(other) => (is_touched(after, &node.resources) || is_touched(before, &other.resources)).then_some(Change::Changed),
        };
    }
    let is_there = numbers(new);
    let mut places = Vec::with_capacity(old.nodes.len());
    for node in &old.nodes {
        places.push(is_there.get(node.label.as_str()).copied().unwrap_or_else(|| {
            let mut node = node.clone();
            node.change = Some(Change::Removed);
            union.nodes.push(node);
            union.nodes.len() - 1
        }));
    }
    let key = |edge: &Edge| (edge.from, edge.to, edge.kind);
    let moved = |edge: &Edge| Some(Edge { from: *places.get(edge.from)?, to: *places.get(edge.to)?, ..*edge });
    let were_there: FxHashSet<_> = old.edges.iter().filter_map(moved).map(|it| key(&it)).collect();
    let mut are_there = FxHashSet::default();
    for edge in &mut union.edges {
        are_there.insert(key(edge));
        edge.change = (!were_there.contains(&key(edge))).then_some(Change::Added);
    }
    for edge in old.edges.iter().filter_map(moved) {
        if are_there.insert(key(&edge)) {
            // A cycle that is gone is nobody's concern.
            union.edges.push(Edge { change: Some(Change::Removed), in_cycle: false, ..edge });
        }
    }
    union
}

fn numbers(picture: &Picture) -> FxHashMap<&str, usize> {
    picture.nodes.iter().enumerate().map(|(number, node)| (node.label.as_str(), number)).collect()
}

/// The names of all that is not the same in both.
fn touched(before: &Catalog, after: &Catalog) -> FxHashSet<String> {
    let diff = Diff::new(before, after);
    let one_sided = diff.added.into_iter().chain(diff.removed);
    one_sided.chain(diff.changed.into_iter().map(|it| it.entry)).map(|it| it.reference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Collapse;
    use crate::picture::tests::example;
    use crate::{Kind, Relation, Resource};

    /// The example without its first relationship, and with a resource that is new.
    fn other() -> (Catalog, RelationshipGraph) {
        let (mut catalog, graph) = example();
        let relations: Vec<Relation> = graph.relations().iter().skip(1).copied().collect();
        catalog.add(Resource::new("Notify", "new", Kind::Compilable)).unwrap();
        let graph = RelationshipGraph::new(&catalog, relations);
        (catalog, graph)
    }

    fn view(catalog: &Catalog, focus: &str, collapse: Collapse) -> View {
        let hidden = vec!["Stage".to_owned(), "Class".to_owned()];
        let hidden = if collapse == Collapse::No { hidden } else { Vec::new() };
        View { focus: catalog.find(focus), hops: 1, hidden, collapse, ..View::default() }
    }

    fn shown(before: &(Catalog, RelationshipGraph), after: &(Catalog, RelationshipGraph), focus: &str, collapse: Collapse) -> Vec<String> {
        let (old, new) = (view(&before.0, focus, collapse), view(&after.0, focus, collapse));
        let picture =
            compared(Side { catalog: &before.0, graph: &before.1, view: &old }, Side { catalog: &after.0, graph: &after.1, view: &new });
        let change = |it: Option<Change>| it.map_or("same", Change::name);
        let nodes = picture.nodes.iter().map(|it| format!("{} {}", it.label, change(it.change)));
        let label = |node: usize| picture.nodes[node].label.as_str();
        let edges = picture.edges.iter().map(|it| format!("{} -> {} {}", label(it.from), label(it.to), change(it.change)));
        nodes.chain(edges).collect()
    }

    #[test]
    fn what_is_in_one_alone_says_so() {
        assert_eq!(
            shown(&example(), &other(), "", Collapse::No),
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
        let back = shown(&other(), &example(), "", Collapse::No);
        assert_eq!(back[4..], ["Notify[new] removed", "File[/f] -> Service[s] same", "Package[p] -> File[/f] added"]);
        let alike = shown(&example(), &example(), "", Collapse::No);
        assert!(alike.iter().all(|it| it.ends_with(" same")), "{alike:?}");
    }

    #[test]
    fn what_is_near_only_before_is_not_gone() {
        assert_eq!(
            shown(&example(), &other(), "Package[p]", Collapse::No),
            ["Package[p] same", "File[/f] same", "Package[p] -> File[/f] removed"]
        );
        assert_eq!(shown(&other(), &example(), "Notify[new]", Collapse::No), ["Notify[new] removed"]);
        assert_eq!(shown(&example(), &other(), "Notify[new]", Collapse::No), ["Notify[new] added"]);
    }

    #[test]
    fn a_box_changes_with_what_it_stands_for() {
        let mut after = example();
        let file = after.0.find("File[/f]").unwrap();
        after.0[file].set("mode", serde_json::json!("0600"));
        let shown = shown(&example(), &after, "", Collapse::Class);
        assert_eq!(shown[..3], ["Class[A::X] same", "Class[A::Y] changed", "Class[B] same"]);
    }
}
