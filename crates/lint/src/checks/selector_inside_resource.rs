//! A choice between values as the value of a parameter.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "selector_inside_resource",
    description: Some(
        "Test the manifest tokens for any selectors embedded within resource declarations and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#keep-resource-declarations-simple"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        for id in resource.tokens.clone() {
            if data.token(id).kind == Kind::FArrow
                && let Some(value) = data.next_code(id).filter(|value| data.token(*value).kind == Kind::Variable)
                && data.kind(data.next_code(value)) == Some(Kind::QMark)
            {
                found.warning(data, id, "selector inside resource block");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn the_choice_is_made_before_the_resource() {
        check(
            "selector_inside_resource",
            "$b = $a ? { 1 => 2 }\nfile { '/a':\n  mode => $a ? {\n    1       => '0644',\n    default => '0600',\n  },\n}\n",
            expect![[r#"
                3:8: warning: selector inside resource block
            "#]],
        );
    }
}
