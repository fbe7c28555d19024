//! `merge` and `deep_merge`.

use issue::{Ended, Issue};
use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, iterate, ruby};

/// How deep hashes within hashes are merged.
const DEPTH: u32 = 200;

pub(super) fn deep_merge(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if call.arguments.len() < 2 {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("deep_merge(): wrong number of arguments ({count}; must be at least 2)")));
    }
    let mut result = Hash::default();
    for argument in call.arguments {
        match argument {
            // The empty text stands for undef.
            Value::String(text) if text.is_empty() => {}
            Value::Hash(hash) => result = merged(context, &result, hash, DEPTH)?,
            other => {
                let class = ruby::class(other);
                return Err(Failure::plain(format!("deep_merge: unexpected argument type {class}, only expects hash arguments")));
            }
        }
    }
    Ok(Value::hash(result))
}

pub(super) fn merge(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut result = Hash::default();
    let add = |result: &mut Hash, value: &Value| {
        if let Value::Hash(hash) = value {
            result.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    };
    let Some(block) = call.block else {
        for argument in call.arguments {
            add(&mut result, argument);
        }
        return Ok(Value::hash(result));
    };
    let [iterable] = call.arguments else {
        return Err(Failure::plain(format!("wrong number of arguments (given {}, expected 1)", call.arguments.len())));
    };
    let of_hash = matches!(iterable, Value::Hash(_));
    for (index, element) in iterate::elements("merge", iterable)?.enumerate() {
        context.spend(1)?;
        let memo = Value::hash(result.clone());
        let arguments = match element {
            // A pair is spread, where the block takes its parts.
            Value::Array(pair) if of_hash && block.arity() == 3 => std::iter::once(memo).chain(pair.iter().cloned()).collect(),
            element if block.arity() == 3 => vec![memo, Value::Integer(i64::try_from(index).unwrap_or(i64::MAX)), element],
            element => vec![memo, element],
        };
        let more = context.call_block(block, arguments)?;
        add(&mut result, &more);
    }
    Ok(Value::hash(result))
}

fn merged(context: &mut dyn Context, a: &Hash, b: &Hash, depth: u32) -> Result<Hash, Failure> {
    if depth == 0 {
        return Err(Failure::exception(Issue::Ended(Ended::Depth)));
    }
    context.spend(u64::try_from(a.len().saturating_add(b.len())).unwrap_or(u64::MAX))?;
    let mut result = a.clone();
    for (key, new) in b {
        let value = match (a.get(key), new) {
            (Some(Value::Hash(old)), Value::Hash(new)) => Value::hash(merged(context, old, new, depth - 1)?),
            (_, new) => new.clone(),
        };
        result.insert(key.clone(), value);
    }
    Ok(result)
}
