//! A class, defined type, function or node that is defined twice.

use super::Rule;
use super::raised::{Draft, Raised};

pub(super) const RULE: Rule = Rule { code: "duplicate-definition", puppet_code: "", find };

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let text = raised.text.as_str();
    let again = text.contains(" is already defined") && text.contains("; cannot ");
    if !again && !text.starts_with("Attempt to redefine entity '") {
        return Vec::new();
    }
    let mut draft = raised.draft(None);
    draft.related.extend(raised.named_place(text).and_then(|place| raised.related(&place, "it is defined here already")));
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn the_later_one_is_underlined() {
        check(
            r#"
class a { }
define b { }
class a { }
define b() { }
node x { }
node x { }
"#,
            expect![[r#"
                duplicate-definition: Class 'a' is already defined (file: site.pp, line: 1); cannot redefine
                  site.pp:3 class a { }
                            ^^^^^^^
                  site.pp:1 class a { }
                            ------- it is defined here already
            "#]],
        );
    }
}
