//! Pictures for browsers and editors. Colours follow the reader's light or dark theme.

use std::fmt::Write as _;

use super::placed::{FONT, HEIGHT, PADDING, Placed};
use crate::layout::Point;
use crate::picture::{Change, Edge, EdgeKind, Picture};

const STYLE: &str = "\
svg { background: var(--back); --back: #ffffff; --text: #1f2328; --line: #57606a; --faint: #afb8c1; --box: #f6f8fa; --class: #ddf4ff; --define: #fbefff; --bad: #d1242f; --added: #1a7f37; --changed: #9a6700; }
@media (prefers-color-scheme: dark) { svg { --back: #0d1117; --text: #e6edf3; --line: #8b949e; --faint: #484f58; --box: #161b22; --class: #0c2d6b; --define: #3c1e70; --bad: #ff7b72; --added: #3fb950; --changed: #d29922; } }
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--text); }
rect { fill: var(--box); stroke: var(--line); }
.class rect, .module rect, .stage rect { fill: var(--class); }
.define rect { fill: var(--define); }
path { fill: none; stroke: var(--line); stroke-width: 1.2; }
path.notify { stroke-width: 2.4; }
path.contains { stroke: var(--faint); stroke-dasharray: 3 3; }
path.automatic { stroke-dasharray: 6 3; }
path.cycle { stroke: var(--bad); }
.added rect, .changed rect, .removed rect { stroke-width: 2.4; }
.added rect { stroke: var(--added); }
.changed rect { stroke: var(--changed); }
.removed rect { stroke: var(--bad); stroke-dasharray: 4 3; }
path.added { stroke: var(--added); }
path.removed { stroke: var(--bad); stroke-dasharray: 2 4; }
marker path { fill: var(--line); stroke: none; }
marker.cycle path { fill: var(--bad); }
marker.added path { fill: var(--added); }
";

pub fn svg(picture: &Picture, placed: &Placed) -> String {
    let Placed { labels, sizes, layout: placed } = placed;
    let (width, height) = (placed.width.max(1.0), placed.height.max(1.0));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<style>\n{STYLE}</style>\n<defs>\n"
    );
    for name in ["plain", "cycle", "added"] {
        // Writing to a text does not fail.
        let _ = writeln!(
            out,
            "<marker id=\"{name}\" class=\"{name}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>"
        );
    }
    out.push_str("</defs>\n");
    for (edge, points) in picture.edges.iter().zip(&placed.edges) {
        line(edge, points, &mut out);
    }
    for (((node, label), size), at) in picture.nodes.iter().zip(labels).zip(sizes).zip(&placed.boxes) {
        let change = node.change.map_or(String::new(), |it| format!(" {}", it.name()));
        let sign = node.change.map_or(String::new(), |it| format!("{} ", it.sign()));
        let radius = if node.kind.name() == "resource" { 3 } else { 12 };
        let _ = writeln!(
            out,
            "<g class=\"{}{change}\"><title>{sign}{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/><text x=\"{}\" y=\"{}\">{}</text></g>",
            node.kind.name(),
            escaped(&node.label),
            at.x,
            at.y,
            size.width,
            size.height,
            at.x + PADDING,
            at.y + HEIGHT / 2.0 + FONT / 3.0,
            escaped(label),
        );
    }
    out.push_str("</svg>\n");
    out
}

fn line(edge: &Edge, points: &[Point], out: &mut String) {
    let Some((first, rest)) = points.split_first() else { return };
    let mut class = edge.kind.name().to_owned();
    if edge.source.is_some_and(crate::Source::is_automatic) {
        class.push_str(" automatic");
    }
    if edge.in_cycle {
        class.push_str(" cycle");
    }
    if let Some(change) = edge.change {
        class.push(' ');
        class.push_str(change.name());
    }
    let _ = write!(out, "<path class=\"{class}\" d=\"M{} {}", first.x, first.y);
    let mut last = *first;
    for point in rest {
        let middle = f64::midpoint(last.x, point.x);
        let _ = write!(out, "C{middle} {} {middle} {} {} {}", last.y, point.y, point.x, point.y);
        last = *point;
    }
    let end = match edge.kind {
        EdgeKind::Contains => "",
        _ if edge.in_cycle || edge.change == Some(Change::Removed) => " marker-end=\"url(#cycle)\"",
        _ if edge.change == Some(Change::Added) => " marker-end=\"url(#added)\"",
        _ => " marker-end=\"url(#plain)\"",
    };
    let _ = writeln!(out, "\"{end}/>");
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write the others.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
