//! `join_keys_to_values`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn join_keys_to_values(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [hash, separator] = call.arguments else {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("join_keys_to_values(): Takes exactly two arguments, but {count} given.")));
    };
    let wrong =
        |which: &str, value: &Value| Failure::plain(format!("join_keys_to_values(): The {which}, but a {} was given.", ruby::class(value)));
    let Value::Hash(hash) = hash else { return Err(wrong("first argument must be a hash", hash)) };
    let Value::String(separator) = separator else { return Err(wrong("second argument must be a string", separator)) };
    let mut joined = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        let key = ruby::to_s(key);
        match value {
            Value::Array(list) => joined.extend(list.iter().map(|it| format!("{key}{separator}{}", ruby::to_s(it)))),
            other => {
                let value = ruby::to_s(other);
                joined.push(if value == "undef" { key } else { format!("{key}{separator}{value}") });
            }
        }
    }
    Ok(Value::array(joined.into_iter().map(Value::from).collect()))
}
