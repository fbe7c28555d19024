//! `$nosuch`.

use compiler::{Help, Issue};
use syntax::model::Data;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::UnknownVariable { .. } = raised.issue else { return Vec::new() };
    let Some(program) = raised.program.as_deref() else { return vec![raised.draft(None)] };
    let Some(node) = raised.node().filter(|it| matches!(program.data(*it), Data::Variable { .. })) else { return vec![raised.draft(None)] };
    let range = program.model.get(node).range;
    let mut draft = raised.draft(Some(range));
    // `$a` and `${a}` are written differently.
    let written = program.text.get(range.start().into()..range.end().into()).unwrap_or("");
    if let (Some(name), true) = (raised.error.help.as_ref().and_then(Help::replacement), written.starts_with('$')) {
        for edit in draft.fixes.iter_mut().flat_map(|it| &mut it.edits) {
            edit.text = if written.starts_with("${") { format!("${{{name}}}") } else { format!("${name}") };
        }
    }
    if draft.help.is_none() && has_dash(program, range) {
        draft.help = Some("Variable names cannot contain `-`: the rest is subtracted".to_owned());
    }
    vec![draft]
}

/// Whether a name goes on after a `-`, as they could once.
fn has_dash(program: &compiler::Program, range: syntax::TextRange) -> bool {
    let behind = program.text.get(range.end().into()..).and_then(|it| it.strip_prefix('-'));
    behind.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_variable() {
        check(
            r#"
$message = 'hello'
notify { $mesage: }
notify { "a ${mesage} b $mesage ${gone}": }
notify { "${nosuch::x}": }
"#,
            expect![[r#"
                unknown-variable: Unknown variable: 'mesage'.
                  site.pp:2 notify { $mesage: }
                                     ^^^^^^^
                  help: There is `$message`
                  fix: Change to `message`
                    - notify { $mesage: }
                    + notify { $message: }
                unknown-variable: Unknown variable: 'mesage'.
                  site.pp:3 notify { "a ${mesage} b $mesage ${gone}": }
                                          ^^^^^^
                  help: There is `$message`
                  fix: Change to `message`
                    - notify { "a ${mesage} b $mesage ${gone}": }
                    + notify { "a ${message} b $mesage ${gone}": }
            "#]],
        );
    }

    #[test]
    fn what_variables_were_once() {
        check(
            r#"
class a { $v = 1 include b }
class b { notify { $v: } }
include a
$w = $some-name
"#,
            expect![[r#"
                unknown-variable: Unknown variable: 'v'.
                  site.pp:2 class b { notify { $v: } }
                                               ^^
                  help: The class 'a' has one: `$a::v`
                  fix: Change to `a::v`
                    - class b { notify { $v: } }
                    + class b { notify { $a::v: } }
                unknown-variable: Unknown variable: 'some'.
                  site.pp:4 $w = $some-name
                                 ^^^^^
                  help: Variable names cannot contain `-`: the rest is subtracted
            "#]],
        );
    }

    #[test]
    fn a_fact_of_old_is_another_mistake() {
        check(
            r#"
notify { "${::osfamily}": }
"#,
            expect![[r#"
                legacy-fact: Unknown variable: '::osfamily'. Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']`
                  site.pp:1 notify { "${::osfamily}": }
                                        ^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn an_instance_of_a_defined_type_is_no_second_mistake() {
        check(
            r#"
define d { notify { "${title} ${gone}": } }
d { ['a', 'b']: }
d { 'c': }
"#,
            expect![[r#"
                unknown-variable: Unknown variable: 'gone'.
                  site.pp:1 define d { notify { "${title} ${gone}": } }
                                                            ^^^^
            "#]],
        );
    }
}
