//! Patterns of paths that are known in part.

use crate::interpolate::NOT_KNOWN;

/// The pattern of a path of which a part is not known.
pub(crate) fn of_unknown(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len() + 8);
    for it in path.chars() {
        match it {
            // Two of them would lead into folders.
            NOT_KNOWN if pattern.ends_with('*') => {}
            NOT_KNOWN => pattern.push('*'),
            '*' | '?' | '[' | ']' | '{' | '}' | '\\' => pattern.extend(['\\', it]),
            other => pattern.push(other),
        }
    }
    pattern
}
