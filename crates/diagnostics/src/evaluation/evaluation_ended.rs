//! An evaluation that exceeds a limit.

use issue::{Ended, Issue, Ruby};

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

/// Help for an analysis that ended at its limit of steps, which is lower than that of a compilation.
pub(crate) const HELP: &str = "What would be evaluated after this is not checked";

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is = match raised.issue {
        Issue::Ended(ended) => !matches!(ended, Ended::Match { .. } | Ended::Cancelled),
        Issue::NotEvaluated(ruby) => matches!(ruby, Ruby::Exceeded { .. }),
        _ => false,
    };
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

    /// A check that stops early reports that: nobody takes what follows for checked.
    #[test]
    fn the_limit_of_an_analysis_is_a_hint() {
        crate::neighbours::tests::check(
            "evaluation-ended",
            r#"
#- /e/environment.conf
#- /e/manifests/site.pp
$s = Integer[1, 20].reduce('a') |$m, $i| { "${m}${m}" }
Integer[1, 1000].each |$i| {
  $same = $s == "${s}b"
}
notice($nosuch)
"#,
            expect![[r#"
                Hint: The evaluation takes too many steps: it was ended. Look for a loop that does not end, or a huge range
                  /e/manifests/site.pp:3   $same = $s == "${s}b"
                                                   ^^^^^^^^^^^^^
                  help: What would be evaluated after this is not checked
            "#]],
        );
    }
}
