//! Values of filters that are generators in Python.

use crate::error::Outcome;
use crate::value::{Iter, Value};

/// A generator: an error occurs when its item is reached.
pub(crate) fn generator(run: impl FnOnce(&mut Vec<Value>) -> Outcome<()>) -> Value {
    let mut items = Vec::new();
    let error = run(&mut items).err();
    Value::Iter(Iter::new(items, error))
}
