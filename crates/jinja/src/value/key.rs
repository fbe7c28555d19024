//! Keys of maps.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{Value, work};
use crate::error::{Error, Outcome};

/// A value that can be a key: it has a hash in Python.
#[derive(Clone)]
pub struct Key(Value);

impl Key {
    pub fn new(value: Value) -> Outcome<Key> {
        check_hashable(&value, 0)?;
        Ok(Key(value))
    }

    pub fn text(text: Rc<str>) -> Key {
        Key(Value::str(text))
    }

    pub fn value(&self) -> &Value {
        &self.0
    }

    pub(super) fn into_value(self) -> Value {
        self.0
    }
}

fn check_hashable(value: &Value, depth: u32) -> Outcome<()> {
    work::charge(1)?;
    match value.defined()? {
        Value::List(_) | Value::Dict(_) | Value::View(_) => {
            Err(Error::type_error(format!("unhashable type: {}", super::repr_str(&value.type_name()))))
        }
        Value::Big(it) => work::charge_digits(it.bits()),
        // A text is read whole each time it is looked up.
        Value::Str(it) => work::charge(it.len() / 64),
        Value::Tuple(_) if depth > 50 => Err(Error::new(crate::ErrorKind::Limit("depth"), "a tuple is nested too deep")),
        Value::Tuple(items) => items.iter().try_for_each(|it| check_hashable(it, depth + 1)),
        _ => Ok(()),
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.0.equals(&other.0).unwrap_or(false)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash(&self.0, state);
    }
}

/// Looking up a text needs no key to be made.
impl indexmap::Equivalent<Key> for str {
    fn equivalent(&self, key: &Key) -> bool {
        matches!(&key.0, Value::Str(it) if **it == *self)
    }
}

fn hash<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::None => 0u8.hash(state),
        Value::Bool(it) => i64::from(*it).hash(state),
        Value::Int(it) => it.hash(state),
        #[expect(clippy::cast_possible_truncation, reason = "a whole number in the range of integers")]
        Value::Float(it) if it.fract() == 0.0 && it.abs() < 9e18 => (*it as i64).hash(state),
        Value::Float(it) => it.to_bits().hash(state),
        Value::Big(it) => it.to_string().parse::<f64>().unwrap_or(0.0).to_bits().hash(state),
        Value::Str(it) => str::hash(it, state),
        Value::Tuple(_) if work::is_over() => 2u8.hash(state),
        Value::Tuple(items) => items.iter().for_each(|it| hash(it, state)),
        Value::Object(it) => (Rc::as_ptr(it) as *const u8 as usize).hash(state),
        _ => 1u8.hash(state),
    }
}
