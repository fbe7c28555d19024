//! `deep_merge`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

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

fn merged(context: &mut dyn Context, a: &Hash, b: &Hash, depth: u32) -> Result<Hash, Failure> {
    if depth == 0 {
        return Err(Failure::plain("stack level too deep"));
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
