//! The facts that the evaluation depends on (see [`facts::reads`]).
//!
//! A part of the facts is read when its value goes anywhere. Only what is looked into at once is not: in
//! `$facts['os']['family']` the value of `$facts` goes nowhere but into the next brackets, so neither it nor `$facts['os']` is
//! read. Variables and accesses that are asked for lazily say which part they gave instead of noting it.

use facts::reads::{FactRead, Reads};
use rustc_hash::FxHashSet;
use values::{Str, Value};

/// Keys that lead to a part of the facts.
pub type Part = Vec<Value>;

#[derive(Default)]
pub struct FactReads {
    pub reads: Reads,
    /// Facts are variables, too.
    names: FxHashSet<Str>,
    /// The expression that is evaluated next is looked into: it says which part it gave.
    pub lazy: bool,
    pub part: Option<Part>,
}

impl FactReads {
    /// Tells the names of all facts; that of one that only may be there, too.
    pub fn name(&mut self, facts: &Value) {
        if let Value::Hash(facts) = facts {
            self.names.extend(facts.keys().filter_map(|it| if let Value::String(name) = it { Some(name.clone()) } else { None }));
        }
    }

    pub fn finish(self, facts: &Value) -> Vec<FactRead> {
        self.reads.finish(facts)
    }

    /// Whether the expression that is being evaluated is asked for lazily. What it consists of is not.
    pub fn is_lazy(&mut self) -> bool {
        std::mem::take(&mut self.lazy)
    }

    /// The part of the facts that a variable of the top scope is.
    pub fn variable(&self, name: &str) -> Option<Part> {
        match name {
            "facts" => Some(Vec::new()),
            _ => self.names.contains(name).then(|| vec![Value::from(name)]),
        }
    }
}
