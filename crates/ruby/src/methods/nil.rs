//! `nil`.

use crate::invoke::{Method, row};
use crate::value::{Entries, Value};

pub const METHODS: &[Method] = &[
    row("&", 1, 1, |_, _, _| Ok(Value::Boolean(false))),
    row("|", 1, 1, |ruby, _, given| Ok(Value::Boolean(ruby.truth(&given.at(0))?))),
    row("to_a", 0, 0, |ruby, _, _| Ok(ruby.heap.array(Vec::new()))),
    row("to_f", 0, 0, |_, _, _| Ok(Value::Float(0.0))),
    row("to_h", 0, 0, |ruby, _, _| Ok(ruby.heap.hash(Entries::default()))),
    row("to_i", 0, 0, |_, _, _| Ok(Value::Integer(0))),
    row("to_s", 0, 0, |ruby, _, _| Ok(ruby.heap.frozen(""))),
];
