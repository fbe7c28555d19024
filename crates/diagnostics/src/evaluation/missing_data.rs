//! A key that no data has.

use compiler::Issue;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    if let Issue::MissingData { .. } = raised.issue { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_call() {
        check(
            r#"
$a = lookup('gone')
$b = hiera('gone')
"#,
            expect![[r#"
                missing-data: Function lookup() did not find a value for the name 'gone'
                  site.pp:1 $a = lookup('gone')
                                 ^^^^^^^^^^^^^^
                missing-data: Function lookup() did not find a value for the name 'gone'
                  site.pp:2 $b = hiera('gone')
                                 ^^^^^^^^^^^^^
            "#]],
        );
    }
}
