//! `node /^db(?:-x)?$/`: Puppet does not find the definition again by the title that it makes of the pattern.

use compiler::lost_patterns;

use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for pattern in lost_patterns(&text.model) {
        found.push(Advice {
            range: text.range(pattern),
            message: "Cannot find definition Node".to_owned(),
            help: Some("Puppet 8 cannot find a node whose pattern has a group with `(?`: write `(…)`".to_owned()),
            ..Advice::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    /// Puppet: `Cannot find definition Node` for each that is underlined; it finds the others.
    #[test]
    fn groups_with_a_question_mark() {
        check(
            "lost-node",
            r#"
node /^db-(a|b)(?:-x)?$/, /^web\d+$/ { }
node /mail(?:-x)?/ { }
node /^(?i)cache/ { }
node default { }
"#,
            expect![[r#"
                Warning: Cannot find definition Node
                  node /^db-(a|b)(?:-x)?$/, /^web\d+$/ { }
                       ^^^^^^^^^^^^^^^^^^^
                  help: Puppet 8 cannot find a node whose pattern has a group with `(?`: write `(…)`
                Warning: Cannot find definition Node
                  node /^(?i)cache/ { }
                       ^^^^^^^^^^^^
                  help: Puppet 8 cannot find a node whose pattern has a group with `(?`: write `(…)`
            "#]],
        );
    }
}
