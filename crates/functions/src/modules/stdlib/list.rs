//! `grep`, `reject`, `reverse`, `values_at` and `zip`.

use values::Value;
use values::regex::Regex;

use crate::core::digest::no_conversion;
use crate::{Call, Context, Failure, Outcome, ruby};

fn pattern(value: &Value) -> Result<Regex, Failure> {
    match value {
        Value::String(source) => Regex::new(source).map_err(Failure::plain),
        other => Err(no_conversion(other)),
    }
}

fn matches(regex: &Regex, value: &Value) -> Result<bool, Failure> {
    match value {
        Value::String(text) => Ok(regex.find_at(text, 0).map_err(Failure::plain)?.is_some()),
        _ => Ok(false),
    }
}

pub(super) fn grep(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [list, source] = call.arguments else {
        return Err(Failure::plain(format!("grep(): Wrong number of arguments given {} for 2", call.arguments.len())));
    };
    let regex = pattern(source)?;
    match list {
        Value::Array(list) => filtered(list.iter(), |it| matches(&regex, it)),
        // Pairs match no pattern.
        Value::Hash(_) => Ok(Value::array(vec![])),
        other => Err(ruby::no_method("grep", other)),
    }
}

pub(super) fn reject(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [list, source] = call.arguments else {
        return Err(Failure::plain(format!("reject(): Wrong number of arguments given {} for 2", call.arguments.len())));
    };
    let regex = pattern(source)?;
    match list {
        Value::Array(list) => filtered(list.iter(), |it| Ok(!matches(&regex, it)?)),
        // What Ruby is asked since stdlib 9 takes pairs for values that match nothing.
        other if context.module_version("stdlib") < (9, 0) => Err(ruby::no_method("reject", other)),
        Value::Hash(hash) => Ok(Value::array(hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect())),
        other => Err(ruby::no_method("grep_v", other)),
    }
}

fn filtered<'a>(list: impl Iterator<Item = &'a Value>, mut keeps: impl FnMut(&Value) -> Result<bool, Failure>) -> Outcome {
    let mut result = Vec::new();
    for value in list {
        if keeps(value)? {
            result.push(value.clone());
        }
    }
    Ok(Value::array(result))
}

pub(super) fn reverse(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(0) {
        None => Err(Failure::plain("reverse(): Wrong number of arguments given (0 for 1)")),
        Some(Value::Array(list)) => Ok(Value::array(list.iter().rev().cloned().collect())),
        Some(Value::String(text)) => Ok(Value::from(text.chars().rev().collect::<String>())),
        Some(_) => Err(Failure::plain("reverse(): Requires either array or string to work with")),
    }
}

/// Indices of values: `3`, `0-2`, `0..2`, `0...2`.
pub(super) fn values_at(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (Some(list), Some(indices)) = (call.get(0), call.get(1)) else {
        return Err(Failure::plain(format!("values_at(): Wrong number of arguments given ({} for 2)", call.arguments.len())));
    };
    let Value::Array(list) = list else { return Err(Failure::plain("values_at(): Requires array to work with")) };
    let indices = ruby::flatten([indices]);
    if indices.is_empty() {
        return Err(Failure::plain("values_at(): You must provide at least one positive index to collect"));
    }
    let range = Regex::new("^(\\d+)(\\.\\.\\.?|\\-)(\\d+)$").map_err(Failure::plain)?;
    let number = Regex::new("^\\d+$").map_err(Failure::plain)?;
    let last = i64::try_from(list.len()).unwrap_or(i64::MAX) - 1;
    let mut found = Vec::new();
    let mut add = |index: i64| found.extend(usize::try_from(index).ok().and_then(|it| list.get(it)).filter(|it| !it.is_undef()).cloned());
    for index in &indices {
        let text = ruby::to_s(index);
        if let Some(groups) = range.captures(&text) {
            let at = |group: usize| groups.get(group).and_then(Option::as_deref).map_or(0, ruby::to_i);
            let (start, stop) = (at(1), at(3));
            if start > stop {
                return Err(Failure::plain("values_at(): Stop index in given indices range is smaller than the start index"));
            }
            if stop > last {
                return Err(Failure::plain("values_at(): Stop index in given indices range exceeds array size"));
            }
            context.spend(u64::try_from(stop - start).unwrap_or(0))?;
            let exclusive = groups.get(2).and_then(Option::as_deref) == Some("...");
            (start..stop + i64::from(!exclusive)).for_each(&mut add);
        } else {
            if !number.is_match(&text) {
                return Err(Failure::plain("values_at(): Unknown format of given index"));
            }
            let index = ruby::to_i(&text);
            if index > last {
                return Err(Failure::plain("values_at(): Given index exceeds array size"));
            }
            add(index);
        }
    }
    Ok(Value::array(found))
}

pub(super) fn zip(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (Some(a), Some(b)) = (call.get(0), call.get(1)) else {
        return Err(Failure::plain(format!("zip(): Wrong number of arguments given ({} for 2)", call.arguments.len())));
    };
    let (Value::Array(a), Value::Array(b)) = (a, b) else { return Err(Failure::plain("zip(): Requires array to work with")) };
    let flat = match call.get(2) {
        Some(flat) if flat.is_true() => super::bool::truth(flat)?,
        _ => false,
    };
    let pair = |(index, it): (usize, &Value)| Value::array(vec![it.clone(), b.get(index).cloned().unwrap_or(Value::Undef)]);
    let pairs: Vec<Value> = a.iter().enumerate().map(pair).collect();
    Ok(Value::array(if flat { ruby::flatten(pairs.iter()) } else { pairs }))
}
