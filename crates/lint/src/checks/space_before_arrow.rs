//! More or less than one space before the only `=>` of a resource.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check { name: "space_before_arrow", description: None, help: None, by_default: true, fixes: true, run };

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        let arrows: Vec<Id> = resource.tokens.clone().filter(|id| data.token(*id).kind == Kind::FArrow).collect();
        let (Some(first), Some(last)) = (arrows.first(), arrows.last()) else { continue };
        // Arrows on several lines are aligned: `arrow_alignment`.
        if data.token(*first).line != data.token(*last).line {
            continue;
        }
        for before in arrows.into_iter().filter_map(|arrow| data.prev(arrow)) {
            let token = data.token(before);
            if token.value != " " {
                let message = format!("there should be a single space before '=>' on line {}, column {}", token.line, token.column);
                found.warning(data, before, message).fix(move |edit| fix(edit, before));
            }
        }
    }
}

fn fix(edit: &mut Edit<'_>, before: Id) -> Option<()> {
    if edit.kind(before) == Some(Kind::Whitespace) {
        return edit.set_value(before, " ");
    }
    // puppet-lint puts the space before the name, and not after it.
    let index = edit.index(before)?;
    edit.insert(index, Token::new(Kind::Whitespace, " "))?;
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn one_space_is_before_a_lonely_arrow() {
        let text = "file { '/a':\n  mode   => '0644',\n}\nfile { '/b':\n  mode => '0644',\n}\nfile { '/c':\n  a   => 1,\n  b => 2,\n}\n";
        check(
            "space_before_arrow",
            text,
            expect![[r#"
            2:7: warning: there should be a single space before '=>' on line 2, column 7
        "#]],
        );
        fixes("space_before_arrow", text, &text.replace("mode   =>", "mode =>"));
    }

    #[test]
    fn a_space_that_is_missing_comes_before_the_name() {
        fixes("space_before_arrow", "file { '/a': mode=> '0644' }\n", "file { '/a':  mode=> '0644' }\n");
    }
}
