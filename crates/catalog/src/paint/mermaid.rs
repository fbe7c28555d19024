//! Pictures for Mermaid, which the Markdown of many places shows.

use std::fmt::Write as _;

use crate::picture::{EdgeKind, NodeKind, Picture};

pub fn mermaid(picture: &Picture) -> String {
    let mut out = String::from("flowchart LR\n");
    for (number, node) in picture.nodes.iter().enumerate() {
        let label = escaped(&node.label);
        // Writing to a text does not fail.
        let _ = match node.kind {
            NodeKind::Resource => writeln!(out, "    n{number}[\"{label}\"]"),
            NodeKind::Class | NodeKind::Module | NodeKind::Stage => writeln!(out, "    n{number}([\"{label}\"])"),
            NodeKind::Define => writeln!(out, "    n{number}[[\"{label}\"]]"),
        };
    }
    for edge in &picture.edges {
        let arrow = match edge.kind {
            EdgeKind::Contains => "-.-",
            EdgeKind::Before => "-->",
            EdgeKind::Notify => "==>",
        };
        let _ = writeln!(out, "    n{} {arrow} n{}", edge.from, edge.to);
    }
    let cyclic: Vec<String> =
        picture.edges.iter().enumerate().filter(|(_, edge)| edge.in_cycle).map(|(number, _)| number.to_string()).collect();
    if !cyclic.is_empty() {
        let _ = writeln!(out, "    linkStyle {} stroke:#d1242f", cyclic.join(","));
    }
    out
}

/// Labels are a kind of Markdown in HTML: what could mean something is written by its number.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("<br>"),
            '"' | '<' | '>' | '&' | '#' | ';' | '`' | '*' | '_' | '\\' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
