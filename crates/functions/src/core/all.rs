//! `all` and `any`.

use values::Value;

use crate::{Call, Context, Outcome, iterate, unknown};

pub(super) fn all(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    search(context, call, false)
}

pub(super) fn any(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    search(context, call, true)
}

/// Goes on until an element is what is wanted.
fn search(context: &mut dyn Context, call: &Call<'_>, wanted: bool) -> Outcome {
    let block = call.block()?;
    let value = call.at(0);
    let (two, of_hash) = (block.takes(2), matches!(value, Value::Hash(_)));
    let mut doubt = None;
    for (index, element) in (0..).zip(iterate::elements(call.name, value)?) {
        match iterate::visit(context, block, index, &element, of_hash, two)? {
            Value::Unknown(unknown) => doubt = Some(unknown),
            found if found.is_true() == wanted => return Ok(Value::Boolean(wanted)),
            _ => {}
        }
    }
    Ok(match doubt {
        Some(unknown) => unknown::because(&unknown, values::Type::Boolean(None)),
        None => Value::Boolean(!wanted),
    })
}
