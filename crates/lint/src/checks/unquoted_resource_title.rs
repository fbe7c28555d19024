//! A title of a resource without quotes.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "unquoted_resource_title",
    description: Some(
        "Check the manifest tokens for any resource titles / namevars that are not quoted and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#resource-names"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.titles() {
        if data.token(id).kind == Kind::Name {
            found.warning(data, id, "unquoted resource title").fix(move |edit| edit.set_kind(id, Kind::SString));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn titles_are_quoted() {
        let text = "package { ssh: ensure => present }\npackage { [a, 'b']: }\npackage { 'c': }\n";
        check(
            "unquoted_resource_title",
            text,
            expect![[r#"
            1:11: warning: unquoted resource title
            2:12: warning: unquoted resource title
        "#]],
        );
        fixes("unquoted_resource_title", text, "package { 'ssh': ensure => present }\npackage { ['a', 'b']: }\npackage { 'c': }\n");
    }

    #[test]
    fn an_option_of_a_case_is_no_title() {
        check("unquoted_resource_title", "case $a {\n  b: { }\n}\n", expect![[r#""#]]);
    }
}
