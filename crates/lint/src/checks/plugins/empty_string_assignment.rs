//! A variable that is set to the empty string.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "empty_string_assignment",
    description: Some("Variables without a value are `undef`, and not the empty string."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::SString) {
        if data.token(id).value.is_empty() && data.kind(data.prev_code(id)) == Some(Kind::Equals) {
            found.warning(data, id, "variable assigned to the empty string").fix(move |edit| {
                edit.set_kind(id, Kind::Undef)?;
                edit.set_value(id, "undef")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn no_value_is_undef() {
        let text = "$a = ''\n$b = { c => '' }\n$d = ' '\n";
        check(
            "empty_string_assignment",
            text,
            expect![[r#"
            1:6: warning: variable assigned to the empty string
        "#]],
        );
        fixes("empty_string_assignment", text, "$a = undef\n$b = { c => '' }\n$d = ' '\n");
    }
}
