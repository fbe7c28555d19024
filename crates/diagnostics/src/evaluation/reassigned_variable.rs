//! A variable that is given a second value, or one that is Puppet's own.

use compiler::Issue;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    if let Issue::ReassignedVariable { .. } = raised.issue { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_assignment() {
        check(
            r#"
$x = 1
$x = 2
[$a, $x] = [3, 4]
"#,
            expect![[r#"
                reassigned-variable: Cannot reassign variable '$x'
                  site.pp:2 $x = 2
                            ^^^^^^
                reassigned-variable: Cannot reassign variable '$x'
                  site.pp:3 [$a, $x] = [3, 4]
                            ^^^^^^^^^^^^^^^^^
            "#]],
        );
    }
}
