//! `compare`.

use std::cmp::Ordering;

use values::Value;

use crate::{Call, Context, Outcome, ruby};

pub(super) fn compare(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (a, b) = (call.at(0), call.at(1));
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
