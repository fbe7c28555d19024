//! `compare`.

use std::cmp::Ordering;

use values::Value;
use values::ops::label;

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn compare(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (a, b) = (call.at(0), call.at(1));
    if call.signature > 5 {
        return Err(Failure::plain(format!("'compare' compare(): {}", refusal(a, b, call.arguments.get(2..).unwrap_or_default()))));
    }
    let ordering = match (a, b) {
        (Value::String(a), Value::String(b)) => {
            if call.get(2).is_none_or(Value::is_true) {
                // Only the letters of ASCII are folded.
                a.to_ascii_lowercase().as_bytes().cmp(b.to_ascii_lowercase().as_bytes())
            } else {
                a.as_bytes().cmp(b.as_bytes())
            }
        }
        (a, b) => match (seconds(a), seconds(b)) {
            // Points and lengths of time are compared with numbers as seconds.
            (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
            _ => ruby::order(a, b).ok_or_else(|| ruby::not_comparable(a, b))?,
        },
    };
    Ok(Value::Integer(ordering as i64))
}

/// Message for arguments that no signature accepts.
fn refusal(a: &Value, b: &Value, rest: &[Value]) -> String {
    let is_comparable = |it: &Value| {
        matches!(it, Value::Integer(_) | Value::Float(_) | Value::String(_) | Value::Version(_) | Value::Timestamp(_) | Value::Timespan(_))
    };
    let got = format!("Got {} and {}", label(a), label(b));
    if !is_comparable(a) || !is_comparable(b) {
        let types = "Numeric, String, Semver, Timestamp and Timestamp";
        return format!("Non comparable type. Only values of the types {types} can be compared. {got}");
    }
    let strings = matches!((a, b), (Value::String(_), Value::String(_)));
    match rest {
        [] => format!("Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). {got}"),
        _ if !strings => "The third argument (ignore case) can only be used when comparing strings".to_owned(),
        [other] => format!("The third argument (ignore case) must be a Boolean. Got {}", label(other)),
        more => format!("Accepts at most 3 arguments, got {}", 2 + more.len()),
    }
}

#[expect(clippy::cast_precision_loss, reason = "as Ruby does")]
fn seconds(value: &Value) -> Option<f64> {
    match value {
        Value::Timestamp(it) => Some(it.0 as f64 / 1e9),
        Value::Timespan(it) => Some(it.0 as f64 / 1e9),
        Value::Integer(it) => Some(*it as f64),
        Value::Float(it) => Some(*it),
        _ => None,
    }
}
