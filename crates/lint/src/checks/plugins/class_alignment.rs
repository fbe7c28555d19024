//! Parameters of classes and defined types whose names, or `=`, do not stand below each other.

use super::class_parameters;
use crate::Edit;
use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind, Token};

pub const PARAMETERS: Check = Check {
    name: "class_params_alignment",
    description: Some("The names of parameters stand below each other."),
    help: None,
    by_default: false,
    fixes: true,
    run: parameters,
};

pub const EQUALS: Check = Check {
    name: "class_equals_alignment",
    description: Some("The `=` of parameters stand below each other."),
    help: None,
    by_default: false,
    fixes: true,
    run: equals,
};

fn parameters(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for definition in data.definitions() {
        let Some(range) = definition.parameters.clone() else { continue };
        // Where a comma or a comment is missing after the last name, nothing is compared: puppet-lint comes to no end of the list.
        let is_comment = |id: &Id| data.token(*id).kind.is_comment();
        let Some(last) = budget.walk(range.clone().rev()).find(|id| !is_comment(id)) else { continue };
        let is_first = |id: &Id| class_parameters::is_first_on_line(data, *id, &budget);
        let mut names: Vec<Id> = class_parameters::all(data, range, &budget).filter(is_first).collect();
        if names.pop_if(|it| *it == last).is_some() {
            continue;
        }
        let column_of = |name: Id| {
            let before = data.prev_code(name);
            let measured = match data.kind(before) {
                Some(Kind::ClassRef | Kind::RBrack) => before.unwrap_or(name),
                Some(Kind::Comma) => first_parameter(data, name, &budget).unwrap_or(name),
                _ => name,
            };
            let token = data.token(measured);
            if token.kind == Kind::Variable { token.column } else { token.column + data.written_len(measured) as u32 + 1 }
        };
        let line = |id: &Id| data.token(*id).line;
        if names.first().is_none_or(|first| names.iter().all(|id| line(id) == line(first))) {
            continue;
        }
        let Some(column) = names.iter().map(|id| column_of(*id)).max() else { continue };
        tell(data, &names, column, "$", found);
    }
}

/// The first variable after the last `class` before it, by which those are measured that have no type.
fn first_parameter(data: &Data<'_>, id: Id, budget: &Budget) -> Option<Id> {
    let back = std::iter::successors(data.prev_code(id), |id| data.prev_code(*id));
    let mut from = id;
    for id in budget.walk(back) {
        from = id;
        if data.token(id).kind == Kind::Class {
            break;
        }
    }
    let mut behind = std::iter::successors(data.next_code(from), |id| data.next_code(*id)).take_while(|_| budget.step());
    behind.find(|id| data.token(*id).kind == Kind::Variable)
}

fn equals(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for definition in data.definitions() {
        let Some(parameters) = definition.parameters.clone() else { continue };
        // One for each line; that of the last token is not read.
        let mut signs: Vec<Id> = Vec::new();
        let last = parameters.end.saturating_sub(1);
        for id in budget.walk(parameters.start..last) {
            if data.token(id).kind == Kind::Equals && class_parameters::is_first_on_line(data, id, &budget) {
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
        tell(data, &signs, column, "=", found);
    }
}

fn tell(data: &Data<'_>, signs: &[Id], column: u32, what: &str, found: &mut Found<'_>) {
    for id in signs.iter().copied() {
        let at = data.token(id).column;
        if at != column {
            let message =
                format!("indentation of {what} is not properly aligned (expected in column {column}, but found it in column {at})");
            found.warning(data, id, message).fix(move |edit| align(edit, id, i64::from(column) - i64::from(at)));
        }
    }
}

fn align(edit: &mut Edit<'_>, sign: Id, by: i64) -> Option<()> {
    let before = edit.prev(sign)?;
    let is_space = edit.kind(before) == Some(Kind::Whitespace);
    let now = if is_space { edit.written_len(before)? as i64 } else { 0 };
    let Ok(count) = usize::try_from(now + by) else {
        // What begins the line comes nearer to its beginning.
        let indent = edit.value(before).filter(|_| edit.kind(before) == Some(Kind::Indent))?;
        let left = indent.chars().count().saturating_sub(usize::try_from(-(now + by)).unwrap_or(usize::MAX));
        let indent: String = indent.chars().take(left).collect();
        return edit.set_value(before, indent);
    };
    let spaces = " ".repeat(count);
    if is_space {
        return edit.set_value(before, spaces);
    }
    let index = edit.index(sign)?;
    edit.put(index, Token::new(Kind::Whitespace, spaces));
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn names_stand_below_each_other() {
        let text = "class m (\n  Array[String] $a,\n  Stdlib::Port $long = 2,\n) {\n}\n";
        check(
            "class_params_alignment",
            text,
            expect![[r#"
            3:16: warning: indentation of $ is not properly aligned (expected in column 17, but found it in column 16)
        "#]],
        );
        fixes("class_params_alignment", text, "class m (\n  Array[String] $a,\n  Stdlib::Port  $long = 2,\n) {\n}\n");
    }

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
