//! `nosuch { 'title': }`: neither a type nor a defined type.

use compiler::Issue;
use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::UnknownResourceType { name, .. } = raised.issue else { return Vec::new() };
    vec![raised.draft(range(raised, name))]
}

fn range(raised: &Raised<'_>, name: &str) -> Option<syntax::TextRange> {
    let program = raised.program.as_deref()?;
    let node = raised.node()?;
    match program.data(node) {
        Data::Resource { type_name, .. } => Some(program.model.get(*type_name).range),
        Data::Collect { type_expr, .. } => Some(program.model.get(*type_expr).range),
        _ => {
            let is_name = |text: &str| text.trim_start_matches(['@', ':']).eq_ignore_ascii_case(name);
            let found = program.model.subtree(node).into_iter().find(|it| spot::literal(program, *it).is_some_and(is_name))?;
            Some(spot::within_quotes(program, program.model.get(found).range))
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_type() {
        check(
            r#"
notfiy { 'a': message => 'x' }
@gone::thing { 'b': }
Nosuch <| |>
create_resources('nosuch', { 'x' => {} })
"#,
            expect![[r#"
                unknown-resource-type: Unknown resource type: 'notfiy'
                  site.pp:1 notfiy { 'a': message => 'x' }
                            ^^^^^^
                  help: There is a type 'notify'
                  fix: Change to `notify`
                    - notfiy { 'a': message => 'x' }
                    + notify { 'a': message => 'x' }
                unknown-resource-type: Unknown resource type: 'gone::thing'
                  site.pp:2 @gone::thing { 'b': }
                             ^^^^^^^^^^^
                  help: There is no module 'gone' in the module path
                unknown-resource-type: Resource type nosuch doesn't exist
                  site.pp:3 Nosuch <| |>
                            ^^^^^^
                unknown-resource-type: Unknown resource type: 'nosuch'
                  site.pp:4 create_resources('nosuch', { 'x' => {} })
                                              ^^^^^^
            "#]],
        );
    }

    #[test]
    fn what_the_files_of_modules_define_is_meant() {
        check(
            r#"
lab::thng { 'a': }
lab_recrod { 'b': }
lab::othr { 'c': }
//- /m/lab/manifests/other.pp
class lab::other { }
//- /m/lab/manifests/thing.pp
define lab::thing { }
//- /m/lab/lib/puppet/type/lab_record.rb
Puppet::Type.newtype(:lab_record) do
  newparam(:name)
end
"#,
            expect![[r#"
                unknown-resource-type: Unknown resource type: 'lab::thng'
                  site.pp:1 lab::thng { 'a': }
                            ^^^^^^^^^
                  help: There is a type 'lab::thing'
                  fix: Change to `lab::thing`
                    - lab::thng { 'a': }
                    + lab::thing { 'a': }
                unknown-resource-type: Unknown resource type: 'lab_recrod'
                  site.pp:2 lab_recrod { 'b': }
                            ^^^^^^^^^^
                  help: There is a type 'lab_record'
                  fix: Change to `lab_record`
                    - lab_recrod { 'b': }
                    + lab_record { 'b': }
                unknown-resource-type: Unknown resource type: 'lab::othr'
                  site.pp:3 lab::othr { 'c': }
                            ^^^^^^^^^
            "#]],
        );
    }
}
