//! Common code of functions that read files.

use std::path::Path;

use values::Value;

use crate::{Call, Context, Failure, LogLevel, ruby};

/// Content that a function reads.
pub(super) enum Content {
    Text(String),
    /// The second argument instead of the file.
    Default(Value),
}

/// The text of the file that is the first argument; without it the second argument, and a warning.
pub(super) fn content(context: &mut dyn Context, call: &Call<'_>) -> Result<Content, Failure> {
    let default = call.at(1);
    let Value::String(name) = call.at(0) else {
        let failure = match call.at(0) {
            // A symbol has that method, but is no path.
            Value::Default => ruby::no_conversion(&Value::Default, "String"),
            other => ruby::no_method("start_with?", other),
        };
        return if default.is_true() { Ok(Content::Default(default.clone())) } else { Err(failure) };
    };
    if name.starts_with("http://") || name.starts_with("https://") {
        let message = format!("{name} is not read: a compilation asks nothing of the network");
        return if default.is_true() { Ok(Content::Default(default.clone())) } else { Err(Failure::plain(message)) };
    }
    match context.read_file(Path::new(&**name)) {
        Ok(bytes) => Ok(Content::Text(String::from_utf8_lossy(&bytes).into_owned())),
        Err(_) if default.is_true() && context.exists(Path::new(&**name)) => Ok(Content::Default(default.clone())),
        Err(failure) if context.exists(Path::new(&**name)) => Err(failure),
        Err(_) => {
            context.log(LogLevel::Warning, format!("Can't load '{name}' File does not exist!"));
            Ok(Content::Default(default.clone()))
        }
    }
}
