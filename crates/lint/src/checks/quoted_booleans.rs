//! `'true'` and `'false'` in quotes.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "quoted_booleans",
    description: Some(
        "Check the manifest tokens for any double or single quoted strings containing only a boolean value and record a warning for each instance found.",
    ),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::String, Kind::SString) {
        let kind = match data.token(id).value.as_ref() {
            "true" => Kind::True,
            "false" => Kind::False,
            _ => continue,
        };
        found.warning(data, id, "quoted boolean value found").fix(move |edit| edit.set_kind(id, kind));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn booleans_have_no_quotes() {
        let text = "$a = 'true'\n$b = \"false\"\n$c = true\n$d = 'True'\n";
        check(
            "quoted_booleans",
            text,
            expect![[r#"
            1:6: warning: quoted boolean value found
            2:6: warning: quoted boolean value found
        "#]],
        );
        fixes("quoted_booleans", text, "$a = true\n$b = false\n$c = true\n$d = 'True'\n");
    }
}
