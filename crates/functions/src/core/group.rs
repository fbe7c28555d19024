//! `group_by` and `partition`.

use values::{Hash, Type, Value};

use crate::{Call, Context, Failure, Outcome, iterate, unknown};

pub(super) fn group_by(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut groups: Vec<Vec<Value>> = Vec::new();
    let mut keys = Hash::default();
    for (element, key) in judged(context, call)? {
        if let Value::Unknown(unknown) = &key {
            return Ok(unknown::because(unknown, Type::Any));
        }
        let at = match keys.get(&key) {
            Some(Value::Integer(at)) => usize::try_from(*at).unwrap_or(usize::MAX),
            _ => {
                keys.insert(key, Value::Integer(i64::try_from(groups.len()).unwrap_or(i64::MAX)));
                groups.push(Vec::new());
                groups.len() - 1
            }
        };
        if let Some(group) = groups.get_mut(at) {
            iterate::add(group, element)?;
        }
    }
    Ok(Value::hash(keys.into_keys().zip(groups.into_iter().map(Value::array)).collect()))
}

pub(super) fn partition(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for (element, verdict) in judged(context, call)? {
        match verdict {
            Value::Unknown(unknown) => return Ok(unknown::because(&unknown, Type::Any)),
            verdict if verdict.is_true() => iterate::add(&mut yes, element)?,
            _ => iterate::add(&mut no, element)?,
        }
    }
    Ok(Value::array(vec![Value::array(yes), Value::array(no)]))
}

/// Each element with what the block gives for it.
fn judged(context: &mut dyn Context, call: &Call<'_>) -> Result<Vec<(Value, Value)>, Failure> {
    let block = call.block()?;
    let value = call.at(0);
    // Here a block of one parameter comes first.
    let (two, of_hash) = (!block.takes(1), matches!(value, Value::Hash(_)));
    let mut all = Vec::new();
    for (index, element) in (0..).zip(iterate::elements(call.name, value)?) {
        let result = iterate::visit(context, block, index, &element, of_hash, two)?;
        iterate::add(&mut all, (element, result))?;
    }
    Ok(all)
}
