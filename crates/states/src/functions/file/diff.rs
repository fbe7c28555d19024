//! Difference of two texts, as Salt shows it.

use super::edited::lines_of_text;
use crate::difflib;

/// Whether a file has something that is not text.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0) || std::str::from_utf8(bytes).is_err()
}

/// A unified diff without names; none where the bytes are equal.
pub fn diff(before: &[u8], after: &[u8]) -> Option<String> {
    if before == after {
        return None;
    }
    match (is_binary(before), is_binary(after)) {
        (true, true) => return Some("Replace binary file".to_owned()),
        (true, false) => return Some("Replace binary file with text file".to_owned()),
        (false, true) => return Some("Replace text file with binary file".to_owned()),
        (false, false) => {}
    }
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
    Some(difflib::unified(&lines_of_text(&before), &lines_of_text(&after), "\n").concat())
}
