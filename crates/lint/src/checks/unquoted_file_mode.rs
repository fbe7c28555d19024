//! A mode of a file without quotes.

use super::file_mode::modes;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "unquoted_file_mode",
    description: Some(
        "Check the tokens of each File resource instance for a mode parameter and if found, record a warning if the value of that parameter is not a quoted string.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#file-modes"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        for id in modes(data, resource) {
            if matches!(data.token(id).kind, Kind::Name | Kind::Number) {
                found.warning(data, id, "unquoted file mode").fix(move |edit| edit.set_kind(id, Kind::SString));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_mode_is_quoted() {
        let text = "file { '/a': mode => 0644 }\nconcat { '/b': mode => 0644 }\nfile { '/c': mode => '0644' }\n";
        check(
            "unquoted_file_mode",
            text,
            expect![[r#"
            1:22: warning: unquoted file mode
            2:24: warning: unquoted file mode
        "#]],
        );
        fixes("unquoted_file_mode", text, &text.replace("=> 0644", "=> '0644'"));
    }
}
