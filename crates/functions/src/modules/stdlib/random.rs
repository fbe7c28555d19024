//! `seeded_rand`, `seeded_rand_string`, `fqdn_rand_string`, `fqdn_rotate` and `shuffle`: chance that is the same every time.

use values::{Size, Type, Value};

use crate::core::{digest, fqdn_rand};
use crate::{Call, Context, Failure, Outcome, ruby};
use values::random::Random;

/// Longer texts are not made.
const LONGEST: i64 = 1_000_000;

/// An integer, or a text that is one.
fn is_integer(value: &Value) -> bool {
    match value {
        Value::Integer(_) => true,
        Value::String(text) => super::kind::is_integer_text(text),
        _ => false,
    }
}

fn length(context: &mut dyn Context, value: &Value) -> Result<i64, Failure> {
    let length = fqdn_rand::to_i(value)?;
    context.spend(u64::try_from(length).unwrap_or(u64::MAX))?;
    if length > LONGEST { Err(Failure::plain("the text becomes too long")) } else { Ok(length) }
}

pub(super) fn seeded_rand(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let limit = call.at(0);
    if !is_integer(limit) || fqdn_rand::to_i(limit)? <= 0 {
        return Err(Failure::plain("seeded_rand(): first argument must be a positive integer"));
    }
    let Value::String(seed) = call.at(1) else { return Err(Failure::plain("seeded_rand(): second argument must be a string")) };
    fqdn_rand::number_below(&digest::md5_of(seed.as_bytes()), fqdn_rand::to_i(limit)?)
}

pub(super) fn seeded_rand_string(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let length = length(context, call.at(0))?;
    let default = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let characters: Vec<char> = call.get(2).and_then(Value::as_str).unwrap_or(default).chars().collect();
    let mut random = Random::new(&digest::sha256_of(call.text(1).as_bytes()));
    let limit = u64::try_from(characters.len()).unwrap_or(1);
    let pick = |_| usize::try_from(random.next_below(limit)).ok().and_then(|at| characters.get(at).copied()).unwrap_or_default();
    Ok(Value::from((0..length).map(pick).collect::<String>()))
}

pub(super) fn fqdn_rand_string(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some(count) = call.get(0) else {
        return Err(Failure::plain("fqdn_rand_string(): wrong number of arguments (0 for 1)"));
    };
    if !is_integer(count) || fqdn_rand::to_i(count)? <= 0 {
        return Err(Failure::plain("fqdn_rand_string(): first argument must be a positive integer"));
    }
    let mut characters: Vec<char> = match call.at(1) {
        Value::Undef => Vec::new(),
        Value::String(text) => text.chars().collect(),
        _ => return Err(Failure::plain("fqdn_rand_string(): second argument must be undef or a string")),
    };
    if characters.is_empty() {
        characters = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
    }
    let limit = Value::Integer(i64::try_from(characters.len()).unwrap_or(1));
    let seed = call.arguments.get(2..).unwrap_or_default();
    let mut text = String::new();
    for current in 1..=length(context, count)? {
        let number = Value::from(current.to_string());
        let seed = Value::from(ruby::join(seed.iter().chain([&number]), ":"));
        match fqdn_rand::number(context, &limit, &seed, false)? {
            Value::Integer(at) => text.extend(usize::try_from(at).ok().and_then(|at| characters.get(at))),
            Value::Unknown(unknown) => {
                let from = length(context, count)?;
                return Ok(crate::unknown::because(&unknown, Type::String(Size { from, to: Some(from) })));
            }
            other => return Ok(other),
        }
    }
    Ok(Value::from(text))
}

/// `stdlib::seeded_rand`, whose signature leaves nothing to check.
pub(super) fn number_of_seed(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    fqdn_rand::number_below(&digest::md5_of(call.text(1).as_bytes()), fqdn_rand::to_i(call.at(0))?)
}

/// `stdlib::fqdn_rotate`.
pub(super) fn rotate(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let is_short = match call.at(0) {
        Value::Array(list) => list.len() < 2,
        other => other.as_str().is_none_or(|it| it.chars().count() < 2),
    };
    if is_short {
        return Ok(call.at(0).clone());
    }
    let fqdn = match super::fact::fqdn(context)? {
        Value::Unknown(unknown) => {
            let ty = if matches!(call.at(0), Value::Array(_)) { Type::array_of(Type::Any) } else { Type::String(Size::ANY) };
            return Ok(crate::unknown::because(&unknown, ty));
        }
        fqdn => fqdn,
    };
    rotated(call.at(0), &fqdn, call.arguments.get(1..).unwrap_or_default())
}

fn rotated(value: &Value, fqdn: &Value, seeds: &[Value]) -> Outcome {
    let seeds = Value::array(seeds.to_vec());
    let seed = digest::md5_of(ruby::join([fqdn, &seeds], ":").as_bytes());
    rearranged(value, |values| {
        let count = u64::try_from(values.len()).unwrap_or(1);
        values.rotate_left(usize::try_from(Random::new(&seed).next_below(count)).unwrap_or(0));
    })
}

pub(super) fn fqdn_rotate(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [] => Err(Failure::plain("fqdn_rotate(): Wrong number of arguments given (0 for 1)")),
        [Value::Array(list), ..] if list.len() < 2 => Ok(Value::Array(list.clone())),
        [Value::String(text), ..] if text.chars().count() < 2 => Ok(Value::String(text.clone())),
        [value @ (Value::Array(_) | Value::String(_)), rest @ ..] => {
            let fqdn = super::fact::variable(context, "::fqdn")?;
            rotated(value, &fqdn, rest)
        }
        _ => Err(Failure::plain("fqdn_rotate(): Requires either array or string to work with")),
    }
}

/// Puppet's order is another one every time; here it depends on what is shuffled, so that catalogs stay the same.
pub(super) fn shuffle(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(0) {
        None => Err(Failure::plain("shuffle(): Wrong number of arguments given (0 for 1)")),
        Some(value @ (Value::Array(_) | Value::String(_))) => {
            let mut random = Random::new(&digest::md5_of(ruby::inspect(value).as_bytes()));
            rearranged(value, |values| {
                for at in (1..values.len()).rev() {
                    let other = random.next_below(u64::try_from(at).unwrap_or(0) + 1);
                    values.swap(at, usize::try_from(other).unwrap_or(0));
                }
            })
        }
        Some(_) => Err(Failure::plain("shuffle(): Requires either array or string to work with")),
    }
}

fn rearranged(value: &Value, change: impl FnOnce(&mut Vec<Value>)) -> Outcome {
    let mut values = match value {
        Value::Array(list) => list.to_vec(),
        other => crate::iterate::characters(other.as_str().unwrap_or_default()),
    };
    if values.len() > 1 {
        change(&mut values);
    }
    Ok(if matches!(value, Value::Array(_)) { Value::array(values) } else { Value::from(ruby::join(values.iter(), "")) })
}
