//! `upcase`, `downcase`, `capitalize` and `camelcase`.

use std::sync::Arc;

use issue::{Ended, Issue};
use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

/// How deep lists within lists are gone into.
const DEPTH: u32 = 200;

pub(super) fn upcase(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    deep(call.at(0), &|text| text.to_uppercase(), DEPTH)
}

pub(super) fn downcase(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    deep(call.at(0), &|text| text.to_lowercase(), DEPTH)
}

fn deep(value: &Value, change: &dyn Fn(&str) -> String, depth: u32) -> Outcome {
    if depth == 0 {
        return Err(Failure::exception(Issue::Ended(Ended::Depth)));
    }
    Ok(match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(list) => Value::Array(Arc::new(list.iter().map(|it| deep(it, change, depth - 1)).collect::<Result<_, _>>()?)),
        Value::Hash(hash) => {
            let mut result = Hash::default();
            for (key, value) in hash.iter() {
                result.insert(deep(key, change, depth - 1)?, deep(value, change, depth - 1)?);
            }
            Value::hash(result)
        }
        other => other.clone(),
    })
}

pub(super) fn capitalize(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    super::strip::each_text(context, call, ruby::capitalize)
}

pub(super) fn camelcase(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    super::strip::each_text(context, call, |text| text.split('_').map(ruby::capitalize).collect())
}
