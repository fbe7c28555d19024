//! A `case` or selector without a `default`.

use std::cell::OnceCell;

use syntax::model::{Data, NodeId};

use super::constants::Constants;
use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    let constants = OnceCell::new();
    for node in text.model.ids() {
        let Some((subject, values)) = text.choice(node) else { continue };
        let has_default = values.iter().any(|it| matches!(text.model.data(*it), Data::Default));
        if !has_default && !has_all(text, &constants, subject, &values) {
            let what = if matches!(text.model.data(node), Data::Case { .. }) { "case does nothing" } else { "selector fails" };
            let message = format!("There is no `default`: for any other value this {what}");
            found.push(Advice { range: text.range(subject), message, ..Advice::default() });
        }
    }
}

/// Whether there is something for each value that the type of a parameter allows.
fn has_all(text: &Text<'_>, constants: &OnceCell<Constants>, subject: NodeId, values: &[NodeId]) -> bool {
    let Some(known) = constants.get_or_init(|| Constants::new(text)).of_variable(text, subject) else { return false };
    let there: Vec<String> = values.iter().filter_map(|it| text.literal(*it)).collect();
    known.values.iter().all(|it| there.contains(it))
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
class a(Boolean $is, Enum['a', 'b'] $which, Optional[Boolean] $may = undef) {
  case $is {
    true: { }
    false: { }
  }
  $w = $which ? { 'A' => 1, 'b' => 2 }
  case $may {
    true, false: { }
  }
}
"#,
            expect![[r#"
                Hint: There is no `default`: for any other value this case does nothing
                  case $x {
                       ^^
                Hint: There is no `default`: for any other value this selector fails
                  $y = $x ? { 1 => 'a' }
                       ^^
                Hint: There is no `default`: for any other value this case does nothing
                    case $may {
                         ^^^^
            "#]],
        );
    }
}
