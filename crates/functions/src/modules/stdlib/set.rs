//! `difference`, `intersection`, `union` and `count`.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

#[expect(clippy::mutable_key_type, reason = "what is mutable in a value is no part of its hash")]
pub(super) fn difference(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [Value::Array(a), Value::Array(b)] => {
            let without: FxHashSet<&Value> = b.iter().collect();
            Ok(Value::array(a.iter().filter(|it| !without.contains(it)).cloned().collect()))
        }
        [_, _] => Err(Failure::plain("difference(): Requires 2 arrays")),
        many => Err(Failure::plain(format!("difference(): Wrong number of arguments given ({} for 2)", many.len()))),
    }
}

#[expect(clippy::mutable_key_type, reason = "what is mutable in a value is no part of its hash")]
pub(super) fn intersection(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [Value::Array(a), Value::Array(b)] => {
            let with: FxHashSet<&Value> = b.iter().collect();
            let both: IndexSet<&Value, FxBuildHasher> = a.iter().filter(|it| with.contains(it)).collect();
            Ok(Value::array(both.into_iter().cloned().collect()))
        }
        [a, b] => {
            let (a, b) = (ruby::class(a), ruby::class(b));
            Err(Failure::plain(format!("intersection(): Requires 2 arrays, got {a} and {b}")))
        }
        many => Err(Failure::plain(format!("intersection(): Wrong number of arguments given ({} for 2)", many.len()))),
    }
}

pub(super) fn union(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if call.arguments.len() < 2 {
        return Err(Failure::plain(format!("union(): Wrong number of arguments given ({} for < 2)", call.arguments.len())));
    }
    let mut all: IndexSet<&Value, FxBuildHasher> = IndexSet::default();
    for list in call.arguments {
        let Value::Array(list) = list else { return Err(Failure::plain("union(): Every parameter must be an array")) };
        all.extend(list.iter());
    }
    Ok(Value::array(all.into_iter().cloned().collect()))
}

pub(super) fn count(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let given = call.arguments.len();
    if given > 2 {
        return Err(Failure::plain(format!("count(): Wrong number of arguments given {given} for 1 or 2.")));
    }
    let item = call.get(1).filter(|it| it.is_true());
    let counts = |value: &Value| match item {
        Some(item) => ruby::equal(value, item),
        None => !value.is_undef() && value.as_str() != Some(""),
    };
    let count = match (call.at(0), item) {
        (Value::Array(list), _) => list.iter().filter(|it| counts(it)).count(),
        // Its elements are pairs.
        (Value::Hash(hash), None) => hash.len(),
        (Value::Hash(hash), Some(_)) => {
            hash.iter().filter(|(key, value)| counts(&Value::array(vec![(*key).clone(), (*value).clone()]))).count()
        }
        (Value::String(text), Some(Value::String(set))) => {
            let set = super::characters::Set::new(set)?;
            text.chars().filter(|it| set.contains(*it)).count()
        }
        (Value::String(_), None) => return Err(Failure::plain("wrong number of arguments (given 0, expected 1+)")),
        (Value::String(_), Some(other)) => return Err(crate::core::digest::no_conversion(other)),
        (other, _) => return Err(ruby::no_method("count", other)),
    };
    Ok(Value::Integer(i64::try_from(count).unwrap_or(i64::MAX)))
}
