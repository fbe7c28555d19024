//! An invalid title.

use compiler::Issue;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    if let Issue::InvalidTitle(_) = raised.issue { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_declaration() {
        check(
            r#"
notify { '': }
notify { [1]: }
notify { undef: }
"#,
            expect![[r#"
                invalid-title: Empty string title at 0. Title strings must have a length greater than zero.
                  site.pp:1 notify { '': }
                                     ^^
                invalid-title: Illegal title type at index 0. Expected String, got Integer
                  site.pp:2 notify { [1]: }
                                     ^^^
                invalid-title: Missing title. The title expression resulted in undef
                  site.pp:3 notify { undef: }
                                     ^^^^^
            "#]],
        );
    }
}
