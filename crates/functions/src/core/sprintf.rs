//! `sprintf`.

use values::{Value, format};

use crate::{Call, Context, Failure, Outcome};

pub(super) fn sprintf(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some((form, arguments)) = call.arguments.split_first() else { return Ok(Value::Undef) };
    let Value::String(form) = form else { return Err(super::digest::no_conversion(form)) };
    let text = format::sprintf(form, arguments).map_err(Failure::plain)?;
    context.spend(u64::try_from(text.len() / 64).unwrap_or(u64::MAX))?;
    Ok(Value::from(text))
}
