//! A number that begins with zero, and has no quotes.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "leading_zero",
    description: Some("Numbers that begin with zero are quoted."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::Number) {
        if matches!(data.token(id).value.as_bytes(), [b'0', b'0'..=b'9', ..]) {
            found.warning(data, id, "unquoted number with leading zero").fix(move |edit| edit.set_kind(id, Kind::SString));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn zeros_are_quoted() {
        let text = "$a = [0644, 0, 0.5, 0x1f, '007']\n";
        check(
            "leading_zero",
            text,
            expect![[r#"
            1:7: warning: unquoted number with leading zero
        "#]],
        );
        fixes("leading_zero", text, "$a = ['0644', 0, 0.5, 0x1f, '007']\n");
    }
}
