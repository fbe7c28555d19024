//! `unique`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, iterate, ruby};

pub(super) fn unique(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::String(text) => {
            let characters = distinct(context, call, iterate::characters(text))?;
            Ok(Value::from(characters.iter().map(ruby::to_s).collect::<String>()))
        }
        Value::Hash(hash) => inverted(context, call, hash),
        other => {
            let all = iterate::collect(context, iterate::elements("unique", other)?)?;
            Ok(Value::array(distinct(context, call, all)?))
        }
    }
}

fn key(context: &mut dyn Context, call: &Call<'_>, value: &Value) -> Outcome {
    match call.block {
        Some(block) => {
            context.spend(1)?;
            context.call_block(block, vec![value.clone()])
        }
        None => Ok(value.clone()),
    }
}

fn distinct(context: &mut dyn Context, call: &Call<'_>, values: Vec<Value>) -> Result<Vec<Value>, Failure> {
    let mut seen = Hash::default();
    let mut distinct = Vec::new();
    for value in values {
        if seen.insert(key(context, call, &value)?, Value::Undef).is_none() {
            distinct.push(value);
        }
    }
    Ok(distinct)
}

/// The keys that have equal values, and those values.
fn inverted(context: &mut dyn Context, call: &Call<'_>, hash: &Hash) -> Outcome {
    let mut groups: indexmap::IndexMap<Value, (Vec<Value>, Vec<Value>)> = indexmap::IndexMap::new();
    for (name, value) in hash {
        let group = groups.entry(key(context, call, value)?).or_default();
        group.0.push(name.clone());
        if !group.1.contains(value) {
            context.spend(u64::try_from(group.1.len()).unwrap_or(u64::MAX))?;
            group.1.push(value.clone());
        }
    }
    Ok(Value::hash(groups.into_values().map(|(keys, values)| (Value::array(keys), Value::array(values))).collect()))
}
