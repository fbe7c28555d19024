//! `Integer`, as far as 64 bits reach.

use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("%", 1, 1, modulo),
    row("&", 1, 1, |ruby, it, given| bits(ruby, it, given, "&", |a, b| a & b)),
    row("*", 1, 1, |ruby, it, given| calculate(ruby, it, given, i64::checked_mul, |a, b| a * b)),
    row("**", 1, 1, power),
    row("pow", 1, 1, power),
    row("+", 1, 1, |ruby, it, given| calculate(ruby, it, given, i64::checked_add, |a, b| a + b)),
    row("-", 1, 1, |ruby, it, given| calculate(ruby, it, given, i64::checked_sub, |a, b| a - b)),
    row("-@", 0, 0, |ruby, it, _| checked(ruby, receiver(it).checked_neg())),
    row("+@", 0, 0, |_, it, _| Ok(it.clone())),
    row("/", 1, 1, divide),
    row("div", 1, 1, divide),
    row("<<", 1, 1, |ruby, it, given| {
        let by = ruby.needs_integer(&given.at(0))?;
        shift(ruby, receiver(it), by)
    }),
    row(">>", 1, 1, |ruby, it, given| {
        let by = ruby.needs_integer(&given.at(0))?;
        shift(ruby, receiver(it), by.saturating_neg())
    }),
    row("^", 1, 1, |ruby, it, given| bits(ruby, it, given, "^", |a, b| a ^ b)),
    row("|", 1, 1, |ruby, it, given| bits(ruby, it, given, "|", |a, b| a | b)),
    row("~", 0, 0, |_, it, _| Ok(Value::Integer(!receiver(it)))),
    row("[]", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Integer(bit) if bit < 0 => Ok(Value::Integer(0)),
        Value::Integer(bit) => Ok(Value::Integer((receiver(it) >> bit.min(63)) & 1)),
        _ => ruby.not_covered("Integer#[] of something else than a bit"),
    }),
    row("abs", 0, 0, |ruby, it, _| checked(ruby, receiver(it).checked_abs())),
    row("allbits?", 1, 1, |ruby, it, given| mask(ruby, it, given, |own, mask| own & mask == mask)),
    row("anybits?", 1, 1, |ruby, it, given| mask(ruby, it, given, |own, mask| own & mask != 0)),
    row("bit_length", 0, 0, |_, it, _| {
        let number = receiver(it);
        let zeros = if number < 0 { (!number).leading_zeros() } else { number.leading_zeros() };
        Ok(Value::Integer(i64::from(64 - zeros)))
    }),
    row("ceil", 0, 0, |_, it, _| Ok(it.clone())),
    row("chr", 0, 1, |ruby, it, given| match u32::try_from(receiver(it)) {
        Ok(code) if code < 128 && given.list.is_empty() => Ok(ruby.heap.text(char::from_u32(code).unwrap_or_default().to_string())),
        _ => ruby.not_covered("Integer#chr beyond ASCII"),
    }),
    row("digits", 0, 0, |ruby, it, _| {
        let number = receiver(it);
        if number < 0 {
            return ruby.not_covered("Integer#digits of a negative number");
        }
        let digits = number.to_string().bytes().rev().map(|it| Value::Integer(i64::from(it - b'0'))).collect();
        Ok(ruby.heap.array(digits))
    }),
    row("divmod", 1, 1, |ruby, it, given| {
        let quotient = divide(ruby, it, given)?;
        if !matches!(quotient, Value::Integer(_)) {
            return ruby.not_covered("Integer#divmod by a float");
        }
        let rest = modulo(ruby, it, given)?;
        Ok(ruby.heap.array(vec![quotient, rest]))
    }),
    row("downto", 1, 1, |ruby, it, given| {
        let to = ruby.needs_integer(&given.at(0))?;
        let block = ruby.needs_block(given)?;
        let mut next = receiver(it);
        while next >= to {
            ruby.yield_one(&block, Value::Integer(next))?;
            next -= 1;
        }
        Ok(it.clone())
    }),
    row("even?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) % 2 == 0))),
    row("fdiv", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Integer(by) => Ok(Value::Float(receiver(it) as f64 / by as f64)),
        Value::Float(by) => Ok(Value::Float(receiver(it) as f64 / by)),
        other => cannot(ruby, &other, "Integer"),
    }),
    row("floor", 0, 0, |_, it, _| Ok(it.clone())),
    row("gcd", 1, 1, |ruby, it, given| {
        let other = whole(ruby, &given.at(0))?;
        checked(ruby, i64::try_from(greatest_divisor(receiver(it), other)).ok())
    }),
    row("lcm", 1, 1, |ruby, it, given| {
        let other = whole(ruby, &given.at(0))?;
        let divisor = greatest_divisor(receiver(it), other).max(1);
        let least = (receiver(it).unsigned_abs() / divisor).checked_mul(other.unsigned_abs());
        checked(ruby, least.and_then(|it| i64::try_from(it).ok()))
    }),
    row("magnitude", 0, 0, |ruby, it, _| checked(ruby, receiver(it).checked_abs())),
    row("nobits?", 1, 1, |ruby, it, given| mask(ruby, it, given, |own, mask| own & mask == 0)),
    row("integer?", 0, 0, |_, _, _| Ok(Value::Boolean(true))),
    row("finite?", 0, 0, |_, _, _| Ok(Value::Boolean(true))),
    row("infinite?", 0, 0, |_, _, _| Ok(Value::Nil)),
    row("modulo", 1, 1, modulo),
    row("negative?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) < 0))),
    row("next", 0, 0, |ruby, it, _| checked(ruby, receiver(it).checked_add(1))),
    row("nonzero?", 0, 0, |_, it, _| Ok(if receiver(it) == 0 { Value::Nil } else { it.clone() })),
    row("odd?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) % 2 != 0))),
    row("ord", 0, 0, |_, it, _| Ok(it.clone())),
    row("positive?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) > 0))),
    row("pred", 0, 0, |ruby, it, _| checked(ruby, receiver(it).checked_sub(1))),
    row("remainder", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Integer(0) => ruby.raise("ZeroDivisionError", "divided by 0"),
        Value::Integer(by) => Ok(Value::Integer(receiver(it).checked_rem(by).unwrap_or(0))),
        _ => ruby.not_covered("Integer#remainder of something else than an integer"),
    }),
    row("round", 0, 1, |ruby, it, given| match given.at(0) {
        Value::Nil => Ok(it.clone()),
        Value::Integer(digits) if digits >= 0 => Ok(it.clone()),
        _ => ruby.not_covered("Integer#round to tens"),
    }),
    row("size", 0, 0, |_, _, _| Ok(Value::Integer(8))),
    row("succ", 0, 0, |ruby, it, _| checked(ruby, receiver(it).checked_add(1))),
    row("step", 2, 2, |ruby, it, given| {
        let (to, by) = (ruby.needs_integer(&given.at(0))?, ruby.needs_integer(&given.at(1))?);
        if given.keywords || by == 0 {
            return ruby.not_covered("Integer#step without a step");
        }
        let block = ruby.needs_block(given)?;
        let mut next = receiver(it);
        while if by > 0 { next <= to } else { next >= to } {
            ruby.yield_one(&block, Value::Integer(next))?;
            next = next.saturating_add(by);
        }
        Ok(it.clone())
    }),
    row("times", 0, 0, |ruby, it, given| {
        let block = match &given.block {
            Some(block) => block.clone(),
            None => return ruby.not_covered("Integer#times without a block"),
        };
        for index in 0..receiver(it) {
            ruby.yield_one(&block, Value::Integer(index))?;
        }
        Ok(it.clone())
    }),
    row("to_c", 0, 0, |ruby, _, _| ruby.not_covered("complex numbers")),
    row("to_f", 0, 0, |_, it, _| Ok(Value::Float(receiver(it) as f64))),
    row("to_i", 0, 0, |_, it, _| Ok(it.clone())),
    row("to_int", 0, 0, |_, it, _| Ok(it.clone())),
    row("to_s", 0, 1, |ruby, it, given| {
        if given.list.is_empty() {
            return Ok(ruby.heap.text(receiver(it).to_string()));
        }
        let base = ruby.needs_integer(&given.at(0))?;
        let Some(base) = u64::try_from(base).ok().filter(|it| (2..=36).contains(it)) else {
            return ruby.raise("ArgumentError", format!("invalid radix {base}"));
        };
        let mut digits = Vec::new();
        let mut rest = receiver(it).unsigned_abs();
        while rest > 0 || digits.is_empty() {
            digits.push(u32::try_from(rest % base).ok().and_then(|it| char::from_digit(it, 36)).unwrap_or('0'));
            rest /= base;
        }
        if receiver(it) < 0 {
            digits.push('-');
        }
        Ok(ruby.heap.text(digits.into_iter().rev().collect::<String>()))
    }),
    row("truncate", 0, 0, |_, it, _| Ok(it.clone())),
    row("upto", 1, 1, |ruby, it, given| {
        let to = ruby.needs_integer(&given.at(0))?;
        let block = ruby.needs_block(given)?;
        for index in receiver(it)..=to {
            ruby.yield_one(&block, Value::Integer(index))?;
        }
        Ok(it.clone())
    }),
    row("zero?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) == 0))),
];

fn receiver(value: &Value) -> i64 {
    match value {
        Value::Integer(it) => *it,
        _ => 0,
    }
}

fn mask(ruby: &mut Ruby<'_>, it: &Value, given: &Args, test: fn(i64, i64) -> bool) -> Outcome {
    let mask = ruby.needs_integer(&given.at(0))?;
    Ok(Value::Boolean(test(receiver(it), mask)))
}

/// An integer, and nothing that could be turned into one.
fn whole(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<i64> {
    match value {
        Value::Integer(it) => Ok(*it),
        Value::Unknown | Value::Foreign(_) | Value::Object(_) => ruby.not_covered("a calculation with such a value"),
        _ => ruby.raise("TypeError", "not an integer"),
    }
}

fn greatest_divisor(a: i64, b: i64) -> u64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn checked(ruby: &mut Ruby<'_>, result: Option<i64>) -> Outcome {
    match result {
        Some(it) => Ok(Value::Integer(it)),
        None => ruby.not_covered("integers of more than 64 bits"),
    }
}

/// Error for an operand that is no number.
pub fn cannot(ruby: &mut Ruby<'_>, other: &Value, class: &str) -> Outcome {
    let shown = match other {
        Value::Nil | Value::Boolean(_) | Value::Symbol(_) => ruby.inspect(other)?,
        Value::Foreign(_) => return ruby.not_covered("a calculation with something of Puppet's"),
        other => class::class_of(other).to_string(),
    };
    ruby.raise("TypeError", format!("{shown} can't be coerced into {class}"))
}

fn calculate(ruby: &mut Ruby<'_>, it: &Value, given: &Args, whole: fn(i64, i64) -> Option<i64>, real: fn(f64, f64) -> f64) -> Outcome {
    match given.at(0) {
        Value::Integer(by) => checked(ruby, whole(receiver(it), by)),
        Value::Float(by) => Ok(Value::Float(real(receiver(it) as f64, by))),
        other => cannot(ruby, &other, "Integer"),
    }
}

fn bits(ruby: &mut Ruby<'_>, it: &Value, given: &Args, _: &str, run: fn(i64, i64) -> i64) -> Outcome {
    match given.at(0) {
        Value::Integer(by) => Ok(Value::Integer(run(receiver(it), by))),
        _ => ruby.not_covered("bits of something else than integers"),
    }
}

fn shift(ruby: &mut Ruby<'_>, number: i64, by: i64) -> Outcome {
    if by >= 0 {
        let wide = u32::try_from(by).ok().filter(|it| *it < 63).map(|it| i128::from(number) << it);
        return checked(ruby, wide.and_then(|it| i64::try_from(it).ok()).or((number == 0).then_some(0)));
    }
    let by = u32::try_from(by.unsigned_abs()).unwrap_or(63).min(63);
    Ok(Value::Integer(number >> by))
}

fn divide(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match given.at(0) {
        Value::Integer(0) => ruby.raise("ZeroDivisionError", "divided by 0"),
        Value::Integer(by) => {
            let number = receiver(it);
            let quotient = number.checked_div(by).map(|it| if number % by != 0 && (number < 0) != (by < 0) { it - 1 } else { it });
            checked(ruby, quotient)
        }
        Value::Float(by) => Ok(Value::Float(receiver(it) as f64 / by)),
        other => cannot(ruby, &other, "Integer"),
    }
}

fn modulo(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match given.at(0) {
        Value::Integer(0) => ruby.raise("ZeroDivisionError", "divided by 0"),
        Value::Integer(by) => {
            let rest = receiver(it).checked_rem(by).unwrap_or(0);
            Ok(Value::Integer(if rest != 0 && (rest < 0) != (by < 0) { rest + by } else { rest }))
        }
        Value::Float(by) => Ok(Value::Float(super::float::modulo(receiver(it) as f64, by))),
        other => cannot(ruby, &other, "Integer"),
    }
}

fn power(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match given.at(0) {
        Value::Integer(by) => match u32::try_from(by) {
            Ok(by) => checked(ruby, receiver(it).checked_pow(by)),
            Err(_) => ruby.not_covered("fractions"),
        },
        Value::Float(by) => Ok(Value::Float((receiver(it) as f64).powf(by))),
        other => cannot(ruby, &other, "Integer"),
    }
}
