//! A `case` or selector with the same value twice: the second is never reached.

use std::collections::HashMap;

use syntax::model::NodeId;

use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let Some((_, values)) = text.choice(node) else { continue };
        let mut seen: HashMap<String, NodeId> = HashMap::new();
        for value in values {
            let Some(literal) = text.literal(value) else { continue };
            if let Some(first) = seen.get(&literal) {
                found.push(Advice {
                    range: text.range(value),
                    message: "This value is never reached: an earlier option has it".to_owned(),
                    help: Some("Strings are compared without regard to case".to_owned())
                        .filter(|_| text.slice(text.range(value)) != text.slice(text.range(*first))),
                    related: vec![(text.range(*first), "the first one is here".to_owned())],
                    ..Advice::default()
                });
            } else {
                seen.insert(literal, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn the_second_one_is_underlined() {
        check(
            "duplicate-option",
            r#"
case $x {
  'Debian', 'Ubuntu': { }
  'RedHat': { }
  'debian': { }
  /Debian/: { }
  default: { }
  /RedHat/: { }
  /Debian/: { }
  /debian/: { }
}
$y = $x ? {
  1       => 'a',
  '1'     => 'b',
  1       => 'c',
  default => 'd',
}
"#,
            expect![[r#"
                Warning: This value is never reached: an earlier option has it
                    'debian': { }
                    ^^^^^^^^
                  help: Strings are compared without regard to case
                    'Debian', 'Ubuntu': { }
                    -------- the first one is here
                Warning: This value is never reached: an earlier option has it
                    /Debian/: { }
                    ^^^^^^^^
                    /Debian/: { }
                    -------- the first one is here
                Warning: This value is never reached: an earlier option has it
                    1       => 'c',
                    ^
                    1       => 'a',
                    - the first one is here
            "#]],
        );
    }
}
