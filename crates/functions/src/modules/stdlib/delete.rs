//! `delete`, `delete_at` and `delete_undef_values`.

use values::regex::Regex;
use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn delete(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [collection, items] = call.arguments else {
        return Err(Failure::plain(format!("delete(): Wrong number of arguments given {} for 2", call.arguments.len())));
    };
    // `Array(hash)` makes pairs of it.
    let items = match items {
        Value::Array(list) => list.to_vec(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        other => vec![other.clone()],
    };
    let mut result = collection.clone();
    for item in &items {
        result = match result {
            Value::Array(list) => {
                context.spend(u64::try_from(list.len()).unwrap_or(u64::MAX))?;
                Value::array(list.iter().filter(|it| !ruby::equal(it, item)).cloned().collect())
            }
            Value::Hash(hash) => {
                context.spend(u64::try_from(hash.len()).unwrap_or(u64::MAX))?;
                Value::hash(hash.iter().filter(|(key, _)| *key != item).map(|(key, value)| (key.clone(), value.clone())).collect())
            }
            Value::String(text) => match item {
                Value::String(part) => Value::from(text.replace(&**part, "")),
                other => {
                    let shown = match other {
                        Value::Boolean(it) => it.to_string(),
                        other => ruby::class(other).to_owned(),
                    };
                    return Err(Failure::plain(format!("wrong argument type {shown} (expected Regexp)")));
                }
            },
            other => {
                let class = ruby::class(&other);
                let message = format!("delete(): First argument must be an Array, String, or Hash. Given an argument of class {class}.");
                return Err(Failure::plain(message));
            }
        };
    }
    Ok(result)
}

pub(super) fn delete_at(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [list, index, ..] = call.arguments else {
        return Err(Failure::plain(format!("delete_at(): Wrong number of arguments given ({} for 2)", call.arguments.len())));
    };
    let Value::Array(list) = list else { return Err(Failure::plain("delete_at(): Requires array to work with")) };
    let index = match index {
        Value::String(text) => {
            let digits = |line: &str| !line.is_empty() && line.bytes().all(|it| it.is_ascii_digit());
            if !text.split('\n').any(digits) {
                return Err(Failure::plain("delete_at(): You must provide non-negative numeric index"));
            }
            ruby::to_i(text)
        }
        other => crate::core::fqdn_rand::to_i(other)?,
    };
    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
    if index > length - 1 {
        return Err(Failure::plain("delete_at(): Given index exceeds size of array given"));
    }
    let mut result = list.to_vec();
    // A negative index counts from the end; beyond it, nothing goes.
    if let Ok(at) = usize::try_from(if index < 0 { index.saturating_add(length) } else { index }) {
        result.remove(at);
    }
    Ok(Value::array(result))
}

pub(super) fn delete_undef_values(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [] => Err(Failure::plain("delete_undef_values(): Wrong number of arguments given (0)")),
        [Value::Array(list), ..] => Ok(Value::array(list.iter().filter(|it| !it.is_undef()).cloned().collect())),
        [Value::Hash(hash), ..] => {
            let retained: Hash = hash.iter().filter(|(_, it)| !it.is_undef()).map(|(key, it)| (key.clone(), it.clone())).collect();
            Ok(Value::hash(retained))
        }
        [other, ..] => {
            let (shown, class) = (ruby::to_s(other), ruby::class(other));
            Err(Failure::plain(format!("delete_undef_values(): expected an array or hash, got {shown} type  {class} ")))
        }
    }
}

pub(super) fn delete_regex(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [collection, items] = call.arguments else {
        return Err(Failure::plain(format!("delete_regex(): Wrong number of arguments given {} for 2", call.arguments.len())));
    };
    let items = match items {
        Value::Array(list) => list.to_vec(),
        Value::Undef => vec![],
        other => vec![other.clone()],
    };
    let mut result = collection.clone();
    for item in &items {
        let regex = Regex::new(&format!("\\b{}\\b", ruby::to_s(item))).map_err(Failure::plain)?;
        let matches = |value: &Value| value.as_str().is_some_and(|it| regex.is_match(it));
        result = match result {
            Value::Array(list) => Value::array(list.iter().filter(|it| !matches(it)).cloned().collect()),
            // It is the pairs that are matched, which no pattern does.
            Value::Hash(hash) => {
                let retained = hash.iter().filter(|(key, _)| !matches(key)).map(|(key, value)| (key.clone(), value.clone()));
                Value::hash(retained.collect())
            }
            Value::String(_) => return Err(ruby::no_method("reject!", &result)),
            other => {
                let class = ruby::class(&other);
                let message =
                    format!("delete_regex(): First argument must be an Array, Hash, or String. Given an argument of class {class}.");
                return Err(Failure::plain(message));
            }
        };
    }
    Ok(result)
}

pub(super) fn delete_values(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [hash, item] = call.arguments else {
        return Err(Failure::plain(format!("delete_values(): Wrong number of arguments given ({} of 2)", call.arguments.len())));
    };
    let Value::Hash(hash) = hash else {
        let class = ruby::class(hash);
        return Err(Failure::plain(format!("delete_values(): First argument must be a Hash. Given an argument of class {class}.")));
    };
    let retained = hash.iter().filter(|(_, value)| !ruby::equal(item, value)).map(|(key, value)| (key.clone(), value.clone()));
    Ok(Value::hash(retained.collect()))
}
