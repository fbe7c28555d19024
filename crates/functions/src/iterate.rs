//! Input of the functions that iterate.

use std::sync::Arc;

use issue::{Ended, Issue};
use values::weight::MOST_ELEMENTS;
use values::{Hash, Type, Value};

use crate::{Block, Context, Failure};

/// Elements one after the other, without making a list of a large range of numbers.
pub(crate) enum Elements {
    List(Arc<Vec<Value>>, usize),
    /// As lists of a key and a value.
    Pairs(Arc<Hash>, usize),
    Numbers {
        next: i64,
        last: i64,
        done: bool,
    },
    Owned(std::vec::IntoIter<Value>),
}

impl Iterator for Elements {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            Elements::List(list, at) => {
                let value = list.get(*at)?.clone();
                *at += 1;
                Some(value)
            }
            Elements::Pairs(hash, at) => {
                let (key, value) = hash.get_index(*at)?;
                *at += 1;
                Some(Value::array(vec![key.clone(), value.clone()]))
            }
            Elements::Numbers { next, last, done } => {
                if *done || *next > *last {
                    return None;
                }
                let value = *next;
                match next.checked_add(1) {
                    Some(following) => *next = following,
                    None => *done = true,
                }
                Some(Value::Integer(value))
            }
            Elements::Owned(values) => values.next(),
        }
    }
}

/// The elements of what Puppet calls iterable.
pub(crate) fn elements_of(value: &Value) -> Option<Elements> {
    Some(match value {
        Value::Array(list) => Elements::List(list.clone(), 0),
        Value::Hash(hash) => Elements::Pairs(hash.clone(), 0),
        Value::String(text) => Elements::Owned(characters(text).into_iter()),
        Value::Integer(count) if *count >= 0 => Elements::Numbers { next: 0, last: count - 1, done: false },
        Value::Iterator(iterator) => Elements::Owned(iterator.elements.clone().into_iter()),
        Value::Type(ty) => return over_type(ty),
        _ => return None,
    })
}

fn over_type(ty: &Type) -> Option<Elements> {
    match ty {
        Type::Integer(Some(from), Some(to)) => Some(Elements::Numbers { next: *from, last: *to, done: false }),
        Type::Enum(values, _) => Some(Elements::Owned(values.iter().map(|it| Value::String(it.clone())).collect::<Vec<_>>().into_iter())),
        Type::Alias(alias) => match alias.resolved.get()? {
            Type::Alias(_) => None,
            resolved => over_type(resolved),
        },
        _ => None,
    }
}

pub(crate) fn characters(text: &str) -> Vec<Value> {
    let mut buffer = [0; 4];
    text.chars().map(|it| Value::string(&*it.encode_utf8(&mut buffer))).collect()
}

/// Like [`elements_of`], with the error of a function that expected its signature to have refused the value.
pub(crate) fn elements(name: &str, value: &Value) -> Result<Elements, Failure> {
    elements_of(value).ok_or_else(|| {
        Failure::plain(format!("Puppet::Functions::{name}(): wrong argument type ({}; is not Iterable.", crate::ruby::class(value)))
    })
}

/// All elements at once, paid for one by one.
pub(crate) fn collect(context: &mut dyn Context, elements: Elements) -> Result<Vec<Value>, Failure> {
    let mut all = Vec::new();
    for element in elements {
        context.spend(1)?;
        add(&mut all, element)?;
    }
    Ok(all)
}

/// Adds an element to a result. Fails once there are more than a value may hold, and not when all of a huge range is in memory.
pub(crate) fn add<T>(all: &mut Vec<T>, element: T) -> Result<(), Failure> {
    if all.len() >= MOST_ELEMENTS {
        return Err(Issue::Ended(Ended::Elements(MOST_ELEMENTS)).into());
    }
    all.push(element);
    Ok(())
}

/// Calls the block for an element as every iterating function does: with key and value or index and value where the
/// block takes two, else with the pair or the value.
pub(crate) fn visit(
    context: &mut dyn Context,
    block: &Block,
    index: i64,
    element: &Value,
    of_hash: bool,
    two: bool,
) -> Result<Value, Failure> {
    context.spend(1)?;
    let arguments = match element {
        Value::Array(pair) if two && of_hash => pair.to_vec(),
        value if two => vec![Value::Integer(index), value.clone()],
        value => vec![value.clone()],
    };
    context.call_block(block, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A result ends as it grows, and not when all elements of a huge range are in memory: these would take gigabytes.
    #[test]
    fn no_result_grows_beyond_what_a_value_may_hold() {
        let mut full = vec![(); MOST_ELEMENTS - 1];
        assert!(add(&mut full, ()).is_ok());
        assert!(add(&mut full, ()).is_err());
    }
}
