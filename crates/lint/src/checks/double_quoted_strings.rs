//! Double quotes around a text that has nothing for them to do.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "double_quoted_strings",
    description: Some(
        "Check the manifest tokens for any double quoted strings that don't contain any variables or common escape characters and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#quoting"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::String) {
        let token = data.token(id);
        if !needs_double_quotes(&token.value, token.column) {
            found.warning(data, id, "double quoted string containing no variables").fix(move |edit| edit.set_kind(id, Kind::SString));
        }
    }
}

fn needs_double_quotes(value: &str, column: u32) -> bool {
    let bytes = value.as_bytes();
    let mut spaces = 0_u32;
    for (at, byte) in bytes.iter().enumerate() {
        // As many spaces as the string stands to the right count as an end of a line.
        spaces = if *byte == b' ' { spaces + 1 } else { 0 };
        let is_escape = *byte == b'\\' && matches!(bytes.get(at + 1), Some(b'$' | b'"' | b'\'' | b't' | b's' | b'n' | b'\\'));
        if is_escape || matches!(byte, b'\'' | b'\r' | b'\t' | b'\n') || spaces >= column {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn plain_texts_have_single_quotes() {
        let text = "$a = \"one\"\n$b = \"it's\"\n$c = \"a\\nb\"\n$d = \"${a}\"\n$e = 'two'\n";
        check(
            "double_quoted_strings",
            text,
            expect![[r#"
            1:6: warning: double quoted string containing no variables
        "#]],
        );
        fixes("double_quoted_strings", text, &text.replace("\"one\"", "'one'"));
    }

    #[test]
    fn a_gap_as_wide_as_the_line_before_it_is_taken_for_an_end_of_a_line() {
        check(
            "double_quoted_strings",
            "\"a b\"\n  \"a b\"\n",
            expect![[r#"
            2:3: warning: double quoted string containing no variables
        "#]],
        );
    }
}
