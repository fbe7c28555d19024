//! `abs`, `ceiling`, `floor` and `round`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn abs(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = match call.at(0) {
        Value::String(text) => {
            deprecated(context, "abs", "Numeric");
            decimal(text).ok_or_else(|| Failure::plain("abs(): Requires float or integer to work with - was given non decimal string"))?
        }
        other => other.clone(),
    };
    Ok(match value {
        Value::Integer(it) => Value::Integer(it.checked_abs().ok_or_else(|| too_large("9223372036854775808"))?),
        Value::Float(it) => Value::Float(it.abs()),
        other => other,
    })
}

/// A line that is a number and nothing else; the other lines do not matter.
fn decimal(text: &str) -> Option<Value> {
    let shaped = |line: &str, float: bool| {
        let digits = line.strip_prefix('-').unwrap_or(line);
        let all = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
        match digits.split_once('.') {
            Some((whole, rest)) => float && all(whole) && all(rest),
            None => !float && all(digits),
        }
    };
    if text.split('\n').any(|line| shaped(line, true)) {
        Some(Value::Float(literals::to_f(text)))
    } else if text.split('\n').any(|line| shaped(line, false)) {
        Some(Value::Integer(ruby::to_i(text)))
    } else {
        None
    }
}

pub(super) fn ceiling(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    whole(context, call, f64::ceil)
}

pub(super) fn floor(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    whole(context, call, f64::floor)
}

fn whole(context: &mut dyn Context, call: &Call<'_>, round: fn(f64) -> f64) -> Outcome {
    let value = match call.at(0) {
        Value::String(text) => {
            deprecated(context, call.name, "Float");
            ruby::float(text)
                .ok_or_else(|| Failure::plain(format!("{}(): cannot convert given value to a floating point value.", call.name)))?
        }
        Value::Float(it) => *it,
        other => return Ok(other.clone()),
    };
    integer(round(value))
}

/// Away from zero at halves, by an addition that may itself round.
pub(super) fn round(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::Float(it) => integer((if *it > 0.0 { it + 0.5 } else { it - 0.5 }).trunc()),
        // Integers become floats in between, and lose what a float cannot hold.
        #[expect(clippy::cast_precision_loss, reason = "as Ruby does")]
        Value::Integer(it) => integer((if *it > 0 { *it as f64 + 0.5 } else { *it as f64 - 0.5 }).trunc()),
        other => Ok(other.clone()),
    }
}

fn integer(value: f64) -> Outcome {
    if !value.is_finite() {
        let shown = if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        };
        return Err(Failure::plain(shown));
    }
    if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
        return Err(too_large(&format!("{value:.0}")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "within the range, as compared above")]
    Ok(Value::Integer(value as i64))
}

fn too_large(decimal: &str) -> Failure {
    Failure::plain(format!("The number {decimal} is outside of the range of integers"))
}

pub(super) fn deprecated(context: &mut dyn Context, name: &str, what: &str) {
    let message =
        format!("The {name}() function's auto conversion of String to {what} is deprecated - change to convert input before calling");
    context.warn_once(message);
}
