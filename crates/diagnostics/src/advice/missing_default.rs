//! A `case` or selector without a `default`.

use settings::Level;
use syntax::model::Data;

use super::{Advice, Rule, Text};

pub(super) const RULE: Rule = Rule { code: "missing-default", level: Level::Off, find };

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let Some((subject, values)) = text.choice(node) else { continue };
        if !values.iter().any(|it| matches!(text.model.data(*it), Data::Default)) {
            let what = if matches!(text.model.data(node), Data::Case { .. }) { "case does nothing" } else { "selector fails" };
            let message = format!("There is no `default`: for any other value this {what}");
            found.push(Advice { range: text.range(subject), message, ..Advice::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn it_stands_at_the_value() {
        check(
            "missing-default",
            r#"
case $x {
  1: { }
}
case $x {
  1: { }
  2, default: { }
}
$y = $x ? { 1 => 'a' }
$z = $x ? { 1 => 'a', default => 'b' }
"#,
            expect![[r#"
                Hint: There is no `default`: for any other value this case does nothing
                  case $x {
                       ^^
                Hint: There is no `default`: for any other value this selector fails
                  $y = $x ? { 1 => 'a' }
                       ^^
            "#]],
        );
    }
}
