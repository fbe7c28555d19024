//! The filter `avg`: takes a list of numbers and returns their average.

use jinja::{Args, Error, ErrorKind, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "avg", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["lst"])?.value(0);
    let Value::List(items) = &value else {
        return match value {
            Value::Int(it) => Ok(Value::Float(exact(it)?)),
            Value::Float(it) => Ok(Value::Float(it)),
            _ => Err(Error::not_covered("an average of what is no list")),
        };
    };
    let (mut whole, mut sum, mut has_parts) = (0_i64, 0.0, false);
    for item in items.to_vec() {
        match item {
            Value::Int(it) => {
                whole = whole.checked_add(it).ok_or_else(|| Error::not_covered("an average of large numbers"))?;
                sum += exact(it)?;
            }
            Value::Float(it) => {
                has_parts = true;
                sum += it;
            }
            _ => return Err(Error::not_covered("an average of what are no numbers")),
        }
    }
    if items.is_empty() {
        return Err(Error::new(ErrorKind::Python("ZeroDivisionError"), "division by zero"));
    }
    let sum = if has_parts { sum } else { exact(whole)? };
    Ok(Value::Float(sum / exact(i64::try_from(items.len()).unwrap_or(i64::MAX))?))
}

/// The number, if a float holds it exactly.
#[expect(clippy::cast_precision_loss, reason = "the range is checked")]
fn exact(number: i64) -> Outcome<f64> {
    if number.unsigned_abs() < 1 << 53 { Ok(number as f64) } else { Err(Error::not_covered("an average of large numbers")) }
}
