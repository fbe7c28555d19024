//! Lists as expressions and functions take them.

use issue::{Ended, Issue};
use values::Value;
use values::weight::{Excess, MOST_ELEMENTS, MOST_LEVELS, weight};

use crate::compiler::Compiler;
use crate::error::Eval;

impl Compiler<'_> {
    /// A value that can be read as a whole. Making it was work.
    pub fn bounded(&mut self, value: Value) -> Eval<Value> {
        self.pay(&value, ELEMENTS_MADE)?;
        Ok(value)
    }

    /// Charges for reading a whole value: this many elements are a step. Fails if it is too large for that.
    pub fn pay(&mut self, value: &Value, elements: usize) -> Eval<()> {
        match weight(value) {
            Ok(weight) if weight < elements => Ok(()),
            Ok(weight) => self.budget.spend(u64::try_from(weight / elements).unwrap_or(u64::MAX)),
            Err(Excess::Elements) => Err(Issue::Ended(Ended::Elements(MOST_ELEMENTS)).into()),
            Err(Excess::Levels) => Err(Issue::Ended(Ended::Levels(MOST_LEVELS)).into()),
        }
    }
}

/// Elements that are made in the time of a step.
const ELEMENTS_MADE: usize = 16;

/// Elements that are compared in the time of a step.
pub const ELEMENTS_COMPARED: usize = 16;

/// Number of elements that a function reads in the time of a step: some functions sort, or print.
pub fn elements_read(function: &str) -> usize {
    let does_not_read = matches!(
        function.strip_prefix("::").unwrap_or(function),
        // Their blocks are charged by themselves.
        "all" | "any" | "each" | "filter" | "index" | "map" | "reduce" | "reverse_each" | "then" | "lest" | "with"
        // They look at one element, or at none.
        | "dig" | "empty" | "get" | "getvar" | "length" | "size" | "has_key" | "is_array" | "is_hash" | "is_string"
        | "contain" | "include" | "require" | "ensure_packages" | "ensure_resource" | "ensure_resources"
        | "create_resources" | "lookup" | "fail" | "tag" | "tagged" | "defined"
    );
    if does_not_read { 32 } else { 2 }
}

/// Elements of `*x`.
pub fn splat(value: Value) -> Vec<Value> {
    match value {
        Value::Undef => Vec::new(),
        Value::Array(values) => values.to_vec(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        Value::Iterator(it) => it.elements.clone(),
        other => vec![other],
    }
}

/// The elements of nested lists; what is nested without end is cut off.
pub fn flatten(value: Value, out: &mut Vec<Value>, depth: u32) {
    match value {
        Value::Array(values) if depth < 1_000 => {
            for value in values.iter() {
                flatten(value.clone(), out, depth + 1);
            }
        }
        other => out.push(other),
    }
}
