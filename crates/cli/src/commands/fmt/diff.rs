//! Changes in the format of `diff -u`.

use similar::TextDiff;

/// Nothing where the texts are equal.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(3).header(name, name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shown_with_those_around_them() {
        let old = "a\nb\nc\nd\ne\n";
        let new = "a\nb\nc\nD\ne\n";
        assert_eq!(unified("x.pp", old, new), "--- x.pp\n+++ x.pp\n@@ -1,5 +1,5 @@\n a\n b\n c\n-d\n+D\n e\n");
        assert_eq!(unified("x.pp", old, old), "");
    }
}
