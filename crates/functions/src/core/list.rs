//! `flatten`, `join`, `keys` and `values`.

use values::Value;

use crate::splice::{Splice, open_list};
use crate::{Call, Context, Outcome, ruby};

pub(super) fn flatten(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let flat = ruby::flatten(call.arguments);
    context.spend(u64::try_from(flat.len()).unwrap_or(u64::MAX))?;
    // What may be an array has any number of elements.
    let Some(cause) = flat.iter().find_map(|it| Splice::Flatten.opens(it)).cloned() else { return Ok(Value::array(flat)) };
    let parts: Vec<(Value, Option<Splice>)> = flat.into_iter().map(|it| (it, Some(Splice::Flatten))).collect();
    Ok(open_list(&cause, &parts))
}

pub(super) fn join(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Array(list) = call.at(0) else { return Ok(Value::Undef) };
    let text = ruby::join(list.iter(), call.text(1));
    context.spend(u64::try_from(text.len() / 64).unwrap_or(u64::MAX))?;
    Ok(Value::from(text))
}

pub(super) fn keys(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Hash(hash) = call.at(0) else { return Ok(Value::Undef) };
    Ok(Value::array(hash.keys().cloned().collect()))
}

pub(super) fn values(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Hash(hash) = call.at(0) else { return Ok(Value::Undef) };
    Ok(Value::array(hash.values().cloned().collect()))
}
