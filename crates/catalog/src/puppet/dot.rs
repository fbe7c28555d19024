//! The three pictures that `puppet apply --graph` writes, byte for byte.
//!
//! Nodes come in the order in which resources were declared; edges by what they lead to, then by where they come from. The expanded picture
//! has the steps of containers after everything else.

use std::fmt::Write as _;

use super::{reference, step_name};
use crate::{Catalog, RelationshipGraph, ResourceId};

/// `resources.dot`: what contains what.
pub fn resources_dot(catalog: &Catalog) -> String {
    let mut out = Dot::new("Resources");
    resources(catalog, &mut out);
    for (container, content) in catalog.containment() {
        if !catalog[container].is_virtual && !catalog[content].is_virtual {
            out.edge(&reference(&catalog[container]), &reference(&catalog[content]));
        }
    }
    out.finish()
}

/// `relationships.dot`: what was said to come before what.
pub fn relationships_dot(catalog: &Catalog, graph: &RelationshipGraph) -> String {
    let mut out = Dot::new("Relationships");
    resources(catalog, &mut out);
    for number in graph.listed_relations() {
        if let Some(it) = graph.relations().get(number as usize) {
            out.edge(&reference(&catalog[it.before]), &reference(&catalog[it.after]));
        }
    }
    out.finish()
}

/// `expanded_relationships.dot`: the order of all steps.
pub fn expanded_dot(catalog: &Catalog, graph: &RelationshipGraph) -> String {
    let mut out = Dot::new("Expanded_relationships");
    let name = |step| step_name(catalog, graph.step(step));
    for step in graph.steps() {
        out.node(&name(step));
    }
    for number in graph.listed_edges() {
        if let Some(it) = graph.edges().get(*number as usize) {
            out.edge(&name(it.before), &name(it.after));
        }
    }
    out.finish()
}

fn resources(catalog: &Catalog, out: &mut Dot) {
    let is_real = |id: &ResourceId| !catalog[*id].is_virtual;
    for id in catalog.ids().filter(is_real) {
        out.node(&reference(&catalog[id]));
    }
}

struct Dot {
    text: String,
}

impl Dot {
    fn new(name: &str) -> Dot {
        Dot { text: format!("digraph {name} {{\n    label = \"{name}\"\n") }
    }

    fn node(&mut self, name: &str) {
        let name = quoted(name);
        // Writing to a text does not fail.
        let _ = write!(self.text, "    {name} [\n        fontsize = 8,\n        label = {name}\n    ]\n\n");
    }

    fn edge(&mut self, from: &str, to: &str) {
        let _ = write!(self.text, "    {} -> {} [\n        fontsize = 8\n    ]\n\n", quoted(from), quoted(to));
    }

    fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }
}

/// Puppet escapes nothing but the quote.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
