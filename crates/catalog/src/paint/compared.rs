//! A catalog, or two of which one is the other's past, as contents of a picture.

use super::contents::{About, Contents, Order, Place};
use crate::picture::{Change, Edge, Node};
use crate::puppet::reference;
use crate::{Catalog, RelationshipGraph, Resource, ResourceId, Step, StepId};

/// Two catalogs and the graph of the second. Removed resources have places in the files of the first one, and none in the order.
pub struct Compared<'a> {
    before: &'a Catalog,
    catalog: &'a Catalog,
    graph: &'a RelationshipGraph,
    order: Option<Vec<ResourceId>>,
    /// Place in the order of each resource.
    places: Vec<Option<usize>>,
}

impl<'a> Compared<'a> {
    /// Without a comparison both catalogs are the same.
    pub fn new(before: &'a Catalog, catalog: &'a Catalog, graph: &'a RelationshipGraph) -> Compared<'a> {
        let order = graph.applied();
        let mut places = vec![None; catalog.len()];
        for (place, id) in order.iter().flatten().enumerate() {
            if let Some(slot) = places.get_mut(id.index()) {
                *slot = Some(place);
            }
        }
        Compared { before, catalog, graph, order, places }
    }

    fn catalog_of(&self, change: Option<Change>) -> &'a Catalog {
        if change == Some(Change::Removed) { self.before } else { self.catalog }
    }
}

fn place(resource: &Resource) -> Place<'_> {
    Place { file: resource.file.as_deref(), line: resource.line }
}

impl Contents for Compared<'_> {
    fn names(&self) -> Vec<(&'static str, &str)> {
        vec![("name", &self.catalog.name), ("environment", &self.catalog.environment)]
    }

    fn node(&self, node: &Node) -> About<'_> {
        let catalog = self.catalog_of(node.change);
        let is_named = |id: &&ResourceId| node.resources.len() == 1 || reference(&catalog[**id]) == node.label;
        let named = node.resources.iter().find(is_named);
        // A module is where its first class is.
        let first = named.or(node.resources.first());
        let (order, members) = match node.resources.as_slice() {
            [_] if node.change == Some(Change::Removed) => (None, Vec::new()),
            [only] => (self.places.get(only.index()).copied().flatten(), Vec::new()),
            many => (None, many.iter().map(|it| reference(&catalog[*it])).collect()),
        };
        About {
            named: named.map(|it| (catalog[*it].type_name.as_str(), catalog[*it].title.as_str())),
            place: first.map_or_else(Place::default, |it| place(&catalog[*it])),
            order,
            members,
        }
    }

    fn edge(&self, edge: &Edge) -> (Option<String>, Place<'_>) {
        let Some(said_by) = edge.said_by else { return (None, Place::default()) };
        let resource = &self.catalog_of(edge.change)[said_by];
        (Some(reference(resource)), place(resource))
    }

    fn order(&self) -> Order {
        let name = |id: &ResourceId| reference(&self.catalog[*id]);
        if let Some(order) = &self.order {
            return Order::Of(order.iter().map(name).collect());
        }
        let resource = |step: &StepId| match self.graph.step(*step) {
            Step::Apply(id) | Step::Begin(id) => Some(id),
            Step::End(_) => None,
        };
        let cycles = crate::puppet::cycles(self.catalog, self.graph);
        Order::Cycles(cycles.iter().map(|it| it.members.iter().filter_map(resource).map(|id| name(&id)).collect()).collect())
    }
}
