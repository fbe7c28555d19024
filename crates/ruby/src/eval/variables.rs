//! Variables and constants that are read, and `defined?`.

use std::rc::Rc;

use crate::ast::{Kind, Name, Node, Place};
use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::{Scope, Value};

impl Ruby<'_> {
    pub(super) fn local(&self, place: Place) -> Option<(Rc<Scope>, usize)> {
        let mut scope = self.scope.clone();
        for _ in 0..place.depth {
            scope = scope.parent.clone()?;
        }
        Some((scope, place.slot as usize))
    }

    pub fn instance(&mut self, name: &Name) -> Outcome {
        if let Some(value) = self.instances.get(name) {
            return Ok(value.clone());
        }
        match self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(name))? {
            Some(value) => {
                self.instances.insert(name.clone(), value.clone());
                Ok(value)
            }
            None => Ok(Value::Nil),
        }
    }

    /// Assigns `@name`, with its sign.
    pub fn set_instance(&mut self, name: &Name, value: Value) {
        self.instances.insert(name.clone(), value);
    }

    pub(super) fn constant(&mut self, name: &Name) -> Outcome {
        if let Some(value) = self.find_constant(name) {
            return Ok(value);
        }
        let written = name.strip_prefix("::").unwrap_or(name);
        match self.host.constant(&self.heap, written) {
            Some(value) => {
                Rc::make_mut(&mut self.constants).insert(written.into(), value.clone());
                Ok(value)
            }
            None => self.not_covered(format!("the constant {written}")),
        }
    }

    pub(super) fn defined(&mut self, node: &Node) -> Outcome {
        let text = match &node.kind {
            Kind::Nil => "expression",
            Kind::Local(_) => "local-variable",
            Kind::Instance(name) if !matches!(self.scope.context.this, Value::This) => {
                let this = self.scope.context.this.clone();
                if self.is_kept(&this, name) {
                    return self.not_covered("`defined?` of an instance variable of a function");
                }
                if let Value::Class(class) = &this {
                    self.knows_field(class, name)?;
                }
                let there = match &this {
                    Value::Object(it) => it.fields.borrow().contains_key(name),
                    Value::Class(it) => self.classes.get(it).is_some_and(|it| it.fields.contains_key(name)),
                    _ => return self.not_covered("`defined?` of this"),
                };
                if there { "instance-variable" } else { return Ok(Value::Nil) }
            }
            Kind::Instance(name) => match self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(name))? {
                Some(_) => "instance-variable",
                None if self.instances.contains_key(name) => "instance-variable",
                None => return Ok(Value::Nil),
            },
            Kind::Call(call) if call.receiver.is_none() && call.arguments.is_empty() => {
                let this = self.scope.context.this.clone();
                let is_main = matches!(this, Value::This);
                if self.methods.contains_key(&call.name)
                    || (is_main && self.host.responds(&call.name))
                    || (!is_main && self.member_of(&this, &call.name).is_some())
                {
                    "method"
                } else if crate::methods::is_private(&call.name) {
                    return self.not_covered("`defined?` of a method");
                } else {
                    return Ok(Value::Nil);
                }
            }
            Kind::Call(call) if call.block.is_none() && matches!(call.receiver.as_ref().map(|it| &it.kind), Some(Kind::Constant(_))) => {
                let Some(Kind::Constant(name)) = call.receiver.as_ref().map(|it| &it.kind) else { return Ok(Value::Nil) };
                let of = self.constant(name)?;
                match self.member_of(&of, &call.name) {
                    Some(_) => "method",
                    None => return self.not_covered("`defined?` of this"),
                }
            }
            Kind::Constant(name) => match self.constant(name) {
                Ok(_) => "constant",
                Err(stop) => return Err(stop),
            },
            Kind::Assign(..) | Kind::Update { .. } => "assignment",
            Kind::String(_) | Kind::Integer(_) | Kind::Array(_) | Kind::And(..) | Kind::Or(..) => "expression",
            _ => return self.not_covered("`defined?` of this"),
        };
        Ok(self.heap.frozen(text))
    }
}
