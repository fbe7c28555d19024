//! A `${` between single quotes, where it is nothing but text.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "single_quote_string_with_variables",
    description: Some(
        "Check the manifest tokens for any single quoted strings containing a enclosed variable and record an error for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#quoting"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::SString) {
        if !data.token(id).value.contains("${") {
            continue;
        }
        let before = data.value(data.prev(id).and_then(|id| data.prev(id))).unwrap_or("");
        if !before.contains("inline_epp") && !before.contains("inline_template") {
            found.error(data, id, "single quoted string containing a variable found");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn variables_need_double_quotes() {
        check(
            "single_quote_string_with_variables",
            "$a = 'one ${b}'\n$c = inline_epp('<% ${d} %>')\n$e = '$f'\n",
            expect![[r#"
            1:6: error: single quoted string containing a variable found
        "#]],
        );
    }
}
