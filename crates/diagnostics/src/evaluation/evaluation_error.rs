//! All other errors of Puppet.

use compiler::Issue;

use std::ops::Range;

use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

/// Asked when nobody else knows the error.
pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let mut draft = raised.draft(None);
    if draft.help.is_none()
        && let Some(side) = text_side(raised.issue)
    {
        draft.help = Some("Strings are not numbers since Puppet 4: convert with `Integer($text)`".to_owned());
        draft.fixes = as_number(raised, side).into_iter().collect();
    }
    vec![draft]
}

/// Of the two sides of a comparison the one that is a text, where the other one is a number.
#[derive(Clone, Copy)]
enum Text {
    Left,
    Right,
}

fn text_side(issue: &Issue) -> Option<Text> {
    let Issue::NotComparable { left, right, .. } = issue else { return None };
    match (&**left, &**right) {
        ("String", "Integer" | "Float") => Some(Text::Left),
        ("Integer" | "Float", "String") => Some(Text::Right),
        _ => None,
    }
}

/// The text of a comparison as a number.
fn as_number(raised: &Raised<'_>, side: Text) -> Option<Fix> {
    let program = raised.program.as_deref()?;
    let Data::Comparison { left, right, .. } = program.data(raised.node()?) else { return None };
    let (text, number) = match side {
        Text::Left => (*left, *right),
        Text::Right => (*right, *left),
    };
    let range = program.model.get(text).range;
    let written = program.text.get(Range::<usize>::from(range))?;
    let (new, sure) = match spot::literal(program, text) {
        // What begins with a zero is a number of another base.
        Some(literal) => (literal.parse::<u32>().ok().filter(|it| it.to_string() == literal)?.to_string(), true),
        None if matches!(program.data(number), Data::Float(_)) => (format!("Float({written})"), false),
        None => (format!("Integer({written})"), false),
    };
    let edit = Edit { file: raised.file.clone(), range, text: new.clone() };
    Some(Fix { title: format!("Change to `{new}`"), edits: vec![edit], sure })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn texts_are_no_numbers() {
        check(
            r#"
$x = '3' > 2
$y = '12'
notice($y <= 13)
notice(2.5 < $y)
notice("07" < 1)
notice(3 < '2')
"#,
            expect![[r#"
                evaluation-error: Comparison of: String > Integer, is not possible. Caused by 'A String is not comparable to a non String'.
                  site.pp:1 $x = '3' > 2
                                 ^^^^^^^
                  help: Strings are not numbers since Puppet 4: convert with `Integer($text)`
                  fix: Change to `3`
                    - $x = '3' > 2
                    + $x = 3 > 2
                evaluation-error: Comparison of: String <= Integer, is not possible. Caused by 'A String is not comparable to a non String'.
                  site.pp:3 notice($y <= 13)
                                   ^^^^^^^^
                  help: Strings are not numbers since Puppet 4: convert with `Integer($text)`
                  fix: Change to `Integer($y)`
                    - notice($y <= 13)
                    + notice(Integer($y) <= 13)
                evaluation-error: Comparison of: Float < String, is not possible. Caused by 'A Numeric is not comparable to non Numeric'.
                  site.pp:4 notice(2.5 < $y)
                                   ^^^^^^^^
                  help: Strings are not numbers since Puppet 4: convert with `Integer($text)`
                  fix: Change to `Float($y)`
                    - notice(2.5 < $y)
                    + notice(2.5 < Float($y))
                evaluation-error: Comparison of: String < Integer, is not possible. Caused by 'A String is not comparable to a non String'.
                  site.pp:5 notice("07" < 1)
                                   ^^^^^^^^
                  help: Strings are not numbers since Puppet 4: convert with `Integer($text)`
                evaluation-error: Comparison of: Integer < String, is not possible. Caused by 'A Numeric is not comparable to non Numeric'.
                  site.pp:6 notice(3 < '2')
                                   ^^^^^^^
                  help: Strings are not numbers since Puppet 4: convert with `Integer($text)`
                  fix: Change to `2`
                    - notice(3 < '2')
                    + notice(3 < 2)
            "#]],
        );
    }

    #[test]
    fn whatever_else() {
        check(
            r#"
$x = 1 + 'a'
$y = { 'a' => 1 }['b']['c']
notice(undef['x'])
"#,
            expect![[r#"
                evaluation-error: The value 'a' cannot be converted to Numeric.
                  site.pp:1 $x = 1 + 'a'
                                     ^^^
                evaluation-error: Operator '[]' is not applicable to an Undef Value.
                  site.pp:2 $y = { 'a' => 1 }['b']['c']
                                 ^^^^^^^^^^^^^^^^^
                evaluation-error: Operator '[]' is not applicable to an Undef Value.
                  site.pp:3 notice(undef['x'])
                                   ^^^^^
            "#]],
        );
    }
}
