//! Operators on lists, hashes and bytes.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::OpError;
use crate::{Hash, Value};

/// Larger results are refused.
const MAX_LENGTH: usize = 10_000_000;

/// Pairs of a hash, as lists.
fn pairs(hash: &Hash) -> Vec<Value> {
    hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect()
}

/// A list stays, a hash becomes its pairs, all else a list of one.
fn as_list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.to_vec(),
        Value::Hash(entries) => pairs(entries),
        other => vec![other.clone()],
    }
}

fn bounded(length: usize) -> Result<(), OpError> {
    if length > MAX_LENGTH { Err(OpError::runtime(format!("the result has more than {MAX_LENGTH} elements"))) } else { Ok(()) }
}

pub(super) fn append(list: &[Value], other: &Value) -> Result<Value, OpError> {
    let mut result = list.to_vec();
    result.extend(as_list(other));
    bounded(result.len())?;
    Ok(Value::array(result))
}

pub(super) fn push(list: &[Value], other: &Value) -> Result<Value, OpError> {
    let mut result = list.to_vec();
    result.push(other.clone());
    bounded(result.len())?;
    Ok(Value::array(result))
}

pub(super) fn append_bytes(bytes: &[u8], other: &Value) -> Result<Value, OpError> {
    let Value::Binary(more) = other else { return Err(OpError::runtime("Can only append Binary to a Binary")) };
    let result = [bytes, more].concat();
    Ok(Value::Binary(Arc::from(result)))
}

pub(super) fn merge(hash: &Hash, other: &Value) -> Result<Value, OpError> {
    let mut result = hash.clone();
    match other {
        Value::Hash(entries) => result.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone()))),
        Value::Array(values) => result.extend(entries_of(values)?),
        _ => return Err(OpError::runtime("Can only append Array or Hash to a Hash")),
    }
    bounded(result.len())?;
    Ok(Value::hash(result))
}

/// From pairs, or from keys and values one after the other.
fn entries_of(values: &[Value]) -> Result<Vec<(Value, Value)>, OpError> {
    if !values.is_empty() && values.iter().all(|it| matches!(it, Value::Array(_))) {
        let pair = |(index, value): (usize, &Value)| match value {
            Value::Array(it) => match it.as_slice() {
                [key, value] => Ok((key.clone(), value.clone())),
                other => Err(OpError::runtime(format!("wrong array length at {index} (expected 2, was {})", other.len()))),
            },
            _ => Err(OpError::runtime(format!("wrong element type at {index} (expected array)"))),
        };
        return values.iter().enumerate().map(pair).collect();
    }
    if let [Value::Hash(entries)] = values {
        return Ok(entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect());
    }
    let pair = |it: &[Value]| match it {
        [key, value] => Ok((key.clone(), value.clone())),
        _ => Err(OpError::runtime("odd number of arguments for Hash")),
    };
    values.chunks(2).map(pair).collect()
}

/// Ruby's `==` here: case matters, `1` is `1.0`.
pub(super) fn without(list: &[Value], other: &Value) -> Value {
    let removed: IndexSet<Value, FxBuildHasher> = as_list(other).into_iter().collect();
    let stays = |value: &&Value| {
        let twin = match value {
            Value::Integer(it) => Some(Value::Float(*it as f64)),
            // What has a fraction or is too large becomes another number, which is not equal.
            Value::Float(it) if it.fract() == 0.0 && it.abs() < 9e15 => Some(Value::Integer(*it as i64)),
            _ => None,
        };
        !removed.contains(*value) && !twin.is_some_and(|it| removed.contains(&it))
    };
    Value::array(list.iter().filter(stays).cloned().collect())
}

pub(super) fn without_keys(hash: &Hash, other: &Value) -> Value {
    let removed: IndexSet<Value, FxBuildHasher> = match other {
        Value::Array(values) => values.iter().cloned().collect(),
        Value::Hash(entries) => entries.keys().cloned().collect(),
        other => [other.clone()].into_iter().collect(),
    };
    Value::hash(hash.iter().filter(|(key, _)| !removed.contains(*key)).map(|(key, value)| (key.clone(), value.clone())).collect())
}
