//! `to_python`, `to_ruby` and `to_toml`: values as another language writes them.

use issue::{Ended, Issue};
use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

/// How deep values are written.
const DEEPEST: u32 = 200;

/// How a language writes what is not the same everywhere.
struct Language {
    truths: [&'static str; 2],
    nothing: &'static str,
    arrow: &'static str,
}

pub(super) fn to_python(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let language = Language { truths: ["False", "True"], nothing: "None", arrow: ": " };
    written(call.at(0), &language, DEEPEST).map(Value::from)
}

pub(super) fn to_ruby(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let language = Language { truths: ["false", "true"], nothing: "nil", arrow: " => " };
    written(call.at(0), &language, DEEPEST).map(Value::from)
}

fn written(value: &Value, language: &Language, depth: u32) -> Result<String, Failure> {
    if depth == 0 {
        return Err(Failure::exception(Issue::Ended(Ended::Depth)));
    }
    Ok(match value {
        Value::Undef => language.nothing.to_owned(),
        Value::Boolean(it) => language.truths[usize::from(*it)].to_owned(),
        Value::Integer(_) | Value::Float(_) | Value::String(_) => ruby::inspect(value),
        Value::Array(list) => {
            let parts: Vec<String> = list.iter().map(|it| written(it, language, depth - 1)).collect::<Result<_, _>>()?;
            format!("[{}]", parts.join(", "))
        }
        Value::Hash(hash) if hash.keys().all(|key| matches!(key, Value::String(_))) => {
            let mut parts = Vec::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                parts.push(format!("{}{}{}", ruby::inspect(key), language.arrow, written(value, language, depth - 1)?));
            }
            format!("{{{}}}", parts.join(", "))
        }
        // What is no data is a hash with the name of its type.
        rich => written(&values::data::from_json(&values::data::to_rich(rich)), language, depth - 1)?,
    })
}

/// Whether all keys are texts. The names of the other tables depend on how Ruby sorts their keys.
pub(super) fn has_keys_of_text(arguments: &[Value]) -> bool {
    let mut stack: Vec<&Value> = arguments.iter().collect();
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(list) => stack.extend(list.iter()),
            Value::Hash(hash) if hash.keys().all(|it| matches!(it, Value::String(_))) => stack.extend(hash.values()),
            Value::Hash(_) => return false,
            Value::Sensitive(inner) => stack.push(inner),
            _ => {}
        }
    }
    true
}

pub(super) fn to_toml(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut out = String::new();
    if let Value::Hash(hash) = call.at(0) {
        table(hash, &[], &mut out, DEEPEST)?;
    }
    Ok(Value::from(out))
}

fn table(hash: &Hash, prefix: &[String], out: &mut String, depth: u32) -> Result<(), Failure> {
    let simple = |value: &Value| match value {
        Value::Hash(_) => false,
        Value::Array(list) => !matches!(list.first(), Some(Value::Hash(_))),
        _ => true,
    };
    if !prefix.is_empty() && (hash.is_empty() || hash.values().any(simple)) {
        out.push_str(&format!("[{}]\n", prefix.join(".")));
    }
    pairs(hash, prefix, out, depth)
}

/// Simple values come first, then tables, then lists of tables; each in the order of the keys.
fn pairs(hash: &Hash, prefix: &[String], out: &mut String, depth: u32) -> Result<(), Failure> {
    if depth == 0 {
        return Err(Failure::exception(Issue::Ended(Ended::Depth)));
    }
    let mut entries: Vec<(String, &Value)> = Vec::with_capacity(hash.len());
    for (key, value) in hash {
        let Value::String(name) = key else {
            let class = ruby::class(key);
            return Err(Failure::plain(format!("comparison of {class} with String failed")));
        };
        entries.push((name.to_string(), value));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let key = |name: &str| {
        let bare = name.split('\n').any(|line| line.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-')));
        if bare { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\\\"")) }
    };
    let longer = |name: &str| prefix.iter().cloned().chain([key(name)]).collect::<Vec<_>>();
    let is_tables = |value: &Value| matches!(value, Value::Array(list) if matches!(list.first(), Some(Value::Hash(_))));
    for (name, value) in &entries {
        if !matches!(value, Value::Hash(_)) && !is_tables(value) {
            let shown = match value {
                // The number sign needs no escape here.
                Value::String(_) => ruby::inspect(value).replace("\\#", "#"),
                other => ruby::inspect(other),
            };
            out.push_str(&format!("{} = {shown}\n", key(name)));
        }
    }
    for (name, value) in &entries {
        if let Value::Hash(inner) = value {
            table(inner, &longer(name), out, depth - 1)?;
        }
    }
    for (name, value) in &entries {
        let Value::Array(list) = value else { continue };
        if !is_tables(value) {
            continue;
        }
        let prefix = longer(name);
        for child in list.iter() {
            let Value::Hash(child) = child else { return Err(ruby::no_method("keys", child)) };
            out.push_str(&format!("[[{}]]\n", prefix.join(".")));
            pairs(child, &prefix, out, depth - 1)?;
        }
    }
    Ok(())
}
