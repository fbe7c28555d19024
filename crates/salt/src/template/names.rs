//! Names of Salt's own filters, tests and globals in its releases.

use crate::Release;

/// Lines of a kind, a name, and the first release that has it, where not all have.
static NAMES: &str = include_str!("../../data/filters.txt");

/// Whether Salt adds it to Jinja, or replaces Jinja's.
pub fn has(kind: &str, name: &str, release: Release) -> bool {
    let found = NAMES.lines().find_map(|line| {
        let mut words = line.split(' ');
        (words.next() == Some(kind) && words.next() == Some(name)).then(|| words.next())
    });
    found.is_some_and(|since| since.and_then(Release::named).is_none_or(|since| since.name() <= release.name()))
}
