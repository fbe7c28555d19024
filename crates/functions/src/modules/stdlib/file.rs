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
        return if default.is_true() { Ok(Content::Default(default.clone())) } else { Err(ruby::no_method("start_with?", call.at(0))) };
    };
    if name.starts_with("http://") || name.starts_with("https://") {
        let message = format!("{name} is not read: a compilation asks nothing of the network");
        return if default.is_true() { Ok(Content::Default(default.clone())) } else { Err(Failure::plain(message)) };
    }
    match context.read_file(Path::new(&**name)) {
        Ok(bytes) => Ok(Content::Text(String::from_utf8_lossy(&bytes).into_owned())),
        Err(_) => {
            context.log(LogLevel::Warning, format!("Can't load '{name}' File does not exist!"));
            Ok(Content::Default(default.clone()))
        }
    }
}
