//! Host of an evaluation: its requests to the world around.

use std::rc::Rc;
use std::sync::Arc;

use crate::Program;

use crate::stop::Outcome;
use crate::value::{Foreign, Heap, Value};

/// Host of a program. By itself it has variables and nothing else.
pub trait Host {
    /// `@name` before it is assigned; none is `nil`.
    fn instance(&mut self, heap: &Heap, name: &str) -> Outcome<Option<Value>>;

    /// A method of `self`, or of something of the host; none where it has no method of that name.
    fn call(&mut self, _heap: &Heap, _receiver: Option<&Rc<Foreign>>, _name: &str, _arguments: &[Value]) -> Outcome<Option<Value>> {
        Ok(None)
    }

    /// `defined?(word)` of a method of `self`.
    fn responds(&self, _name: &str) -> bool {
        false
    }

    /// A constant that is of the host.
    fn constant(&mut self, _heap: &Heap, _name: &str) -> Option<Value> {
        None
    }

    /// `__FILE__`
    fn file(&self) -> Option<String> {
        None
    }

    /// The file that `require` names, by its path or as the paths of libraries find it.
    fn require(&mut self, _name: &str) -> Outcome<Required> {
        Ok(Required::Missing)
    }

    /// The evaluation has ended well; what has changed of the host's lists and hashes is in [`Heap::followed`].
    fn finish(&mut self, _heap: &Heap) -> Outcome<()> {
        Ok(())
    }

    /// How `self` is called in messages.
    fn name_of_self(&self) -> String {
        "main:Object".to_owned()
    }
}

/// Result of `require`.
pub enum Required {
    Program(Arc<Program>),
    /// Its content exists already.
    Present,
    Missing,
}

/// A host with these variables.
#[derive(Default)]
pub struct Plain {
    pub variables: Vec<(String, Value)>,
}

impl Host for Plain {
    fn instance(&mut self, _: &Heap, name: &str) -> Outcome<Option<Value>> {
        Ok(self.variables.iter().find(|it| it.0 == name).map(|it| it.1.clone()))
    }
}
