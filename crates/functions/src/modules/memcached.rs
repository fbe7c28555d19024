//! The module `memcached`.

use values::regex::Regex;
use values::{Type, Value};

use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("memcached::max_memory", max_memory).in_module("memcached")].into_iter()
}

/// Megabytes: as they are given, or a share of the machine's memory.
fn max_memory(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let facts = match context.variable("facts") {
        Some(Value::Hash(facts)) => facts,
        Some(Value::Unknown(unknown)) => return Ok(crate::unknown::because(&unknown, Type::Any)),
        _ => return Err(ruby::no_method("[]", &Value::Undef)),
    };
    let given = call.at(0);
    let shown = ruby::to_s(given);
    if given.is_true() && !shown.ends_with('%') {
        return match given {
            Value::Integer(_) => Ok(given.clone()),
            Value::String(text) => Ok(Value::Integer(ruby::to_i(text))),
            Value::Float(number) => whole(*number).map(Value::Integer),
            other => Err(ruby::no_method("to_i", other)),
        };
    }
    let share = if given.is_true() { shown } else { "95%".to_owned() };
    let size = match facts.get(&Value::from("memorysize")) {
        Some(Value::String(size)) => size,
        Some(Value::Unknown(unknown)) => return Ok(crate::unknown::because(unknown, Type::Integer(None, None))),
        _ => return Err(ruby::no_method("[]", &Value::Undef)),
    };
    let regex = Regex::new(r"([0-9.e+-]*)\s*([^bB]?)").map_err(Failure::plain)?;
    let groups = regex.captures(size).unwrap_or_default();
    let group = |index: usize| groups.get(index).cloned().flatten().unwrap_or_default();
    let prefix = group(2);
    let scale = match prefix.as_str() {
        "" => 0,
        "k" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        "E" => 50,
        _ => return Err(Failure::plain(format!("memcached_max_memory(): Unknown prefix {prefix}"))),
    };
    let bytes = whole(literals::to_f(&group(1)) * 2_f64.powi(scale))?;
    #[expect(clippy::cast_precision_loss, reason = "as Ruby does")]
    let megabytes = bytes.div_euclid(1 << 20) as f64;
    whole((megabytes * (literals::to_f(&share) / 100.0)).floor()).map(Value::Integer)
}

fn whole(number: f64) -> Result<i64, Failure> {
    #[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
    if number.abs() < 9e18 { Ok(number as i64) } else { Err(Failure::plain(format!("{number} is too large"))) }
}
