//! `Exception`.

use crate::invoke::{Method, row};
use crate::stop::Outcome;
use crate::value::Value;

/// Where an exception has its cause, from when it is raised on. No variable of an object has such a name.
pub const CAUSE: &str = "cause";

pub const METHODS: &[Method] = &[
    row("cause", 0, 0, |_, it, _| match it {
        Value::Exception(it) => Ok(it.fields.borrow().get(CAUSE).cloned().unwrap_or(Value::Nil)),
        _ => Ok(Value::Nil),
    }),
    row("exception", 0, 1, |ruby, it, given| match (it, given.get(0)) {
        (Value::Exception(own), Some(message)) if !matches!(message, Value::Exception(_)) => {
            let copy = {
                let message = ruby.text_of(message)?;
                ruby.exception(own.class.clone(), &*message)
            };
            copy.fields.borrow_mut().clone_from(&own.fields.borrow());
            Ok(ruby.heap.keep(Value::Exception(ruby.heap.exception(copy))))
        }
        (_, None) => Ok(it.clone()),
        _ => ruby.not_covered("Exception#exception of an exception"),
    }),
    row("message", 0, 0, |ruby, it, _| match it {
        Value::Exception(it) => Ok(ruby.heap.text(it.message())),
        _ => ruby.not_covered("Exception#message"),
    }),
    row("to_s", 0, 0, |ruby, it, _| match it {
        Value::Exception(it) => Ok(ruby.heap.text(it.message())),
        _ => ruby.not_covered("Exception#to_s"),
    }),
];

/// Where a `NoMatchingPatternKeyError` has its key and the hash that lacks it. No variable of an object has such a name.
pub const KEY: &str = "key";
pub const MATCHEE: &str = "matchee";

/// Methods of `NoMatchingPatternKeyError`.
pub const OF_PATTERN_KEY: &[Method] =
    &[row(KEY, 0, 0, |ruby, it, _| detail(ruby, it, KEY)), row(MATCHEE, 0, 0, |ruby, it, _| detail(ruby, it, MATCHEE))];

fn detail(ruby: &mut crate::Ruby<'_>, it: &Value, name: &str) -> Outcome {
    let found = match it {
        Value::Exception(it) => it.fields.borrow().get(name).cloned(),
        _ => None,
    };
    match found {
        Some(value) => Ok(value),
        None => ruby.raise("ArgumentError", format!("no {name} is available")),
    }
}
