//! `Symbol`.

use std::rc::Rc;

use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::methods::string::receiver;
use crate::stop::Outcome;
use crate::value::{Callable, Proc, Value};

pub const METHODS: &[Method] = &[
    row("[]", 1, 2, |ruby, it, given| as_text(ruby, it, "[]", given)),
    row("casecmp", 1, 1, |ruby, it, given| compared(ruby, it, "casecmp", given)),
    row("casecmp?", 1, 1, |ruby, it, given| compared(ruby, it, "casecmp?", given)),
    row("capitalize", 0, 2, |ruby, it, given| as_symbol(ruby, it, "capitalize", given)).open_in_ruby(0),
    row("downcase", 0, 2, |ruby, it, given| as_symbol(ruby, it, "downcase", given)).open_in_ruby(0),
    row("empty?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_empty()))),
    open("end_with?", 0, |ruby, it, given| as_text(ruby, it, "end_with?", given)),
    row("id2name", 0, 0, |ruby, it, _| Ok(ruby.heap.text(receiver(it)))),
    row("intern", 0, 0, |_, it, _| Ok(it.clone())),
    row("match", 1, 2, |ruby, it, given| as_text(ruby, it, "match", given)).open_in_ruby(1),
    row("match?", 1, 2, |ruby, it, given| as_text(ruby, it, "match?", given)),
    row("length", 0, 0, |ruby, it, given| as_text(ruby, it, "length", given)),
    row("name", 0, 0, |ruby, it, _| Ok(ruby.heap.frozen(receiver(it)))),
    row("size", 0, 0, |ruby, it, given| as_text(ruby, it, "size", given)),
    row("slice", 1, 2, |ruby, it, given| as_text(ruby, it, "[]", given)),
    row("swapcase", 0, 2, |ruby, it, given| as_symbol(ruby, it, "swapcase", given)).open_in_ruby(0),
    open("start_with?", 0, |ruby, it, given| as_text(ruby, it, "start_with?", given)),
    row("to_proc", 0, 0, |ruby, it, _| {
        let what = Callable::Symbol((*receiver(it)).into());
        Ok(ruby.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda: true, home: 0 }))))
    }),
    row("to_sym", 0, 0, |_, it, _| Ok(it.clone())),
    row("upcase", 0, 2, |ruby, it, given| as_symbol(ruby, it, "upcase", given)).open_in_ruby(0),
];

fn as_text(ruby: &mut Ruby<'_>, it: &Value, name: &str, given: &Args) -> Outcome {
    let text = ruby.heap.text(receiver(it));
    ruby.send(&text, name, given.clone())
}

/// Symbols are compared with symbols alone.
fn compared(ruby: &mut Ruby<'_>, it: &Value, name: &str, given: &Args) -> Outcome {
    let other = given.at(0);
    let Value::Symbol(_) = &other else { return Ok(Value::Nil) };
    let other = ruby.heap.text(receiver(&other));
    as_text(ruby, it, name, &Args::new(vec![other]))
}

fn as_symbol(ruby: &mut Ruby<'_>, it: &Value, name: &str, given: &Args) -> Outcome {
    let text = as_text(ruby, it, name, given)?;
    Ok(Value::Symbol((*receiver(&text)).into()))
}
