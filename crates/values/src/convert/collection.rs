//! Lists and hashes.

use std::sync::{Arc, LazyLock};

use issue::Issue;

use super::constructor::{Constructor, value_cannot};
use super::{DEPTH, MOST};
use crate::{Hash, Type, Value, infer};

pub(super) fn array() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_array")
            .overload(&["Variant[Array,Hash,Binary,Iterable] from", "Boolean[false] wrap?"], |arguments, _| {
                match arguments.first().unwrap_or(&Value::Undef) {
                    list @ Value::Array(_) => Ok(list.clone()),
                    Value::Binary(bytes) => Ok(Value::array(bytes.iter().map(|it| Value::Integer(i64::from(*it))).collect())),
                    other => elements(other)?.map(Value::array).ok_or_else(|| not_iterable(other)).map_err(Issue::from),
                }
            })
            .overload(&["Any from", "Boolean[true] wrap"], |arguments, _| {
                Ok(match arguments.first().unwrap_or(&Value::Undef) {
                    list @ Value::Array(_) => list.clone(),
                    other => Value::array(vec![other.clone()]),
                })
            })
            .refusing(&["Any from", "Boolean wrap?"], |arguments| Ok(value_cannot(arguments.first().unwrap_or(&Value::Undef), "Array")))
    });
    &CONSTRUCTOR
}

fn not_iterable(value: &Value) -> String {
    format!("An instance of {} is not iterable", infer(value))
}

/// All that Puppet iterates of a value; none where it iterates nothing.
fn elements(value: &Value) -> Result<Option<Vec<Value>>, Issue> {
    Ok(Some(match value {
        Value::Array(values) => values.to_vec(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        Value::String(text) => text.chars().map(|c| Value::from(c.to_string())).collect(),
        Value::Integer(count) if *count >= 0 => numbers(0, count - 1)?,
        Value::Iterator(it) => it.elements.clone(),
        Value::Type(ty) => match ty.resolved() {
            Type::Integer(Some(from), Some(to)) => numbers(*from, *to)?,
            Type::Enum(values, _) => values.iter().map(|it| Value::String(it.clone())).collect(),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

fn numbers(from: i64, to: i64) -> Result<Vec<Value>, Issue> {
    let count = i128::from(to) - i128::from(from) + 1;
    if count > i128::try_from(MOST).unwrap_or(0) {
        return Err(format!("an array of {count} elements is too large").into());
    }
    Ok((from..=to).map(Value::Integer).collect())
}

pub(super) fn hash() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_hash")
            .alias("KeyValueArray", "Array[Tuple[Any,Any],1]")
            .alias("TreeArray", "Array[Tuple[Array,Any],1]")
            .alias("NewHashOption", "Enum[tree, hash_tree]")
            .overload(&["TreeArray from", "NewHashOption build_option?"], |arguments, _| {
                let entries = list(arguments.first());
                match arguments.get(1).and_then(Value::as_str) {
                    None => Ok(of_pairs(entries)),
                    Some(option) => tree(entries, option == "hash_tree"),
                }
            })
            .overload(&["KeyValueArray from"], |arguments, _| Ok(of_pairs(list(arguments.first()))))
            .overload(&["Any from"], |arguments, _| {
                let from = arguments.first().unwrap_or(&Value::Undef);
                match from {
                    Value::Hash(_) => Ok(from.clone()),
                    Value::Array(values) if values.is_empty() => Ok(Value::hash(Hash::default())),
                    Value::Array(values) => alternating(values),
                    other => match elements(other)? {
                        // Ruby reads one argument as a list of pairs.
                        Some(elements) if elements.len() == 1 => single(&elements),
                        Some(elements) => alternating(&elements),
                        None => Err(value_cannot(other, "Hash").into()),
                    },
                }
            })
    });
    &CONSTRUCTOR
}

fn list(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(values)) => values,
        _ => &[],
    }
}

fn of_pairs(pairs: &[Value]) -> Value {
    let pair = |it: &Value| match it {
        Value::Array(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
        _ => None,
    };
    Value::hash(pairs.iter().filter_map(pair).collect())
}

fn alternating(values: &[Value]) -> Result<Value, Issue> {
    if values.len() % 2 == 1 {
        return Err("odd number of arguments for Hash".to_owned().into());
    }
    let mut entries = Hash::default();
    for pair in values.chunks(2) {
        if let [key, value] = pair {
            entries.insert(key.clone(), value.clone());
        }
    }
    Ok(Value::hash(entries))
}

/// Ruby's `Hash[x]`.
fn single(elements: &[Value]) -> Result<Value, Issue> {
    let Some(Value::Array(pairs)) = elements.first() else { return Err("odd number of arguments for Hash".to_owned().into()) };
    for (index, pair) in pairs.iter().enumerate() {
        match pair {
            Value::Array(pair) if (1..=2).contains(&pair.len()) => {}
            Value::Array(pair) => return Err(format!("invalid number of elements ({} for 1..2)", pair.len()).into()),
            other => {
                let class = match other {
                    Value::String(_) => "String",
                    Value::Integer(_) => "Integer",
                    Value::Float(_) => "Float",
                    Value::Hash(_) => "Hash",
                    Value::Undef => "nil",
                    _ => "Object",
                };
                return Err(format!("wrong element type {class} at {index} (expected array)").into());
            }
        }
    }
    Ok(of_pairs(pairs))
}

/// Paths with values, as `tree_each` gives them.
fn tree(entries: &[Value], all_hashes: bool) -> Result<Value, Issue> {
    let mut root = Value::hash(Hash::default());
    for entry in entries {
        let Value::Array(entry) = entry else { continue };
        let (Some(Value::Array(path)), Some(value)) = (entry.first(), entry.get(1)) else { continue };
        let Some((last, path)) = path.split_last() else {
            merge(&mut root, value)?;
            continue;
        };
        if path.len() > DEPTH * 10 {
            return Err("stack level too deep".to_owned().into());
        }
        let mut at = &mut root;
        for key in path {
            at = step(at, key)?;
        }
        set(at, last, if all_hashes { as_hash(value, 0) } else { value.clone() })?;
    }
    Ok(root)
}

fn merge(root: &mut Value, value: &Value) -> Result<(), Issue> {
    let Value::Hash(own) = root else { return Ok(()) };
    let own = Arc::make_mut(own);
    match value {
        Value::Array(values) => {
            own.extend(values.iter().zip(0..).map(|(value, index)| (Value::Integer(index), value.clone())));
        }
        Value::Hash(entries) => own.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone()))),
        other => return Err(format!("no implicit conversion of {} into Hash", class(other)).into()),
    }
    Ok(())
}

