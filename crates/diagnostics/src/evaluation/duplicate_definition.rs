//! A class, defined type, function, type alias or node that is defined twice.

use compiler::{Issue, Role};

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let mut draft = raised.draft(None);
    match raised.issue {
        Issue::DuplicateDefinition { first, .. } => draft.related.extend(raised.related(first, Role::DefinedFirst.to_string())),
        Issue::RedefinedEntity { .. } => {}
        _ => return Vec::new(),
    }
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn the_later_one_is_underlined() {
        check(
            r#"
class a { }
define b { }
class a { }
define b() { }
node x { }
node x { }
"#,
            expect![[r#"
                duplicate-definition: Class 'a' is already defined (file: site.pp, line: 1); cannot redefine
                  site.pp:3 class a { }
                            ^^^^^^^
                  site.pp:1 class a { }
                            ------- it is defined here already
            "#]],
        );
    }

    #[test]
    fn functions_and_type_aliases_are_of_one_kind_each() {
        check(
            r#"
function f() { }
type T = String
define f() { }
function f($a) { }
"#,
            expect![[r#"
                duplicate-definition: Attempt to redefine entity 'http://puppet.com/2016.1/runtime/function/f'. Originally set at site.pp?line=1&pos=1.
                  site.pp:4 function f($a) { }
                            ^^^^^^^^^^
                  site.pp:1 function f() { }
                            ---------- it is defined here already
            "#]],
        );
        check(
            r#"
  type   A::T = String
type A::T = Integer
"#,
            expect![[r#"
                duplicate-definition: Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/a::t'. Originally set at site.pp?line=1&pos=10.
                  site.pp:2 type A::T = Integer
                            ^^^^^^^^^^^^^^^^^^^
                  site.pp:1   type   A::T = String
                              -------------------- it is defined here already
            "#]],
        );
        check(
            r#"
type Integer = String
"#,
            expect![[r#"
                duplicate-definition: Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/integer'. Originally set by Puppet-Type-System/Static-Loader.
                  site.pp:1 type Integer = String
                            ^^^^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }
}
