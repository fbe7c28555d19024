//! `stdlib::rewrap_sensitive_data`, and the functions that make a text of data of which a part may be secret.

use std::sync::Arc;

use issue::{Ended, Issue};
use values::{Hash, Value};

use super::{code, json, yaml};
use crate::{Call, Context, Failure, Outcome};

/// How deep values are looked into.
const DEEPEST: u32 = 500;

/// Applies the block to the data without the wrappers in it; the result is secret if there were some.
pub(super) fn rewrap(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let block = call.block;
    wrapped(call.at(0), |data| match block {
        Some(block) => context.call_block(block, vec![data]),
        None => Ok(data),
    })
}

pub(super) fn to_json(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    of_bare(context, call, json::to_json)
}

pub(super) fn to_json_pretty(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    of_bare(context, call, json::to_json_pretty)
}

pub(super) fn to_toml(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    of_bare(context, call, code::to_toml)
}

pub(super) fn to_yaml(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    of_bare(context, call, yaml::to_yaml)
}

/// Applies a function to its first argument without wrappers.
fn of_bare(context: &mut dyn Context, call: &Call<'_>, run: crate::Body) -> Outcome {
    wrapped(call.at(0), |data| {
        let arguments: Vec<Value> = std::iter::once(data).chain(call.arguments.iter().skip(1).cloned()).collect();
        run(context, &Call { arguments: &arguments, ..*call })
    })
}

fn wrapped(data: &Value, make: impl FnOnce(Value) -> Outcome) -> Outcome {
    let mut found = false;
    let made = make(bare(data, &mut found, DEEPEST)?)?;
    Ok(match made {
        Value::Unknown(_) => made,
        made if found => Value::Sensitive(Arc::new(made)),
        made => made,
    })
}

fn bare(value: &Value, found: &mut bool, depth: u32) -> Result<Value, Failure> {
    let Some(depth) = depth.checked_sub(1) else { return Err(Failure::exception(Issue::Ended(Ended::Depth))) };
    Ok(match value {
        Value::Sensitive(inner) => {
            *found = true;
            bare(inner, found, depth)?
        }
        Value::Array(list) => Value::array(list.iter().map(|it| bare(it, found, depth)).collect::<Result<_, _>>()?),
        Value::Hash(hash) => {
            let mut result = Hash::default();
            for (key, value) in hash.iter() {
                // Of a key no more than its own wrapper is taken off.
                let key = match key {
                    Value::Sensitive(inner) => {
                        *found = true;
                        (**inner).clone()
                    }
                    other => other.clone(),
                };
                result.insert(key, bare(value, found, depth)?);
            }
            Value::hash(result)
        }
        other => other.clone(),
    })
}
