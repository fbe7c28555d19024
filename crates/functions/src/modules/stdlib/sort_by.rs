//! `stdlib::sort_by`.

use values::{Hash, Value};

use crate::{Call, Context, Outcome, iterate, ruby};

/// Elements in the order of what the block gives for each of them; the pairs of a hash come as one value.
pub(super) fn sort_by(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let block = call.block()?;
    let mut keyed = Vec::new();
    for element in iterate::elements(call.name, call.at(0))? {
        context.spend(1)?;
        let key = context.call_block(block, vec![element.clone()])?;
        if let Value::Unknown(unknown) = &key {
            return Ok(crate::unknown::because(unknown, values::Type::Any));
        }
        iterate::add(&mut keyed, Value::array(vec![key, element]))?;
    }
    let part = |pair: &Value, at: usize| match pair {
        Value::Array(pair) => pair.get(at).cloned().unwrap_or(Value::Undef),
        _ => Value::Undef,
    };
    let sorted = ruby::sort(context, keyed, &mut |_, a, b| {
        let (a, b) = (part(a, 0), part(b, 0));
        ruby::order(&a, &b).ok_or_else(|| ruby::not_comparable(&a, &b))
    })?;
    let sorted = sorted.iter().map(|it| part(it, 1));
    Ok(match call.at(0) {
        Value::String(_) => Value::from(sorted.map(|it| ruby::to_s(&it)).collect::<String>()),
        Value::Hash(_) => {
            let pairs = sorted.map(|it| (part(&it, 0), part(&it, 1)));
            Value::hash(pairs.collect::<Hash>())
        }
        _ => Value::array(sorted.collect()),
    })
}

/// The values of a hash, and of the hashes that are values in it.
pub(super) fn nested_values(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut values = Vec::new();
    let mut stack = vec![call.at(0)];
    while let Some(value) = stack.pop() {
        match value {
            Value::Hash(hash) => stack.extend(hash.values().rev()),
            other => values.push(other.clone()),
        }
    }
    Ok(Value::array(values))
}
