//! Statements after `fail()`, `return()`, `break()` or `next()`.

use syntax::model::{Data, NodeId};

use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

/// Branches within branches, this deeply at most.
const DEEPEST: usize = 16;

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let Data::Block { statements } = text.model.data(node) else { continue };
        let mut rest = statements.iter();
        let Some((end, name)) = rest.find_map(|it| Some((*it, ends(text, *it, 0)?))) else { continue };
        let Some(dead) = rest.find(|it| is_evaluated(text, **it)) else { continue };
        found.push(Advice {
            range: text.first_line(text.range(*dead)),
            message: "This is never reached".to_owned(),
            related: vec![(text.first_line(text.range(end)), format!("nothing is evaluated after this `{name}`"))],
            ..Advice::default()
        });
    }
}

/// Whether evaluating a statement always ends what it stands in; then the function that does.
fn ends<'t>(text: &'t Text<'_>, node: NodeId, depth: usize) -> Option<&'t str> {
    if depth > DEEPEST {
        return None;
    }
    let both = |then: &Option<NodeId>, otherwise: &Option<NodeId>| {
        let name = ends(text, (*then)?, depth + 1)?;
        ends(text, (*otherwise)?, depth + 1).map(|_| name)
    };
    match text.model.data(node) {
        Data::Call { .. } => {
            let (name, ..) = text.call(node)?;
            matches!(name, "fail" | "return" | "break" | "next").then_some(name)
        }
        Data::Block { statements } => statements.iter().find_map(|it| ends(text, *it, depth + 1)),
        Data::If { then, otherwise, .. } | Data::Unless { then, otherwise, .. } => both(then, otherwise),
        Data::Case { options, .. } => {
            let mut name = None;
            let mut has_default = false;
            for option in options {
                let Data::CaseOption { values, then } = text.model.data(*option) else { return None };
                has_default |= values.iter().any(|it| matches!(text.model.data(*it), Data::Default));
                name = Some(ends(text, (*then)?, depth + 1)?);
            }
            name.filter(|_| has_default)
        }
        _ => None,
    }
}

/// Definitions are there wherever they stand.
fn is_evaluated(text: &Text<'_>, node: NodeId) -> bool {
    !matches!(text.model.data(node), Data::Nop | Data::Definition { .. } | Data::NodeDefinition { .. } | Data::TypeAlias { .. })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn it_stands_at_the_first_of_them() {
        check(
            "unreachable-code",
            r#"
class a {
  fail('not here')
  notify { 'a':
    message => 'b',
  }
  notify { 'c': }
}
function f($x) {
  if $x {
    return(1)
  } elsif $x == 2 {
    fail('no')
  } else {
    next(2)
  }
  3
}
"#,
            expect![[r#"
                Warning: This is never reached
                    notify { 'a':
                    ^^^^^^^^^^^^^
                    fail('not here')
                    ---------------- nothing is evaluated after this `fail`
                Warning: This is never reached
                    3
                    ^
                    if $x {
                    ------- nothing is evaluated after this `return`
            "#]],
        );
    }

    #[test]
    fn what_may_be_gone_by_is_no_end() {
        check(
            "unreachable-code",
            r#"
class a {
  if $x { fail('not here') }
  case $x {
    1: { fail('not here') }
  }
  case $x {
    1: { fail('not here') }
    default: { }
  }
  [1].each |$i| { next() }
  notify { 'a': }
}
fail('x')
class b { }
"#,
            expect![[""]],
        );
    }
}
