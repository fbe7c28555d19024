//! `Exception`.

use crate::invoke::{Method, row};
use crate::stop::Outcome;
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
