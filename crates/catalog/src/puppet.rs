//! Puppet's own reading of a catalog: names, JSON, relationships, reports.

mod containers;
mod defaults;
mod dot;
mod json;
mod known;
mod names;
mod relations;
mod report;
mod source;
mod types;
mod words;

pub use containers::{Containers, containers, containing, path_name, resource_path};
pub use defaults::{MOST_DEFAULTS, add_default_resources, is_default};
pub use dot::{expanded_dot, relationships_dot, resources_dot};
pub use json::{JsonError, from_json, to_json, to_json_pretty, write_json, write_json_of, write_json_pretty};
pub use known::Known;
pub use names::{Reference, canonical_type};
pub use relations::{About, Problem, Relations, relations};
pub use report::{Cycle, cycle_report, cycles, reference, step_name};
pub use source::Source;
pub use types::{Automatic, Identity, NoTypes, ResourceTypes};
pub use words::{CLASS, STAGE};

use crate::{Catalog, RelationshipGraph};

/// The graph that decides the order in which Puppet applies a catalog, and what is wrong with the relationships. Puppet refuses
/// the catalog with the first of these problems; the graph has the other relationships all the same.
pub fn relationship_graph(catalog: &Catalog, types: &dyn ResourceTypes) -> (RelationshipGraph, Vec<Problem>) {
    let Relations { relations, problems } = relations(catalog, types);
    (RelationshipGraph::new(catalog, relations), problems)
}
