//! `Nosuch`: the name of a type that is nowhere.

use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(super) const RULE: Rule = Rule { code: "unknown-type", puppet_code: "UNKNOWN_RESOURCE_TYPE", find };

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is = raised.text.starts_with("Resource type not found: ") || raised.text.contains("references an unresolved type '");
    if !is {
        return Vec::new();
    }
    let range = raised.program.as_deref().and_then(|program| {
        let node = spot::at(program, &raised.place, None)?;
        // Of `Gone['a']` the name is wrong.
        let name = match program.data(node) {
            Data::Access { left, .. } => *left,
            _ => node,
        };
        matches!(program.data(name), Data::Reference(_)).then(|| program.model.get(name).range)
    });
    let mut draft = raised.draft(range);
    // Names of types are kept in lower case.
    for edit in draft.fixes.iter_mut().flat_map(|it| &mut it.edits) {
        edit.text = catalog::puppet::canonical_type(&edit.text).into_owned();
    }
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn a_name_of_no_type() {
        check(
            r#"
$y = Gone
notify { 'd': require => Notfiy['a'] }
$z = Array[Sting]
"#,
            expect![[r#"
                unknown-type: Resource type not found: Gone
                  site.pp:1 $y = Gone
                                 ^^^^
                unknown-type: Resource type not found: Notfiy
                  site.pp:2 notify { 'd': require => Notfiy['a'] }
                                                     ^^^^^^
                  help: There is a type 'notify'
                  fix: Change to `notify`
                    - notify { 'd': require => Notfiy['a'] }
                    + notify { 'd': require => Notify['a'] }
                unknown-type: Resource type not found: Sting
                  site.pp:3 $z = Array[Sting]
                                       ^^^^^
            "#]],
        );
    }
}
