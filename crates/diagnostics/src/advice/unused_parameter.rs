//! A parameter of a defined type, function or lambda that nothing reads.

use std::collections::HashSet;

use syntax::model::{Data, DefinitionKind};

use super::unused_variable::Unseen;
use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

/// Those of classes may be read from everywhere.
fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    let mut unseen = None;
    for node in text.model.ids() {
        let (parameters, body) = match text.model.data(node) {
            Data::Definition { kind: DefinitionKind::Define | DefinitionKind::Function, parameters, rest } => (parameters, rest.body),
            Data::Lambda { parameters, body, .. } => (parameters, *body),
            _ => continue,
        };
        // What has no body is there for its parameters.
        if parameters.is_empty() || body.is_none_or(|it| matches!(text.model.data(it), Data::Nop)) {
            continue;
        }
        let is_lambda = matches!(text.model.data(node), Data::Lambda { .. });
        let reach = text.range(node);
        let read: HashSet<&str> = text
            .model
            .subtree(node)
            .into_iter()
            .filter_map(|it| match text.model.data(it) {
                Data::Variable { expr } => match text.model.data(*expr) {
                    Data::Name(name) => Some(&**name),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        for parameter in parameters {
            let Data::Parameter { name, .. } = text.model.data(*parameter) else { continue };
            if name.starts_with('_') || read.contains(&**name) || unseen.get_or_insert_with(|| Unseen::new(text)).may_read(reach, name) {
                continue;
            }
            let range = text.model.focus(*parameter);
            // What is given by its place has to be named.
            let help = is_lambda.then(|| format!("If that is intended, name it `$_{name}`"));
            found.push(Advice { range, message: format!("Nothing reads the parameter `${name}`"), help, ..Advice::default() });
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
class l {
  $h.each |$k, $v| { notice($k) }
  $h.map |$_k, $i| { [1].filter |$j| { $i } }
  $h.each |$t| { notify { 'a': message => template('a.erb') } }
}
"#,
            expect![[r#"
                Hint: Nothing reads the parameter `$unused`
                  define d($used, $unused, $_meant, Integer $in_default = $used) {
                                  ^^^^^^^
                Hint: Nothing reads the parameter `$y`
                  function f($x, $y) { $x }
                                 ^^
                Hint: Nothing reads the parameter `$v`
                    $h.each |$k, $v| { notice($k) }
                                 ^^
                  help: If that is intended, name it `$_v`
                Hint: Nothing reads the parameter `$j`
                    $h.map |$_k, $i| { [1].filter |$j| { $i } }
                                                   ^^
                  help: If that is intended, name it `$_j`
            "#]],
        );
    }
}
