//! Which parts of the facts expressions read.

use std::sync::Arc;

use syntax::model::{Data, NodeId};
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::fact_reads::Part;
use crate::ids::ScopeId;
use crate::source::{Program, unwrap_parentheses};

impl Compiler<'_> {
    /// Notes that a part of the facts was read.
    pub fn note_read(&mut self, part: &[Value]) {
        self.analysis.fact_reads.reads.note(&self.request.facts, part);
    }

    /// The same of a variable that the top scope does not have: if there were a fact of that name, it would be that.
    pub fn note_absent(&mut self, name: &str) {
        self.note_read(&[Value::from(name)]);
    }

    /// Gives a part to whoever asked for it lazily; to others it is read.
    pub fn give_part(&mut self, lazy: bool, part: Option<Part>) {
        match part {
            Some(part) if lazy => self.analysis.fact_reads.part = Some(part),
            Some(part) => self.note_read(&part),
            None => {}
        }
    }

    /// The value of an expression that is looked into at once, and which part of the facts it is, if it is one. Whoever asks
    /// has to note what he reads of it.
    pub fn eval_part(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<(Value, Option<Part>)> {
        if !matches!(program.data(unwrap_parentheses(program, node)), Data::Variable { .. } | Data::Access { .. }) {
            return Ok((self.eval(program, scope, node)?, None));
        }
        self.analysis.fact_reads.lazy = true;
        let result = self.eval(program, scope, node);
        self.analysis.fact_reads.lazy = false;
        let part = self.analysis.fact_reads.part.take();
        match result {
            Ok(value) => Ok((value, part)),
            Err(failure) => {
                self.give_part(false, part);
                Err(failure)
            }
        }
    }

    /// The part that keys lead to from another one. A part that single keys do not distinguish is read as a whole.
    pub fn part_within(&mut self, mut part: Part, value: &Value, keys: &[Value]) -> Option<Part> {
        let key = match (value, keys) {
            (Value::Hash(_), [key @ (Value::String(_) | Value::Integer(_))]) => Some(key),
            (Value::Array(items), [key @ Value::Integer(index)]) => {
                usize::try_from(*index).is_ok_and(|index| index < items.len()).then_some(key)
            }
            _ => None,
        };
        match key {
            Some(key) => {
                part.push(key.clone());
                Some(part)
            }
            None => {
                self.note_read(&part);
                None
            }
        }
    }

    /// Whether an assignment would be a second one. At the top it would be if there were a fact of that name.
    pub fn is_bound(&mut self, scope: ScopeId, name: &str) -> bool {
        if scope == ScopeId::TOP && self.scope(scope).is_open() {
            self.note_absent(name);
        }
        self.scope(scope).is_bound(name)
    }
}
