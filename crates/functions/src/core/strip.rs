//! `strip`, `lstrip`, `rstrip`, `chomp` and `chop`: of a text, or of each element of what can be iterated.

use values::Value;

use crate::{Call, Context, Outcome, iterate, ruby};

pub(super) fn each_text(context: &mut dyn Context, call: &Call<'_>, change: impl Fn(&str) -> String) -> Outcome {
    match call.at(0) {
        Value::String(text) => Ok(Value::from(change(text))),
        number @ (Value::Integer(_) | Value::Float(_)) => Ok(number.clone()),
        other => {
            let mut result = Vec::new();
            for element in iterate::elements(call.name, other)? {
                context.spend(1)?;
                result.push(match element {
                    Value::String(text) => Value::from(change(&text)),
                    other => other,
                });
            }
            Ok(Value::array(result))
        }
    }
}

pub(super) fn strip(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    each_text(context, call, |text| ruby::strip(text).to_owned())
}

pub(super) fn lstrip(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    each_text(context, call, |text| ruby::lstrip(text).to_owned())
}

pub(super) fn rstrip(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    each_text(context, call, |text| ruby::rstrip(text).to_owned())
}

/// One end of a line goes, whichever it is.
pub(super) fn chomp(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    each_text(context, call, |text| ruby::chomp(text).to_owned())
}

/// One character goes, or `\r\n`.
pub(super) fn chop(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    each_text(context, call, |text| {
        let mut characters = text.chars();
        characters.next_back();
        text.strip_suffix("\r\n").unwrap_or(characters.as_str()).to_owned()
    })
}
