//! A name of a node without quotes.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::run::SYNTAX;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "unquoted_node_name",
    description: Some("Check for any syntax error and record an error of each instance found."),
    help: None,
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for &node in data.of_kind(Kind::Node) {
        let Some(brace) = data.first_after(node, Kind::LBrace) else {
            found.error(data, node, "Syntax error (try running `puppet parser validate <file>`)").check = SYNTAX;
            continue;
        };
        for id in budget.walk(node..brace) {
            let token = data.token(id);
            if token.kind == Kind::Name && token.value != "default" {
                found.warning(data, id, "unquoted node name found").fix(move |edit| edit.set_kind(id, Kind::SString));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn names_are_quoted_but_for_default() {
        let text = "node a, 'b', /c/ { }\nnode default { }\n";
        check(
            "unquoted_node_name",
            text,
            expect![[r#"
            1:6: warning: unquoted node name found
        "#]],
        );
        fixes("unquoted_node_name", text, "node 'a', 'b', /c/ { }\nnode default { }\n");
    }

    #[test]
    fn a_node_without_a_body_cannot_be_read() {
        check(
            "unquoted_node_name",
            "node a\n",
            expect![[r#"
            1:1: error: Syntax error (try running `puppet parser validate <file>`)
        "#]],
        );
    }
}
