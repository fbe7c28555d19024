//! `Exception`.

use crate::invoke::{Method, row};
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("message", 0, 0, |ruby, it, _| match it {
        Value::Exception(it) => Ok(ruby.heap.text(it.message())),
        _ => ruby.not_covered("Exception#message"),
    }),
    row("to_s", 0, 0, |ruby, it, _| match it {
        Value::Exception(it) => Ok(ruby.heap.text(it.message())),
        _ => ruby.not_covered("Exception#to_s"),
    }),
];
