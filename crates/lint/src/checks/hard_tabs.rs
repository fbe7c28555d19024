//! A tab in white space.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "hard_tabs",
    description: Some(
        "Check the raw manifest string for lines containing hard tab characters and record an error for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::Indent, Kind::Whitespace) {
        if data.token(id).value.contains('\t') {
            found.error(data, id, "tab character found").fix(move |edit| {
                let spaces = edit.value(id)?.replace('\t', "  ");
                edit.set_value(id, spaces)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_tab_becomes_two_spaces() {
        let text = "class m {\n\t$a =\t1 #\t\n\t\n}\n";
        check(
            "hard_tabs",
            text,
            expect![[r#"
            2:1: error: tab character found
            2:6: error: tab character found
            3:1: error: tab character found
        "#]],
        );
        fixes("hard_tabs", text, "class m {\n  $a =  1 #\t\n  \n}\n");
    }
}
