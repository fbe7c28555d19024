//! Values of an evaluation in which something is unknown.

use values::Value;

/// A value, with `?` for what is unknown.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Unknown(_) => "?".to_owned(),
        Value::Array(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Hash(entries) => {
            let pairs: Vec<String> = entries.iter().map(|(key, value)| format!("{} => {}", shown(key), shown(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        other => values::print::puppet(other),
    }
}
