//! An evaluation that exceeds a limit.

use issue::{Ended, Issue};

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is = matches!(raised.issue, Issue::Ended(ended) if !matches!(ended, Ended::Match { .. } | Ended::Cancelled));
    if is { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn without_end() {
        check(
            r#"
function f($x) { f($x) }
f(1)
"#,
            expect![[r#"
                evaluation-ended: stack level too deep
                  site.pp:1 function f($x) { f($x) }
                                             ^^^^^
            "#]],
        );
    }
}
