//! A variable with a dash in its name.

use super::keys::without_keys;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "variable_contains_dash",
    description: Some("Test the manifest tokens for variables that contain a dash and record a warning for each instance found."),
    help: None,
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::Variable, Kind::UnencVariable) {
        if without_keys(&data.token(id).value).contains('-') {
            found.warning(data, id, "variable contains a dash");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn keys_may_have_dashes() {
        check(
            "variable_contains_dash",
            "$a-b = 1\n$c = $d['e-f']\n$g = \"$h-i ${j-k}\"\n",
            expect![[r#"
            1:1: warning: variable contains a dash
            3:7: warning: variable contains a dash
            3:14: warning: variable contains a dash
        "#]],
        );
    }
}
