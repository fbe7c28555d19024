//! Operators: `values::ops` computes them; this adds the places of errors.

use std::sync::Arc;

use functions::Failure;
use syntax::model::NodeId;
use values::Strict;
use values::ops::{self, Arithmetic, At, Comparison, Match, OpError};
use values::{Tri, Type, Unknown, Value};

use crate::analysis::Derived;
use crate::compiler::{Compiler, Eval};
use crate::condition::{Holds, How};
use crate::ids::ScopeId;
use crate::lists::ELEMENTS_COMPARED;
use crate::scope::Frame;
use crate::source::Program;
use crate::unknowns::because;

impl Compiler<'_> {
    /// Charges for an operator, which reads both sides.
    fn pay_for(&mut self, a: &Value, b: &Value) -> Eval<()> {
        self.pay(a, ELEMENTS_COMPARED)?;
        self.pay(b, ELEMENTS_COMPARED)
    }

    fn operator_error<T>(&mut self, program: &Program, node: NodeId, left: NodeId, right: NodeId, error: OpError) -> Eval<T> {
        let at = match error.at {
            At::Left => left,
            At::Right => right,
            At::Operator | At::Key(_) => node,
        };
        if error.is_exception {
            return Err(self.at(program, at, error.issue.into()));
        }
        self.fail(program, at, error.issue)
    }

    pub(super) fn arithmetic(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        op: Arithmetic,
        left: NodeId,
        right: NodeId,
    ) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        let strict = self.settings.strict;
        if let Some(unknown) = self.analysis.hidden_operand(&a, &b)
            && let Ok((Value::Unknown(result), _)) = ops::arithmetic(op, &a, &b, strict)
        {
            return Ok(self.analysis.derive(op.symbol(), vec![a, b], &unknown, result.ty.clone()));
        }
        self.pay_for(&a, &b)?;
        match ops::arithmetic(op, &a, &b, strict) {
            Ok((value, warnings)) => {
                if self.settings.strict == Strict::Warning {
                    for warning in warnings {
                        let at = if warning.at == At::Right { right } else { left };
                        self.sink.warn_at(program, at, warning.code, warning.message);
                    }
                }
                self.bounded(value)
            }
            Err(error) => self.operator_error(program, node, left, right, error),
        }
    }

    /// `and` and `or`: the left side decides unless it is `go_on`.
    pub(super) fn both(&mut self, program: &Arc<Program>, scope: ScopeId, left: NodeId, right: NodeId, go_on: bool) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        if let Value::Unknown(unknown) = &a {
            if self.analysis.explores(unknown) {
                return self.undecided_both(program, scope, left, right, unknown, go_on);
            }
            // The right side may not be reached; if it decides, it does so either way.
            return Ok(because(unknown, Type::Boolean(None)));
        }
        if a.is_true() != go_on {
            return Ok(Value::Boolean(!go_on));
        }
        Ok(match self.eval(program, scope, right)? {
            Value::Unknown(unknown) => {
                let how = Derived::Both(Value::Boolean(true), Value::Unknown(unknown.clone()));
                self.analysis.derive_truth("and", how, &unknown)
            }
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
                        self.sink.warn_at(program, node, warning.code, warning.message);
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
        op: Comparison,
        left: NodeId,
        right: NodeId,
    ) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        if let Some(unknown) = self.analysis.hidden_in(&a).or_else(|| self.analysis.hidden_in(&b)) {
            return Ok(self.compared(op, a, b, &unknown));
        }
        if let Value::Type(a) = &a {
            return match &b {
                Value::Type(b) => Ok(Value::Boolean(compare_types(op, a, b))),
                // What is no type has none that accepts anything.
                _ => Ok(Value::Boolean(op == Comparison::NotEqual)),
            };
        }
        self.pay_for(&a, &b)?;
        match ops::compare(op, &a, &b) {
            Ok(value) => Ok(Value::Boolean(value)),
            Err(error) => self.operator_error(program, node, left, right, error),
        }
    }

    pub(super) fn match_operator(&mut self, program: &Arc<Program>, scope: ScopeId, op: Match, left: NodeId, right: NodeId) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        let b = self.accepted_by(program, right, b);
        if let (Value::Unknown(unknown), Value::Type(ty)) = (&a, &b) {
            // The type that is known may say enough.
            return Ok(match ty.may_be_instance(&a) {
                Tri::Maybe => {
                    let is = self.analysis.derive_truth("=~", Derived::Is(a.clone(), How::Matches, b.clone()), unknown);
                    if op == Match::Matches { is } else { self.analysis.derive_truth("!", Derived::Not(is), unknown) }
                }
                answer => Value::Boolean(op.result(answer == Tri::Yes)),
            });
        }
        if let Value::Unknown(unknown) = if matches!(a, Value::Unknown(_)) { &a } else { &b } {
            // What it would capture is not known either.
            if self.analysis.unknown(&a).or_else(|| self.analysis.unknown(&b)).is_none() {
                self.sink.incomplete = true;
                return Ok(because(unknown, Type::Boolean(None)));
            }
            self.scope_mut(scope).frames.push(Frame::Unclear(unknown.clone()));
            let is = self.analysis.derive_truth("=~", Derived::Is(a.clone(), How::Matches, b.clone()), unknown);
            return Ok(if op == Match::Matches { is } else { self.analysis.derive_truth("!", Derived::Not(is), unknown) });
        }
        self.pay_for(&a, &b)?;
        match ops::matches(&a, &b) {
            Ok((matched, captures)) => {
                if let Some(captures) = captures {
                    self.scope_mut(scope).frames.push(Frame::Match(Some(captures)));
                }
                Ok(Value::Boolean(op.result(matched)))
            }
            Err(error) => self.operator_error(program, left, left, right, error),
        }
    }

    pub(super) fn in_operator(&mut self, program: &Arc<Program>, scope: ScopeId, left: NodeId, right: NodeId) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        if let Some(unknown) = self.analysis.hidden_in(&a).or_else(|| self.analysis.hidden_in(&b)) {
            return Ok(self.analysis.derive("in", vec![a, b], &unknown, Type::Boolean(None)));
        }
        if let Some(fact) = self.custom_fact_in(&b, std::slice::from_ref(&a)) {
            let Value::Unknown(unknown) = &fact else { return Ok(Value::Boolean(true)) };
            return Ok(self.analysis.derive("in", vec![a, fact.clone()], &unknown.clone(), Type::Boolean(None)));
        }
        self.pay_for(&a, &b)?;
        let (found, captures) = ops::find_in(&a, &b);
        if let Some(captures) = captures {
            self.scope_mut(scope).frames.push(Frame::Match(Some(captures)));
        }
        Ok(Value::Boolean(found))
    }
}

