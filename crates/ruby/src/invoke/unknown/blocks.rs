//! Blocks of calls whose result is not known.

use std::rc::Rc;

use super::names::{DECIDES, changes};
use crate::ast::Parameters;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, Proc, Value};

impl Ruby<'_> {
    /// Whether the block of a method of Ruby's decides on its result, so that this may become unknown.
    pub(in crate::invoke) fn may_decide(&self, receiver: &Value, name: &str, arguments: &Args) -> bool {
        arguments.block.is_some()
            && self.may_guess()
            && matches!(receiver, Value::Array(_) | Value::Hash(_) | Value::Range(_) | Value::Integer(_))
            && DECIDES.contains(&name)
            && !self.reopened
            && self.singletons.is_empty()
    }

    /// Calls a method whose block decides on its result. Where that is unknown, the block was called an unknown number of times.
    pub(in crate::invoke) fn decided(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome {
        let call = &mut |it: &mut Ruby<'_>| it.deeper(|it| it.dispatch(receiver, name, arguments.clone(), false));
        if let Some(result) = self.unless_unknown(call)? {
            return result;
        }
        let Some(block) = &arguments.block else { return Err(Stop::Unknown) };
        let memo = arguments.get(0).filter(|_| name == "each_with_object");
        self.call_unknown_times(block, memo)?;
        if changes(receiver, name) {
            self.lose(receiver)?;
        }
        // Its block may have left it with another value.
        Ok(self.unknown())
    }

    /// Calls a block an unknown number of times, with unknown arguments.
    pub fn call_unknown_times(&mut self, block: &Rc<Proc>, memo: Option<&Value>) -> Outcome<()> {
        self.rounds(&mut |it| match it.call_with_unknown(block, memo) {
            Err(Stop::Break(id, _)) if id != 0 && id == block.home => Ok(Value::Nil),
            other => other,
        })
    }

    fn call_with_unknown(&mut self, block: &Rc<Proc>, memo: Option<&Value>) -> Outcome {
        match &block.what {
            Callable::Symbol(name) => self.send(&Value::Unknown, name, Args::default()),
            Callable::Code(code, outer) => {
                let (code, outer) = (code.clone(), outer.clone());
                self.run_block(block, &code, outer, None, true, |it| it.bind_unknown(&code.parameters, memo))
            }
            Callable::Method(..) | Callable::Member(_) | Callable::Binding(_) | Callable::Host(_) | Callable::Collect(_) => {
                Err(Stop::Unknown)
            }
        }
    }

    /// Gives the parameters of a block unknown values. The memo is the second argument.
    fn bind_unknown(&mut self, parameters: &Parameters, memo: Option<&Value>) -> Outcome<()> {
        if let Some(what) = &parameters.not_covered {
            return self.not_covered(format!("parameters with {what}"));
        }
        for (index, target) in parameters.required.iter().enumerate() {
            match memo {
                Some(memo) if index == 1 => self.assign(target, memo.clone())?,
                _ => self.assign_unknown(target)?,
            }
        }
        for (target, default) in &parameters.optional {
            self.perhaps(&mut |it| it.eval(default))?;
            self.assign_unknown(target)?;
        }
        let rest = parameters.rest.iter().chain(&parameters.keyword_rest).flatten();
        for target in rest.chain(&parameters.posts).chain(parameters.keywords.iter().map(|it| &it.1)) {
            self.assign_unknown(target)?;
        }
        match &parameters.block {
            Some(target) => self.assign(target, Value::Nil),
            None => Ok(()),
        }
    }
}
