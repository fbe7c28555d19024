//! What should name a resource, and does not.

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let codes = ["ILLEGAL_RELATIONSHIP_OPERAND_TYPE", "NOT_CATALOG_TYPE", "ILLEGAL_OVERRIDDEN_TYPE"];
    let is = raised.code.is_some_and(|it| codes.contains(&it)) || raised.text.contains(" is not a valid resource reference");
    if !is {
        return Vec::new();
    }
    let range = raised.program.as_deref().and_then(|program| {
        let text = raised.between("No title provided and \"", "\" is not a valid")?;
        let mut named = spot::on_line(program, raised.place.line?).filter(|it| spot::literal(program, *it) == Some(text));
        Some(program.model.get(named.next()?).range)
    });
    vec![raised.draft(range)]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn what_names_no_resource() {
        check(
            r#"
Notify['a'] -> 7
Notify['a'] -> Integer
"#,
            expect![[r#"
                invalid-reference: Illegal relationship operand, can not form a relationship with an Integer. A Catalog type is required.
                  site.pp:1 Notify['a'] -> 7
                            ^^^^^^^^^^^^^^^^
                invalid-reference: Illegal relationship operand, can not form a relationship with something of type Integer. A Catalog type is required.
                  site.pp:2 Notify['a'] -> Integer
                            ^^^^^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }
}
