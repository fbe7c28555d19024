//! Arguments and results of filters.

use jinja::{Args, Error, Outcome, Str, Value};

use crate::template::arg;

/// The value that a filter gets.
pub fn value(args: &Args) -> Outcome {
    match args.positional.first() {
        Some(Value::Undefined(it)) => Err(Error::new(it.kind, it.message.clone())),
        Some(value) => Ok(value.clone()),
        None => Err(Error::type_error("a filter without a value")),
    }
}

/// The text that a filter gets.
pub fn text(args: &Args) -> Outcome<String> {
    let value = value(args)?;
    if value.is_unknown() {
        return Err(Error::unknown("a text"));
    }
    // What a file that is imported prints.
    if let Value::Object(object) = &value
        && let Some(text) = object.print(false)
    {
        return Ok(text.to_string());
    }
    value.as_str().map(str::to_owned).ok_or_else(|| Error::not_covered("a filter of texts for something else"))
}

/// A text argument by its place or its name.
pub fn named_text(args: &Args, index: usize, name: &str) -> Option<String> {
    arg(args, index, name)?.as_str().map(str::to_owned)
}

/// A switch by its place or its name.
pub fn flag(args: &Args, index: usize, name: &str, default: bool) -> Outcome<bool> {
    arg(args, index, name).map_or(Ok(default), |it| it.truth())
}

/// Marks a text as safe for HTML, as Salt does: adding to it escapes what is added.
pub fn marked(text: Option<String>) -> Outcome {
    Ok(text.map_or_else(|| Value::unknown("data"), |it| Value::Str(Str::safe(it))))
}

/// Returns a text that was printed.
pub fn printed(text: Option<String>) -> Outcome {
    Ok(text.map_or_else(|| Value::unknown("data"), Value::str))
}
