//! What an evaluation asks of the world around it.

use std::rc::Rc;

use crate::stop::Outcome;
use crate::value::{Foreign, Heap, Value};

pub trait Host {
    /// `@name` before it is assigned; none is `nil`.
    fn instance(&mut self, heap: &Heap, name: &str) -> Outcome<Option<Value>>;

    /// A method of `self`, or of something of the host; none where it has no method of that name.
    fn call(&mut self, heap: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, arguments: &[Value]) -> Outcome<Option<Value>>;

    /// `defined?(word)` of a method of `self`.
    fn responds(&self, name: &str) -> bool;

    /// A constant that is of the host.
    fn constant(&mut self, heap: &Heap, name: &str) -> Option<Value>;

    /// `__FILE__`
    fn file(&self) -> Option<String>;

    /// How `self` is called in messages.
    fn name_of_self(&self) -> String;
}

/// A host with variables and nothing else.
#[derive(Default)]
pub struct Plain {
    pub variables: Vec<(String, Value)>,
}

impl Host for Plain {
    fn instance(&mut self, _: &Heap, name: &str) -> Outcome<Option<Value>> {
        Ok(self.variables.iter().find(|it| it.0 == name).map(|it| it.1.clone()))
    }

    fn call(&mut self, _: &Heap, _: Option<&Rc<Foreign>>, _: &str, _: &[Value]) -> Outcome<Option<Value>> {
        Ok(None)
    }

    fn responds(&self, _: &str) -> bool {
        false
    }

    fn constant(&mut self, _: &Heap, _: &str) -> Option<Value> {
        None
    }

    fn file(&self) -> Option<String> {
        None
    }

    fn name_of_self(&self) -> String {
        "main:Object".to_owned()
    }
}
