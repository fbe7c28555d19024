//! A state as it is called.

use salt::{Compiled, Kind, NodeId, Span};
use serde_json::{Map, Value as Json};

use crate::python;

/// A state with its arguments.
#[derive(Clone, Debug)]
pub struct Low {
    pub state: String,
    pub fun: String,
    pub id: String,
    pub name: String,
    pub sls: String,
    /// All other arguments, requisites and what the engine reads among them.
    pub args: Map<String, Json>,
    pub at: Span,
    /// The chunk that it comes of.
    pub chunk: usize,
    /// Its node in the graph; none for what runs at the end.
    pub node: Option<NodeId>,
    /// The function that `mod_watch` is called in place of.
    pub watches: Option<String>,
    /// Dependencies, where `mod_watch` may need them.
    pub targets: Vec<(Kind, Vec<usize>)>,
    /// Whether the configuration lets it take over the work of others.
    pub is_aggregate: bool,
}

impl Low {
    /// Reads all chunks. The nodes of the graph are set for those that run.
    pub fn all(compiled: &Compiled) -> Vec<Low> {
        let mut all: Vec<Low> = (0..compiled.chunks.len()).filter_map(|it| Low::new(compiled, it)).collect();
        let nodes = compiled.graph.iter().flat_map(|it| it.nodes.iter().enumerate());
        for (id, node) in nodes.filter(|(_, it)| !it.is_look) {
            if let Some(low) = all.get_mut(node.chunk) {
                low.node = Some(id);
            }
        }
        all
    }

    fn new(compiled: &Compiled, number: usize) -> Option<Low> {
        let chunk = compiled.chunks.get(number)?;
        let args = chunk.args.iter().map(|(key, slot)| {
            let name = key.as_str().map_or_else(|| format!("{key:?}"), str::to_owned);
            (name, salt::json::value(&compiled.heap, slot.value))
        });
        Some(Low {
            state: chunk.state.to_string(),
            fun: chunk.fun.to_string(),
            id: chunk.id.to_string(),
            name: chunk.name_text().to_string(),
            sls: chunk.sls.as_deref().unwrap_or_default().to_owned(),
            args: args.collect(),
            at: chunk.at,
            chunk: number,
            node: None,
            watches: None,
            targets: Vec::new(),
            is_aggregate: compiled.aggregate.has(&chunk.state),
        })
    }

    /// Unique tag of a state in a run.
    pub fn tag(&self) -> String {
        format!("{}_|-{}_|-{}_|-{}", self.state, self.id, self.name, self.fun)
    }

    /// `file.managed`.
    pub fn function(&self) -> String {
        format!("{}.{}", self.state, self.fun)
    }

    /// An argument, unless it is `None`.
    pub fn arg(&self, name: &str) -> Option<&Json> {
        self.args.get(name).filter(|it| !it.is_null())
    }

    /// An argument as Python's `str` prints it.
    pub fn text(&self, name: &str) -> Option<String> {
        self.arg(name).map(python::text)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str, default: bool) -> bool {
        self.args.get(name).map_or(default, python::is_true)
    }

    /// An argument that is a list, or one value.
    pub fn list(&self, name: &str) -> Vec<&Json> {
        match self.arg(name) {
            None => Vec::new(),
            Some(Json::Array(items)) => items.iter().collect(),
            Some(one) => vec![one],
        }
    }

    /// The same as texts.
    pub fn texts(&self, name: &str) -> Vec<String> {
        self.list(name).into_iter().map(python::text).collect()
    }

    /// An argument that is a list, or a text with commas between its parts.
    pub fn parts(&self, name: &str) -> Vec<String> {
        match self.arg(name) {
            None => Vec::new(),
            Some(Json::Array(items)) => items.iter().map(python::text).collect(),
            Some(one) => python::text(one).split(',').map(|it| it.trim().to_owned()).collect(),
        }
    }
}
