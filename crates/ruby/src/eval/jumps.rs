//! Jumps that depend on something unknown: `next if …`. Each way of such a decision is evaluated to the end of the code that it stands in.

use std::slice::from_ref;

use crate::ast::{Kind, Node};
use crate::eval::Ruby;
use crate::stop::{Outcome, Stop};
use crate::value::Value;

/// The jumps that end some code as its last statement does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    /// `next` of a block.
    pub next: bool,
    /// `break` of a block.
    pub breaks: bool,
    /// `return` of this method or lambda.
    pub frame: Option<u64>,
    /// `next` of a loop.
    pub next_of_loop: bool,
    /// `break` of a loop.
    pub leaves_loop: bool,
}

impl Ends {
    fn settle(self, result: Outcome) -> Outcome {
        match result {
            Err(Stop::Next(value)) if self.next => Ok(value),
            Err(Stop::Break(0, value)) if self.breaks => Ok(value),
            Err(Stop::Return(frame, value)) if self.frame == Some(frame) => Ok(value),
            Err(Stop::NextOfLoop) if self.next_of_loop => Ok(Value::Nil),
            Err(Stop::LeaveLoop(value)) if self.leaves_loop => Ok(value),
            other => other,
        }
    }
}

/// Whether a statement may jump out of the code that it stands in.
pub fn jumps(node: &Node) -> bool {
    match &node.kind {
        Kind::Next(..) | Kind::Break(..) | Kind::Return(_) => true,
        Kind::Sequence(nodes) => nodes.iter().any(jumps),
        Kind::If { then, otherwise, .. } => jumps(then) || jumps(otherwise),
        Kind::And(_, right) | Kind::Or(_, right) => jumps(right),
        _ => false,
    }
}

impl Ruby<'_> {
    /// Evaluates the body of a block, method or loop.
    pub fn eval_body(&mut self, body: &Node, has_jumps: bool, ends: Ends) -> Outcome {
        if has_jumps && self.may_guess() {
            let result = self.eval_rest(vec![from_ref(body)], ends);
            return ends.settle(result);
        }
        self.eval(body)
    }

    /// Evaluates statements; the last of the list come first.
    fn eval_rest(&mut self, mut rest: Vec<&[Node]>, ends: Ends) -> Outcome {
        let mut last = Value::Nil;
        while let Some(statements) = rest.pop() {
            let Some((node, others)) = statements.split_first() else { continue };
            if !others.is_empty() {
                rest.push(others);
            }
            if !jumps(node) {
                last = self.eval(node)?;
                continue;
            }
            self.spend(1)?;
            self.at = node.at;
            // The ways of a decision, and whether it is the first.
            let (ways, chosen): ((Option<&Node>, Option<&Node>), Option<bool>) = match &node.kind {
                Kind::Sequence(nodes) => {
                    rest.push(nodes);
                    continue;
                }
                Kind::If { condition, then, otherwise } => {
                    let value = self.eval(condition)?;
                    ((Some(&**then), Some(&**otherwise)), self.decision(&value)?)
                }
                Kind::And(left, right) | Kind::Or(left, right) => {
                    let value = self.eval(left)?;
                    last = value.clone();
                    let goes_on = matches!(node.kind, Kind::And(..));
                    ((Some(&**right), None), self.decision(&value)?.map(|it| it == goes_on))
                }
                _ => {
                    last = self.eval(node)?;
                    continue;
                }
            };
            match chosen {
                Some(is_first) => {
                    if let Some(branch) = if is_first { ways.0 } else { ways.1 } {
                        rest.push(from_ref(branch));
                    }
                }
                None => {
                    let take = |it: &mut Ruby<'_>, branch: Option<&Node>| {
                        let mut rest = rest.clone();
                        match branch {
                            Some(branch) => rest.push(from_ref(branch)),
                            None if rest.is_empty() => return Ok(Value::Unknown),
                            None => {}
                        }
                        let result = it.deeper(|it| it.eval_rest(rest, ends));
                        ends.settle(result)
                    };
                    return self.either(&mut |it| take(it, ways.0), &mut |it| take(it, ways.1));
                }
            }
        }
        Ok(last)
    }
}
