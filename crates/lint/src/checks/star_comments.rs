//! A comment between `/*` and `*/`.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "star_comments",
    description: Some(
        "Check the manifest tokens for any comments encapsulated with slash-asterisks (/* */) and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#comments"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::MlComment) {
        found.warning(data, id, "/* */ comment found").fix(move |edit| fix(edit, id));
    }
}

fn fix(edit: &mut Edit<'_>, comment: Id) -> Option<()> {
    let is_space = |it: char| it.is_ascii_whitespace() || it == '\0' || it == '\u{b}';
    let text = edit.value(comment)?.trim_matches(is_space).to_owned();
    let mut lines = text.split('\n').map(|line| line.trim_matches(is_space).to_owned());
    let first = lines.next().unwrap_or_default();
    edit.set_kind(comment, Kind::Comment)?;
    edit.set_value(comment, format!(" {first}"))?;
    let index = edit.next(comment).and_then(|id| edit.index(id)).unwrap_or(1);
    for line in lines.rev() {
        // Whatever stands before the comment stands before each of its lines: an end of a line, too.
        let indent = match edit.prev(comment) {
            Some(id) => Some(edit.value(id)?.to_owned()),
            None => None,
        };
        edit.insert(index, Token::new(Kind::Comment, format!(" {line}")))?;
        if let Some(indent) = indent {
            edit.insert(index, Token::new(Kind::Indent, indent))?;
        }
        edit.insert(index, Token::new(Kind::Newline, "\n"))?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn each_line_becomes_a_comment() {
        let text = "/* one */\nclass m {\n  /* two\n   * three\n   */\n}\n";
        check(
            "star_comments",
            text,
            expect![[r#"
            1:1: warning: /* */ comment found
            3:3: warning: /* */ comment found
        "#]],
        );
        fixes("star_comments", text, "# one\nclass m {\n  # two\n  # three\n}\n");
    }
}
