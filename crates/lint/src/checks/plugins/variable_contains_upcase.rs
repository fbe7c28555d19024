//! A variable with a capital letter in its name.

use crate::check::{Check, Found};
use crate::checks::keys::without_keys;
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "variable_contains_upcase",
    description: Some("Variables have no capital letters."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::Variable, Kind::UnencVariable) {
        if without_keys(&data.token(id).value).contains(|it: char| it.is_ascii_uppercase()) {
            found.warning(data, id, "variable contains a capital letter").fix(move |edit| {
                let lower = edit.value(id)?.to_lowercase();
                edit.set_value(id, lower)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn capital_letters_are_told() {
        let text = "$fooBar = \"${aB} $c\"\n$d = $e['F']\n";
        check(
            "variable_contains_upcase",
            text,
            expect![[r#"
            1:1: warning: variable contains a capital letter
            1:14: warning: variable contains a capital letter
        "#]],
        );
        fixes("variable_contains_upcase", text, "$foobar = \"${ab} $c\"\n$d = $e['F']\n");
    }
}
