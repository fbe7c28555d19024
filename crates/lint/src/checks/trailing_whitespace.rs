//! White space before the end of a line.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "trailing_whitespace",
    description: Some("Check the manifest tokens for lines ending with whitespace and record an error for each instance found."),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::Whitespace, Kind::Indent) {
        if data.next(id).is_none_or(|next| data.token(next).kind == Kind::Newline) {
            found.error(data, id, "trailing whitespace found").fix(move |edit| {
                edit.relink(edit.prev(id), edit.next(id));
                edit.drop(id);
                Some(())
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn code_and_empty_lines_end_without_white_space() {
        let text = "$a = 1 \n  \n# comment \n$b = 2";
        check(
            "trailing_whitespace",
            text,
            expect![[r#"
                1:7: error: trailing whitespace found
                2:1: error: trailing whitespace found
            "#]],
        );
        fixes("trailing_whitespace", text, "$a = 1\n\n# comment \n$b = 2");
    }
}
