//! Lines that are indented by an odd number of characters.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::lexer::characters;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "2sp_soft_tabs",
    description: Some(
        "Check the manifest tokens for any indentation not using 2 space soft tabs and record an error for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::Indent) {
        if characters(&data.token(id).value) % 2 == 1 {
            found.error(data, id, "two-space soft tabs not used");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn lines_are_indented_by_twos() {
        check(
            "2sp_soft_tabs",
            "class m {\n  $a = 1\n   $b = 2\n\t$c = 3\n}\n",
            expect![[r#"
            3:1: error: two-space soft tabs not used
            4:1: error: two-space soft tabs not used
        "#]],
        );
    }
}
