//! Two resources for one thing: the name of one is the name or alias of another.

use compiler::Issue;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::DuplicateName(clash) = raised.issue else { return Vec::new() };
    let range = raised.program.as_deref().and_then(|program| {
        let declared = spot::declared(program, &raised.place, &clash.reference)?;
        declared.body.is_some().then(|| declared.range(program))
    });
    let mut draft = raised.draft(range);
    draft.related.extend(raised.related(&clash.first, "the other declaration"));
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn one_name_for_two() {
        check(
            r#"
package { 'one': name => 'x' }
package { 'two': name => 'x' }
notify { 'm': }
notify { 'n': alias => 'm' }
"#,
            expect![[r#"
                duplicate-namevar: Cannot alias Package[two] to [nil, "x", nil] at (file: site.pp, line: 2); resource ["Package", nil, "x", nil] already declared (file: site.pp, line: 1)
                  site.pp:2 package { 'two': name => 'x' }
                            ^^^^^^^^^^^^^^^
                  site.pp:1 package { 'one': name => 'x' }
                            --------------- the other declaration
                duplicate-namevar: Cannot alias Notify[n] to "m" at (file: site.pp, line: 4); resource ["Notify", "m"] already declared (file: site.pp, line: 3)
                  site.pp:4 notify { 'n': alias => 'm' }
                            ^^^^^^^^^^^^
                  site.pp:3 notify { 'm': }
                            ------------ the other declaration
            "#]],
        );
    }
}
