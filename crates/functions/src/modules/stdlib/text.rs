//! `stdlib::start_with`, `stdlib::end_with` and `stdlib::extname`.

use values::Value;

use crate::{Call, Context, Outcome};

fn any(call: &Call<'_>, matches: impl Fn(&str, &str) -> bool) -> Outcome {
    let text = call.text(0);
    let one = |it: &Value| it.as_str().is_some_and(|it| matches(text, it));
    Ok(Value::Boolean(match call.at(1) {
        Value::Array(list) => list.iter().any(one),
        other => one(other),
    }))
}

pub(super) fn start_with(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    any(call, |text, part| text.starts_with(part))
}

pub(super) fn end_with(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    any(call, |text, part| text.ends_with(part))
}

pub(super) fn extname(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let name = call.text(0).rsplit('/').next().unwrap_or_default();
    // A dot in front begins a hidden file, and one at the end is an extension of its own.
    let dot = name.trim_start_matches('.').rfind('.').map(|at| at + name.len() - name.trim_start_matches('.').len());
    Ok(Value::from(dot.and_then(|at| name.get(at..)).unwrap_or_default()))
}
