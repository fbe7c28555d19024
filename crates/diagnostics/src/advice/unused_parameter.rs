//! A parameter of a defined type or function that nothing reads.

use settings::Level;
use syntax::model::{Data, DefinitionKind};

use super::unused_variable::may_be_read_unseen;
use super::{Advice, Rule, Text};

pub(super) const RULE: Rule = Rule { code: "unused-parameter", level: Level::Hint, find };

/// Those of classes may be read from everywhere.
fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let Data::Definition { kind: DefinitionKind::Define | DefinitionKind::Function, parameters, rest } = text.model.data(node) else {
            continue;
        };
        let reach = text.range(node);
        let read: Vec<&str> = text
            .model
            .inside(node)
            .into_iter()
            .filter_map(|it| match text.model.data(it) {
                Data::Variable { expr } => match text.model.data(*expr) {
                    Data::Name(name) => Some(&**name),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        // What has no body is there for its parameters.
        if rest.body.is_none_or(|it| matches!(text.model.data(it), Data::Nop)) {
            continue;
        }
        for parameter in parameters {
            let Data::Parameter { name, .. } = text.model.data(*parameter) else { continue };
            if name.starts_with('_') || read.contains(&&**name) || may_be_read_unseen(text, reach, name) {
                continue;
            }
            let range = text.model.focus(*parameter);
            found.push(Advice { range, message: format!("Nothing reads the parameter `${name}`"), ..Advice::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn of_defined_types_and_functions() {
        check(
            "unused-parameter",
            r#"
define d($used, $unused, $_meant, Integer $in_default = $used) {
  notify { $in_default: }
}
function f($x, $y) { $x }
class c($of_class) { }
define nothing($p) { }
"#,
            expect![[r#"
                Hint: Nothing reads the parameter `$unused`
                  define d($used, $unused, $_meant, Integer $in_default = $used) {
                                  ^^^^^^^
                Hint: Nothing reads the parameter `$y`
                  function f($x, $y) { $x }
                                 ^^
            "#]],
        );
    }
}
