//! Lines with more than 140, or more than 80 characters.

use crate::check::{Check, Found, Severity};
use crate::data::Data;
use crate::lexer::characters;

const HELP: Option<&str> = Some("https://puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace");

pub const CHARS_140: Check = Check {
    name: "140chars",
    description: Some(
        "Test the raw manifest string for lines containing more than 140 characters and record a warning for each instance found. The only exceptions to this rule are lines containing URLs and template() calls which would hurt readability if split.",
    ),
    help: HELP,
    by_default: true,
    fixes: false,
    run: |data, found| run(data, found, 140),
};

pub const CHARS_80: Check = Check {
    name: "80chars",
    description: Some(
        "Test the raw manifest string for lines containing more than 80 characters and record a warning for each instance found. The only exceptions to this rule are lines containing URLs and template() calls which would hurt readability if split.",
    ),
    help: HELP,
    by_default: false,
    fixes: false,
    run: |data, found| run(data, found, 80),
};

fn run(data: &Data<'_>, found: &mut Found<'_>, most: u32) {
    for (line, text) in (1..).zip(data.lines()) {
        if text.len() > most as usize && characters(text) > most && !text.contains("://") && !text.contains("template(") {
            found.at(Severity::Warning, line, most, format!("line has more than {most} characters"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn characters_count_and_not_bytes() {
        let text = format!("# {}\n# {}\n", "é".repeat(138), "é".repeat(139));
        check("140chars", &text, expect!["2:140: warning: line has more than 140 characters\n"]);
        let text = format!("# {}\n", "x".repeat(80));
        check("80chars", &text, expect!["1:80: warning: line has more than 80 characters\n"]);
    }

    #[test]
    fn what_would_be_hard_to_read_if_split_may_be_long() {
        let text = format!("# https://{0}\n$a = template('{0}')\n", "x".repeat(140));
        check("140chars", &text, expect![""]);
    }
}
