//! A variable in the text of a command.

use crate::check::{Check, Found};
use crate::data::{Budget, Data, Resource};
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "check_unsafe_interpolations",
    description: Some("Variables are no part of a command's text, where a shell reads them, but arguments of their own."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let execs = || data.resources().iter().filter(|resource| data.value(resource.type_token) == Some("exec"));
    let budget = Budget::new(data);
    // All titles come first.
    for resource in execs() {
        tell(data, budget.walk(title(data, resource)), found);
    }
    for resource in execs() {
        for id in resource.tokens.clone() {
            let token = data.token(id);
            if matches!(token.kind, Kind::Name | Kind::Unless)
                && matches!(token.value.as_ref(), "command" | "onlyif" | "unless")
                && data.kind(data.next_code(id)) == Some(Kind::FArrow)
                && let Some(value) = data.next_code(id).and_then(|arrow| data.next_code(arrow))
                // A list is no text for a shell.
                && data.token(value).kind != Kind::LBrack
            {
                tell(data, budget.walk(value..end_of_line(data, value)), found);
            }
        }
    }
}

fn tell(data: &Data<'_>, tokens: impl Iterator<Item = Id>, found: &mut Found<'_>) {
    for id in tokens.filter(|id| matches!(data.token(*id).kind, Kind::DqPre | Kind::DqMid)) {
        if let Some(variable) = data.next_code(id) {
            let message = format!("unsafe interpolation of variable '{}' in exec command", data.token(variable).value);
            found.warning(data, variable, message);
        }
    }
}

/// From the brace before the title to its colon.
fn title(data: &Data<'_>, resource: &Resource) -> std::ops::Range<Id> {
    let colon = resource.tokens.start;
    // Braces of interpolations are no tokens.
    let begins = data.last_before(colon, Kind::LBrace).max(data.last_before(colon, Kind::Semic));
    begins.unwrap_or(colon)..colon
}

fn end_of_line(data: &Data<'_>, from: Id) -> Id {
    data.first_after(from, Kind::Newline).unwrap_or(data.ids().end)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_shell_reads_what_a_variable_holds() {
        check(
            "check_unsafe_interpolations",
            "exec { 'a':\n  command => \"/b ${c} $d\",\n  unless  => \"/e ${f}\",\n  path    => \"/g/${h}\",\n}\n",
            expect![[r#"
                2:20: warning: unsafe interpolation of variable 'c' in exec command
                2:23: warning: unsafe interpolation of variable 'd' in exec command
                3:20: warning: unsafe interpolation of variable 'f' in exec command
            "#]],
        );
        check(
            "check_unsafe_interpolations",
            "exec { \"/a ${b}\": }\nexec { 'c': command => ['/d', \"${e}\"] }\n",
            expect![[r#"
            1:14: warning: unsafe interpolation of variable 'b' in exec command
        "#]],
        );
    }
}
