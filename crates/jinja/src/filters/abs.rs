//! The filter `abs`: takes a number and returns its absolute value.

use num_bigint::BigInt;

use super::{Filter, filter};
use crate::error::Error;
use crate::number::negate;
use crate::value::{Number, Value, repr_str};

pub(super) static FILTER: Filter = filter(&["abs"], "abs", &["x"], 1, 0, |_, args| {
    let value = args.value(0);
    match Number::from(value.defined()?) {
        Some(Number::Int(it)) if it < 0 => negate(&Value::Int(it)),
        Some(Number::Int(it)) => Ok(Value::Int(it)),
        Some(Number::Big(it)) => Ok(Value::from_big(BigInt::from(it.magnitude().clone()))),
        Some(Number::Float(it)) => Ok(Value::Float(it.abs())),
        None => Err(Error::type_error(format!("bad operand type for abs(): {}", repr_str(&value.type_name())))),
    }
});
