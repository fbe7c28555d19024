//! IDs that requisites read as patterns.

use super::{Advice, Looked};
use crate::fnmatch;
use crate::problem::{Finding, Problem};

/// An ID such as `a[1]` is not matched by itself, so that no requisite can name it.
pub fn is_lost(id: &str) -> bool {
    fnmatch::is_pattern(id) && !fnmatch::matches(id, id)
}

pub(super) fn find(looked: &Looked<'_>, found: &mut Vec<Finding>) {
    let mut last = None;
    for chunk in &looked.compiled.chunks {
        if is_lost(&chunk.id) && last != Some(chunk.at) {
            last = Some(chunk.at);
            found.push(Finding::new(Problem::Advice(Advice::WildcardId { id: chunk.id.clone() }), chunk.at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn an_id_that_is_a_pattern() {
        check("'a[1]':\n  test.nop: []\n", &["test.nop: no requisite can name the ID `a[1]`: Salt reads it as a pattern"]);
        check("'a*':\n  test.nop: []\n", &[]);
    }
}
