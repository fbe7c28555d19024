//! Input that could not be read or checked.

use std::fmt;
use std::io;
use std::path::Path;

use world::{FileKind, World};

/// Input that could not be checked, and why. It never stops the rest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputError {
    /// The path as it is shown.
    pub path: String,
    pub message: String,
    pub cause: Cause,
}

/// Reason of a failure, which decides whether input that was found, not named, matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// No manifest whatever its name is, as a policy package of SELinux; a template in another encoding.
    Binary,
    /// A link to nothing, or no permission.
    Unreachable,
    #[default]
    Other,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for InputError {}

impl InputError {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> InputError {
        InputError { path: path.into(), message: message.into(), cause: Cause::Other }
    }

    /// Why a path that was asked for leads nowhere.
    pub fn missing(world: &dyn World, path: &Path, shown: String, error: &io::Error) -> InputError {
        let is_link = world.link_metadata(path).is_ok_and(|it| it.kind == FileKind::Link);
        match error.kind() {
            io::ErrorKind::NotFound if is_link => {
                InputError { cause: Cause::Unreachable, ..InputError::new(shown, "a symbolic link to nothing") }
            }
            io::ErrorKind::PermissionDenied => InputError::io(shown, error),
            // Links in circles have no kind of their own yet.
            _ if is_link => InputError::new(shown, "a symbolic link that leads in circles"),
            _ => InputError::io(shown, error),
        }
    }

    pub fn io(shown: String, error: &io::Error) -> InputError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        let is_denied = error.kind() == io::ErrorKind::PermissionDenied;
        InputError { cause: if is_denied { Cause::Unreachable } else { Cause::Other }, ..InputError::new(shown, message) }
    }
}

/// A path as it is shown: without a leading `./`, with `/` on every system, and on one line whatever it holds.
pub fn show(path: &Path) -> String {
    let path = path.strip_prefix(".").ok().filter(|it| !it.as_os_str().is_empty()).unwrap_or(path);
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown.push_str(&one_line(chunk.valid()));
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    if cfg!(windows) { shown.replace('\\', "/") } else { shown }
}

/// Text from outside on one line, without what a terminal may take for commands.
pub fn one_line(text: &str) -> String {
    text.chars().flat_map(|it| if it.is_control() { it.escape_default().collect::<Vec<_>>() } else { vec![it] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_on_one_line() {
        assert_eq!(show(Path::new("./a/b.pp")), "a/b.pp");
        assert_eq!(show(Path::new(".")), ".");
        assert_eq!(show(Path::new("a\n\u{1b}[31m.pp")), "a\\n\\u{1b}[31m.pp");
    }
}
