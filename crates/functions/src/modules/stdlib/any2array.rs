//! `any2array`.

use values::Value;

use crate::{Call, Context, Outcome};

pub(super) fn any2array(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(match call.arguments {
        [list @ Value::Array(_)] => list.clone(),
        [Value::String(text)] if text.is_empty() => Value::array(vec![]),
        [Value::Hash(hash)] => Value::array(hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect()),
        arguments => Value::array(arguments.to_vec()),
    })
}
