//! `fqdn_rand`: a number that is another on every machine, and the same every time.

use values::Value;

use super::digest::md5_of;
use crate::{Call, Context, Failure, Outcome, ruby};
use values::random::Random;

pub(super) fn fqdn_rand(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (limit, seed) = (call.at(0), call.at(1));
    let downcase = call.get(2).is_some_and(Value::is_true);
    number(context, limit, seed, downcase)
}

pub(crate) fn number(context: &mut dyn Context, limit: &Value, seed: &Value, downcase: bool) -> Outcome {
    let limit = to_i(limit)?;
    let mut fqdn = fqdn(context)?;
    if let Value::Unknown(unknown) = &fqdn {
        return Ok(crate::unknown::because(unknown, values::Type::Integer(Some(0), None)));
    }
    if downcase {
        match &fqdn {
            Value::String(text) => fqdn = Value::from(text.to_lowercase()),
            other => return Err(ruby::no_method("downcase", other)),
        }
    }
    let text = ruby::join([&fqdn, &Value::Integer(limit), seed], ":");
    number_below(&md5_of(text.as_bytes()), limit)
}

/// A number below the limit, from a seed in hexadecimal digits.
pub(crate) fn number_below(seed: &str, limit: i64) -> Outcome {
    match u64::try_from(limit) {
        Ok(limit) if limit > 0 => Ok(Value::Integer(i64::try_from(Random::new(seed).next_below(limit)).unwrap_or(i64::MAX))),
        _ => Err(Failure::plain(format!("invalid argument - {limit}"))),
    }
}

fn fqdn(context: &mut dyn Context) -> Outcome {
    let facts = context.variable_along("facts", &["networking".into(), "fqdn".into()]).unwrap_or(Value::Undef);
    let networking = field(&facts, "networking");
    Ok(field(&networking, "fqdn"))
}

fn field(value: &Value, name: &str) -> Value {
    match value {
        Value::Hash(hash) => hash.get(&Value::from(name)).cloned().unwrap_or(Value::Undef),
        Value::Unknown(_) => value.clone(),
        _ => Value::Undef,
    }
}

/// `value.to_i`.
pub(crate) fn to_i(value: &Value) -> Result<i64, Failure> {
    match value {
        Value::Integer(it) => Ok(*it),
        #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
        Value::Float(it) => Ok(*it as i64),
        Value::String(text) => Ok(ruby::to_i(text)),
        Value::Undef => Ok(0),
        other => Err(ruby::no_method("to_i", other)),
    }
}
