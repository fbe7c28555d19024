//! A `case` or selector without a `default`.

use settings::Level;
use syntax::model::{Data, NodeId};

use super::{Advice, Rule, Text};

pub(super) const RULE: Rule = Rule { code: "missing-default", level: Level::Off, find };

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    let is_default = |node: &NodeId| matches!(text.model.data(*node), Data::Default);
    for node in text.model.ids() {
        let (what, subject, has_default) = match text.model.data(node) {
            Data::Case { test, options } => {
                let mut values = options.iter().flat_map(|it| match text.model.data(*it) {
                    Data::CaseOption { values, .. } => values.as_slice(),
                    _ => &[],
                });
                ("case does nothing", *test, values.any(is_default))
            }
            Data::Selector { left, selectors } => {
                let mut values = selectors.iter().filter_map(|it| match text.model.data(*it) {
                    Data::SelectorEntry { matching, .. } => Some(matching),
                    _ => None,
                });
                ("selector fails", *left, values.any(is_default))
            }
            _ => continue,
        };
        if !has_default {
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
