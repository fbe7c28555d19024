//! A variable with an uppercase letter in its name.

use super::keys::without_keys;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "variable_is_lowercase",
    description: Some(
        "Test the manifest tokens for variables that contain an uppercase letter and record a warning for each instance found.",
    ),
    help: None,
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::Variable, Kind::UnencVariable) {
        if without_keys(&data.token(id).value).contains(|it: char| it.is_ascii_uppercase()) {
            found.warning(data, id, "variable contains an uppercase letter");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn keys_may_have_uppercase_letters() {
        check(
            "variable_is_lowercase",
            "$fooBar = 1\n$a = $b['C']\n$d = \"$E ${f}\"\n",
            expect![[r#"
            1:1: warning: variable contains an uppercase letter
            3:7: warning: variable contains an uppercase letter
        "#]],
        );
    }
}
