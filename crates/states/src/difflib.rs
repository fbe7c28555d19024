//! Unified diffs with the hunks that Python's `difflib` finds: the longest common run of lines first, then those before and after it.

use std::collections::HashMap;

/// How two sequences differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    is_equal: bool,
    old: (usize, usize),
    new: (usize, usize),
}

/// The lines of context around a change.
const CONTEXT: usize = 3;

/// Prints what differs between the lines of two texts, without the names of files; nothing where they are equal. The lines have their
/// ends, and `end` is printed after each line of the header.
pub fn unified(old: &[&str], new: &[&str], end: &str) -> Vec<String> {
    let mut out = Vec::new();
    for group in groups(&changes(old, new)) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        if out.is_empty() {
            out.extend([format!("--- {end}"), format!("+++ {end}")]);
        }
        let (old_range, new_range) = (range(first.old.0, last.old.1), range(first.new.0, last.new.1));
        out.push(format!("@@ -{old_range} +{new_range} @@{end}"));
        for change in group {
            let lines = |lines: &[&str], (from, to): (usize, usize), mark: &str| -> Vec<String> {
                lines.get(from..to).unwrap_or_default().iter().map(|it| format!("{mark}{it}")).collect()
            };
            if change.is_equal {
                out.extend(lines(old, change.old, " "));
            } else {
                out.extend(lines(old, change.old, "-"));
                out.extend(lines(new, change.new, "+"));
            }
        }
    }
    out
}

fn range(from: usize, to: usize) -> String {
    match to - from {
        1 => format!("{}", from + 1),
        0 => format!("{from},0"),
        length => format!("{},{length}", from + 1),
    }
}

/// Changes with their context; those that are near each other together.
fn groups(changes: &[Change]) -> Vec<Vec<Change>> {
    let mut changes = changes.to_vec();
    if let Some(first) = changes.first_mut().filter(|it| it.is_equal) {
        first.old.0 = first.old.0.max(first.old.1.saturating_sub(CONTEXT));
        first.new.0 = first.new.0.max(first.new.1.saturating_sub(CONTEXT));
    }
    if let Some(last) = changes.last_mut().filter(|it| it.is_equal) {
        last.old.1 = last.old.1.min(last.old.0 + CONTEXT);
        last.new.1 = last.new.1.min(last.new.0 + CONTEXT);
    }
    let mut all = Vec::new();
    let mut group = Vec::new();
    for mut change in changes {
        if change.is_equal && change.old.1 - change.old.0 > 2 * CONTEXT {
            let (old, new) = (change.old, change.new);
            group.push(Change { old: (old.0, old.0 + CONTEXT), new: (new.0, new.0 + CONTEXT), ..change });
            all.push(std::mem::take(&mut group));
            change.old.0 = old.1 - CONTEXT;
            change.new.0 = new.1 - CONTEXT;
        }
        group.push(change);
    }
    all.push(group);
    all.retain(|it| it.iter().any(|it| !it.is_equal));
    all
}

fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let mut all = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (a, b, length) in matches(old, new) {
        if i < a || j < b {
            all.push(Change { is_equal: false, old: (i, a), new: (j, b) });
        }
        if length > 0 {
            all.push(Change { is_equal: true, old: (a, a + length), new: (b, b + length) });
        }
        (i, j) = (a + length, b + length);
    }
    all
}

/// The runs of lines that both have, in their order, and an empty one at the end.
fn matches(old: &[&str], new: &[&str]) -> Vec<(usize, usize, usize)> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, line) in new.iter().enumerate() {
        places.entry(line).or_default().push(number);
    }
    // A line that a long text has often says little.
    if new.len() >= 200 {
        let most = new.len() / 100 + 1;
        places.retain(|_, it| it.len() <= most);
    }
    let mut found = Vec::new();
    let mut open = vec![(0, old.len(), 0, new.len())];
    while let Some((low, high, from, to)) = open.pop() {
        let (i, j, length) = longest(old, new, &places, (low, high), (from, to));
        if length == 0 {
            continue;
        }
        found.push((i, j, length));
        if low < i && from < j {
            open.push((low, i, from, j));
        }
        if i + length < high && j + length < to {
            open.push((i + length, high, j + length, to));
        }
    }
    found.sort_unstable();
    let mut joined: Vec<(usize, usize, usize)> = Vec::new();
    for (i, j, length) in found {
        match joined.last_mut() {
            Some(last) if last.0 + last.2 == i && last.1 + last.2 == j => last.2 += length,
            _ => joined.push((i, j, length)),
        }
    }
    joined.push((old.len(), new.len(), 0));
    joined
}

/// The longest run of equal lines in a part of both; of equally long ones the first.
fn longest(
    old: &[&str],
    new: &[&str],
    places: &HashMap<&str, Vec<usize>>,
    (low, high): (usize, usize),
    (from, to): (usize, usize),
) -> (usize, usize, usize) {
    let (mut start, mut other, mut length) = (low, from, 0);
    // How long the run is that ends at a line of the new text.
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for (i, line) in old.iter().enumerate().take(high).skip(low) {
        let mut next = HashMap::new();
        for j in places.get(line).into_iter().flatten().copied().filter(|it| (from..to).contains(it)) {
            let run = 1 + j.checked_sub(1).and_then(|it| lengths.get(&it)).copied().unwrap_or_default();
            next.insert(j, run);
            if run > length {
                (start, other, length) = (i + 1 - run, j + 1 - run, run);
            }
        }
        lengths = next;
    }
    // Lines that say little lengthen a run.
    while start > low && other > from && old.get(start - 1) == new.get(other - 1) {
        (start, other, length) = (start - 1, other - 1, length + 1);
    }
    while start + length < high && other + length < to && old.get(start + length) == new.get(other + length) {
        length += 1;
    }
    (start, other, length)
}

#[cfg(test)]
mod tests {
    use super::unified;

    fn diff(old: &str, new: &str) -> String {
        let lines = |text: &'static str| text.split_inclusive('\n').collect::<Vec<_>>();
        let (old, new) = (old.to_owned().leak(), new.to_owned().leak());
        unified(&lines(old), &lines(new), "\n").concat()
    }

    /// Each was asked of Python 3.11: `''.join(difflib.unified_diff(old.splitlines(True), new.splitlines(True)))`.
    #[test]
    fn finds_the_hunks_of_difflib() {
        assert_eq!(diff("a\n", "a\n"), "");
        assert_eq!(diff("", "a\n"), "--- \n+++ \n@@ -0,0 +1 @@\n+a\n");
        assert_eq!(diff("a\nb\nc\n", "a\nc\n"), "--- \n+++ \n@@ -1,3 +1,2 @@\n a\n-b\n c\n");
        // An editor's algorithm would keep `b` and `c` apart.
        let (old, new) = ("a\nb\nx\ny\nz\nb\n", "x\ny\nz\na\nb\n");
        assert_eq!(diff(old, new), "--- \n+++ \n@@ -1,6 +1,5 @@\n-a\n-b\n x\n y\n z\n+a\n b\n");
        let old: String = (1..=20).map(|it| format!("{it}\n")).collect();
        let new = old.replace("\n3\n", "\nthree\n").replace("\n17\n", "\n");
        let expected =
            "--- \n+++ \n@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+three\n 4\n 5\n 6\n@@ -14,7 +14,6 @@\n 14\n 15\n 16\n-17\n 18\n 19\n 20\n";
        assert_eq!(diff(&old, &new), expected);
    }
}
