//! `Math`, as far as its results are exact. The others are a matter of rounding, which libraries of C do differently.

use crate::eval::Ruby;
use crate::invoke::{Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("log", 1, 2, |ruby, _, given| match (positive(ruby, &given.at(0), "log")?, given.get(1)) {
        (1.0, None) => Ok(Value::Float(0.0)),
        (0.0, None) => Ok(Value::Float(f64::NEG_INFINITY)),
        _ => ruby.not_covered("Math.log of such a number"),
    }),
    row("log10", 1, 1, |ruby, _, given| {
        let value = positive(ruby, &given.at(0), "log10")?;
        let power = value.log10().round();
        match (0.0..=15.0).contains(&power) && 10_f64.powf(power) == value {
            true => Ok(Value::Float(power)),
            false => ruby.not_covered("Math.log10 of such a number"),
        }
    }),
    row("log2", 1, 1, |ruby, _, given| {
        let value = positive(ruby, &given.at(0), "log2")?;
        let power = value.log2().round();
        match power.is_finite() && power.exp2() == value {
            true => Ok(Value::Float(power)),
            false => ruby.not_covered("Math.log2 of such a number"),
        }
    }),
    row("sqrt", 1, 1, |ruby, _, given| {
        let value = positive(ruby, &given.at(0), "sqrt")?;
        Ok(Value::Float(if value == 0.0 { 0.0 } else { value.sqrt() }))
    }),
];

/// A number that is not below zero.
fn positive(ruby: &mut Ruby<'_>, value: &Value, of: &str) -> Outcome<f64> {
    let number = match value {
        #[allow(clippy::cast_precision_loss, reason = "as Ruby converts it")]
        Value::Integer(it) => *it as f64,
        Value::Float(it) => *it,
        Value::Unknown => return Err(crate::stop::Stop::Unknown),
        Value::Nil | Value::Boolean(_) | Value::String(_) | Value::Symbol(_) | Value::Array(_) | Value::Hash(_) => {
            let name = ruby.conversion_name(value);
            return ruby.raise("TypeError", format!("can't convert {name} into Float"));
        }
        _ => return ruby.not_covered(format!("Math.{of} of such a value")),
    };
    if number < 0.0 {
        return ruby.raise("Math::DomainError", format!("Numerical argument is out of domain - {of}"));
    }
    Ok(number)
}
