//! The operator `+=`.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "appends",
    description: Some("The operator `+=`, which Puppet no longer has, is not used."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::Appends) {
        found.warning(data, id, "The appends (+=) operator was used.");
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn nothing_is_appended() {
        check(
            "appends",
            "$a += [1]\n$b = $a + [2]\n",
            expect![[r#"
            1:4: warning: The appends (+=) operator was used.
        "#]],
        );
    }
}
