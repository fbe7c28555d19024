//! `Integer` in 64 bits. Methods that this table lacks are those of integers of any size.

use crate::bytes;
use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::{Encoding, Value};

pub const METHODS: &[Method] = &[
    row("%", 1, 1, modulo),
    row("&", 1, 1, |ruby, it, given| bits(ruby, it, given, "&", |a, b| a & b)),
    row("*", 1, 1, |ruby, it, given| calculate(ruby, it, given, "*", i64::checked_mul)),
    row("+", 1, 1, |ruby, it, given| calculate(ruby, it, given, "+", i64::checked_add)),
    row("-", 1, 1, |ruby, it, given| calculate(ruby, it, given, "-", i64::checked_sub)),
    row("/", 1, 1, |ruby, it, given| divide(ruby, it, given, "/")),
    row("^", 1, 1, |ruby, it, given| bits(ruby, it, given, "^", |a, b| a ^ b)),
    row("div", 1, 1, |ruby, it, given| divide(ruby, it, given, "div")),
    row("modulo", 1, 1, modulo),
    row("|", 1, 1, |ruby, it, given| bits(ruby, it, given, "|", |a, b| a | b)),
    row("~", 0, 0, |_, it, _| Ok(Value::Integer(!receiver(it)))),
    row("bit_length", 0, 0, |_, it, _| {
        let number = receiver(it);
        let zeros = if number < 0 { (!number).leading_zeros() } else { number.leading_zeros() };
        Ok(Value::Integer(i64::from(64 - zeros)))
    }),
    row("chr", 0, 1, |ruby, it, given| {
        let code = receiver(it);
        let encoding = match given.get(0) {
            Some(name) => ruby.encoding(name)?,
            None => Encoding::Binary,
        };
        match (u32::try_from(code).ok().and_then(char::from_u32), encoding) {
            (Some(character), Encoding::Utf8) => Ok(ruby.heap.utf8(character.to_string())),
            _ if given.get(0).is_some() => ruby.not_covered("Integer#chr in such an encoding"),
            (Some(character), _) if character.is_ascii() => Ok(ruby.heap.text(character.to_string())),
            _ => match u8::try_from(code) {
                Ok(byte) => bytes::value(ruby, vec![byte], Encoding::Binary),
                Err(_) => ruby.raise("RangeError", format!("{code} out of char range")),
            },
        }
    }),
    row("downto", 1, 1, |ruby, it, given| {
        let to = super::big::small(ruby, &given.at(0))?;
        let block = ruby.needs_block(given)?;
        let mut next = receiver(it);
        while next >= to {
            ruby.yield_one(&block, Value::Integer(next))?;
            next -= 1;
        }
        Ok(it.clone())
    }),
    row("even?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) % 2 == 0))),
    row("negative?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) < 0))),
    row("nonzero?", 0, 0, |_, it, _| Ok(if receiver(it) == 0 { Value::Nil } else { it.clone() })),
    row("odd?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) % 2 != 0))),
    row("positive?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it) > 0))),
    row("size", 0, 0, |_, _, _| Ok(Value::Integer(8))),
    row("step", 0, 3, step),
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
    row("upto", 1, 1, |ruby, it, given| {
        let to = super::big::small(ruby, &given.at(0))?;
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

/// The numbers from the receiver to a limit by a step: `1.step(10, 3)`, `1.step(by: 3, to: 10)`.
pub fn step(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let (mut to, mut by) = (given.at(0), given.get(1).cloned().unwrap_or(Value::Integer(1)));
    let mut shown = Vec::new();
    if given.keywords {
        let [Value::Hash(options)] = given.list.as_slice() else { return ruby.not_covered("step with such arguments") };
        (to, by) = (Value::Nil, Value::Integer(1));
        for (name, value) in options.pairs() {
            let Value::Symbol(name) = name else { return ruby.not_covered("step with such arguments") };
            shown.push(format!("{name}: {}", ruby.inspect(&value)?));
            match &*name {
                "to" => to = value,
                "by" => by = value,
                _ => return ruby.not_covered("step with such arguments"),
            }
        }
    } else {
        if given.list.len() > 2 {
            return ruby.wrong_number(given.list.len(), 0, Some(2));
        }
        for value in &given.list {
            shown.push(ruby.inspect(value)?);
        }
    }
    let is_number = |it: &Value| matches!(it, Value::Integer(_) | Value::Float(_));
    if !is_number(&by) || !(is_number(&to) || to.is_nil()) {
        return ruby.not_covered("step of such numbers");
    }
    let start = ruby.inspect(it)?;
    let shown = if shown.is_empty() { format!("({start}.step)") } else { format!("({start}.step({}))", shown.join(", ")) };
    sequence(ruby, it, (it.clone(), to, by, false), &shown, given)
}

/// A sequence of numbers, or the receiver after the block has had each of them.
pub fn sequence(
    ruby: &mut Ruby<'_>,
    receiver: &Value,
    (from, to, by, exclusive): (Value, Value, Value, bool),
    shown: &str,
    given: &Args,
) -> Outcome {
    if matches!(by, Value::Integer(0)) || matches!(by, Value::Float(it) if it == 0.0) {
        return ruby.raise("ArgumentError", "step can't be 0");
    }
    let Some(class) = ruby.constant_at("Enumerator") else { return ruby.not_covered("a sequence of numbers") };
    let list = vec![from, to, by, Value::Boolean(exclusive), ruby.heap.text(shown)];
    let made = ruby.send(&class, "__sequence", Args::new(list))?;
    match &given.block {
        None => Ok(made),
        Some(block) => {
            ruby.send(&made, "each", Args { block: Some(block.clone()), ..Args::default() })?;
            Ok(receiver.clone())
        }
    }
}

/// Runs the method that takes and makes integers of any size.
fn wide(ruby: &mut Ruby<'_>, name: &str, it: &Value, given: &Args) -> Outcome {
    match super::big::METHODS.iter().find(|it| it.name == name) {
        Some(method) => (method.run)(ruby, it, given),
        None => ruby.not_covered(format!("Integer#{name}")),
    }
}

/// Error for an operand that is no number.
pub fn cannot(ruby: &mut Ruby<'_>, other: &Value, class: &str) -> Outcome {
    let shown = match other {
        Value::Nil | Value::Boolean(_) | Value::Symbol(_) => ruby.inspect(other)?,
        Value::Foreign(_) => return ruby.not_covered("a calculation with something of Puppet's"),
        Value::Object(_) => return ruby.not_covered("a calculation with an object"),
        other => class::class_of(other).to_string(),
    };
    ruby.raise("TypeError", format!("{shown} can't be coerced into {class}"))
}

fn calculate(ruby: &mut Ruby<'_>, it: &Value, given: &Args, name: &str, whole: fn(i64, i64) -> Option<i64>) -> Outcome {
    if let Some(Value::Integer(by)) = given.get(0)
        && let Some(result) = whole(receiver(it), *by)
    {
        return Ok(Value::Integer(result));
    }
    wide(ruby, name, it, given)
}

fn bits(ruby: &mut Ruby<'_>, it: &Value, given: &Args, name: &str, run: fn(i64, i64) -> i64) -> Outcome {
    match given.at(0) {
        Value::Integer(by) => Ok(Value::Integer(run(receiver(it), by))),
        _ => wide(ruby, name, it, given),
    }
}

fn divide(ruby: &mut Ruby<'_>, it: &Value, given: &Args, name: &str) -> Outcome {
    if let Some(Value::Integer(by)) = given.get(0)
        && let Some(quotient) = receiver(it).checked_div(*by)
    {
        let is_less = receiver(it) % by != 0 && (receiver(it) < 0) != (*by < 0);
        return Ok(Value::Integer(if is_less { quotient - 1 } else { quotient }));
    }
    wide(ruby, name, it, given)
}

fn modulo(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    if let Some(Value::Integer(by)) = given.get(0)
        && let Some(rest) = receiver(it).checked_rem(*by)
    {
        return Ok(Value::Integer(if rest != 0 && (rest < 0) != (*by < 0) { rest + by } else { rest }));
    }
    wide(ruby, "%", it, given)
}
