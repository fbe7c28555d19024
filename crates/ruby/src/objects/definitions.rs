//! `class`, `module`, `def` and `alias`.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::ast::{Code, ModuleBody, Name, Node};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::methods;
use crate::objects::{Body, Class, Member};
use crate::stop::Outcome;
use crate::value::{Context, Scope, Value, Visibility};

impl Ruby<'_> {
    pub fn module_body(&mut self, module: &ModuleBody) -> Outcome {
        let parent = match &module.parent {
            None => None,
            Some(node) => match self.eval(node)? {
                Value::Class(name) => Some(name),
                _ => return self.not_covered("a superclass that is no class"),
            },
        };
        let full = self.constant_name(&module.name)?;
        let name = match self.constant_at(&full) {
            Some(Value::Class(name)) => name,
            Some(_) => return self.raise("TypeError", format!("{} is not a class", module.name)),
            None => {
                let shown = Some(full.clone());
                self.heap.count(256);
                let of_parent = parent.as_ref().and_then(|it| self.classes.get(it)).is_some_and(|it| it.is_partial);
                let is_partial = of_parent || self.is_of_host();
                let class = Class { is_module: module.is_module, parent: parent.clone(), shown, is_partial, ..Class::default() };
                Rc::make_mut(&mut self.classes).insert(full.clone(), Rc::new(class));
                if let Some(parent) = &parent
                    && self.find_own_member(parent, "inherited").is_some()
                {
                    self.send(&Value::Class(parent.clone()), "inherited", Args::new(vec![Value::Class(full.clone())]))?;
                }
                full.clone()
            }
        };
        self.class_mut(&name);
        self.run_body(&module.body, Value::Class(name.clone()), Some(name), false, Some(full))
    }

    pub fn singleton_body(&mut self, of: &Node, body: &Arc<Code>) -> Outcome {
        match self.eval(of)? {
            Value::Class(name) => self.run_body(body, Value::Class(name.clone()), Some(name), true, None),
            value @ Value::Object(_) => {
                let name = self.singleton(&value)?;
                self.run_body(body, Value::Class(name.clone()), Some(name), false, None)
            }
            _ => self.not_covered("class << of such an object"),
        }
    }

    fn run_body(&mut self, code: &Arc<Code>, this: Value, target: Option<Name>, singleton: bool, module: Option<Name>) -> Outcome {
        let module = module.unwrap_or_else(|| self.scope.context.module.clone());
        let context = Context { this, target, singleton, module, method: None, visibility: Cell::default() };
        let values = vec![Value::Nil; code.locals].into();
        let scope = self.heap.scope(Scope { values, parent: None, frame: 0, block: None, context: Rc::new(context), early: false });
        let before = std::mem::replace(&mut self.scope, scope);
        let result = self.deeper(|ruby| ruby.eval(&code.body));
        self.scope = before;
        result
    }

    /// `def name`
    pub fn define(&mut self, name: &Name, body: Body) {
        let context = self.scope.context.clone();
        let Some(target) = context.target.clone() else {
            if let Body::Code(code) = body {
                Rc::make_mut(&mut self.methods).insert(name.clone(), code);
            }
            return;
        };
        let visibility = context.visibility.get();
        let is_private = (visibility != Visibility::Public || &**name == "initialize") && !context.singleton;
        let class = self.class_mut(&target);
        if context.singleton {
            class.own.insert(name.clone(), Member { body, is_private: visibility == Visibility::Private });
            return;
        }
        if visibility == Visibility::Both {
            class.own.insert(name.clone(), Member { body: body.clone(), is_private: false });
        }
        class.methods.insert(name.clone(), Member { body, is_private });
    }

    pub fn define_on(&mut self, receiver: &Value, name: &Name, code: &Arc<Code>) -> Outcome<()> {
        match receiver {
            Value::Class(class) => {
                let member = Member { body: Body::Code(code.clone()), is_private: false };
                self.class_mut(&class.clone()).own.insert(name.clone(), member);
                Ok(())
            }
            value => self.define_singleton(value, name, Body::Code(code.clone())),
        }
    }

    pub fn alias(&mut self, new: &Name, old: &Name) -> Outcome<()> {
        let context = self.scope.context.clone();
        let Some(target) = context.target.clone() else {
            return match self.methods.get(old).cloned() {
                Some(code) => {
                    Rc::make_mut(&mut self.methods).insert(new.clone(), code);
                    Ok(())
                }
                None => self.not_covered("alias of a method of Ruby's"),
            };
        };
        let found = if context.singleton { self.find_own_member(&target, old) } else { self.find_member(&target, old) };
        let member = match found {
            Some((_, member)) => member,
            None if !context.singleton && methods::exists_in(&target, old) => {
                Member { body: Body::BuiltIn(old.clone()), is_private: false }
            }
            None => return self.not_covered(format!("alias of {old}")),
        };
        let class = self.class_mut(&target);
        let methods = if context.singleton { &mut class.own } else { &mut class.methods };
        methods.insert(new.clone(), member);
        Ok(())
    }
}
