//! `nosuch()`.

use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, discontinued_import, gone_function, spot};

pub(super) const RULE: Rule = Rule { code: "unknown-function", puppet_code: "UNKNOWN_FUNCTION", find };

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    if !raised.text.starts_with("Unknown function: '") || discontinued_import::around(raised).is_some() {
        return Vec::new();
    }
    let mut draft = raised.draft(range(raised));
    if let Some(help) = raised.between("Unknown function: '", "'").and_then(gone_function::instead) {
        draft.help = Some(help);
        draft.fixes.clear();
    }
    vec![draft]
}

/// The name alone.
fn range(raised: &Raised<'_>) -> Option<syntax::TextRange> {
    let program = raised.program.as_deref()?;
    let functor = match program.data(spot::at(program, &raised.place, None)?) {
        Data::Call { functor, .. } => *functor,
        Data::MethodCall { functor, .. } => match program.data(*functor) {
            Data::NamedAccess { right, .. } => *right,
            _ => *functor,
        },
        _ => return None,
    };
    Some(program.model.get(functor).range)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn what_is_gone_has_something_instead() {
        check(
            r#"
validate_string('a')
"#,
            expect![[r#"
                unknown-function: Unknown function: 'validate_string'.
                  site.pp:1 validate_string('a')
                            ^^^^^^^^^^^^^^^
                  help: It is gone from `stdlib`: give the parameter the type `String`
            "#]],
        );
    }

    #[test]
    fn it_stands_at_the_name() {
        check(
            r#"
$x = sprintff('%s', 1)
[1].eech |$i| { notice($i) }
notify { "a ${nosuch(1)}": }
"#,
            expect![[r#"
                unknown-function: Unknown function: 'sprintff'.
                  site.pp:1 $x = sprintff('%s', 1)
                                 ^^^^^^^^
                  help: There is a function 'sprintf'
                  fix: Change to `sprintf`
                    - $x = sprintff('%s', 1)
                    + $x = sprintf('%s', 1)
                unknown-function: Unknown function: 'eech'.
                  site.pp:2 [1].eech |$i| { notice($i) }
                                ^^^^
                  help: There is a function 'each'
                  fix: Change to `each`
                    - [1].eech |$i| { notice($i) }
                    + [1].each |$i| { notice($i) }
                unknown-function: Unknown function: 'nosuch'.
                  site.pp:3 notify { "a ${nosuch(1)}": }
                                          ^^^^^^
            "#]],
        );
    }
}
