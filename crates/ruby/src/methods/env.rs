//! `ENV`: the variables of the process, which the host gives.

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("[]", 1, 1, |ruby, _, given| Ok(variable(ruby, given)?.unwrap_or(Value::Nil))),
    row("fetch", 1, 2, |ruby, _, given| {
        if let Some(value) = variable(ruby, given)? {
            return Ok(value);
        }
        if let Some(block) = given.block.clone() {
            return ruby.yield_one(&block, given.at(0));
        }
        match given.get(1) {
            Some(default) => Ok(default.clone()),
            None => {
                let name = ruby.needs_text(&given.at(0))?;
                ruby.raise("KeyError", format!("key not found: {name:?}"))
            }
        }
    }),
    row("has_key?", 1, 1, has),
    row("include?", 1, 1, has),
    row("key?", 1, 1, has),
];

fn variable(ruby: &mut Ruby<'_>, given: &Args) -> Outcome<Option<Value>> {
    let name = ruby.needs_text(&given.at(0))?;
    let value = ruby.host.variable(&name).map_err(|it| ruby.placed(it))?;
    Ok(value.map(|it| ruby.heap.frozen(&*it)))
}

fn has(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    Ok(Value::Boolean(variable(ruby, given)?.is_some()))
}
