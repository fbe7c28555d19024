//! Parts of a catalog for Graphviz. The whole ones are written as Puppet does: see [`crate::puppet::resources_dot`].

use std::fmt::Write as _;

use super::Captions;
use crate::picture::{Change, EdgeKind, NodeKind, Picture};

pub fn dot(picture: &Picture, captions: Captions) -> String {
    let mut out = String::from("digraph catalog {\n    rankdir = LR\n    node [shape = box, fontsize = 10]\n");
    for (number, node) in picture.nodes.iter().enumerate() {
        let mut styles: Vec<&str> = Vec::new();
        styles.extend((node.kind != NodeKind::Resource).then_some("rounded"));
        styles.extend((node.change == Some(Change::Removed)).then_some("dashed"));
        let style = match styles.as_slice() {
            [] => String::new(),
            [only] => format!(", style = {only}"),
            many => format!(", style = \"{}\"", many.join(",")),
        };
        let color = node.change.map_or(String::new(), |it| format!(", color = {}", color(it)));
        // Writing to a text does not fail.
        let _ = writeln!(out, "    n{number} [label = {}{style}{color}]", quoted(&node.label));
    }
    for edge in &picture.edges {
        let style = match edge.kind {
            EdgeKind::Contains => "style = dotted, arrowhead = none",
            EdgeKind::Before => "",
            EdgeKind::Notify => "style = bold",
        };
        let caption = captions.caption(edge).map_or(String::new(), |it| format!("label = {}", quoted(it)));
        let color = edge.change.map_or(String::new(), |it| format!("color = {}", color(it)));
        let attributes: Vec<&str> = [style, &caption, &color].into_iter().filter(|it| !it.is_empty()).collect();
        let attributes = if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
        let _ = writeln!(out, "    n{} -> n{}{attributes}", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn color(change: Change) -> &'static str {
    match change {
        Change::Added => "green4",
        Change::Removed => "red3",
        Change::Changed => "orange3",
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
