//! Parameters of classes and defined types whose `=` do not stand below each other.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind, Token};
use crate::{Edit, NoFix};

pub const EQUALS: Check = Check {
    name: "class_equals_alignment",
    description: Some("The `=` of parameters stand below each other."),
    help: None,
    by_default: false,
    fixes: true,
    run: equals,
};

fn equals(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::of(data);
    for definition in data.definitions() {
        let Some(parameters) = definition.parameters.clone() else { continue };
        // One for each line; that of the last token is not looked at.
        let mut signs: Vec<Id> = Vec::new();
        let last = parameters.end.saturating_sub(1);
        for id in budget.walk(parameters.start..last) {
            if data.token(id).kind == Kind::Equals && is_first_on_line(data, id) {
                signs.push(id);
            }
        }
        let line = |id: &Id| data.token(*id).line;
        let Some(first) = signs.first() else { continue };
        if signs.iter().all(|id| line(id) == line(first)) {
            continue;
        }
        let behind = |id: &Id| {
            let name = data.prev_code(*id)?;
            Some(data.token(name).column + data.written_len(name) as u32 + 1)
        };
        let Some(column) = signs.iter().filter_map(behind).max() else { continue };
        for id in signs {
            let at = data.token(id).column;
            if at != column {
                let message =
                    format!("indentation of = is not properly aligned (expected in column {column}, but found it in column {at})");
                found.warning(data, id, message).fix(move |edit| align(edit, id, i64::from(column) - i64::from(at)));
            }
        }
    }
}

fn is_first_on_line(data: &Data<'_>, sign: Id) -> bool {
    let before = (0..sign).rev().map(|id| data.token(id).kind).take_while(|kind| *kind != Kind::Newline);
    !before.into_iter().any(|kind| kind == Kind::Equals)
}

fn align(edit: &mut Edit<'_>, sign: Id, by: i64) -> Result<(), NoFix> {
    let before = edit.prev(sign).ok_or(NoFix)?;
    let is_space = edit.kind(before) == Some(Kind::Whitespace);
    let now = if is_space { edit.written_len(before)? as i64 } else { 0 };
    let spaces = " ".repeat(usize::try_from(now + by).map_err(|_| NoFix)?);
    if is_space {
        return edit.set_value(before, spaces);
    }
    let index = edit.index(sign).ok_or(NoFix)?;
    edit.put(index, Token::new(Kind::Whitespace, spaces));
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn signs_stand_below_each_other() {
        let text = "class m (\n  $a = 1,\n  $long= 2,\n  String $b    = 'c',\n) {\n}\n";
        check(
            "class_equals_alignment",
            text,
            expect![[r#"
            2:6: warning: indentation of = is not properly aligned (expected in column 13, but found it in column 6)
            3:8: warning: indentation of = is not properly aligned (expected in column 13, but found it in column 8)
            4:16: warning: indentation of = is not properly aligned (expected in column 13, but found it in column 16)
        "#]],
        );
        fixes("class_equals_alignment", text, "class m (\n  $a        = 1,\n  $long     = 2,\n  String $b = 'c',\n) {\n}\n");
    }
}
