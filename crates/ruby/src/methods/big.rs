//! `Integer` where 64 bits do not suffice. Those that do have most of these methods in a shorter form.

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};

use super::integer::cannot;
use crate::big;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

/// `Integer` itself.
pub const CLASS: &[Method] = &[row("sqrt", 1, 1, |ruby, _, given| {
    let number = match given.at(0) {
        Value::Float(it) => big::whole(it),
        other => big::number(&other),
    };
    let Some(number) = number.filter(|it| !it.is_negative()) else { return ruby.not_covered("Integer.sqrt of such a value") };
    // It divides a few times for each doubling of the digits.
    for _ in 0..16 {
        big::spend(ruby, &number, &number)?;
    }
    big::integer(ruby, number.sqrt())
})];

pub const METHODS: &[Method] = &[
    row("%", 1, 1, modulo),
    row("modulo", 1, 1, modulo),
    row("&", 1, 1, |ruby, it, given| bits(ruby, it, given, |a, b| a & b)),
    row("|", 1, 1, |ruby, it, given| bits(ruby, it, given, |a, b| a | b)),
    row("^", 1, 1, |ruby, it, given| bits(ruby, it, given, |a, b| a ^ b)),
    row("~", 0, 0, |ruby, it, _| big::integer(ruby, !receiver(it))),
    row("+", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a + b, |a, b| a + b)),
    row("-", 1, 1, |ruby, it, given| calculate(ruby, it, given, |a, b| a - b, |a, b| a - b)),
    row("*", 1, 1, |ruby, it, given| {
        if let Some(by) = big::number(&given.at(0)) {
            big::fits(ruby, receiver(it).bits().saturating_add(by.bits()))?;
            big::spend(ruby, &receiver(it), &by)?;
        }
        calculate(ruby, it, given, |a, b| a * b, |a, b| a * b)
    }),
    row("/", 1, 1, divide),
    row("div", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Float(_) => ruby.not_covered("Integer#div by a float"),
        _ => divide(ruby, it, given),
    }),
    row("divmod", 1, 1, |ruby, it, given| {
        if matches!(given.at(0), Value::Float(_)) {
            return ruby.not_covered("Integer#divmod by a float");
        }
        let quotient = divide(ruby, it, given)?;
        let rest = modulo(ruby, it, given)?;
        Ok(ruby.heap.array(vec![quotient, rest]))
    }),
    row("remainder", 1, 1, |ruby, it, given| match big::number(&given.at(0)) {
        Some(by) if by.is_zero() => ruby.raise("ZeroDivisionError", "divided by 0"),
        Some(by) => {
            big::spend(ruby, &receiver(it), &by)?;
            big::integer(ruby, receiver(it) % by)
        }
        None => ruby.not_covered("Integer#remainder of something else than an integer"),
    }),
    row("**", 1, 1, power),
    row("pow", 1, 2, |ruby, it, given| if given.list.len() == 1 { power(ruby, it, given) } else { power_modulo(ruby, it, given) }),
    row("-@", 0, 0, |ruby, it, _| big::integer(ruby, -receiver(it))),
    row("+@", 0, 0, same),
    row("<<", 1, 1, |ruby, it, given| {
        let by = small(ruby, &given.at(0))?;
        shift(ruby, it, by)
    }),
    row(">>", 1, 1, |ruby, it, given| {
        let by = small(ruby, &given.at(0))?;
        shift(ruby, it, by.saturating_neg())
    }),
    row("[]", 1, 2, |ruby, it, given| match (given.at(0), given.get(1)) {
        (Value::Integer(bit), None) => match u64::try_from(bit) {
            Ok(bit) => Ok(Value::Integer(i64::from(receiver(it).bit(bit)))),
            Err(_) => Ok(Value::Integer(0)),
        },
        (Value::Integer(bit), Some(Value::Integer(count))) if bit >= 0 && (0..=1 << 20).contains(count) => {
            let moved = shift(ruby, it, bit.saturating_neg())?;
            let mask = (BigInt::from(1) << *count) - 1;
            big::integer(ruby, receiver(&moved) & mask)
        }
        (other @ (Value::Nil | Value::Boolean(_) | Value::String(_) | Value::Symbol(_) | Value::Array(_) | Value::Hash(_)), None) => {
            let class = ruby.conversion_name(&other);
            ruby.raise("TypeError", format!("no implicit conversion of {class} into Integer"))
        }
        _ => ruby.not_covered("Integer#[] of something else than a bit"),
    }),
    row("abs", 0, 0, |ruby, it, _| big::integer(ruby, receiver(it).abs())),
    row("magnitude", 0, 0, |ruby, it, _| big::integer(ruby, receiver(it).abs())),
    row("allbits?", 1, 1, |ruby, it, given| mask(ruby, it, given, |own, mask| &own & mask == *mask)),
    row("anybits?", 1, 1, |ruby, it, given| mask(ruby, it, given, |own, mask| !(own & mask).is_zero())),
    row("nobits?", 1, 1, |ruby, it, given| mask(ruby, it, given, |own, mask| (own & mask).is_zero())),
    row("bit_length", 0, 0, |_, it, _| {
        let number = receiver(it);
        let number = if number.is_negative() { !number } else { number };
        Ok(Value::Integer(i64::try_from(number.bits()).unwrap_or(i64::MAX)))
    }),
    row("ceil", 0, 1, |ruby, it, given| round(ruby, it, given, |number, scale| -(-number).div_floor(scale) * scale)),
    row("floor", 0, 1, |ruby, it, given| round(ruby, it, given, |number, scale| number.div_floor(scale) * scale)),
    row("truncate", 0, 1, |ruby, it, given| round(ruby, it, given, |number, scale| (number / scale) * scale)),
    row("round", 0, 1, |ruby, it, given| {
        if given.keywords {
            return ruby.not_covered("Integer#round with a mode");
        }
        round(ruby, it, given, |number, scale| {
            let magnitude = (number.abs() + scale / 2i32).div_floor(scale) * scale;
            if number.is_negative() { -magnitude } else { magnitude }
        })
    }),
    row("coerce", 1, 1, |ruby, it, given| match big::number(&given.at(0)) {
        Some(_) => Ok(ruby.heap.array(vec![given.at(0), it.clone()])),
        None => ruby.not_covered("Integer#coerce of something else than an integer"),
    }),
    row("digits", 0, 1, |ruby, it, given| {
        let base = match given.get(0) {
            None => 10,
            Some(other) => small(ruby, other)?,
        };
        if base < 0 {
            return ruby.raise("ArgumentError", "negative radix");
        }
        let Some(base) = u32::try_from(base).ok().filter(|it| *it < 1 << 30) else {
            return ruby.not_covered("Integer#digits of such a base");
        };
        if base < 2 {
            return ruby.raise("ArgumentError", format!("invalid radix {base}"));
        }
        let mut rest = receiver(it);
        if rest.is_negative() {
            return ruby.not_covered("Integer#digits of a negative number");
        }
        let mut digits = Vec::new();
        while !rest.is_zero() || digits.is_empty() {
            ruby.spend(rest.bits() / 256 + 1)?;
            let (next, digit) = rest.div_rem(&BigInt::from(base));
            digits.push(Value::Integer(digit.to_i64().unwrap_or(0)));
            rest = next;
        }
        Ok(ruby.heap.array(digits))
    }),
    row("even?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_even()))),
    row("odd?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_odd()))),
    row("fdiv", 1, 1, |ruby, it, given| match (given.at(0), big::number(&given.at(0))) {
        (Value::Float(by), _) => Ok(Value::Float(big::float(&receiver(it)) / by)),
        (_, Some(by)) if !by.is_zero() => {
            divisor_spend(ruby, &receiver(it), &by)?;
            let divisor = receiver(it).gcd(&by);
            let (above, below) = (receiver(it) / &divisor, by / divisor);
            if above.bits() > 61 || below.bits() > 61 {
                return ruby.not_covered("Integer#fdiv of such large integers");
            }
            Ok(Value::Float(big::float(&above) / big::float(&below)))
        }
        (_, Some(_)) => Ok(Value::Float(big::float(&receiver(it)) / 0.0)),
        (other, None) => cannot(ruby, &other, "Integer"),
    }),
    row("gcd", 1, 1, |ruby, it, given| {
        let other = whole(ruby, &given.at(0))?;
        divisor_spend(ruby, &receiver(it), &other)?;
        big::integer(ruby, receiver(it).gcd(&other))
    }),
    row("lcm", 1, 1, |ruby, it, given| {
        let other = whole(ruby, &given.at(0))?;
        big::fits(ruby, receiver(it).bits().saturating_add(other.bits()))?;
        divisor_spend(ruby, &receiver(it), &other)?;
        big::integer(ruby, receiver(it).lcm(&other).abs())
    }),
    row("integer?", 0, 0, |_, _, _| Ok(Value::Boolean(true))),
    row("finite?", 0, 0, |_, _, _| Ok(Value::Boolean(true))),
    row("infinite?", 0, 0, |_, _, _| Ok(Value::Nil)),
    row("negative?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_negative()))),
    row("positive?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_positive()))),
    row("zero?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_zero()))),
    row("nonzero?", 0, 0, same),
    row("next", 0, 0, |ruby, it, _| big::integer(ruby, receiver(it) + 1)),
    row("succ", 0, 0, |ruby, it, _| big::integer(ruby, receiver(it) + 1)),
    row("pred", 0, 0, |ruby, it, _| big::integer(ruby, receiver(it) - 1)),
    row("ord", 0, 0, same),
    row("size", 0, 0, |_, it, _| Ok(Value::Integer(i64::try_from(receiver(it).bits().div_ceil(8)).unwrap_or(i64::MAX)))),
    row("to_f", 0, 0, |_, it, _| Ok(Value::Float(big::float(&receiver(it))))),
    row("to_i", 0, 0, same),
    row("to_int", 0, 0, same),
    row("to_s", 0, 1, to_s),
    row("inspect", 0, 1, to_s),
];

pub fn receiver(value: &Value) -> BigInt {
    big::number(value).unwrap_or_default()
}

fn same(_: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    Ok(it.clone())
}

fn to_s(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let base = match given.get(0) {
        None => 10,
        Some(other) => ruby.needs_integer(other)?,
    };
    match u32::try_from(base) {
        Ok(base @ 2..=36) => {
            let text = big::text(ruby, &receiver(it), base)?;
            Ok(ruby.heap.text(text))
        }
        _ => ruby.raise("ArgumentError", format!("invalid radix {base}")),
    }
}

/// A count or limit of 64 bits; Ruby takes larger ones here, too.
pub fn small(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<i64> {
    match value {
        Value::Big(_) => ruby.not_covered("a count or limit of more than 64 bits"),
        other => ruby.needs_integer(other),
    }
}

/// An integer, and nothing that could be turned into one.
pub fn whole(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<BigInt> {
    match big::number(value) {
        Some(it) => Ok(it),
        None if matches!(value, Value::Unknown | Value::Foreign(_) | Value::Object(_)) => {
            ruby.not_covered("a calculation with such a value")
        }
        None => ruby.raise("TypeError", "not an integer"),
    }
}

/// Charges a common divisor, which goes over all words for each bit.
fn divisor_spend(ruby: &mut Ruby<'_>, a: &BigInt, b: &BigInt) -> Outcome<()> {
    let bits = a.bits().saturating_add(b.bits());
    ruby.spend(bits.saturating_mul(bits / 64) / 16)
}

fn calculate(ruby: &mut Ruby<'_>, it: &Value, given: &Args, run: fn(BigInt, BigInt) -> BigInt, real: fn(f64, f64) -> f64) -> Outcome {
    match (given.at(0), big::number(&given.at(0))) {
        (_, Some(by)) => big::integer(ruby, run(receiver(it), by)),
        (Value::Float(by), _) => Ok(Value::Float(real(big::float(&receiver(it)), by))),
        (other, _) => cannot(ruby, &other, "Integer"),
    }
}

fn bits(ruby: &mut Ruby<'_>, it: &Value, given: &Args, run: fn(BigInt, BigInt) -> BigInt) -> Outcome {
    match big::number(&given.at(0)) {
        Some(by) => big::integer(ruby, run(receiver(it), by)),
        None => ruby.not_covered("bits of something else than integers"),
    }
}

fn mask(ruby: &mut Ruby<'_>, it: &Value, given: &Args, test: fn(BigInt, &BigInt) -> bool) -> Outcome {
    match big::number(&given.at(0)) {
        Some(mask) => Ok(Value::Boolean(test(receiver(it), &mask))),
        None => ruby.not_covered("bits of something else than integers"),
    }
}

pub fn divide(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match (given.at(0), big::number(&given.at(0))) {
        (_, Some(by)) if by.is_zero() => ruby.raise("ZeroDivisionError", "divided by 0"),
        (_, Some(by)) => {
            big::spend(ruby, &receiver(it), &by)?;
            big::integer(ruby, receiver(it).div_floor(&by))
        }
        (Value::Float(by), _) => Ok(Value::Float(big::float(&receiver(it)) / by)),
        (other, _) => cannot(ruby, &other, "Integer"),
    }
}

pub fn modulo(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match (given.at(0), big::number(&given.at(0))) {
        (_, Some(by)) if by.is_zero() => ruby.raise("ZeroDivisionError", "divided by 0"),
        (_, Some(by)) => {
            big::spend(ruby, &receiver(it), &by)?;
            big::integer(ruby, receiver(it).mod_floor(&by))
        }
        (Value::Float(by), _) => Ok(Value::Float(super::float::modulo(big::float(&receiver(it)), by))),
        (other, _) => cannot(ruby, &other, "Integer"),
    }
}

pub fn power(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let base = receiver(it);
    match given.at(0) {
        Value::Integer(by) if by >= 0 => {
            if base.magnitude().bits() <= 1 {
                // 0, 1 and -1 do not grow.
                let is_one = by == 0 || base.sign() == Sign::Plus || (base.sign() == Sign::Minus && by % 2 == 0);
                return Ok(Value::Integer(if base.is_zero() && by > 0 {
                    0
                } else if is_one {
                    1
                } else {
                    -1
                }));
            }
            let bits = base.bits().saturating_mul(by.unsigned_abs());
            big::fits(ruby, bits)?;
            ruby.spend((bits / 64).saturating_mul(bits / 64) / 32)?;
            let by = u32::try_from(by).unwrap_or(u32::MAX);
            big::integer(ruby, base.pow(by))
        }
        Value::Float(by) if by.fract() == 0.0 || !base.is_negative() => Ok(Value::Float(big::float(&base).powf(by))),
        Value::Float(_) => ruby.not_covered("complex numbers"),
        Value::Integer(_) => ruby.not_covered("fractions"),
        Value::Big(_) => ruby.not_covered(format!("integers of more than {} bits", big::MOST_BITS)),
        other => cannot(ruby, &other, "Integer"),
    }
}

/// `a.pow(b, m)`
pub fn power_modulo(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let (Some(by), Some(modulus)) = (big::number(&given.at(0)), big::number(&given.at(1))) else {
        return ruby.not_covered("Integer#pow with something else than integers");
    };
    if by.is_negative() {
        return ruby.not_covered("Integer#pow with a negative exponent and a modulus");
    }
    if modulus.is_zero() {
        return ruby.raise("ZeroDivisionError", "divided by 0");
    }
    let words = modulus.bits() / 64 + 1;
    ruby.spend(words.saturating_mul(words).saturating_mul(by.bits() + 1) / 16)?;
    big::integer(ruby, receiver(it).modpow(&by, &modulus))
}

pub fn shift(ruby: &mut Ruby<'_>, it: &Value, by: i64) -> Outcome {
    let number = receiver(it);
    if number.is_zero() {
        return Ok(Value::Integer(0));
    }
    if by >= 0 {
        big::fits(ruby, number.bits().saturating_add(by.unsigned_abs()))?;
        return big::integer(ruby, number << by.unsigned_abs());
    }
    if by.unsigned_abs() > number.bits() {
        return Ok(Value::Integer(if number.is_negative() { -1 } else { 0 }));
    }
    big::integer(ruby, number >> by.unsigned_abs())
}

/// Rounds to a power of ten: `1234.round(-2)`.
pub fn round(ruby: &mut Ruby<'_>, it: &Value, given: &Args, run: fn(BigInt, &BigInt) -> BigInt) -> Outcome {
    let digits = match given.get(0) {
        None | Some(Value::Nil) => 0,
        Some(other) => ruby.needs_integer(other)?,
    };
    if digits >= 0 {
        return Ok(it.clone());
    }
    match u32::try_from(digits.unsigned_abs()) {
        Ok(digits @ ..=17) => big::integer(ruby, run(receiver(it), &BigInt::from(10).pow(digits))),
        _ => ruby.not_covered("rounding to that many digits"),
    }
}
