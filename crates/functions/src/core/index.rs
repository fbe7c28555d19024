//! `index`.

use values::Value;

use crate::{Call, Context, Outcome, iterate, ruby, unknown};

pub(super) fn index(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = call.at(0);
    if call.block.is_none()
        && let Value::String(text) = value
    {
        match call.at(1) {
            Value::String(part) => return Ok(in_text(text, text.find(&**part))),
            Value::Regex(regex) => return Ok(in_text(text, ruby::find(regex, text))),
            _ => {}
        }
    }
    let of_hash = matches!(value, Value::Hash(_));
    for (index, element) in (0..).zip(iterate::elements("index", value)?) {
        let (key, content) = match &element {
            Value::Array(pair) if of_hash => match &pair[..] {
                [key, value] => (key.clone(), value.clone()),
                _ => continue,
            },
            other => (Value::Integer(index), other.clone()),
        };
        context.spend(1)?;
        let found = match call.block {
            Some(block) if block.takes(2) => context.call_block(block, vec![key.clone(), content])?,
            Some(block) => context.call_block(block, vec![content])?,
            None => Value::Boolean(ruby::equal(&content, call.at(1))),
        };
        match found {
            Value::Unknown(unknown) => return Ok(unknown::because(&unknown, values::Type::Any)),
            found if found.is_true() => return Ok(key),
            _ => {}
        }
    }
    Ok(Value::Undef)
}

/// Places in texts are counted in characters.
fn in_text(text: &str, at: Option<usize>) -> Value {
    let before = at.and_then(|at| text.get(..at));
    before.map_or(Value::Undef, |before| Value::Integer(i64::try_from(before.chars().count()).unwrap_or(i64::MAX)))
}
