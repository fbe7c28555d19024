//! An arrow that points to the left.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "right_to_left_relationship",
    description: Some(
        "Test the manifest tokens for any right-to-left (<-) chaining operators and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#chaining-arrow-syntax"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kind(Kind::OutEdge) {
        found.warning(data, *id, "right-to-left (<-) relationship");
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn only_one_of_the_two_arrows_is_told() {
        check(
            "right_to_left_relationship",
            "Service['a'] <- Package['a']\nService['a'] <~ File['a']\nFile['a'] -> Service['a']\n",
            expect![[r#"
                1:14: warning: right-to-left (<-) relationship
            "#]],
        );
    }
}
