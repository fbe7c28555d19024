//! `dirname` and `basename`.

use values::Value;

use crate::{Call, Context, Failure, Outcome};

pub(super) fn dirname(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [] => Err(Failure::plain("dirname(): No arguments given")),
        [Value::String(path)] if path.is_empty() => Err(Failure::plain("dirname(): Requires a non-empty string as argument")),
        [Value::String(path)] => Ok(Value::from(folder(path))),
        [_] => Err(Failure::plain("dirname(): Requires string as argument")),
        many => Err(Failure::plain(format!("dirname(): Too many arguments given ({})", many.len()))),
    }
}

fn folder(path: &str) -> &str {
    // Of the slashes in front one stays.
    let rest = path.trim_start_matches('/');
    let start = path.len() - rest.len();
    let path = &path[start.saturating_sub(1)..];
    let end = path.trim_end_matches('/').rfind('/').unwrap_or(0);
    let folder = path[..end].trim_end_matches('/');
    match folder {
        "" if path.starts_with('/') => "/",
        "" => ".",
        folder => folder,
    }
}

pub(super) fn basename(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let text = |value: &Value, which: &str| match value {
        Value::String(text) => Ok(text.clone()),
        _ => Err(Failure::plain(format!("basename(): Requires string as {which} argument"))),
    };
    match call.arguments {
        [] => Err(Failure::plain("basename(): No arguments given")),
        [path] => Ok(Value::from(file(&text(path, "first")?))),
        [path, extension] => {
            let (path, extension) = (text(path, "first")?, text(extension, "second")?);
            let name = file(&path);
            let short = if &*extension == ".*" { name.rfind('.').map(|dot| &name[..dot]) } else { name.strip_suffix(&*extension) };
            Ok(Value::from(short.filter(|it| !it.is_empty()).unwrap_or(name)))
        }
        many => Err(Failure::plain(format!("basename(): Too many arguments given ({})", many.len()))),
    }
}

fn file(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "" } else { "/" };
    }
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}
