//! Operators, by way of `values::ops`: here are the places of what goes wrong.

use std::sync::Arc;

use functions::Failure;
use syntax::model::NodeId;
use values::Strict;
use values::ops::{self, At, OpError};
use values::{Tri, Type, Value};

use super::{because, bounded};
use crate::compiler::{Compiler, Eval};
use crate::scope::{Frame, ScopeId};
use crate::source::Program;

impl Compiler<'_> {
    fn operator_error<T>(&mut self, program: &Program, node: NodeId, left: NodeId, right: NodeId, error: OpError) -> Eval<T> {
        let at = match error.at {
            At::Left => left,
            At::Right => right,
            At::Operator | At::Key(_) => node,
        };
        if error.code.is_empty() || error.code == "RUNTIME_ERROR" {
            let failure = Failure::plain(error.message);
            return Err(self.at(program, at, failure));
        }
        self.fail(program, at, error.code, error.message)
    }

    pub(super) fn arithmetic(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        op: &str,
        left: NodeId,
        right: NodeId,
    ) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        let strict = self.settings.strict;
        match ops::arithmetic(op, &a, &b, strict) {
            Ok((value, warnings)) => {
                if self.settings.strict == Strict::Warning {
                    for warning in warnings {
                        let at = if warning.at == At::Right { right } else { left };
                        self.warn_at(program, at, warning.code, warning.message);
                    }
                }
                bounded(value)
            }
            Err(error) => self.operator_error(program, node, left, right, error),
        }
    }

    /// `and` and `or`: the left side decides unless it is `go_on`.
    pub(super) fn both(&mut self, program: &Arc<Program>, scope: ScopeId, left: NodeId, right: NodeId, go_on: bool) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        if let Value::Unknown(unknown) = &a {
            // The right side may not be reached; if it decides, it does so either way.
            return Ok(because(unknown, Type::Boolean(None)));
        }
        if a.is_true() != go_on {
            return Ok(Value::Boolean(!go_on));
        }
        Ok(match self.eval(program, scope, right)? {
            Value::Unknown(unknown) => because(&unknown, Type::Boolean(None)),
            b => Value::Boolean(b.is_true()),
        })
    }

    pub(super) fn negate(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, expr: NodeId) -> Eval<Value> {
        let value = self.eval(program, scope, expr)?;
        let strict = self.settings.strict;
        match ops::negate(&value, strict) {
            Ok((value, warnings)) => {
                if self.settings.strict == Strict::Warning {
                    for warning in warnings {
                        self.warn_at(program, node, warning.code, warning.message);
                    }
                }
                Ok(value)
            }
            Err(error) => self.operator_error(program, node, node, node, error),
        }
    }

    pub(super) fn comparison(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        op: &str,
        left: NodeId,
        right: NodeId,
    ) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        if let Value::Unknown(unknown) = if matches!(a, Value::Unknown(_)) { &a } else { &b } {
            return Ok(because(unknown, Type::Boolean(None)));
        }
        if let Value::Type(a) = &a {
            return match &b {
                Value::Type(b) => Ok(Value::Boolean(compare_types(op, a, b))),
                // What is no type has none that accepts anything.
                _ => Ok(Value::Boolean(op == "!=")),
            };
        }
        let result = match op {
            "==" => Ok(ops::equals(&a, &b)),
            "!=" => Ok(!ops::equals(&a, &b)),
            _ => ops::compare(op, &a, &b),
        };
        match result {
            Ok(value) => Ok(Value::Boolean(value)),
            Err(error) => self.operator_error(program, node, left, right, error),
        }
    }

    pub(super) fn match_operator(&mut self, program: &Arc<Program>, scope: ScopeId, op: &str, left: NodeId, right: NodeId) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        if let (Value::Unknown(unknown), Value::Type(ty)) = (&a, &b) {
            // The type that is known may say enough.
            return Ok(match ty.may_be_instance(&a) {
                Tri::Maybe => because(unknown, Type::Boolean(None)),
                answer => Value::Boolean((answer == Tri::Yes) == (op == "=~")),
            });
        }
        if let Value::Unknown(unknown) = if matches!(a, Value::Unknown(_)) { &a } else { &b } {
            // What it would capture is not known either.
            self.incomplete = true;
            return Ok(because(unknown, Type::Boolean(None)));
        }
        match ops::matches(&a, &b) {
            Ok((matched, captures)) => {
                if let Some(captures) = captures {
                    self.scope_mut(scope).frames.push(Frame::Match(Some(captures)));
                }
                Ok(Value::Boolean(matched == (op == "=~")))
            }
            Err(error) => self.operator_error(program, left, left, right, error),
        }
    }

    pub(super) fn in_operator(&mut self, program: &Arc<Program>, scope: ScopeId, left: NodeId, right: NodeId) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        if let Value::Unknown(unknown) = if matches!(a, Value::Unknown(_)) { &a } else { &b } {
            return Ok(because(unknown, Type::Boolean(None)));
        }
        let (found, captures) = ops::find_in(&a, &b);
        if let Some(captures) = captures {
            self.scope_mut(scope).frames.push(Frame::Match(Some(captures)));
        }
        Ok(Value::Boolean(found))
    }
}

fn compare_types(op: &str, a: &Type, b: &Type) -> bool {
    // Types that accept each other are one, however they are written.
    let same = || a == b || (a.accepts(b) && b.accepts(a));
    match op {
        "==" => same(),
        "!=" => !same(),
        "<" => b.accepts(a) && !same(),
        "<=" => b.accepts(a),
        ">" => a.accepts(b) && !same(),
        _ => a.accepts(b),
    }
}
