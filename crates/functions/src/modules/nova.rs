//! The module `nova`.

use values::Value;

use super::stdlib::{compact, parse_json};
use crate::{Call, Context, Failure, Function, LogLevel, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("to_array_of_json_strings", to_array_of_json_strings).in_module("nova")].into_iter()
}

/// A list of hashes, or JSON that holds them, each as JSON.
fn to_array_of_json_strings(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [given] = call.arguments else {
        return Err(Failure::plain("to_array_of_json_strings(): Wrong number of arguments"));
    };
    let list = match given {
        Value::String(text) => match read(context, text)? {
            list @ Value::Array(_) => list,
            other => Value::array(vec![other]),
        },
        other => other.clone(),
    };
    let refused = || Failure::plain(format!("Syntax error: {} is not an Array or JSON encoded String", ruby::to_s(given)));
    let Value::Array(list) = list else { return Err(refused()) };
    if !list.iter().all(|it| matches!(it, Value::Hash(_))) {
        return Err(refused());
    }
    let texts: Result<Vec<Value>, Failure> = list.iter().map(|it| compact(it).map(Value::from)).collect();
    texts.map(Value::array)
}

fn read(context: &mut dyn Context, text: &str) -> Result<Value, Failure> {
    if let Ok(value) = parse_json(text) {
        return Ok(value);
    }
    let value = parse_json(&text.replace('\'', "\"")).map_err(|_| Failure::plain(format!("Syntax error: {text} is not valid")))?;
    let message = format!("{text} is not valid JSON. Support for this format is deprecated and may be removed in future.");
    context.message(LogLevel::Warning, message);
    Ok(value)
}
