//! Parameters of classes and defined types that do not begin a line.

use super::class_parameters::{is_parameter, start};
use crate::Edit;
use crate::check::{Check, Found};
use crate::data::{Budget, Data, Definition};
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "class_params_newline",
    description: Some("Parameters that do not fit on a short line begin one each."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

/// A list on one line may end before this column.
const SHORT: u32 = 80;

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for definition in data.definitions() {
        let Some(parameters) = definition.parameters.clone().filter(|it| !it.is_empty()) else { continue };
        let (Some(open), close) = (parameters.start.checked_sub(1).map(|id| data.token(id)), parameters.end) else { continue };
        let end = data.token(close);
        if open.line == end.line && end.column < SHORT {
            continue;
        }
        let last = close - 1;
        let mut before = None;
        for id in budget.walk(parameters) {
            let token = data.token(id);
            if id == last {
                let is_space = |id: &Id| matches!(data.token(*id).kind, Kind::Whitespace | Kind::Indent | Kind::Newline);
                let code = budget.walk((0..=last).rev()).find(|id| !is_space(id)).unwrap_or(0);
                if data.token(code).line != end.line {
                    break;
                }
                tell(data, definition, close, token.line, found);
            }
            if !is_parameter(data, id, &budget) {
                continue;
            }
            let follows = before.replace(token.line);
            let around = start(data, id, &budget).and_then(|start| data.prev_code(start)).map(|id| data.token(id));
            let line = match around {
                Some(around) if around.kind == Kind::LParen => Some(around.line),
                _ => follows,
            };
            if line == Some(token.line) {
                tell(data, definition, id, token.line, found);
            }
        }
    }
}

fn tell(data: &Data<'_>, definition: &Definition, id: Id, line: u32, found: &mut Found<'_>) {
    let is_end = data.token(id).kind == Kind::RParen;
    let what = if is_end { ")".to_owned() } else { format!("${}", data.token(id).value) };
    let message = format!("`{what}` should be in a new line (expected in line {}, but found it in line {line})", line + 1);
    let column = data.token(definition.tokens.start).column;
    let indent = if is_end { column.saturating_sub(1) } else { column + 1 };
    let first = if is_end { Some(id) } else { start(data, id, &Budget::new(data)) };
    found.warning(data, id, message).fix(move |edit| begin_line(edit, first?, indent as usize));
}

fn begin_line(edit: &mut Edit<'_>, first: Id, indent: usize) -> Option<()> {
    let is_space = |edit: &Edit<'_>, id: Id| matches!(edit.kind(id), Some(Kind::Whitespace | Kind::Indent | Kind::Newline));
    let before = edit.prev(first)?;
    let mut last = before;
    while is_space(edit, last)
        && let Some(id) = edit.prev(last)
    {
        last = id;
    }
    let index = edit.index(last)? + 1;
    edit.put(index, Token::new(Kind::Newline, "\n"));
    let indent = " ".repeat(indent);
    let code = edit.prev_code(first)?;
    if edit.next(code) == Some(first) {
        edit.put(index + 1, Token::new(Kind::Indent, indent));
    } else if matches!(edit.kind(before), Some(Kind::Whitespace | Kind::Indent)) {
        edit.set_value(before, indent)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn each_parameter_begins_a_line() {
        let text = "class m ($a = 1, String $b = 'c',\n  $d = 2) {\n}\n";
        check(
            "class_params_newline",
            text,
            expect![[r#"
            1:10: warning: `$a` should be in a new line (expected in line 2, but found it in line 1)
            1:25: warning: `$b` should be in a new line (expected in line 2, but found it in line 1)
            2:9: warning: `)` should be in a new line (expected in line 3, but found it in line 2)
        "#]],
        );
        fixes("class_params_newline", text, "class m (\n  $a = 1,\n  String $b = 'c',\n  $d = 2\n) {\n}\n");
    }

    #[test]
    fn a_short_list_stays_on_its_line() {
        check("class_params_newline", "class m ($a = 1, String $b = 'c') {\n}\n", expect![[""]]);
    }
}
