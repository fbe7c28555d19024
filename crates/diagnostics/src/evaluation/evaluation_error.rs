//! Everything else that Puppet says.

use super::Rule;
use super::raised::{Draft, Raised};

pub(super) const RULE: Rule = Rule { code: "evaluation-error", puppet_code: "", find };

/// Asked when nobody else knows the error.
fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let mut draft = raised.draft(None);
    if draft.help.is_none() && raised.text.starts_with("Comparison of: String ") && raised.text.contains("not comparable to a non String") {
        draft.help = Some("Texts are no numbers since Puppet 4: `Integer($text)` makes one of it".to_owned());
    }
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn texts_are_no_numbers() {
        check(
            r#"
$x = '3' > 2
"#,
            expect![[r#"
                evaluation-error: Comparison of: String > Integer, is not possible. Caused by 'A String is not comparable to a non String'.
                  site.pp:1 $x = '3' > 2
                                 ^^^^^^^
                  help: Texts are no numbers since Puppet 4: `Integer($text)` makes one of it
            "#]],
        );
    }

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
