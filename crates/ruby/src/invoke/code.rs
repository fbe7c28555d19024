//! Runs the code of methods and blocks.

use std::rc::Rc;
use std::sync::Arc;

use crate::ast::Code;
use crate::eval::Ruby;
use crate::eval::jumps::Ends;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, Context, Proc, Running, Scope, Value};

impl Ruby<'_> {
    /// Runs a method.
    pub fn call_code(&mut self, code: &Arc<Code>, this: Value, running: Option<Running>, arguments: Args) -> Outcome {
        let frame = self.new_id();
        let module = running.as_ref().map_or_else(|| "".into(), |it| it.owner.clone());
        let target = match (&this, &running) {
            (_, Some(running)) => Some(running.owner.clone()),
            _ => None,
        };
        let method = running.map(Rc::new);
        let context = Context { this, target, singleton: false, module, method: method.clone(), visibility: std::cell::Cell::default() };
        let values = vec![Value::Nil; code.locals].into();
        let scope = Scope { values, parent: None, frame, block: arguments.block.clone(), context: Rc::new(context), early: false };
        let scope = self.heap.scope(scope);
        if let Some(method) = &method {
            *method.scope.borrow_mut() = Some(scope.clone());
        }
        let before = std::mem::replace(&mut self.scope, scope);
        let left = self.enter_file(&code.file);
        let matched = std::mem::take(&mut self.matched);
        let at = self.at;
        let result = self.bind(&code.parameters, arguments.list, arguments.keywords, arguments.block, true);
        let result = result.and_then(|()| self.eval_body(&code.body, code.jumps, Ends { frame: Some(frame), ..Ends::default() }));
        let scope = std::mem::replace(&mut self.scope, before);
        self.heap.release(scope);
        self.leave_file(left);
        self.matched = matched;
        self.at = at;
        match result {
            Err(Stop::Return(id, value)) if id == frame => Ok(value),
            other => other,
        }
    }

    pub fn call_block(&mut self, block: &Rc<Proc>, arguments: Vec<Value>) -> Outcome {
        self.call_proc(block, arguments, false, None)
    }

    /// The same for one argument.
    pub fn yield_one(&mut self, block: &Rc<Proc>, argument: Value) -> Outcome {
        self.call_proc(block, vec![argument], false, None)
    }

    pub fn call_proc(&mut self, block: &Rc<Proc>, arguments: Vec<Value>, keywords: bool, given: Option<Rc<Proc>>) -> Outcome {
        self.call_proc_in(block, arguments, keywords, given, None)
    }

    /// The same, with another `self`.
    pub fn call_proc_in(
        &mut self,
        block: &Rc<Proc>,
        mut arguments: Vec<Value>,
        keywords: bool,
        given: Option<Rc<Proc>>,
        context: Option<Context>,
    ) -> Outcome {
        self.spend(1)?;
        match &block.what {
            Callable::Collect(items) => {
                self.stays()?;
                let item = if arguments.len() == 1 { arguments.remove(0) } else { self.heap.array(arguments) };
                items.borrow_mut().push(item);
                Ok(Value::Nil)
            }
            Callable::Host(foreign) => {
                let foreign = foreign.clone();
                match self.host.call(&self.heap, Some(&foreign), "call", &arguments).map_err(|it| self.placed(it))? {
                    Some(value) => Ok(value),
                    None => self.not_covered("a block of Puppet's"),
                }
            }
            Callable::Symbol(name) => {
                if arguments.is_empty() {
                    return self.raise("ArgumentError", "no receiver given");
                }
                let receiver = arguments.remove(0);
                self.send(&receiver, name, Args::new(arguments))
            }
            Callable::Binding(_) => self.not_covered("a call of a binding"),
            Callable::Member(it) => match it.receiver.clone() {
                Some(receiver) => {
                    let (name, found) = (it.name.clone(), (it.owner.clone(), it.member.clone()));
                    self.call_member(&receiver, &name, found, false, Args { list: arguments, keywords, block: given })
                }
                None => self.not_covered("a call of a method without a receiver"),
            },
            Callable::Method(receiver, name) => match receiver {
                Value::This => self.call_own(name, Args { list: arguments, keywords, block: given }, false),
                receiver => self.send(receiver, name, Args { list: arguments, keywords, block: given }),
            },
            Callable::Code(code, outer) => {
                if !block.is_lambda
                    && arguments.len() == 1
                    && code.parameters.takes_apart()
                    && let Some(Value::Array(list)) = arguments.first()
                {
                    arguments = list.items();
                }
                let (code, outer, is_lambda) = (code.clone(), outer.clone(), block.is_lambda);
                self.run_block(block, &code, outer, context, false, |this| {
                    this.bind(&code.parameters, arguments, keywords, given, is_lambda)
                })
            }
        }
    }

    /// Runs the code of a block, after its parameters were bound. If it is one of an unknown number of rounds, `break` is an end like any.
    pub(super) fn run_block(
        &mut self,
        block: &Rc<Proc>,
        code: &Arc<Code>,
        outer: Rc<Scope>,
        context: Option<Context>,
        is_round: bool,
        bind: impl FnOnce(&mut Self) -> Outcome<()>,
    ) -> Outcome {
        let frame = if block.is_lambda { self.new_id() } else { outer.frame };
        let frame_of_lambda = block.is_lambda.then_some(frame);
        let ends = Ends { next: true, breaks: block.is_lambda || is_round, frame: frame_of_lambda, ..Ends::default() };
        let context = context.map_or_else(
            || outer.context.clone(),
            |mut it| {
                it.module = outer.context.module.clone();
                Rc::new(it)
            },
        );
        let values = vec![Value::Nil; code.locals].into();
        let scope = Scope { values, frame, block: outer.block.clone(), parent: Some(outer), context, early: false };
        let scope = self.heap.scope(scope);
        let before = std::mem::replace(&mut self.scope, scope);
        let left = self.enter_file(&code.file);
        let at = self.at;
        let result = self.deeper(|this| {
            bind(this)?;
            this.eval_body(&code.body, code.jumps, ends)
        });
        let scope = std::mem::replace(&mut self.scope, before);
        self.heap.release(scope);
        self.leave_file(left);
        if result.is_ok() {
            self.at = at;
        }
        let (is_lambda, home) = (block.is_lambda, block.home);
        match result {
            Err(Stop::Next(value)) => Ok(value),
            Err(Stop::Break(0, value)) if is_lambda => Ok(value),
            Err(Stop::Break(0, value)) if home != 0 => Err(Stop::Break(home, value)),
            Err(Stop::Return(id, value)) if is_lambda && id == frame => Ok(value),
            other => other,
        }
    }
}
