//! Conditions, loops and exceptions.

use std::rc::Rc;

use crate::ast::{Begin, Kind, Node, Target};
use crate::eval::Ruby;
use crate::eval::jumps::{Ends, jumps};
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Exception, Value};

impl Ruby<'_> {
    pub(super) fn repeat(&mut self, condition: &Node, body: &Node, until: bool, body_first: bool) -> Outcome {
        let mut first = body_first;
        let has_jumps = jumps(body);
        loop {
            self.spend(1)?;
            if !std::mem::take(&mut first) {
                let value = self.eval(condition)?;
                match self.decision(&value)? {
                    Some(it) if it == until => return Ok(Value::Nil),
                    Some(_) => {}
                    None => {
                        self.rounds(&mut |it| {
                            it.round(body)?;
                            // A loop that is left evaluates it no more.
                            it.perhaps(&mut |it| it.eval(condition)).map(|()| Value::Nil)
                        })?;
                        return Ok(self.unknown());
                    }
                }
            }
            match self.eval_body(body, has_jumps, Ends { next_of_loop: true, ..Ends::default() }) {
                Ok(_) | Err(Stop::NextOfLoop) => {}
                Err(Stop::LeaveLoop(value)) => return Ok(value),
                Err(other) => return Err(other),
            }
        }
    }

    /// One of an unknown number of rounds.
    fn round(&mut self, body: &Node) -> Outcome {
        match self.eval_body(body, true, Ends { next_of_loop: true, leaves_loop: true, ..Ends::default() }) {
            Err(Stop::NextOfLoop | Stop::LeaveLoop(_)) => Ok(Value::Nil),
            other => other,
        }
    }

    pub(super) fn for_each(&mut self, target: &Target, list: &Node, body: &Node) -> Outcome {
        let list = self.eval(list)?;
        if matches!(list, Value::Unknown) {
            self.rounds(&mut |it| {
                it.assign_unknown(target)?;
                it.round(body)
            })?;
            return Ok(self.unknown());
        }
        if !matches!(list, Value::Array(_) | Value::Hash(_) | Value::Range(_)) {
            return self.not_covered("`for` over something else than a list, hash or range");
        }
        let has_jumps = jumps(body);
        for item in self.elements(&list)? {
            self.spend(1)?;
            self.assign(target, item)?;
            match self.eval_body(body, has_jumps, Ends { next_of_loop: true, ..Ends::default() }) {
                Ok(_) | Err(Stop::NextOfLoop) => {}
                Err(Stop::LeaveLoop(value)) => return Ok(value),
                Err(other) => return Err(other),
            }
        }
        Ok(list)
    }

    pub(super) fn case(&mut self, subject: Option<&Node>, branches: &[(Vec<Node>, Node)], otherwise: &Node) -> Outcome {
        let subject = match subject {
            Some(node) => Some(self.eval(node)?),
            None => None,
        };
        self.case_of(subject.as_ref(), branches, otherwise)
    }

    fn case_of(&mut self, subject: Option<&Value>, branches: &[(Vec<Node>, Node)], otherwise: &Node) -> Outcome {
        let mut rest = branches;
        while let Some(((conditions, body), others)) = rest.split_first() {
            rest = others;
            match self.one_fits(subject, conditions)? {
                Some(true) => return self.eval(body),
                Some(false) => {}
                None => return self.either(&mut |it| it.eval(body), &mut |it| it.deeper(|it| it.case_of(subject, rest, otherwise))),
            }
        }
        self.eval(otherwise)
    }

    /// Whether one of the conditions of a branch fits; none if that is unknown.
    fn one_fits(&mut self, subject: Option<&Value>, conditions: &[Node]) -> Outcome<Option<bool>> {
        for (index, condition) in conditions.iter().enumerate() {
            let values = match &condition.kind {
                Kind::Splat(inner) => {
                    let list = self.eval(inner)?;
                    self.splat(&list)?
                }
                _ => vec![self.eval(condition)?],
            };
            self.at = condition.at;
            for value in values {
                let found = match subject {
                    Some(subject) => self.send(&value, "===", Args::new(vec![subject.clone()]))?,
                    None => value,
                };
                match self.decision(&found)? {
                    Some(true) => return Ok(Some(true)),
                    Some(false) => {}
                    None => {
                        // The others count where this one does not fit.
                        for other in conditions.get(index + 1..).unwrap_or_default() {
                            self.perhaps(&mut |it| it.one_fits(subject, std::slice::from_ref(other)).map(|_| Value::Nil))?;
                        }
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(false))
    }

    pub(super) fn begin(&mut self, begin: &Begin) -> Outcome {
        let mut result = self.begin_once(begin);
        while matches!(result, Err(Stop::Retry)) && !begin.rescues.is_empty() {
            self.spend(10)?;
            result = self.begin_once(begin);
        }
        if let Some(ensure) = &begin.ensure {
            if matches!(result, Err(Stop::NotCovered(_) | Stop::Limit(_) | Stop::Unknown | Stop::Host(_))) {
                return result;
            }
            if let Err(Stop::Raise(exception)) = &result {
                self.rescued.push(exception.clone());
                let ended = self.eval(ensure);
                self.rescued.pop();
                ended?;
            } else {
                self.eval(ensure)?;
            }
        }
        result
    }

    fn begin_once(&mut self, begin: &Begin) -> Outcome {
        let unknown_before = self.heap.unknown_results.get();
        let mut result = self.eval(&begin.body);
        if !begin.rescues.is_empty() {
            // What is not known might as well have been an error.
            if self.heap.unknown_results.get() != unknown_before {
                return Err(Stop::Unknown);
            }
            match result {
                Err(Stop::Raise(exception)) => result = self.rescue(begin, exception),
                Err(Stop::Host(_)) => return self.not_covered("`rescue` of an error of a function"),
                Ok(value) => {
                    result = match &begin.otherwise {
                        Some(otherwise) => self.eval(otherwise),
                        None => Ok(value),
                    }
                }
                other => result = other,
            }
        }
        result
    }

    fn rescue(&mut self, begin: &Begin, exception: Rc<Exception>) -> Outcome {
        for rescue in &begin.rescues {
            let mut fits = false;
            if rescue.classes.is_empty() {
                fits = self.inherits(&exception.class, "StandardError");
            }
            for value in self.list(&rescue.classes)? {
                match &value {
                    Value::Class(name) => fits |= self.inherits(&exception.class, name),
                    _ => return self.not_covered("`rescue` of a class that is not known"),
                }
            }
            if fits {
                if let Some(target) = &rescue.variable {
                    let value = self.heap.keep(Value::Exception(exception.clone()));
                    self.assign(target, value)?;
                }
                self.rescued.push(exception);
                let result = self.eval(&rescue.body);
                self.rescued.pop();
                return result;
            }
        }
        Err(Stop::Raise(exception))
    }
}
