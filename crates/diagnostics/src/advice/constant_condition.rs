//! `if false { … }`: a condition that is always the same.

use settings::Level;
use syntax::model::{Data, NodeId};

use super::{Advice, Rule, Text};

pub(super) const RULE: Rule = Rule { code: "constant-condition", level: Level::Warning, find };

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let (test, then, otherwise, is_unless) = match text.model.data(node) {
            Data::If { test, then, otherwise } => (*test, *then, *otherwise, false),
            Data::Unless { test, then, otherwise } => (*test, *then, *otherwise, true),
            _ => continue,
        };
        let Some(value) = truth(text, test) else { continue };
        let dead = if value == is_unless { then } else { otherwise };
        let always = if value { "true" } else { "false" };
        let related = dead.map(|it| (text.first_line(text.range(it)), "this is never evaluated".to_owned()));
        found.push(Advice {
            range: text.range(test),
            message: format!("This condition is always {always}"),
            related: related.filter(|(range, _)| !range.is_empty()).into_iter().collect(),
            ..Advice::default()
        });
    }
}

/// What a literal counts as. Variables may be anything.
fn truth(text: &Text<'_>, test: NodeId) -> Option<bool> {
    match text.model.data(test) {
        Data::Boolean(value) => Some(*value),
        Data::Undef => Some(false),
        Data::String(_) | Data::Name(_) | Data::Integer { .. } | Data::Float(_) | Data::List { .. } | Data::Hash { .. } => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn literals_are_always_the_same() {
        check(
            "constant-condition",
            r#"
if false {
  notice('a')
} elsif 'x' {
  notice('b')
} else {
  notice('c')
}
unless true { notice('d') }
if $x { } elsif $y =~ Integer { }
"#,
            expect![[r#"
                Warning: This condition is always true
                  } elsif 'x' {
                          ^^^
                    notice('c')
                    ----------- this is never evaluated
                Warning: This condition is always false
                  if false {
                     ^^^^^
                    notice('a')
                    ----------- this is never evaluated
                Warning: This condition is always true
                  unless true { notice('d') }
                         ^^^^
                  unless true { notice('d') }
                                ----------- this is never evaluated
            "#]],
        );
    }
}
