//! Equality and order, as Python has them.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;

use super::{Key, Value, ViewKind, repr_str, work};
use crate::error::{Error, ErrorKind, Outcome};

const MAX_DEPTH: u32 = 200;

fn too_deep() -> Error {
    Error::new(ErrorKind::Python("RecursionError"), "maximum recursion depth exceeded in comparison")
}

/// A number, for comparisons.
pub(crate) enum Number {
    Int(i64),
    Big(Rc<BigInt>),
    Float(f64),
}

impl Number {
    pub(crate) fn from(value: &Value) -> Option<Number> {
        Some(match value {
            Value::Bool(it) => Number::Int(i64::from(*it)),
            Value::Int(it) => Number::Int(*it),
            Value::Big(it) => Number::Big(it.clone()),
            Value::Float(it) => Number::Float(*it),
            _ => return None,
        })
    }

    pub(crate) fn to_big(&self) -> BigInt {
        match self {
            Number::Int(it) => BigInt::from(*it),
            Number::Big(it) => (**it).clone(),
            Number::Float(it) => big_of_float(*it),
        }
    }

    fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
            (Number::Float(a), b) => compare_float(*a, &b.to_big()),
            (a, Number::Float(b)) => compare_float(*b, &a.to_big()).map(Ordering::reverse),
            (a, b) => Some(a.to_big().cmp(&b.to_big())),
        }
    }
}

/// The whole part of a number, exactly.
pub(crate) fn big_of_float(value: f64) -> BigInt {
    let whole = value.trunc();
    format!("{whole:.0}").parse().unwrap_or_default()
}

