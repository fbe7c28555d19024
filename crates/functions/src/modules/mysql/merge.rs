//! `mysql::normalise_and_deepmerge`.

use issue::{Ended, Issue};
use values::{Hash, Value};

use crate::core::digest::no_conversion;
use crate::{Call, Context, Failure, Outcome};

/// How deep hashes within hashes are merged.
const DEPTH: u32 = 200;

/// Hashes merged as MySQL reads options: a name with dashes is the one with underscores, and the last way to write it counts.
pub(super) fn normalised(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        let message = format!("mysql::normalise_and_deepmerge(): wrong number of arguments ({count}; must be at least 2)");
        return Err(Failure::plain(message));
    }
    let mut result = Hash::default();
    for argument in call.arguments {
        match argument {
            // The empty text stands for undef.
            Value::String(text) if text.is_empty() => {}
            Value::Hash(hash) => overlay(context, &mut result, hash, DEPTH)?,
            // What it wants to say of it fails.
            _ => return Err(Failure::plain("key{arg_class} not found")),
        }
    }
    Ok(Value::hash(result))
}

fn overlay(context: &mut dyn Context, onto: &mut Hash, from: &Hash, depth: u32) -> Result<(), Failure> {
    if depth == 0 {
        return Err(Failure::exception(Issue::Ended(Ended::Depth)));
    }
    context.spend(u64::try_from(from.len()).unwrap_or(u64::MAX))?;
    for (key, value) in from {
        if !onto.contains_key(key) {
            rename(onto, key)?;
        }
        let merged = match (onto.get(key), value) {
            (Some(Value::Hash(old)), Value::Hash(new)) => {
                let mut inner = (**old).clone();
                overlay(context, &mut inner, new, depth - 1)?;
                Value::hash(inner)
            }
            (_, other) => other.clone(),
        };
        onto.insert(key.clone(), merged);
    }
    Ok(())
}

/// Gives what is there under the other way to write the key that key, after all others.
fn rename(hash: &mut Hash, key: &Value) -> Result<(), Failure> {
    let Value::String(name) = key else { return Err(no_conversion(key)) };
    let other = if name.contains('-') { name.replace('-', "_") } else { name.replace('_', "-") };
    if let Some(value) = hash.shift_remove(&Value::from(other)) {
        hash.insert(key.clone(), value);
    }
    Ok(())
}
