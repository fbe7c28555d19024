//! `prefix` and `suffix`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn prefix(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    affix(call, |affix, text| format!("{affix}{text}"))
}

pub(super) fn suffix(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    affix(call, |affix, text| format!("{text}{affix}"))
}

fn affix(call: &Call<'_>, join: fn(&str, &str) -> String) -> Outcome {
    let name = call.name;
    let Some(collection) = call.get(0) else {
        return Err(Failure::plain(format!("{name}(): Wrong number of arguments given (0 for 1)")));
    };
    if !matches!(collection, Value::Array(_) | Value::Hash(_)) {
        let shown = ruby::inspect(collection);
        return Err(Failure::plain(format!("{name}(): expected first argument to be an Array or a Hash, got {shown}")));
    }
    let affix = match call.at(1) {
        Value::String(text) => text,
        Value::Undef | Value::Boolean(false) => "",
        other => {
            let shown = ruby::inspect(other);
            return Err(Failure::plain(format!("{name}(): expected second argument to be a String, got {shown}")));
        }
    };
    let changed = |value: &Value| Value::from(join(affix, &ruby::to_s(value)));
    Ok(match collection {
        Value::Array(list) => Value::array(list.iter().map(changed).collect()),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (changed(key), value.clone())).collect::<Hash>()),
        other => other.clone(),
    })
}
