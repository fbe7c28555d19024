//! What a function says, `fail` among them.

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

/// Asked when nobody else knows the error.
pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is = matches!(raised.label.as_deref(), Some("Function Call" | "Method call"));
    if is { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn what_functions_say() {
        check(
            r#"
fail('no such system')
$x = Integer('a')
[1, 2].each |$i| { fail("at ${i}") }
fail('Rule[x]: size must be an integer, it expects one, got nothing')
define d { fail("not ${title}") }
d { 'x': }
d { 'y': }
"#,
            expect![[r#"
                evaluation-failed: no such system
                  site.pp:1 fail('no such system')
                            ^^^^^^^^^^^^^^^^^^^^^^
                evaluation-failed: 'new' The string 'a' cannot be converted to Integer
                  site.pp:2 $x = Integer('a')
                                 ^^^^^^^^^^^^
                evaluation-failed: at 1
                  site.pp:3 [1, 2].each |$i| { fail("at ${i}") }
                                               ^^^^^^^^^^^^^^^
                evaluation-failed: Rule[x]: size must be an integer, it expects one, got nothing
                  site.pp:4 fail('Rule[x]: size must be an integer, it expects one, got nothing')
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                evaluation-failed: not x
                  site.pp:5 define d { fail("not ${title}") }
                                       ^^^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }
}
