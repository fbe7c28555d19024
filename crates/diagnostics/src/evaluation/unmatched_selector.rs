//! A selector without an entry for its value.

use compiler::Issue;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::UnmatchedSelector { .. } = raised.issue else { return Vec::new() };
    let mut draft = raised.draft(None);
    draft.help = Some("Add an entry for this value, or a `default`".to_owned());
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_value() {
        check(
            r#"
$os = 'Plan9'
$x = $os ? {
  'Debian' => 1,
  'RedHat' => 2,
}
"#,
            expect![[r#"
                unmatched-selector: No matching entry for selector parameter with value 'Plan9'
                  site.pp:2 $x = $os ? {
                                 ^^^
                  help: Add an entry for this value, or a `default`
            "#]],
        );
    }
}
