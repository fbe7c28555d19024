//! Undefined values within data.

use jinja::{Args, Value};

/// Returns an undefined value if the data that a filter gets has such values: Salt passes them on.
pub fn undefined_inside(args: &Args) -> Option<Value> {
    let mut messages: Vec<String> = Vec::new();
    let mut open: Vec<(Value, usize)> = args.positional.first().cloned().map(|it| (it, 0)).into_iter().collect();
    let mut left = 1_000_000_usize;
    while let Some((value, depth)) = open.pop() {
        left = left.checked_sub(1)?;
        if depth > 200 {
            return None;
        }
        let inside: Vec<Value> = match &value {
            Value::Undefined(it) => {
                messages.push(it.message.clone());
                continue;
            }
            Value::List(it) if it.is_known() => it.to_vec(),
            Value::Tuple(it) => it.to_vec(),
            Value::Dict(it) if it.is_known() => it.pairs().into_iter().map(|it| it.1).collect(),
            _ => continue,
        };
        open.extend(inside.into_iter().rev().map(|it| (it, depth + 1)));
    }
    (!messages.is_empty()).then(|| Value::undefined(messages.join("\n")))
}
