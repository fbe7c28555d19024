//! Everything else that Puppet says.

use super::Rule;
use super::raised::{Draft, Raised};

pub(super) const RULE: Rule = Rule { code: "evaluation-error", puppet_code: "", find };

/// Asked when nobody else knows the error.
fn find(raised: &Raised<'_>) -> Vec<Draft> {
    vec![raised.draft(None)]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn whatever_else() {
        check(
            r#"
$x = 1 + 'a'
$y = { 'a' => 1 }['b']['c']
notice(undef['x'])
"#,
            expect![[r#"
                evaluation-error: The value 'a' cannot be converted to Numeric.
                  site.pp:1 $x = 1 + 'a'
                                     ^^^
                evaluation-error: Operator '[]' is not applicable to an Undef Value.
                  site.pp:2 $y = { 'a' => 1 }['b']['c']
                                 ^^^^^^^^^^^^^^^^^^^^^^
                evaluation-error: Operator '[]' is not applicable to an Undef Value.
                  site.pp:3 notice(undef['x'])
                                   ^^^^^^^^^^
            "#]],
        );
    }
}
