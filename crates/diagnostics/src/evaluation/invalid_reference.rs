//! An invalid reference to a resource.

use issue::{Issue, Reference};

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::InvalidReference(reference) = raised.issue else { return Vec::new() };
    let written = match reference {
        Reference::Untitled { written, .. } | Reference::UntitledInCollector { written, .. } => written.as_deref(),
        Reference::UntitledParameter { written, .. } => Some(&**written),
        _ => None,
    };
    let range = raised.program.as_deref().and_then(|program| {
        let text = written?;
        let named = spot::subtree_at(program, &raised.place).into_iter().find(|it| spot::literal(program, *it) == Some(text))?;
        Some(program.model.get(named).range)
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
