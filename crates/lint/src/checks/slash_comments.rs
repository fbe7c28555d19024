//! A comment that begins with `//`.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "slash_comments",
    description: Some("Check the manifest tokens for any comments started with slashes (//) and record a warning for each instance found."),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#comments"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::SlashComment) {
        found.warning(data, id, "// comment found").fix(move |edit| edit.set_kind(id, Kind::Comment));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_comment_begins_with_a_hash() {
        let text = "// one\n$a = 1 // two\n# three // four\n";
        check(
            "slash_comments",
            text,
            expect![[r#"
            1:1: warning: // comment found
            2:8: warning: // comment found
        "#]],
        );
        fixes("slash_comments", text, "# one\n$a = 1 # two\n# three // four\n");
    }
}
