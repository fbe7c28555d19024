//! Difference of two texts, as Salt shows it.

use similar::TextDiff;

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
    let diff = TextDiff::from_lines(&*before, &*after);
    let mut out = String::from("--- \n+++ \n");
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        out += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            out.push_str(match change.tag() {
                similar::ChangeTag::Equal => " ",
                similar::ChangeTag::Delete => "-",
                similar::ChangeTag::Insert => "+",
            });
            out.push_str(change.value());
        }
    }
    Some(out)
}
