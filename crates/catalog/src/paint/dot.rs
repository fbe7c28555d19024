//! Parts of a catalog for Graphviz. The whole ones are written as Puppet does: see [`crate::puppet::resources_dot`].

use std::fmt::Write as _;

use crate::picture::{EdgeKind, NodeKind, Picture};

pub fn dot(picture: &Picture) -> String {
    let mut out = String::from("digraph catalog {\n    rankdir = LR\n    node [shape = box, fontsize = 10]\n");
    for (number, node) in picture.nodes.iter().enumerate() {
        let style = if node.kind == NodeKind::Resource { "" } else { ", style = rounded" };
        // Writing to a text does not fail.
        let _ = writeln!(out, "    n{number} [label = {}{style}]", quoted(&node.label));
    }
    for edge in &picture.edges {
        let style = match edge.kind {
            EdgeKind::Contains => " [style = dotted, arrowhead = none]",
            EdgeKind::Before => "",
            EdgeKind::Notify => " [style = bold]",
        };
        let _ = writeln!(out, "    n{} -> n{}{style}", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