fn compare_float(a: f64, b: &BigInt) -> Option<Ordering> {
    if a.is_nan() {
        return None;
    }
    if a.is_infinite() {
        return Some(if a > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    // A float has up to 309 digits, which are read as text.
    super::work::note(64);
    let order = big_of_float(a).cmp(b);
    Some(if order == Ordering::Equal { a.fract().partial_cmp(&0.0)? } else { order })
}

impl Value {
    /// `==`
    pub fn equals(&self, other: &Value) -> Outcome<bool> {
        equals(self, other, 0)
    }

    /// `is`
    pub(crate) fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => Rc::ptr_eq(&a.text, &b.text) || **a == **b && a.safe == b.safe,
            (Value::List(a), Value::List(b)) => a.same(b),
            (Value::Dict(a), Value::Dict(b)) => a.same(b),
            (Value::Tuple(a), Value::Tuple(b)) => a.address() == b.address(),
            (Value::Undefined(a), Value::Undefined(b)) => Rc::ptr_eq(a, b),
            (Value::Object(a), Value::Object(b)) => Rc::as_ptr(a) as *const u8 == Rc::as_ptr(b) as *const u8,
            _ => false,
        }
    }

    /// The order of two values; none of numbers that have none.
    pub fn compare(&self, other: &Value, operator: &str) -> Outcome<Option<Ordering>> {
        compare(self, other, operator, 0)
    }

    pub(crate) fn less(&self, other: &Value) -> Outcome<bool> {
        Ok(self.compare(other, "<")? == Some(Ordering::Less))
    }

    /// `item in self`
    pub fn contains(&self, item: &Value) -> Outcome<bool> {
        let among = |items: &[Value]| -> Outcome<bool> {
            for it in items {
                if it.is_same(item) || it.equals(item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        if self.is_lenient() {
            return Ok(false);
        }
        if let Some(entries) = self.entries() {
            return entries.contains(item.defined()?);
        }
        match self.defined()? {
            Value::Str(text) => match item.defined()? {
                Value::Str(item) => {
                    work::charge(text.len() / 64)?;
                    Ok(text.contains(&**item))
                }
                other => {
                    let message = format!("'in <string>' requires string as left operand, not {}", other.type_name());
                    Err(Error::type_error(message))
                }
            },
            Value::List(it) => among(&it.to_vec()),
            Value::Tuple(it) => among(it),
            Value::Dict(it) => Ok(it.get(&Key::new(item.clone())?).is_some()),
            Value::View(it) if it.kind == ViewKind::Keys => Ok(it.dict.get(&Key::new(item.clone())?).is_some()),
            Value::View(it) => among(&it.items()),
            Value::Range(it) => match item.known()? {
                Value::Int(item) => Ok(it.contains(*item)),
                Value::Bool(item) => Ok(it.contains(i64::from(*item))),
                other => {
                    for value in it.iter() {
                        if other.equals(&Value::Int(value))? {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                }
            },
            Value::Iter(it) => {
                while let Some(value) = it.next()? {
                    if value.equals(item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Object(it) => match it.items() {
                Some(items) => among(&items?),
                None => Err(self.not_a_container()),
            },
            _ => Err(self.not_a_container()),
        }
    }

    fn not_a_container(&self) -> Error {
        Error::type_error(format!("argument of type {} is not iterable", repr_str(&self.type_name())))
    }
}

fn equals(a: &Value, b: &Value, depth: u32) -> Outcome<bool> {
    work::charge(1)?;
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    let all = |a: &[Value], b: &[Value]| -> Outcome<bool> {
        if a.len() != b.len() {
            return Ok(false);
        }
        for (a, b) in a.iter().zip(b) {
            if !a.is_same(b) && !equals(a, b, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    if a.is_lenient() && !b.is_undefined() || b.is_lenient() && !a.is_undefined() {
        return Ok(false);
    }
    if a.is_lenient() && b.is_lenient() {
        return Ok(true);
    }
    let (a, b) = (a.defined()?, b.defined()?);
    if let (Some(a), Some(b)) = (Number::from(a), Number::from(b)) {
        return Ok(a.compare(&b) == Some(Ordering::Equal));
    }
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Ok(**a == **b),
        (Value::List(a), Value::List(b)) => Ok(a.same(b) || all(&a.to_vec(), &b.to_vec())?),
        (Value::Tuple(a), Value::Tuple(b)) => all(a, b),
        (Value::Dict(a), Value::Dict(b)) => {
            if a.same(b) {
                return Ok(true);
            }
            if a.len() != b.len() {
                return Ok(false);
            }
            let is_in_order = a.is_ordered() && b.is_ordered();
            for (index, (key, value)) in a.to_map().into_iter().enumerate() {
                match b.get(&key) {
                    Some(_) if is_in_order && !b.has_at(index, &key) => return Ok(false),
                    Some(other) if value.is_same(&other) || equals(&value, &other, depth + 1)? => {}
                    _ => return Ok(false),
                }
            }
            Ok(true)
        }
        (Value::View(a), Value::View(b)) if a.kind == b.kind && a.kind != ViewKind::Values => {
            let (a, b) = (a.items(), b.items());
            if a.len() != b.len() {
                return Ok(false);
            }
            for item in &a {
                let mut found = false;
                for other in &b {
                    found = found || equals(item, other, depth + 1)?;
                }
                if !found {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (Value::Range(a), Value::Range(b)) => {
            Ok(a.len() == b.len() && (a.is_empty() || a.start == b.start && (a.len() == 1 || a.step == b.step)))
        }
        _ => Ok(a.is_same(b)),
    }
}

fn compare(a: &Value, b: &Value, operator: &str, depth: u32) -> Outcome<Option<Ordering>> {
    work::charge(1)?;
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    let (a, b) = (a.defined()?, b.defined()?);
    if let (Some(a), Some(b)) = (Number::from(a), Number::from(b)) {
        return Ok(a.compare(&b));
    }
    let in_order = |a: &[Value], b: &[Value]| -> Outcome<Option<Ordering>> {
        for (a, b) in a.iter().zip(b) {
            if !a.is_same(b) && !equals(a, b, depth + 1)? {
                return compare(a, b, operator, depth + 1);
            }
        }
        Ok(Some(a.len().cmp(&b.len())))
    };
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Ok(Some(a.chars().cmp(b.chars()))),
        (Value::List(a), Value::List(b)) => in_order(&a.to_vec(), &b.to_vec()),
        (Value::Tuple(a), Value::Tuple(b)) => in_order(a, b),
        (Value::View(_), Value::View(_)) => Err(Error::not_covered("the order of two views")),
        _ => {
            let (a, b) = (repr_str(&a.type_name()), repr_str(&b.type_name()));
            Err(Error::type_error(format!("{} not supported between instances of {a} and {b}", repr_str(operator))))
        }
    }
}
