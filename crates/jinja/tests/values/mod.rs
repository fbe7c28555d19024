//! Variables of a template as recorded cases have them.

use std::rc::Rc;

use jinja::Value;
use serde_json::Value as Json;

/// Returns the entries of an object as variables; anything else has none.
pub fn variables(context: &Json) -> impl Iterator<Item = (Rc<str>, Value)> {
    context.as_object().into_iter().flatten().map(|(name, it)| (Rc::from(name.as_str()), value(it)))
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::None,
        Json::Bool(it) => Value::Bool(*it),
        Json::Number(it) => it.as_i64().map_or_else(|| Value::Float(it.as_f64().unwrap_or(0.0)), Value::Int),
        Json::String(it) => Value::str(it.as_str()),
        Json::Array(it) => Value::list(it.iter().map(value).collect()),
        Json::Object(it) => Value::dict(it.iter().map(|(key, it)| (key.as_str(), value(it)))),
    }
}
