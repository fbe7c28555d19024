//! The evaluator: manifests, facts and data in, a catalog and errors out.
//!
//! One compilation is one [`compile`]. It asks an [`Environment`] for files, which keeps what it parsed for the next one, and
//! touches nothing else. The order in which things happen is Puppet's own, because people rely on it: see `phases`.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod absent;
mod absent_facts;
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
mod module_facts;
mod native;
mod nodes;
mod not_run;
mod outcome;
mod outline;
mod outside;
mod parameters;
mod phases;
mod pieces;
mod presence;
mod reference;
mod relate;
mod relationship;
mod request;
mod resource;
mod run;
mod scope;
mod settings;
mod settle;
mod shared_lists;
mod site;
mod source;
mod titles;
mod trace;
mod type_expression;
mod types;
mod unbound;
mod unknowns;
mod watch;

use std::sync::Arc;

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
pub use environment::Reader;
pub use environment::{Environment, Judged, Node, NodeFacts, names_for_types};
pub use error::{DataKey, EvalError, Frame, FrameKind, Log, Raised, Step};
pub use graph::{
    Agent, Applied, KnownRelations, Unread, apply, apply_for, apply_on, apply_part_on, apply_with_messages, apply_with_relations,
};
pub use issue::{Help, Issue, Place, Related, Role};
pub use lookup::{Answer, Looked, lookup, no_code};
pub use module_facts::{FactMachine, FactReason, FactRefusal, FactValue, RubyFacts, names as names_for_facts, with_ruby_facts};
pub use native::Native;
pub use nodes::{NodeName, NodePlace, lost_patterns, node_names, node_places};
pub use outcome::{Outcome, Rendered};
pub use outline::{ANY, DECLARING, Defined, DefinitionOf, Outline};
pub use outside::{Outside, Processes, Used};
pub use phases::facts_added;
pub use request::{Code, Request};
pub use settings::{PUPPET_VERSION, Settings, with_agent_facts};
pub use source::{Program, Reading};
pub use type_expression::parse_type;
pub use types::types_of_texts;
pub use values::LogLevel;
pub use watch::{Bound, MOST_VALUES, Seen, Watched, Watching};

/// Compiles a catalog. Runs on a stack of its own, so that nothing that is nested deeply ends the process.
pub fn compile(environment: &Arc<Environment>, request: &Request) -> Outcome {
    on_large_stack(|| {
        let (mut outcome, evaluated) = run(environment, request);
        let mut made = evaluated.compiled();
        // Outcomes of an analysis are shared by systems whose facts differ.
        if request.mode != Mode::Analyse {
            made.facts = NodeFacts::of_request(request);
        }
        let made = Some(made);
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
        pieces::compile(environment, request).unwrap_or_else(|| compiler::Compiler::new(environment, request).run());
    if request.mode == Mode::Compile {
        not_run::keep_certain(environment, request, &mut outcome);
    }
    (outcome, evaluated)
}

fn on_large_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(1 << 20, 8 << 20, run)
}
