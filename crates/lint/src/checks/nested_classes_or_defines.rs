//! A class or defined type within a class.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "nested_classes_or_defines",
    description: Some("Test the manifest tokens for any classes or defined types that are defined inside another class."),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#nested-classes-or-defined-types"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for class in data.classes() {
        for id in budget.walk(class.tokens.start + 1..class.tokens.end) {
            let called = match data.token(id).kind {
                Kind::Class => "class",
                Kind::Define => "defined type",
                _ => continue,
            };
            // `class { 'm': }` is a resource.
            if data.next_code(id).is_some_and(|next| data.token(next).kind != Kind::LBrace) {
                found.warning(data, id, format!("{called} defined inside a class"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_class_declares_and_does_not_define() {
        check(
            "nested_classes_or_defines",
            "class m {\n  class a { }\n  define b() { }\n  class { 'c': }\n}\ndefine d() { define e() { } }\n",
            expect![[r#"
                2:3: warning: class defined inside a class
                3:3: warning: defined type defined inside a class
            "#]],
        );
    }
}
