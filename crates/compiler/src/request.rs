//! Requests for a compilation.

use std::path::PathBuf;
use std::sync::Arc;

use values::{Str, Value};

use crate::cancel::Cancel;
use crate::entry::{Entry, Mode};
use crate::settings::{self, Settings};
use crate::watch::Watching;

/// The steps of an analysis: somebody waits at the keyboard.
const BUDGET: u64 = 20_000_000;

/// Input of a compilation.
#[derive(Clone, Debug)]
pub struct Request {
    pub code: Code,
    /// The certificate's name of the node.
    pub node: Str,
    /// The node is known to be called that: an analysis of many nodes has a name that stands for all.
    pub is_named: bool,
    /// A hash.
    pub facts: Value,
    /// A hash; made of the name of the node where none is given.
    pub trusted: Option<Value>,
    pub server_facts: Value,
    /// Answer of an external node classifier: variables of the top scope, and classes with or without parameters.
    pub parameters: Vec<(Str, Value)>,
    pub classes: Vec<(Str, Option<values::Hash>)>,
    pub settings: Settings,
    pub cancel: Cancel,
    /// Entry of the evaluation.
    pub entry: Entry,
    /// Whether the class that is the entry may be given anything, also what it has defaults for.
    pub open: bool,
    /// Whether the node stands for all that no node definition names: nobody has said that there is one.
    pub any_node: bool,
    /// Whether the main manifest outside of nodes runs before the entry, as it does for a class that a classifier names.
    pub behind_main: bool,
    pub mode: Mode,
    /// Facts that are not known, as dotted paths; they are so in analysis only.
    pub unknown_facts: Vec<Str>,
    /// The facts are all that the machine has: a custom fact that is not among them does not exist.
    pub has_all_facts: bool,
    /// The files of whose expressions the values are kept.
    pub watch: Watching,
    /// Whether to evaluate the readable parts of a text with syntax errors, for editors that show what is known while the user types.
    /// An error found after such a mistake may be none.
    pub recovers: bool,
    /// The path of the template of Ruby whose texts are kept, for a preview.
    pub preview: Option<Str>,
}

/// The main manifest.
#[derive(Clone, Debug)]
pub enum Code {
    /// As given with `-e`: without a file's name.
    Text(Arc<str>),
    /// A file, or the files of a folder in the order of their paths.
    Files(Vec<PathBuf>),
    /// A text as if it were in that file.
    Named(PathBuf, Arc<str>),
}

impl Request {
    /// Whether a fact of that name is given.
    pub(crate) fn has_fact(&self, name: &str) -> bool {
        matches!(&self.facts, Value::Hash(facts) if facts.contains_key(&Value::string(name)))
    }

    pub fn new(code: Code, node: &str) -> Request {
        Request {
            code,
            node: node.into(),
            is_named: false,
            facts: Value::hash(values::Hash::default()),
            trusted: None,
            server_facts: settings::server_facts(node),
            parameters: Vec::new(),
            classes: Vec::new(),
            settings: Settings::default(),
            cancel: Cancel::default(),
            entry: Entry::Site,
            open: false,
            any_node: false,
            behind_main: false,
            mode: Mode::Compile,
            unknown_facts: Vec::new(),
            has_all_facts: false,
            watch: Watching::Nothing,
            recovers: false,
            preview: None,
        }
    }

    /// The settings as the evaluation takes them.
    pub(crate) fn effective_settings(&self) -> Settings {
        let mut settings = self.settings;
        if self.mode == Mode::Analyse {
            settings.budget = settings.budget.min(BUDGET);
        }
        settings
    }
}
