//! The filter `round`: takes a number and returns it rounded to a precision.

use num_bigint::BigInt;

use super::{Filter, argument_error, filter};
use crate::args::{Bound, integer};
use crate::error::{Error, Outcome};
use crate::eval::Renderer;
use crate::number::{to_float, truncate};
use crate::value::{Number, Str, Value, work};

pub(super) static FILTER: Filter = filter(&["round"], "do_round", &["value", "precision", "method"], 1, 0, round);

fn round(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let method = args.get(2).map_or(Ok(Str::new("common")), Value::text)?;
    if !matches!(&*method, "common" | "ceil" | "floor") {
        return Err(argument_error("method must be common, ceil or floor"));
    }
    let value = args.value(0);
    let Some(number) = Number::from(value.known()?) else {
        let name = value.type_name();
        if &*method == "common" {
            return Err(Error::type_error(format!("type {name} doesn't define __round__ method")));
        }
        return Err(Error::not_covered(format!("rounding a {name}")));
    };
    let precision = match args.get(1) {
        Some(Value::None) if &*method == "common" => None,
        Some(other) => Some(integer(other)?),
        None => Some(0),
    };
    if &*method != "common" {
        let precision = i32::try_from(precision.unwrap_or(0)).unwrap_or(i32::MAX);
        let factor = 10f64.powi(precision);
        let scaled = to_float(&number)? * factor;
        if !scaled.is_finite() {
            return truncate(scaled);
        }
        let whole = if &*method == "ceil" { scaled.ceil() } else { scaled.floor() };
        return Ok(Value::Float(whole / factor));
    }
    match number {
        Number::Float(it) => match precision {
            None => {
                let even = it.round_ties_even();
                truncate(even)
            }
            Some(_) if !it.is_finite() => Ok(Value::Float(it)),
            Some(precision @ 0..) => {
                let digits = usize::try_from(precision).unwrap_or(400).min(400);
                Ok(Value::Float(format!("{it:.digits$}").parse().unwrap_or(it)))
            }
            Some(precision) => {
                let factor = 10f64.powi(i32::try_from(-precision).unwrap_or(400).min(400));
                let scaled = (it / factor).round_ties_even() * factor;
                Ok(Value::Float(if scaled.is_nan() { 0.0f64.copysign(it) } else { scaled }))
            }
        },
        _ if precision.is_none_or(|it| it >= 0) => crate::number::plus(&value),
        whole => {
            let digits = u32::try_from(-precision.unwrap_or(0)).unwrap_or(u32::MAX);
            let whole = whole.to_big();
            if u64::from(digits) > whole.bits() {
                return Ok(Value::Int(0));
            }
            // Ten to a power has some three bits for each zero.
            work::charge_digits(whole.bits().max(u64::from(digits) * 4))?;
            let factor = BigInt::from(10).pow(digits);
            let (half, zero) = (&factor / 2, BigInt::default());
            let mut rest = &whole % &factor;
            if rest < zero {
                rest += &factor;
            }
            let low = &whole - &rest;
            let odd = (&low / &factor) % 2 != zero;
            Ok(Value::from_big(if rest > half || rest == half && odd { low + factor } else { low }))
        }
    }
}
