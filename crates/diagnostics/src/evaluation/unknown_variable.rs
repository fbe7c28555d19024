//! `$nosuch`.

use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(super) const RULE: Rule = Rule { code: "unknown-variable", puppet_code: "UNKNOWN_VARIABLE", find };

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    if !raised.text.starts_with("Unknown variable: '") {
        return Vec::new();
    }
    let Some(program) = raised.program.as_deref() else { return vec![raised.draft(None)] };
    let node = spot::at(program, &raised.place, Some("Variable")).filter(|it| matches!(program.data(*it), Data::Variable { .. }));
    let Some(node) = node else { return vec![raised.draft(None)] };
    let range = program.model.get(node).range;
    let mut draft = raised.draft(Some(range));
    // `$a` and `${a}` are written differently.
    let written = program.text.get(range.start().into()..range.end().into()).unwrap_or("");
    if let (Some(name), true) = (&raised.error.instead, written.starts_with('$')) {
        for edit in draft.fixes.iter_mut().flat_map(|it| &mut it.edits) {
            edit.text = if written.starts_with("${") { format!("${{{name}}}") } else { format!("${name}") };
        }
    }
    vec![draft]
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
    fn a_fact_of_old_is_another_mistake() {
        check(
            r#"
notify { "${::osfamily}": }
"#,
            expect![[r#"
                legacy-fact: `::osfamily` is a fact of old, which agents of Puppet 8 do not send: it is `$facts['os']['family']` now
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