impl Compiler<'_> {
    /// A comparison with something that is not known.
    fn compared(&mut self, op: Comparison, a: Value, b: Value, unknown: &Arc<Unknown>) -> Value {
        let (a, b) = match (&a, &b) {
            (Value::Unknown(_), _) => (a, b),
            _ => (b, a),
        };
        if !matches!(op, Comparison::Equal | Comparison::NotEqual) {
            return self.analysis.derive(op.symbol(), vec![a, b], unknown, Type::Boolean(None));
        }
        let equal = match (&a, &b) {
            (Value::Unknown(x), Value::Unknown(y)) if Arc::ptr_eq(x, y) => Value::Boolean(true),
            (Value::Unknown(x), b) if may_equal(x, b) == Tri::No => Value::Boolean(false),
            (_, b) if matches!(b, Value::Unknown(_)) || self.analysis.hidden_in(b).is_some() => {
                self.analysis.derive("==", vec![a.clone(), b.clone()], unknown, Type::Boolean(None))
            }
            _ => self.analysis.derive_truth("==", Derived::Is(a.clone(), How::Equals, b.clone()), unknown),
        };
        match equal {
            Value::Boolean(equal) => Value::Boolean(equal == (op == Comparison::Equal)),
            equal if op == Comparison::Equal => equal,
            equal => self.analysis.derive_truth("!", Derived::Not(equal), unknown),
        }
    }

    /// `and` and `or` with an unknown left side: the right side is analysed where it is reached.
    fn undecided_both(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        left: NodeId,
        right: NodeId,
        unknown: &Arc<Unknown>,
        go_on: bool,
    ) -> Eval<Value> {
        let place = program.place_at(left);
        match self.analysis.truth_of(unknown, &place, 0) {
            Holds::Perhaps => {}
            holds if (holds == Holds::Yes) != go_on => return Ok(Value::Boolean(!go_on)),
            _ => {
                return Ok(match self.eval(program, scope, right)? {
                    Value::Unknown(unknown) => {
                        let how = Derived::Both(Value::Boolean(true), Value::Unknown(unknown.clone()));
                        self.analysis.derive_truth("and", how, &unknown)
                    }
                    b => Value::Boolean(b.is_true()),
                });
            }
        }
        let answers = self.analysis.answers(unknown, go_on, &place, 0);
        let path = self.analysis.path.clone();
        if !self.analysis.assume(&answers) {
            return Ok(Value::Boolean(!go_on));
        }
        let result = self.eval(program, scope, right);
        let right = match result {
            Err(failure @ Failure::Error(_)) => {
                self.keep(failure)?;
                self.analysis.path = path;
                return Ok(Value::Boolean(!go_on));
            }
            other => other,
        };
        self.analysis.path = path;
        let (a, b) = (Value::Unknown(unknown.clone()), right?);
        Ok(match (&b, go_on) {
            (Value::Unknown(_), true) => self.analysis.derive_truth("and", Derived::Both(a, b), unknown),
            (Value::Unknown(_), false) => self.analysis.derive_truth("or", Derived::Either(a, b), unknown),
            (b, _) if b.is_true() != go_on => Value::Boolean(!go_on),
            (_, true) => self.analysis.derive_truth("and", Derived::Both(a, Value::Boolean(true)), unknown),
            (_, false) => self.analysis.derive_truth("or", Derived::Either(a, Value::Boolean(false)), unknown),
        })
    }
}

