//! The value of a fact as Puppet has it.

use ruby::{Outcome, Stop};
use values::Value;

use crate::builtin::ruby_values::DEEPEST;

/// Symbols are texts, and what is `nil` inside of a list or hash is an empty one.
pub fn value(value: &ruby::Value, depth: u32) -> Outcome<Value> {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    Ok(match value {
        ruby::Value::Nil if depth > 0 => Value::string(""),
        ruby::Value::Nil => Value::Undef,
        ruby::Value::Boolean(it) => Value::Boolean(*it),
        ruby::Value::Integer(it) => Value::Integer(*it),
        ruby::Value::Float(it) => Value::Float(*it),
        ruby::Value::String(it) => Value::string(it.get()),
        ruby::Value::Symbol(it) => Value::string(&**it),
        ruby::Value::Array(items) => {
            let mut all = Vec::new();
            for item in items.items() {
                all.push(self::value(&item, depth + 1)?);
            }
            Value::array(all)
        }
        ruby::Value::Hash(hash) => {
            let mut all = values::Hash::default();
            for (key, value) in hash.pairs() {
                all.insert(self::value(&key, depth + 1)?, self::value(&value, depth + 1)?);
            }
            Value::hash(all)
        }
        other => return Err(Stop::not_covered(format!("a fact that is a {}", ruby::class::class_of(other)))),
    })
}
