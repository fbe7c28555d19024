//! Pictures for browsers and editors. Colours follow the reader's light or dark theme.

use std::fmt::Write as _;

use super::placed::{FONT, HEIGHT, PADDING, Placed};
use crate::layout::Point;
use crate::picture::{Change, Edge, EdgeKind, Picture};

/// Styles that all themes share.
const STYLE: &str = "\
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
rect.back { stroke: none; }
path { fill: none; stroke-width: 1.2; }
path.notify { stroke-width: 2.4; }
path.contains { stroke-dasharray: 3 3; }
path.automatic { stroke-dasharray: 6 3; }
.added rect, .changed rect, .removed rect { stroke-width: 2.4; }
.removed rect { stroke-dasharray: 4 3; }
path.removed { stroke-dasharray: 2 4; }
marker path { stroke: none; }
";

struct Colours {
    back: &'static str,
    text: &'static str,
    line: &'static str,
    faint: &'static str,
    resource: &'static str,
    class: &'static str,
    define: &'static str,
    bad: &'static str,
    added: &'static str,
    changed: &'static str,
}

const LIGHT: Colours = Colours {
    back: "#ffffff",
    text: "#1f2328",
    line: "#57606a",
    faint: "#afb8c1",
    resource: "#f6f8fa",
    class: "#ddf4ff",
    define: "#fbefff",
    bad: "#d1242f",
    added: "#1a7f37",
    changed: "#9a6700",
};

const DARK: Colours = Colours {
    back: "#0d1117",
    text: "#e6edf3",
    line: "#8b949e",
    faint: "#484f58",
    resource: "#161b22",
    class: "#0c2d6b",
    define: "#3c1e70",
    bad: "#ff7b72",
    added: "#3fb950",
    changed: "#d29922",
};

/// Colours are written out: not every viewer knows variables of CSS. Viewers that know no themes show the light one.
fn style() -> String {
    format!("{STYLE}{}@media (prefers-color-scheme: dark) {{\n{}}}\n", LIGHT.rules(), DARK.rules())
}

impl Colours {
    fn rules(&self) -> String {
        let Colours { back, text, line, faint, resource, class, define, bad, added, changed } = self;
        format!(
            "text {{ fill: {text}; }}\n\
             rect {{ fill: {resource}; stroke: {line}; }}\n\
             rect.back {{ fill: {back}; }}\n\
             .class rect, .module rect, .stage rect {{ fill: {class}; }}\n\
             .define rect {{ fill: {define}; }}\n\
             path {{ stroke: {line}; }}\n\
             path.contains {{ stroke: {faint}; }}\n\
             path.cycle, path.removed, .removed rect {{ stroke: {bad}; }}\n\
             path.added, .added rect {{ stroke: {added}; }}\n\
             .changed rect {{ stroke: {changed}; }}\n\
             marker path {{ fill: {line}; }}\n\
             marker.cycle path {{ fill: {bad}; }}\n\
             marker.added path {{ fill: {added}; }}\n"
        )
    }
}

pub fn svg(picture: &Picture, placed: &Placed) -> String {
    let Placed { labels, sizes, layout: placed } = placed;
    let (width, height) = (placed.width.max(1.0), placed.height.max(1.0));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<style>\n{}</style>\n<defs>\n",
        style()
    );
    for name in ["plain", "cycle", "added"] {
        // Writing to a text does not fail.
        let _ = writeln!(
            out,
            "<marker id=\"{name}\" class=\"{name}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>"
        );
    }
    out.push_str("</defs>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
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
    if edge.word.is_some_and(|it| it.is_automatic) {
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
            // XML cannot hold the others.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
