//! Classes, defined types, nodes: what is known by name, and how it is found.

use std::path::PathBuf;
use std::sync::Arc;

use issue::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::model::NodeId;
use values::regex::Regex;
use values::{Alias, Str, Type};

use crate::error::EvalError;
use crate::ids::DefId;
use crate::source::Program;

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

/// What has been read so far, by name.
#[derive(Debug, Default)]
pub struct Known {
    pub all: Vec<Arc<Definition>>,
    pub classes: FxHashMap<Str, DefId>,
    pub defines: FxHashMap<Str, DefId>,
    pub nodes: FxHashMap<Str, DefId>,
    /// In the order in which they were read.
    pub node_list: Vec<DefId>,
    /// The manifest whose nodes are made known as they are asked for: the only one that has nodes.
    pub waiting_nodes: Option<Arc<Program>>,
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
