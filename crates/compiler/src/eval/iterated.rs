//! Functions that iterate over what is not known: their lambda is run once, for any element.

use std::sync::Arc;

use functions::{Block, Failure};
use issue::Place;
use values::{Size, Type, Unknown, Value};

use crate::compiler::{Compiler, Eval};
use crate::condition::Answer;
use crate::unknowns::because;

impl Compiler<'_> {
    /// Runs the lambda once, under the condition that there is an element.
    pub(super) fn iterated(&mut self, name: &str, arguments: &[Value], block: &Block, over: &Arc<Unknown>) -> Eval<Value> {
        let whole = arguments.first().cloned().unwrap_or(Value::Undef);
        let given = match name {
            "then" => vec![whole.clone()],
            "lest" => Vec::new(),
            "reduce" | "inject" => {
                let memo = because(over, Type::Any);
                vec![memo, self.element(over)]
            }
            _ => self.elements(over, block),
        };
        let some = self.analysis.derive("an element of", vec![whole.clone()], over, Type::Boolean(None));
        let path = self.analysis.path.clone();
        let place = self.stack.call_place().unwrap_or_default();
        let answers = match &some {
            Value::Unknown(some) => {
                let decision = self.analysis.conditions.truth(some, || place);
                vec![Answer { decision, yes: true }]
            }
            _ => Vec::new(),
        };
        if !self.analysis.assume(&answers) {
            return Ok(whole);
        }
        let result = self.call_lambda(block, given);
        let result = match result {
            Err(failure @ Failure::Error(_)) => {
                self.keep(failure)?;
                self.analysis.refused = false;
                self.analysis.path = path;
                self.analysis.rule_out(&answers);
                return Ok(because(over, result_type(name, over, Type::Any)));
            }
            Err(Failure::Break) => Ok(because(over, Type::Any)),
            Err(jump @ (Failure::Return(_) | Failure::Next(_))) => {
                self.analysis.path = path;
                self.analysis.pending.push((jump, over.clone()));
                self.analysis.assume_something(Place::default());
                return Ok(because(over, Type::Any));
            }
            other => other,
        };
        self.analysis.path = path;
        let value = result?;
        Ok(match name {
            "each" | "tree_each" => whole,
            "lest" => self.join(over, vec![whole, value]),
            "then" => self.join(over, vec![Value::Undef, value]),
            _ => {
                let ty = match &value {
                    Value::Unknown(it) => it.ty.clone(),
                    known => values::infer_reduced(known).generalize(),
                };
                because(over, result_type(name, over, ty))
            }
        })
    }

    fn element(&self, over: &Arc<Unknown>) -> Value {
        match over.ty.resolved() {
            Type::Array(element, _) => because(over, (**element).clone()),
            Type::Hash(entry, _) => Value::array(vec![because(over, entry.0.clone()), because(over, entry.1.clone())]),
            Type::String(_) => because(over, Type::String(Size::ANY)),
            _ => because(over, Type::Any),
        }
    }

    fn elements(&self, over: &Arc<Unknown>, block: &Block) -> Vec<Value> {
        if block.arity() != 2 {
            return match block.arity() {
                0 | 1 => vec![self.element(over)],
                many => (0..many).map(|_| because(over, Type::Any)).collect(),
            };
        }
        match over.ty.resolved() {
            Type::Hash(entry, _) => vec![because(over, entry.0.clone()), because(over, entry.1.clone())],
            Type::Array(..) | Type::String(_) => vec![because(over, Type::Integer(Some(0), None)), self.element(over)],
            _ => vec![because(over, Type::Any), because(over, Type::Any)],
        }
    }

    /// A `break()` that may happen: what the function gives is one thing or another.
    pub(super) fn perhaps_broken(&mut self, before: usize, result: Eval<Value>) -> Eval<Value> {
        let mut cause = None;
        for (failure, unknown) in self.analysis.pending.split_off(before.min(self.analysis.pending.len())) {
            match failure {
                Failure::Break => cause = Some(unknown),
                other => self.analysis.pending.push((other, unknown)),
            }
        }
        match (result, cause) {
            (Ok(_), Some(cause)) => Ok(because(&cause, Type::Any)),
            (result, _) => result,
        }
    }
}

/// Result of a function whose lambda returns values of a type.
fn result_type(name: &str, over: &Unknown, of_lambda: Type) -> Type {
    match name {
        "map" => Type::array_of(of_lambda),
        "filter" => match over.ty.resolved() {
            Type::Array(element, _) => Type::array_of((**element).clone()),
            Type::Hash(entry, _) => Type::hash_of(entry.0.clone(), entry.1.clone()),
            _ => Type::Collection(Size::ANY),
        },
        "any" | "all" => Type::Boolean(None),
        _ => Type::Any,
    }
}
