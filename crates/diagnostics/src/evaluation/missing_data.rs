//! A key that no data has.

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let did_not_find = "did not find a value for";
    let is = raised.text.starts_with("Could not find data item ") || raised.text.contains(did_not_find);
    if is { vec![raised.draft(None)] } else { Vec::new() }
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
