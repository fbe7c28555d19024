//! An arrow that ends a line, with what it points to on the next one.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "arrow_on_right_operand_line",
    description: Some(
        "Test the manifest tokens for chaining arrow that is on the line of the left operand when the right operand is on another line.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#chaining-arrow-syntax"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::InEdge, Kind::InEdgeSub) {
        let Some(right) = data.next_code(id) else { continue };
        if data.token(right).line != data.token(id).line {
            found.warning(data, id, "arrow should be on the right operand's line").fix(move |edit| fix(edit, id));
        }
    }
}

fn fix(edit: &mut Edit<'_>, arrow: Id) -> Option<()> {
    let left = edit.prev_code(arrow)?;
    let right = edit.next_code(arrow)?;
    edit.remove(arrow)?;
    let index = edit.index(right)?;
    edit.insert_made(index, arrow)?;
    edit.insert(index + 1, Token::new(Kind::Whitespace, " "))?;
    // What was before the arrow would now end the line.
    if let Some(space) = edit.next(left).filter(|id| edit.kind(*id) == Some(Kind::Whitespace))
        && edit.next(space).and_then(|id| edit.kind(id)).is_some_and(|kind| matches!(kind, Kind::Newline | Kind::Whitespace))
    {
        edit.remove(space)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn the_arrow_stands_with_what_it_points_to() {
        let text = "Package['a'] ->\nService['a']\nFile['b'] ~> Service['b']\nFile['c']\n-> File['d']\n";
        check(
            "arrow_on_right_operand_line",
            text,
            expect![[r#"
            1:14: warning: arrow should be on the right operand's line
        "#]],
        );
        fixes("arrow_on_right_operand_line", text, "Package['a']\n-> Service['a']\nFile['b'] ~> Service['b']\nFile['c']\n-> File['d']\n");
    }
}
