//! `Nosuch`: the name of a type that is nowhere.

use compiler::{DECLARING, Program};
use issue::{Issue, Wrong};
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::{Draft, Raised};
use super::{Rule, parameters};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is_unresolved = parameters::all(raised.issue, Wrong::UnresolvedType).next().is_some();
    if !is_unresolved && !matches!(raised.issue, Issue::UnknownType { .. }) {
        return Vec::new();
    }
    let range = raised.program.as_deref().and_then(|program| {
        let node = raised.node()?;
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
    if let (true, Some(range), Some(program)) = (draft.fixes.is_empty(), range, raised.program.as_deref())
        && let Some((help, text)) = meant(program, range)
    {
        draft.help = Some(help.to_owned());
        let edit = Edit { file: draft.file.clone(), range, text: text.clone() };
        draft.fixes = vec![Fix { title: format!("Change to `{text}`"), edits: vec![edit], sure: false }];
    }
    vec![draft]
}

/// Meaning of a text where a type is expected: a class, or a text that is the value of an attribute.
fn meant(program: &Program, range: TextRange) -> Option<(&'static str, String)> {
    let model = &program.model;
    let name = model.ids().find_map(|it| match model.data(it) {
        Data::Reference(name) if model.get(it).range == range => Some(&**name),
        _ => None,
    })?;
    let is_it = |node: &NodeId| model.get(*node).range == range;
    model.ids().find_map(|id| match model.data(id) {
        Data::Call { functor, arguments, .. } => {
            let includes = matches!(model.data(*functor), Data::Name(it) if DECLARING.contains(&&**it));
            (includes && arguments.iter().any(is_it)).then(|| (CLASS, name.to_lowercase()))
        }
        Data::Resource { type_name, bodies, .. } if matches!(model.data(*type_name), Data::Name(it) if **it == *"class") => {
            let is_title = |body: &NodeId| matches!(model.data(*body), Data::ResourceBody { title, .. } if is_it(title));
            bodies.iter().any(is_title).then(|| (CLASS, format!("'{}'", name.to_lowercase())))
        }
        Data::AttributeOperation { name: attribute, value, .. } if is_it(value) => match &**attribute {
            "before" | "notify" | "require" | "subscribe" => None,
            // All that Puppet's own types know is written in small letters.
            "ensure" => Some((TEXT, name.to_lowercase())),
            _ => Some((TEXT, format!("'{name}'"))),
        },
        _ => None,
    })
}

const CLASS: &str = "Write class names in lowercase: a capitalized word is a type";
const TEXT: &str = "A capitalized word is a type: put strings in quotes";

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn a_class_or_a_text_is_no_type() {
        check(
            r#"
class gone::a { }
include Gone::A
class { Gone: }
file { '/a': ensure => Present, content => Hello, require => Nothing }
"#,
            expect![[r#"
                unknown-type: Resource type not found: Gone::A
                  site.pp:2 include Gone::A
                                    ^^^^^^^
                  help: Write class names in lowercase: a capitalized word is a type
                  fix: Change to `gone::a`
                    - include Gone::A
                    + include gone::a
                unknown-type: Resource type not found: Gone
                  site.pp:3 class { Gone: }
                                    ^^^^
                  help: Write class names in lowercase: a capitalized word is a type
                  fix: Change to `'gone'`
                    - class { Gone: }
                    + class { 'gone': }
                unknown-type: Resource type not found: Present
                  site.pp:4 file { '/a': ensure => Present, content => Hello, require => Nothing }
                                                   ^^^^^^^
                  help: A capitalized word is a type: put strings in quotes
                  fix: Change to `present`
                    - file { '/a': ensure => Present, content => Hello, require => Nothing }
                    + file { '/a': ensure => present, content => Hello, require => Nothing }
            "#]],
        );
    }

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
                  help: There is a type 'String'
                  fix: Change to `String`
                    - $z = Array[Sting]
                    + $z = Array[String]
            "#]],
        );
    }

    #[test]
    fn what_the_files_of_its_module_define_is_meant() {
        check(
            r#"
$a = 'a' =~ Lab::Moed
class c(Lab::Moed $x = 'a') { }
//- /m/lab/types/mode.pp
type Lab::Mode = Enum['a', 'b']
"#,
            expect![[r#"
                unknown-type: Resource type not found: Lab::Moed
                  site.pp:2 class c(Lab::Moed $x = 'a') { }
                                    ^^^^^^^^^
                  help: There is a type 'Lab::Mode'
                  fix: Change to `Lab::Mode`
                    - class c(Lab::Moed $x = 'a') { }
                    + class c(Lab::Mode $x = 'a') { }
            "#]],
        );
    }
}
