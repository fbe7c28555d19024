//! `has_key`, `is_hash`, `member`, `concat` and `hash`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn has_key(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [Value::Hash(hash), key] => Ok(Value::Boolean(hash.contains_key(key))),
        [other, _] => {
            let (shown, class) = (ruby::inspect(other), ruby::class(other));
            Err(Failure::plain(format!("has_key(): expects the first argument to be a hash, got {shown} which is of type {class}")))
        }
        other => Err(Failure::plain(format!("has_key(): wrong number of arguments ({}; must be 2)", other.len()))),
    }
}

pub(super) fn is_hash(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(matches!(value, Value::Hash(_)))),
        other => Err(Failure::plain(format!("is_hash(): Wrong number of arguments given ({} for 1)", other.len()))),
    }
}

pub(super) fn member(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [list, item, ..] = call.arguments else {
        return Err(Failure::plain(format!("member(): Wrong number of arguments given ({} for 2)", call.arguments.len())));
    };
    let Value::Array(list) = list else { return Err(Failure::plain("member(): Requires array to work with")) };
    let items = match item {
        Value::String(_) | Value::Integer(_) => std::slice::from_ref(item),
        Value::Array(items) if items.is_empty() => {
            return Err(Failure::plain("member(): You must provide item to search for within array given"));
        }
        Value::Array(items) => items,
        _ => return Err(Failure::plain("member(): Item to search for must be a string, fixnum, or array")),
    };
    let known: Hash = list.iter().map(|it| (it.clone(), Value::Undef)).collect();
    Ok(Value::Boolean(items.iter().all(|it| known.contains_key(it))))
}

pub(super) fn concat(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [first, rest @ ..] = call.arguments else {
        return Err(Failure::plain("concat(): Wrong number of arguments given (0 for < 2)"));
    };
    if rest.is_empty() {
        return Err(Failure::plain("concat(): Wrong number of arguments given (1 for < 2)"));
    }
    let Value::Array(first) = first else { return Err(Failure::plain("concat(): Requires array to work with")) };
    let mut result = first.to_vec();
    for value in rest {
        match value {
            Value::Array(list) => result.extend(list.iter().cloned()),
            other => result.push(other.clone()),
        }
    }
    Ok(Value::array(result))
}

pub(super) fn hash(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let list = match call.get(0) {
        None => return Err(Failure::plain("hash(): Wrong number of arguments given (0 for 1)")),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(Failure::plain("hash(): Requires array to work with")),
    };
    let flat = ruby::flatten(list.iter());
    // `Hash[hash]` is the hash itself.
    if let [single @ Value::Hash(_)] = &flat[..] {
        return Ok(single.clone());
    }
    let (pairs, rest) = flat.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Failure::plain("hash(): Unable to compute hash from array given"));
    }
    Ok(Value::hash(pairs.iter().map(|[key, value]| (key.clone(), value.clone())).collect()))
}

pub(super) fn dig44(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (Some(data), Some(path)) = (call.get(0), call.get(1)) else {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("dig44(): Wrong number of arguments given ({count} for at least 2)")));
    };
    if !matches!(data, Value::Hash(_) | Value::Array(_)) {
        let class = ruby::class(data);
        return Err(Failure::plain(format!("dig44(): first argument must be a hash or an array, given {class}")));
    }
    let Value::Array(path) = path else {
        return Err(Failure::plain(format!("dig44(): second argument must be an array, given {}", ruby::class(path))));
    };
    let mut found = Some(data);
    for key in path.iter() {
        found = match found {
            Some(Value::Hash(hash)) => hash.get(key),
            Some(Value::Array(list)) => {
                let index = match key {
                    Value::Integer(it) => Some(*it),
                    Value::String(text) => ruby::integer(text),
                    _ => None,
                };
                let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
                index.map(|it| if it < 0 { it.saturating_add(length) } else { it }).and_then(|it| list.get(usize::try_from(it).ok()?))
            }
            _ => None,
        };
    }
    Ok(match found {
        None | Some(Value::Undef) => call.at(2).clone(),
        Some(value) => value.clone(),
    })
}
