//! Pictures for Mermaid, which the Markdown of many places shows.

use std::fmt::Write as _;

use super::Captions;
use crate::picture::{Change, EdgeKind, NodeKind, Picture};

pub fn mermaid(picture: &Picture, captions: Captions) -> String {
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
        let caption = captions.caption(edge).map_or(String::new(), |it| format!("|\"{}\"|", escaped(it)));
        let _ = writeln!(out, "    n{} {arrow}{caption} n{}", edge.from, edge.to);
    }
    let lines = |wanted: &dyn Fn(&crate::picture::Edge) -> bool| {
        let numbers = picture.edges.iter().enumerate().filter(|(_, edge)| wanted(edge)).map(|(number, _)| number.to_string());
        numbers.collect::<Vec<_>>().join(",")
    };
    for change in Change::ALL {
        let color = color(change);
        let nodes = picture.nodes.iter().enumerate().filter(|(_, node)| node.change == Some(change));
        let nodes: Vec<String> = nodes.map(|(number, _)| format!("n{number}")).collect();
        if !nodes.is_empty() {
            let name = change.name();
            let _ = writeln!(out, "    classDef {name} stroke:{color},stroke-width:3px\n    class {} {name}", nodes.join(","));
        }
        let lines = lines(&|edge| edge.change == Some(change) && !edge.in_cycle);
        if !lines.is_empty() {
            let _ = writeln!(out, "    linkStyle {lines} stroke:{color}");
        }
    }
    let cyclic = lines(&|edge| edge.in_cycle);
    if !cyclic.is_empty() {
        let _ = writeln!(out, "    linkStyle {cyclic} stroke:#d1242f");
    }
    out
}

fn color(change: Change) -> &'static str {
    match change {
        Change::Added => "#1a7f37",
        Change::Removed => "#d1242f",
        Change::Changed => "#9a6700",
    }
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
