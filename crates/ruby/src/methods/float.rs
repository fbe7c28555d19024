//! `Float`.

use crate::Version;
use crate::big;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::methods::integer::cannot;
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("%", 1, 1, |ruby, it, given| calculate(ruby, it, given, modulo)),
    row("*", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a * b)),
    row("**", 1, 1, |ruby, it, given| {
        if receiver(it) < 0.0 {
            return ruby.not_covered("a power of a negative float");
        }
        calculate(ruby, it, given, f64::powf)
    }),
    row("+", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a + b)),
    row("-", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a - b)),
    row("-@", 0, 0, |_, it, _| Ok(Value::Float(-receiver(it)))),
    row("+@", 0, 0, |_, it, _| Ok(it.clone())),
    row("/", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a / b)),
    row("fdiv", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a / b)),
    row("abs", 0, 0, |_, it, _| Ok(Value::Float(receiver(it).abs()))),
    row("magnitude", 0, 0, |_, it, _| Ok(Value::Float(receiver(it).abs()))),
    row("modulo", 1, 1, |ruby, it, given| calculate(ruby, it, given, modulo)),
    row("nonzero?", 0, 0, |_, it, _| Ok(if receiver(it) == 0.0 { Value::Nil } else { it.clone() })),
    row("quo", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a / b)),
    row("ceil", 0, 1, |ruby, it, given| cut(ruby, it, given, true)),
    row("finite?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_finite()))),
    row("floor", 0, 1, |ruby, it, given| cut(ruby, it, given, false)),
    row("infinite?", 0, 0, |_, it, _| {
        Ok(if receiver(it).is_infinite() { Value::Integer(if receiver(it) > 0.0 { 1 } else { -1 }) } else { Value::Nil })
    }),
    row("integer?", 0, 0, |_, _, _| Ok(Value::Boolean(false))),
    row("nan?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_nan()))),
    row("negative?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) < 0.0))),
    row("positive?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) > 0.0))),
    row("round", 0, 1, round),
    row("step", 0, 3, super::integer::step),
    row("to_f", 0, 0, |_, it, _| Ok(it.clone())),
    row("to_i", 0, 0, |ruby, it, _| whole(ruby, receiver(it).trunc())),
    row("to_int", 0, 0, |ruby, it, _| whole(ruby, receiver(it).trunc())),
    row("truncate", 0, 1, |ruby, it, given| cut(ruby, it, given, receiver(it) <= 0.0)),
    row("zero?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) == 0.0))),
];

fn receiver(value: &Value) -> f64 {
    match value {
        Value::Float(it) => *it,
        _ => 0.0,
    }
}

/// `a % b`, which has the sign of `b`.
pub fn modulo(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest != 0.0 && (rest < 0.0) != (b < 0.0) { rest + b } else { rest }
}

fn calculate(ruby: &mut Ruby<'_>, it: &Value, given: &Args, run: fn(f64, f64) -> f64) -> Outcome {
    match given.at(0) {
        Value::Integer(by) => Ok(Value::Float(run(receiver(it), by as f64))),
        Value::Big(by) => Ok(Value::Float(run(receiver(it), big::float(&by)))),
        Value::Float(by) => Ok(Value::Float(run(receiver(it), by))),
        other => cannot(ruby, &other, "Float"),
    }
}

/// A float without a fraction as an integer.
pub fn whole(ruby: &mut Ruby<'_>, value: f64) -> Outcome {
    if value.is_nan() || value.is_infinite() {
        return ruby.raise("FloatDomainError", literals::float(value));
    }
    if value.abs() >= 9.0e18 {
        return match big::whole(value) {
            Some(it) => big::integer(ruby, it),
            None => ruby.not_covered("such a float as an integer"),
        };
    }
    Ok(Value::Integer(value as i64))
}

fn round(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let value = receiver(it);
    if given.keywords {
        return ruby.not_covered("Float#round with a mode");
    }
    let digits = match given.at(0) {
        Value::Nil => 0,
        other => ruby.needs_integer(&other)?,
    };
    if digits == 0 {
        return whole(ruby, half_up(value, 1.0));
    }
    if digits < 0 {
        let whole = whole(ruby, value.trunc())?;
        return ruby.send(&whole, "round", given.clone());
    }
    if !value.is_finite() || value == 0.0 {
        return Ok(it.clone());
    }
    match reach(value, digits) {
        Reach::Beyond => return Ok(it.clone()),
        Reach::Nothing => return Ok(Value::Float(0.0)),
        Reach::Some => {}
    }
    if digits > 14 {
        return ruby.not_covered("Float#round to that many digits");
    }
    let scale = 10_f64.powi(i32::try_from(digits).unwrap_or(14));
    let rounded = half_up(value, scale);
    Ok(Value::Float(rounded / scale))
}

/// Which of a float's digits a number of decimals leaves.
enum Reach {
    /// All of them.
    Beyond,
    /// None of them.
    Nothing,
    Some,
}

fn reach(value: f64, digits: i64) -> Reach {
    // As `frexp` gives it; the least numbers have no exponent of their own.
    let exponent = match (value.to_bits() >> 52) & 0x7ff {
        0 => value.abs().log2().floor() as i64 + 1,
        bits => i64::try_from(bits).unwrap_or(0) - 1022,
    };
    if digits >= 17 - (if exponent > 0 { exponent / 4 } else { exponent / 3 - 1 }) {
        return Reach::Beyond;
    }
    if digits < -(if exponent > 0 { exponent / 3 + 1 } else { exponent / 4 }) { Reach::Nothing } else { Reach::Some }
}

/// The next number up or down that has as many decimals.
fn cut(ruby: &mut Ruby<'_>, it: &Value, given: &Args, up: bool) -> Outcome {
    let value = receiver(it);
    let digits = match given.get(0) {
        None => 0,
        Some(digits) => ruby.needs_integer(digits)?,
    };
    let to_whole = |it: f64| if up { it.ceil() } else { it.floor() };
    if digits <= 0 {
        let number = whole(ruby, to_whole(value))?;
        return if digits == 0 { Ok(number) } else { ruby.send(&number, if up { "ceil" } else { "floor" }, given.clone()) };
    }
    if !value.is_finite() || value == 0.0 {
        return Ok(it.clone());
    }
    match reach(value, digits) {
        Reach::Beyond => return Ok(it.clone()),
        Reach::Nothing if (value < 0.0) == up => return Ok(Value::Float(0.0)),
        Reach::Nothing | Reach::Some => {}
    }
    // Greater powers of ten are not exact.
    let Some(digits) = i32::try_from(digits).ok().filter(|it| *it <= 22) else {
        return ruby.not_covered("floor and ceil of a float to that many digits");
    };
    let scale = 10_f64.powi(digits);
    let scaled = to_whole(value * scale);
    // The product may have been rounded past a whole number, which Ruby corrects in `floor` alone.
    let nearer = if up { (scaled - 1.0) / scale } else { (scaled + 1.0) / scale };
    match up {
        true if nearer >= value && ruby.needs_version("such a ceil of a float")? != Version::V3_1 => {
            ruby.not_covered("such a ceil of a float")
        }
        false if nearer <= value => Ok(Value::Float(nearer)),
        _ => Ok(Value::Float(scaled / scale)),
    }
}

fn half_up(value: f64, scale: f64) -> f64 {
    let scaled = value * scale;
    let rounded = scaled.round();
    if (scale - 1.0).abs() < f64::EPSILON {
        return rounded;
    }
    if value > 0.0 {
        if (rounded + 0.5) / scale <= value { rounded + 1.0 } else { rounded }
    } else if (rounded - 0.5) / scale >= value {
        rounded - 1.0
    } else {
        rounded
    }
}