fn class(value: &Value) -> &'static str {
    match value {
        Value::Undef => "nil",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        Value::Default => "Symbol",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regex(_) => "Regexp",
        _ => "Object",
    }
}

/// A receiver as Ruby names it where it lacks a method.
fn receiver(value: &Value) -> String {
    match value {
        Value::Undef => "nil:NilClass".to_owned(),
        Value::Boolean(true) => "true:TrueClass".to_owned(),
        Value::Boolean(false) => "false:FalseClass".to_owned(),
        other => format!("{}:{}", crate::print::ruby(other), class(other)),
    }
}

fn index_of(key: &Value, length: usize) -> Option<usize> {
    let Value::Integer(index) = key else { return None };
    match usize::try_from(*index) {
        Ok(index) => Some(index),
        Err(_) => length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    }
}

fn step<'a>(at: &'a mut Value, key: &Value) -> Result<&'a mut Value, Issue> {
    match at {
        Value::Hash(entries) => Ok(Arc::make_mut(entries).entry(key.clone()).or_insert_with(|| Value::hash(Hash::default()))),
        Value::Array(values) => {
            let index = index_of(key, values.len());
            index
                .and_then(|it| Arc::make_mut(values).get_mut(it))
                .ok_or_else(|| "undefined method `[]=' for nil:NilClass".to_owned())
                .map_err(Issue::from)
        }
        other => {
            let line = "            r = path[0..-2].reduce(result) { |memo, idx| (memo.is_a?(Array) || memo.has_key?(idx)) ? memo[idx] : memo[idx] = {} }";
            let mark = "                                                                                   ^^^^^^^^^";
            Err(format!("undefined method `has_key?' for {}\n\n{line}\n{mark}", receiver(other)).into())
        }
    }
}

fn set(at: &mut Value, key: &Value, value: Value) -> Result<(), Issue> {
    match at {
        Value::Hash(entries) => {
            Arc::make_mut(entries).insert(key.clone(), value);
        }
        Value::Array(values) => {
            let index = index_of(key, values.len())
                .filter(|it| *it < MOST)
                .ok_or_else(|| format!("index {} is out of range", crate::print::ruby(key)))?;
            let values = Arc::make_mut(values);
            if values.len() <= index {
                values.resize(index + 1, Value::Undef);
            }
            if let Some(place) = values.get_mut(index) {
                *place = value;
            }
        }
        Value::String(_) => return Err("string not matched".to_owned().into()),
        other => {
            let line = "            r[path[-1]] = (all_hashes ? PHashType.array_as_hash(value) : value)";
            let mark = "             ^^^^^^^^^^^^";
            let hint = if matches!(other, Value::Integer(_)) { "\nDid you mean?  []" } else { "" };
            return Err(format!("undefined method `[]=' for {}\n\n{line}\n{mark}{hint}", receiver(other)).into());
        }
    }
    Ok(())
}

/// Lists become hashes with numbers for keys, also inside of lists.
fn as_hash(value: &Value, depth: usize) -> Value {
    match value {
        Value::Array(values) if depth < DEPTH * 10 => {
            let entry = |(value, index): (&Value, i64)| (Value::Integer(index), as_hash(value, depth + 1));
            Value::hash(values.iter().zip(0..).map(entry).collect())
        }
        other => other.clone(),
    }
}
