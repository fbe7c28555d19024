//! `nosuch()`.

use compiler::Issue;
use syntax::model::Data;
use syntax::{TextRange, TextSize};

use super::raised::{Draft, Raised};
use super::{Rule, discontinued_import, gone_function};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::UnknownFunction { name } = raised.issue else { return Vec::new() };
    if discontinued_import::enclosing_import(raised).is_some() {
        return Vec::new();
    }
    let mut draft = raised.draft(range(raised));
    if let Some(help) = gone_function::instead(name) {
        draft.help = Some(help);
        draft.fixes = negated(raised).into_iter().collect();
    }
    vec![draft]
}

/// `not(…)` with the sign that is meant.
fn negated(raised: &Raised<'_>) -> Option<Fix> {
    let program = raised.program.as_deref()?;
    let Data::Call { functor, arguments, .. } = program.data(raised.node()?) else { return None };
    let is_not = matches!(program.data(*functor), Data::Name(name) if **name == *"not");
    let word = program.model.get(*functor).range;
    let behind = program.text.get(word.end().into()..)?;
    let blanks = u32::try_from(behind.len() - behind.trim_start().len()).ok()?;
    let range = TextRange::new(word.start(), word.end() + TextSize::from(blanks));
    let has_parentheses = behind.trim_start().starts_with('(');
    let edit = Edit { file: raised.file.clone(), range, text: "!".to_owned() };
    (is_not && has_parentheses && arguments.len() == 1).then(|| Fix { title: "Change to `!`".to_owned(), edits: vec![edit], sure: true })
}

/// The name alone.
fn range(raised: &Raised<'_>) -> Option<TextRange> {
    let program = raised.program.as_deref()?;
    let functor = match program.data(raised.node()?) {
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
                  help: `stdlib` no longer has it: give the parameter the type `String`
            "#]],
        );
    }

    #[test]
    fn a_word_is_no_negation() {
        check(
            r#"
if not(1 == 2) { }
if not ("a") { }
if not(1, 2) { }
"#,
            expect![[r#"
                unknown-function: Unknown function: 'not'.
                  site.pp:1 if not(1 == 2) { }
                               ^^^
                  help: It is neither a function nor an operator: write `!`
                  fix: Change to `!`
                    - if not(1 == 2) { }
                    + if !(1 == 2) { }
                unknown-function: Unknown function: 'not'.
                  site.pp:2 if not ("a") { }
                               ^^^
                  help: It is neither a function nor an operator: write `!`
                  fix: Change to `!`
                    - if not ("a") { }
                    + if !("a") { }
                unknown-function: Unknown function: 'not'.
                  site.pp:3 if not(1, 2) { }
                               ^^^
                  help: It is neither a function nor an operator: write `!`
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

    #[test]
    fn what_the_files_of_modules_define_is_meant() {
        check(
            r#"
$a = lab::ful_name('x')
$b = lab::qoute('x')
$c = lab_joni('x')
//- /m/lab/functions/full_name.pp
function lab::full_name($x) { $x }
//- /m/lab/lib/puppet/functions/lab/quote.rb
# of no interest
//- /m/lab/lib/puppet/functions/lab_join.rb
# of no interest
"#,
            expect![[r#"
                unknown-function: Unknown function: 'lab::ful_name'.
                  site.pp:1 $a = lab::ful_name('x')
                                 ^^^^^^^^^^^^^
                  help: There is a function 'lab::full_name'
                  fix: Change to `lab::full_name`
                    - $a = lab::ful_name('x')
                    + $a = lab::full_name('x')
                unknown-function: Unknown function: 'lab::qoute'.
                  site.pp:2 $b = lab::qoute('x')
                                 ^^^^^^^^^^
                  help: There is a function 'lab::quote'
                  fix: Change to `lab::quote`
                    - $b = lab::qoute('x')
                    + $b = lab::quote('x')
                unknown-function: Unknown function: 'lab_joni'.
                  site.pp:3 $c = lab_joni('x')
                                 ^^^^^^^^
                  help: There is a function 'lab_join'
                  fix: Change to `lab_join`
                    - $c = lab_joni('x')
                    + $c = lab_join('x')
            "#]],
        );
    }
}