/// Whether something of which only the type is known may equal a value; texts are compared without regard to case.
fn may_equal(unknown: &Arc<Unknown>, value: &Value) -> Tri {
    let is = |ty: &Type| ty.may_be_instance(&Value::Unknown(unknown.clone()));
    let kind = match value {
        Value::Unknown(_) => return Tri::Maybe,
        Value::Undef => Type::Undef,
        Value::Boolean(it) => Type::Boolean(Some(*it)),
        Value::Integer(_) | Value::Float(_) => Type::Numeric,
        Value::String(_) => {
            if let Type::Enum(all, _) = unknown.ty.resolved()
                && !all.is_empty()
                && !all.iter().any(|it| ops::equals(&Value::String(it.clone()), value))
            {
                return Tri::No;
            }
            Type::String(values::Size::ANY)
        }
        Value::Array(_) => Type::array_of(Type::Any),
        Value::Hash(_) => Type::hash_of(Type::Any, Type::Any),
        _ => return Tri::Maybe,
    };
    if is(&kind) == Tri::No { Tri::No } else { Tri::Maybe }
}

fn compare_types(op: Comparison, a: &Type, b: &Type) -> bool {
    // Types that accept each other are one, however they are written.
    let same = || a == b || (a.accepts(b) && b.accepts(a));
    match op {
        Comparison::Equal => same(),
        Comparison::NotEqual => !same(),
        Comparison::Less => b.accepts(a) && !same(),
        Comparison::LessOrEqual => b.accepts(a),
        Comparison::Greater => a.accepts(b) && !same(),
        Comparison::GreaterOrEqual => a.accepts(b),
    }
}
