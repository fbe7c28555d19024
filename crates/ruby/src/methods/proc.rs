//! `Proc`.

use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    open("()", 0, call),
    open("===", 0, call),
    open("[]", 0, call),
    open("call", 0, call),
    row("lambda?", 0, 0, |ruby, it, _| match it {
        Value::Proc(it) => Ok(Value::Boolean(it.is_lambda)),
        _ => ruby.not_covered("Proc#lambda?"),
    }),
    row("to_proc", 0, 0, |_, it, _| Ok(it.clone())),
    open("yield", 0, call),
];

fn call(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match it {
        Value::Proc(block) => ruby.call_proc(block, given.list.clone(), given.keywords, given.block.clone()),
        _ => ruby.not_covered("Proc#call"),
    }
}
