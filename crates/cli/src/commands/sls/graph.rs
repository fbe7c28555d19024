//! `bunraku graph` of an SLS tree: every edge, those of `*_in` and `extend` among them.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use anyhow::bail;
use salt::Compiled;
use world::RealWorld;

use super::{SaltArgs, SaltOrder};
use crate::exit::Exit;

/// Returns the graph as DOT, or how the command ends.
pub fn dot(args: &SaltArgs, names: &[String]) -> anyhow::Result<ControlFlow<Exit, String>> {
    if args.salt_order != SaltOrder::V3008 {
        bail!("releases before 3008 have no graph: `bunraku compile` prints their order");
    }
    let (_, compiled, exit) = super::compile::compiled(&RealWorld, args, names)?;
    // A graph with a cycle or a missing state is worth looking at, too.
    if compiled.graph.is_none() {
        return Ok(ControlFlow::Break(exit));
    }
    Ok(ControlFlow::Continue(drawn(&compiled)))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn drawn(compiled: &Compiled) -> String {
    let mut text = String::from("digraph states {\n  node [shape=box];\n");
    let Some(graph) = &compiled.graph else { return text + "}\n" };
    let place = |node| compiled.steps.iter().position(|it| it.node == Some(node));
    for (id, node) in graph.nodes.iter().enumerate() {
        let Some(chunk) = compiled.chunks.get(node.chunk) else { continue };
        let mut label = format!("{}.{}\n{}", chunk.state, chunk.fun, chunk.id);
        if chunk.name_text() != chunk.id {
            let _ = write!(label, "\n({})", chunk.name_text());
        }
        if node.is_look {
            label.push_str("\nchecked in test mode");
        }
        if let Some(place) = place(id) {
            let _ = write!(label, "\n#{}", place + 1);
        }
        let style = if node.is_look { ", style=dashed" } else { "" };
        let _ = writeln!(text, "  {} [label={}{style}];", quoted(&node.tag), quoted(&label));
    }
    for edge in graph.edges() {
        let (Some(before), Some(after)) = (graph.nodes.get(edge.before), graph.nodes.get(edge.after)) else { continue };
        let _ = writeln!(text, "  {} -> {} [label={}];", quoted(&before.tag), quoted(&after.tag), quoted(edge.kind.name()));
    }
    text + "}\n"
}
