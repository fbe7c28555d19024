//! `any2bool`, `num2bool` and `clamp`.

use values::Value;

use crate::core::fqdn_rand::to_i;
use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn any2bool(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(0) {
        None => Err(Failure::plain("any2bool(): Wrong number of arguments given (0 for 1)")),
        Some(Value::Boolean(it)) => Ok(Value::Boolean(*it)),
        Some(Value::Undef) => Ok(Value::Boolean(false)),
        Some(number @ (Value::Integer(_) | Value::Float(_))) => positive(number),
        Some(Value::String(text)) if ruby::float(text).is_some() => positive(call.at(0)),
        Some(text @ Value::String(_)) => super::bool::truth(text).map(Value::Boolean),
        Some(_) => Ok(Value::Boolean(true)),
    }
}

pub(super) fn num2bool(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [number] => positive(number),
        many => Err(Failure::plain(format!("num2bool(): Wrong number of arguments given ({} for 1)", many.len()))),
    }
}

fn positive(number: &Value) -> Outcome {
    let whole = match number {
        Value::Integer(_) | Value::Float(_) => to_i(number)?,
        Value::String(text) => match ruby::float(text) {
            Some(it) => to_i(&Value::Float(it))?,
            None => {
                let shown = ruby::inspect(number);
                let message = format!("num2bool(): '{text}' does not look like a number: invalid value for Float(): {shown}");
                return Err(Failure::plain(message));
            }
        },
        other => ruby::to_i(&ruby::to_s(other)),
    };
    Ok(Value::Boolean(whole > 0))
}

pub(super) fn clamp(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let values = ruby::flatten(call.arguments);
    let [a, b, c] = &values[..] else {
        return Err(Failure::plain("clamp(): Wrong number of arguments, need three to clamp"));
    };
    for value in &values {
        match value {
            Value::String(text) if text.split('\n').any(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())) => {}
            Value::String(text) => return Err(Failure::plain(format!("clamp(): Required explicit numeric ({text}:String)"))),
            Value::Hash(_) => {
                return Err(Failure::plain(format!("clamp(): The Hash type is not allowed ({})", ruby::to_s(value))));
            }
            _ => {}
        }
    }
    let mut numbers = [to_i(a)?, to_i(b)?, to_i(c)?];
    numbers.sort_unstable();
    Ok(Value::Integer(numbers[1]))
}
