//! The module `collectd`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::old("collectd_convert_processes", 1, convert_processes).in_module("collectd")].into_iter()
}

/// Processes by their names, out of a list of names and of hashes with names.
fn convert_processes(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let failed = |what: &str| Err(Failure::plain(format!("convert_process_array(): {what}")));
    let list = match call.at(0) {
        Value::Hash(_) => return Ok(call.at(0).clone()),
        Value::Array(list) => list,
        _ => return failed("Needs an array as argument"),
    };
    let mut processes = Hash::default();
    for process in list.iter() {
        match process {
            Value::String(_) => {
                processes.insert(process.clone(), Value::hash(Hash::default()));
            }
            Value::Hash(entries) => {
                let key = Value::from("name");
                let rest = entries.iter().filter(|(it, _)| **it != key).map(|(key, value)| (key.clone(), value.clone())).collect();
                processes.insert(entries.get(&key).cloned().unwrap_or(Value::Undef), Value::hash(rest));
            }
            _ => return failed("array element must be string or hash"),
        }
    }
    Ok(Value::hash(processes))
}
