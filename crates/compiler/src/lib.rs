//! The evaluator: manifests, facts and data in, a catalog and errors out.
//!
//! One compilation is one [`compile`]. It asks an [`Environment`] for files, which keeps what it parsed for the next one, and
//! touches nothing else. The order in which things happen is Puppet's own, because people rely on it: see `phases`.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod absent;
mod absent_facts;
mod ahead;
mod analysis;
mod bolt;
mod builtin;
mod cancel;
mod collect;
mod collector;
mod compiler;
pub mod condition;
mod convert;
mod custom_facts;
mod data;
mod definitions;
mod entry;
mod environment;
mod error;
mod eval;
mod fact_reads;
mod graph;
mod help;
mod ids;
mod import;
mod lists;
mod lookup;
mod native;
mod nodes;
mod not_run;
mod operator;
mod outline;
mod parameters;
mod phases;
mod presence;
mod reference;
mod relate;
mod relationship;
mod resource;
mod run;
mod scope;
mod settings;
mod settle;
mod site;
mod source;
mod titles;
mod trace;
mod type_expression;
mod types;
mod unbound;
mod unknowns;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;

use values::{Str, Value};

pub use crate::builtin::ruby::names as names_for_ruby;
pub use absent::module_of_function;
pub use bolt::FUNCTIONS as FUNCTIONS_OF_BOLT;
pub use builtin::names as builtin_names;
pub use cancel::Cancel;
pub use collector::{Collecting, Virtual};
pub use condition::{Condition, Conditions};
pub use convert::{Compiled, Evaluated};
pub use custom_facts::FactFile;
pub use entry::{CutShort, Entry, Mode};
pub use environment::Environment;
pub use environment::Reader;
pub use error::{DataKey, EvalError, Frame, FrameKind, Log, Raised, Step};
pub use graph::{Agent, Applied, Told, Unread, apply, apply_on, apply_part_on, apply_told};
pub use issue::{Help, Issue, Place, Related, Role};
pub use lookup::{Looked, LookupError, lookup, no_code};
pub use native::Native;
pub use nodes::{NodeName, NodePlace, lost_patterns, node_names, node_places};
pub use outline::{ANY, DECLARING, Defined, DefinitionOf, Outline};
pub use phases::facts_added;
pub use settings::{PUPPET_VERSION, Settings, with_agent_facts};
pub use source::{Program, Reading};
pub use type_expression::parse_type;
pub use types::types_of_texts;
pub use values::LogLevel;
pub use watch::{Bound, MOST_VALUES, Seen, Watched, Watching};

/// What a catalog is compiled of.
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
    /// What an external node classifier says: variables of the top scope, and classes with or without parameters.
    pub parameters: Vec<(Str, Value)>,
    pub classes: Vec<(Str, Option<values::Hash>)>,
    pub settings: Settings,
    pub cancel: Cancel,
    /// What is evaluated.
    pub entry: Entry,
    /// Whether the class that is the entry may be given anything, also what it has defaults for.
    pub open: bool,
    /// Whether the node stands for all that no node definition names: nobody has said that there is one.
    pub any_node: bool,
    /// What the main manifest says outside of nodes comes before the entry, as it does for a class that a classifier names.
    pub behind_main: bool,
    pub mode: Mode,
    /// Facts that are not known, as dotted paths; they are so in analysis only.
    pub unknown_facts: Vec<Str>,
    /// The facts are all that the machine has: a custom fact that is not among them does not exist.
    pub has_all_facts: bool,
    /// The files of whose expressions the values are kept.
    pub watch: Watching,
    /// What can be read of a text that has mistakes is gone on with, as somebody is typing it: for who shows what is known meanwhile.
    /// What is found wrong behind such a mistake may be right.
    pub recovers: bool,
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
        }
    }
}

/// What came of a compilation.
#[derive(Debug, Default)]
pub struct Outcome {
    /// None where Puppet would give none; what could be evaluated all the same is in `partial`.
    pub catalog: Option<Compiled>,
    pub partial: Option<Compiled>,
    /// In the order in which they were met: the first one is Puppet's.
    pub errors: Vec<EvalError>,
    /// Calls of Ruby that is not covered, whose results an analysis does not know. In a compilation they are errors.
    pub not_run: Vec<EvalError>,
    pub logs: Vec<Log>,
    /// How many of the messages come before the first error: Puppet ends there.
    pub logs_before_error: usize,
    /// How many errors were met before the first Ruby that is not run.
    pub errors_before_ruby: usize,
    /// It was ended from outside: the rest says nothing.
    pub cancelled: bool,
    /// A text could not be used as it is.
    pub is_unread: bool,
    /// Something was evaluated that is not reached, as a function such as `fail` refused before it what the entry was given.
    pub is_refused: bool,
    /// The value of the last statement of the main manifest, or what a function that was the entry gave.
    pub value: Option<Value>,
    /// What the conditions of errors and resources mean.
    pub conditions: Conditions,
    /// Modules that are named and not there, each with the first place that names it. Only in analysis: else they are errors.
    pub absent_modules: Vec<(Str, Place)>,
    /// Why an analysis has not seen everything.
    pub cut_short: Option<CutShort>,
    /// How many declarations had a title that was not known.
    pub unknown_titles: u32,
    /// Classes that a main manifest with errors leads to, where it comes before another entry: what is wrong with them is not told.
    pub unjudged: Vec<Str>,
    /// The collectors with a query, but for exported resources. Only in analysis.
    pub collecting: Vec<Collecting>,
    /// The resources that were declared virtual, but for exported ones. Only in analysis.
    pub virtuals: Vec<Virtual>,
    /// The facts that were read, in the order in which they first were: for facts that agree on them the outcome is the same,
    /// but for help with names that may have been meant.
    pub facts_read: Vec<facts::reads::FactRead>,
    /// The values of the expressions of files, if they were asked for.
    pub watched: Option<Watched>,
}

/// Compiles a catalog. Runs on a stack of its own, so that nothing that is nested deeply ends the process.
pub fn compile(environment: &Arc<Environment>, request: &Request) -> Outcome {
    on_large_stack(|| {
        let (mut outcome, evaluated) = run(environment, request);
        let made = Some(evaluated.compiled());
        if outcome.errors.is_empty() {
            outcome.catalog = made
        } else {
            outcome.partial = made
        }
        outcome
    })
}

/// The same without the catalog, but with what it would be made of, for whoever writes it and needs it for nothing else. None where
/// there is no catalog.
pub fn evaluate(environment: &Arc<Environment>, request: &Request) -> (Outcome, Option<Evaluated>) {
    on_large_stack(|| {
        let (outcome, evaluated) = run(environment, request);
        let evaluated = Some(evaluated).filter(|_| outcome.errors.is_empty());
        (outcome, evaluated)
    })
}

fn run(environment: &Arc<Environment>, request: &Request) -> (Outcome, Evaluated) {
    let (mut outcome, evaluated) =
        ahead::compile(environment, request).unwrap_or_else(|| compiler::Compiler::new(environment, request).run());
    if request.mode == Mode::Compile {
        not_run::keep_certain(environment, request, &mut outcome);
    }
    (outcome, evaluated)
}

fn on_large_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(1 << 20, 8 << 20, run)
}
