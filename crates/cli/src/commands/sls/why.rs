//! `bunraku why` of an SLS tree: what orders two states.

use std::collections::VecDeque;
use std::fmt::Write as _;

use anyhow::bail;
use salt::{Compiled, Edge, NodeId};
use world::RealWorld;

use super::{SaltArgs, report};
use crate::commands::ordered::{MAX_SUGGESTIONS, one_of};
use crate::exit::Exit;

/// Returns the answer, and how the command ends.
pub fn answer(args: &SaltArgs, first: &str, second: &str, names: &[String]) -> anyhow::Result<(String, Exit)> {
    let (_, compiled, exit) = super::compile::compiled(&RealWorld, args, names)?;
    if compiled.steps.is_empty() {
        return Ok((String::new(), exit.max(Exit::Found)));
    }
    let (a, b) = (find(&compiled, first)?, find(&compiled, second)?);
    let (from, to) = (name(&compiled, a), name(&compiled, b));
    if let Some(path) = path(&compiled, a, b) {
        return Ok((format!("{from} runs before {to}\n{}", lines(&compiled, &path)), Exit::Clean));
    }
    if let Some(path) = path(&compiled, b, a) {
        return Ok((format!("{from} does not run before {to}: {to} runs before {from}\n{}", lines(&compiled, &path)), Exit::Found));
    }
    let place = |chunk: usize| compiled.in_order().position(|it| it == chunk).unwrap_or(usize::MAX);
    let earlier = if place(a) < place(b) { &from } else { &to };
    let number = |chunk: usize| compiled.chunks.get(chunk).and_then(|it| it.order).map(salt::Order::text).unwrap_or_default();
    let how = if args.release().has_graph() { "No requisite orders" } else { "The list and what runs pull forward order" };
    let text = format!("{how} {from} and {to}: {earlier} runs first ({from} has order {}, {to} has order {})\n", number(a), number(b));
    Ok((text, Exit::Found))
}

/// The state that a text names: `module: name`, `module[name]`, or an ID or a name alone.
pub fn find(compiled: &Compiled, text: &str) -> anyhow::Result<usize> {
    let (module, wanted) = match (text.split_once(": "), catalog::split_reference(text)) {
        (_, Some((module, name))) => (Some(module), name),
        (Some((module, name)), None) => (Some(module.trim()), name.trim()),
        (None, None) => (None, text),
    };
    let is_it =
        |chunk: &salt::Chunk| module.is_none_or(|it| *chunk.state == *it) && (*chunk.id == *wanted || *chunk.name_text() == *wanted);
    let found: Vec<usize> = compiled.chunks.iter().enumerate().filter(|(_, chunk)| is_it(chunk)).map(|it| it.0).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => bail!("there is no state `{text}`{}", suggestion(compiled, wanted)),
        [one, ..] => {
            eprintln!("bunraku: {} states are meant by `{text}`; the first one counts", found.len());
            Ok(*one)
        }
    }
}

/// The states that may be meant.
fn suggestion(compiled: &Compiled, wanted: &str) -> String {
    let is_near = |it: &str| it.contains(wanted) || syntax::nearest(wanted, [it]).is_some();
    let near = compiled.chunks.iter().enumerate().filter(|(_, it)| is_near(&it.id) || is_near(&it.name_text()));
    let names: Vec<String> = near.take(MAX_SUGGESTIONS).map(|it| format!("`{}`", name(compiled, it.0))).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", one_of(&names)) }
}

fn name(compiled: &Compiled, chunk: usize) -> String {
    compiled.chunks.get(chunk).map_or_else(String::new, |it| format!("{}: {}", it.state, it.name_text()))
}

/// The shortest path from a state to another one.
fn path(compiled: &Compiled, from: usize, to: usize) -> Option<Vec<Edge>> {
    let graph = compiled.graph.as_ref()?;
    let nodes = |chunk: usize| graph.nodes.iter().enumerate().filter(move |(_, it)| it.chunk == chunk && !it.is_look).map(|it| it.0);
    let mut came: Vec<Option<Edge>> = vec![None; graph.nodes.len()];
    let mut open: VecDeque<NodeId> = nodes(from).collect();
    let targets: Vec<NodeId> = nodes(to).collect();
    while let Some(node) = open.pop_front() {
        for edge in graph.edges_from(node) {
            let Some(slot) = came.get_mut(edge.after).filter(|it| it.is_none()) else { continue };
            *slot = Some(edge);
            if targets.contains(&edge.after) {
                let mut path = vec![edge];
                while let Some(edge) = path.last().and_then(|it| came.get(it.before).copied().flatten()) {
                    if path.len() > graph.nodes.len() || path.iter().any(|it| it.before == edge.before) {
                        break;
                    }
                    path.push(edge);
                }
                path.reverse();
                // A cycle may lead back to where it began.
                let start = path.iter().rposition(|it| graph.nodes.get(it.before).is_some_and(|it| it.chunk == from)).unwrap_or(0);
                return Some(path.split_off(start));
            }
            open.push_back(edge.after);
        }
    }
    None
}

fn lines(compiled: &Compiled, path: &[Edge]) -> String {
    let mut text = String::new();
    let Some(graph) = &compiled.graph else { return text };
    let node = |id: NodeId| {
        let Some(node) = graph.nodes.get(id) else { return String::new() };
        let look = if node.is_look { " (checked)" } else { "" };
        format!("{}{look}", name(compiled, node.chunk))
    };
    for edge in path {
        let place = report::place(&compiled.files, edge.at).map(|it| format!(" ({it})")).unwrap_or_default();
        let _ = writeln!(text, "  {} -> {}: {}{place}", node(edge.before), node(edge.after), edge.kind);
    }
    text
}
