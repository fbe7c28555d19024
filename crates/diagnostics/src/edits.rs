//! Changes of one text.

use std::ops::Range;

use crate::Edit;

/// Whether an edit has to wait for others. Two insertions at one place do: which comes first is not for us to say.
pub fn overlaps<'a>(edit: &Edit, others: impl IntoIterator<Item = &'a Edit>) -> bool {
    others.into_iter().filter(|it| it.file == edit.file).any(|it| {
        let (a, b) = (edit.range, it.range);
        (a.start() < b.end() && b.start() < a.end()) || a.start() == b.start()
    })
}

/// A text after edits that do not overlap. An edit at a place that the text does not have is none.
pub fn apply(text: &str, edits: &[&Edit]) -> String {
    let mut edits = edits.to_vec();
    // From the end; of those that begin together, what is put before the rest comes last.
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    let mut changed = text.to_owned();
    for edit in edits.into_iter().rev() {
        let range = Range::<usize>::from(edit.range);
        if changed.get(range.clone()).is_some() {
            changed.replace_range(range, &edit.text);
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use syntax::TextRange;

    use super::*;

    fn edit(start: u32, end: u32, text: &str) -> Edit {
        Edit { file: Arc::from("a.pp"), range: TextRange::new(start.into(), end.into()), text: text.to_owned() }
    }

    #[test]
    fn edits_do_not_move_one_another() {
        let (first, second, third) = (edit(0, 1, "xyz"), edit(2, 3, ""), edit(3, 3, "!"));
        assert_eq!(apply("abcd", &[&first, &second, &third]), "xyzb!d");
        assert_eq!(apply("abcd", &[&edit(1, 1, "("), &edit(1, 3, "x")]), "a(xd");
        assert_eq!(apply("é", &[&edit(1, 2, "x"), &edit(7, 9, "x")]), "é");
    }

    #[test]
    fn edits_of_one_place_wait() {
        let others = [edit(2, 4, "x")];
        let overlaps = |start, end| overlaps(&edit(start, end, ""), &others);
        assert!(overlaps(2, 2) && overlaps(3, 3) && overlaps(0, 3) && overlaps(3, 9) && overlaps(0, 9));
        assert!(!overlaps(0, 2) && !overlaps(4, 4) && !overlaps(4, 5));
    }
}
