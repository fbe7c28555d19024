//! A last line without an end.

use crate::check::{Check, Found, Severity};
use crate::data::Data;
use crate::lexer::characters;
use crate::token::{Kind, Token};

pub const CHECK: Check = Check {
    name: "trailing_newline",
    description: Some("The last line ends as all others do."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let Some(last) = data.tokens().last().filter(|token| token.kind != Kind::Newline) else { return };
    let column = data.lines().last().map_or(0, characters);
    found.at(Severity::Warning, last.line, column, "expected newline at the end of the file").fix(|edit| {
        edit.put(usize::MAX, Token::new(Kind::Newline, "\n"));
        Some(())
    });
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn the_last_line_ends() {
        check("trailing_newline", "$a = 1\n", expect![[r#""#]]);
        check(
            "trailing_newline",
            "$a = 1\n$b = 2",
            expect![[r#"
            2:6: warning: expected newline at the end of the file
        "#]],
        );
        fixes("trailing_newline", "$a = 1\n$b = 2", "$a = 1\n$b = 2\n");
    }
}
