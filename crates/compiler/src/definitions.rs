//! Classes, defined types, nodes: what is known by name, and how it is found.

use std::path::PathBuf;
use std::sync::Arc;

use issue::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::model::{Data, NodeId};
use values::regex::Regex;
use values::{Alias, Str, Type};

use crate::error::EvalError;
use crate::ids::DefId;
use crate::source::{NodeEntry, NodeTable, Program};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Class,
    Define,
    Node,
}

#[derive(Debug)]
pub struct Definition {
    pub kind: Kind,
    /// In lower case; empty for the main class.
    pub name: Str,
    pub program: Option<Arc<Program>>,
    pub body: Option<NodeId>,
    pub parameters: Vec<Parameter>,
    /// Without a leading `::`, in lower case.
    pub parent: Option<Str>,
    pub module: Option<Str>,
    pub place: Place,
    /// Of a node that is named by a pattern.
    pub regex: Option<Arc<Regex>>,
}

#[derive(Debug)]
pub struct Parameter {
    pub name: Str,
    pub ty: Type,
    pub value: Option<NodeId>,
    /// The whole of it, in the program of the definition.
    pub node: NodeId,
}

impl Definition {
    /// A name as the node is known in the catalog.
    pub fn fixed(kind: Kind, name: &str) -> Definition {
        Definition {
            kind,
            name: name.into(),
            program: None,
            body: None,
            parameters: Vec::new(),
            parent: None,
            module: None,
            place: Place::default(),
            regex: None,
        }
    }
}

/// Definitions read so far, by name.
#[derive(Debug, Default)]
pub struct Known {
    all: Vec<Arc<Definition>>,
    pub classes: FxHashMap<Str, DefId>,
    pub defines: FxHashMap<Str, DefId>,
    pub nodes: FxHashMap<Str, DefId>,
    /// In the order in which they were read.
    node_list: Vec<DefId>,
    /// The manifest whose nodes are made known as they are asked for: the only one that has nodes.
    waiting_nodes: Option<Arc<Program>>,
    /// Functions of manifests, by name.
    pub functions: FxHashMap<Str, (Arc<Program>, NodeId)>,
    /// Types that manifests define, by their names in lower case.
    pub types: FxHashMap<Str, Defined>,
    /// The definitions of those that were resolved, in the order in which they were.
    pub resolved_types: Vec<(Str, Written)>,
    pub loaded: FxHashSet<PathBuf>,
    /// Files whose definitions could not be made known, and why: what they define is not missing.
    pub broken: FxHashMap<PathBuf, EvalError>,
    pub missing: FxHashSet<(bool, Str)>,
}

impl Known {
    /// Only the main class and that of the settings, which have no code.
    pub fn new() -> Known {
        let mut known = Known::default();
        known.all.push(Arc::new(Definition::fixed(Kind::Class, "")));
        known.all.push(Arc::new(Definition::fixed(Kind::Class, "settings")));
        known.classes.insert("".into(), DefId::MAIN);
        known.classes.insert("settings".into(), DefId::SETTINGS);
        known
    }

    pub fn get(&self, id: DefId) -> &Arc<Definition> {
        &self.all[id.0 as usize]
    }

    /// Whether a manifest that was read has nodes.
    pub fn has_nodes(&self) -> bool {
        !self.nodes.is_empty() || self.waiting_nodes.is_some()
    }

    /// Frees all definitions.
    pub fn clear(&mut self) {
        *self = Known::default();
    }

    pub fn add(&mut self, definition: Definition) -> DefId {
        let id = DefId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        let name = definition.name.clone();
        match definition.kind {
            Kind::Class => {
                self.classes.insert(name, id);
            }
            Kind::Define => {
                self.defines.insert(name, id);
            }
            Kind::Node => {
                self.nodes.insert(name, id);
                self.node_list.push(id);
            }
        }
        self.all.push(Arc::new(definition));
        id
    }

    /// Whether the nodes of a main manifest are made known only as they are asked for.
    pub fn nodes_wait(&mut self, program: &Arc<Program>) -> bool {
        let Some(table) = program.node_table() else { return false };
        if let Some(other) = self.waiting_nodes.take() {
            // Those of several manifests may clash.
            for entry in other.node_table().into_iter().flat_map(NodeTable::iter) {
                self.make_known(&other, entry);
            }
        }
        if !self.nodes.is_empty() || self.classes.keys().any(|it| table.has(it)) {
            return false;
        }
        self.waiting_nodes = Some(program.clone());
        true
    }

    fn make_known(&mut self, program: &Arc<Program>, entry: &NodeEntry) -> Option<DefId> {
        if let Some(id) = self.nodes.get(&entry.name) {
            return Some(*id);
        }
        let Data::NodeDefinition { body, .. } = program.data(entry.node) else { return None };
        let definition = Definition {
            program: Some(program.clone()),
            body: *body,
            place: program.line_at(entry.node),
            regex: entry.regex.clone(),
            ..Definition::fixed(Kind::Node, &entry.name)
        };
        Some(self.add(definition))
    }

    /// A node by its name in lower case.
    pub fn node_named(&mut self, name: &str) -> Option<DefId> {
        if let Some(id) = self.nodes.get(name) {
            return Some(*id);
        }
        let program = self.waiting_nodes.clone()?;
        self.make_known(&program, program.node_table()?.named(name)?)
    }

    /// The node definition for a name: the exact one, then the first pattern that matches.
    pub fn find_node(&mut self, name: &str) -> Option<DefId> {
        self.node_named(name).or_else(|| self.node_matching(name))
    }

    /// The first node definition with a pattern that a name matches.
    pub fn node_matching(&mut self, name: &str) -> Option<DefId> {
        if let Some(program) = self.waiting_nodes.clone() {
            return self.make_known(&program, program.node_table()?.matching(name)?);
        }
        self.node_list.iter().copied().find(|id| {
            let definition = self.get(*id);
            definition.regex.as_ref().is_some_and(|regex| regex.is_match(name))
        })
    }

    /// Whether a class inherits another one, directly or not.
    pub fn is_child_of(&self, child: DefId, parent: DefId) -> bool {
        let mut at = child;
        for _ in 0..100 {
            let Some(name) = self.get(at).parent.as_ref() else { return false };
            let Some(id) = self.classes.get(name) else { return false };
            if *id == parent {
                return true;
            }
            at = *id;
        }
        false
    }
}

/// A type that a manifest defines.
#[derive(Clone, Debug)]
pub enum Defined {
    Written(Written),
    /// Being found, somewhere among the callers.
    Resolving(Arc<Alias>),
    Resolved(Type),
}

/// A definition as it stands in its file.
#[derive(Clone, Debug)]
pub struct Written {
    /// As its author spelled it.
    pub name: Str,
    pub program: Arc<Program>,
    /// The whole of the definition.
    pub node: NodeId,
    pub expr: NodeId,
    /// The type set that it is a part of, in lower case.
    pub set: Option<Str>,
}
