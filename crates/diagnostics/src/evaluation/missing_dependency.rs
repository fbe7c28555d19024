//! A reference to a resource that is not in the catalog.

use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::{Edit, Fix};
use compiler::{Help, Program};
use issue::{Issue, ResourceUse};

pub(crate) const RULE: Rule = Rule::Error(find);

pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::MissingResource { user, .. } = raised.issue else { return Vec::new() };
    let Some(reference) = raised.issue.missing_resource() else { return Vec::new() };
    let found = raised.program.as_deref().and_then(|program| {
        let parameter = if let ResourceUse::Parameter { name } = user { Some(&**name) } else { None };
        let attributes: Vec<NodeId> = parameter.map(|name| spot::attributes(program, &raised.place, name)).unwrap_or_default();
        let attribute = attributes.first().copied();
        let around: Vec<NodeId> = match raised.node() {
            _ if attribute.is_some() => attributes,
            Some(one) => vec![one],
            None => return None,
        };
        around.iter().find_map(|it| written(program, *it, reference)).or_else(|| Some((attribute_value(program, attribute?), None)))
    });
    let mut draft = raised.draft(found.map(|it| it.0));
    draft.fixes.clear();
    if let (Some((_, Some(title))), Some(near)) = (found, raised.error.help.as_ref().and_then(Help::replacement)) {
        let is_class = reference.get(..6).is_some_and(|it| it.eq_ignore_ascii_case("class["));
        let near = if is_class { near.to_lowercase() } else { near.to_string() };
        let edit = Edit { file: draft.file.clone(), range: title, text: near.clone() };
        draft.fixes.push(Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false });
    }
    vec![draft]
}

fn attribute_value(program: &Program, attribute: NodeId) -> TextRange {
    match program.data(attribute) {
        Data::AttributeOperation { value, .. } => spot::first_line(program, program.model.get(*value).range),
        _ => spot::shown(program, attribute),
    }
}

/// `File['/a']` as it is written: all of it, and the title within its quotes.
fn written(program: &Program, around: NodeId, reference: &str) -> Option<(TextRange, Option<TextRange>)> {
    let (type_name, title) = catalog::split_reference(reference)?;
    let title = title.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).unwrap_or(title);
    let is_class = type_name.eq_ignore_ascii_case("class");
    for node in program.model.subtree(around) {
        let range = program.model.get(node).range;
        match program.data(node) {
            Data::Access { left, keys } => {
                let name = spot::literal(program, *left).unwrap_or("");
                if !name.trim_start_matches("::").eq_ignore_ascii_case(type_name) {
                    continue;
                }
                let is_title =
                    |text: &str| if is_class { text.trim_start_matches("::").eq_ignore_ascii_case(title) } else { text == title };
                let named = keys.iter().find(|it| spot::literal(program, **it).is_some_and(is_title));
                // A title that is computed may be this one, if there is no other.
                if named.is_some() || keys.iter().all(|it| spot::literal(program, *it).is_none()) {
                    let title = named.map(|it| spot::within_quotes(program, program.model.get(*it).range));
                    let range = match named {
                        Some(one) if keys.len() > 1 => program.model.get(*one).range,
                        _ => range,
                    };
                    return Some((spot::first_line(program, range), title));
                }
            }
            Data::String(text) | Data::Name(text) if **text == *reference => return Some((range, None)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn in_a_parameter() {
        check(
            r#"
notify { 'a': }
notify { 'b':
  require => [Notify['a'], Notify['gone']],
  before  => Class['gone'],
}
notify { 'c': notify => Notify["x${1}"] }
"#,
            expect![[r#"
                missing-dependency: Could not find resource 'Notify[gone]' in parameter 'require'
                  site.pp:3   require => [Notify['a'], Notify['gone']],
                                                       ^^^^^^^^^^^^^^
                missing-dependency: Could not find resource 'Class[Gone]' in parameter 'before'
                  site.pp:4   before  => Class['gone'],
                                         ^^^^^^^^^^^^^
                missing-dependency: Could not find resource 'Notify[x]' in parameter 'notify'
                  site.pp:6 notify { 'c': notify => Notify["x${1}"] }
                                                    ^^^^^^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn a_title_that_is_nearly_one() {
        check(
            r#"
package { 'apache2': }
service { 'x': require => Package['apche2'] }
Package['apache'] -> Service['x']
"#,
            expect![[r#"
                missing-dependency: Could not find resource 'Package[apache]' for relationship on 'Service[x]'
                  site.pp:3 Package['apache'] -> Service['x']
                            ^^^^^^^^^^^^^^^^^
                  help: There is Package[apache2]
                  fix: Change to `apache2`
                    - Package['apache'] -> Service['x']
                    + Package['apache2'] -> Service['x']
                missing-dependency: Could not find resource 'Package[apche2]' in parameter 'require'
                  site.pp:2 service { 'x': require => Package['apche2'] }
                                                      ^^^^^^^^^^^^^^^^^
                  help: There is Package[apache2]
                  fix: Change to `apache2`
                    - service { 'x': require => Package['apche2'] }
                    + service { 'x': require => Package['apache2'] }
            "#]],
        );
    }

    #[test]
    fn what_is_no_reference() {
        check(
            r#"
notify { 'a': require => 'b' }
"#,
            expect![[r#"
                invalid-reference: No title provided and "b" is not a valid resource reference
                  site.pp:1 notify { 'a': require => 'b' }
                                                     ^^^
            "#]],
        );
    }

    #[test]
    fn in_an_arrow() {
        check(
            r#"
notify { 'a': }
Notify['a'] -> Notify['gone']
Notify['a'] ~> Exec['x'] -> Notify['a']
"#,
            expect![[r#"
                missing-dependency: Could not find resource 'Notify[gone]' for relationship from 'Notify[a]'
                  site.pp:2 Notify['a'] -> Notify['gone']
                                           ^^^^^^^^^^^^^^
                missing-dependency: Could not find resource 'Exec[x]' for relationship from 'Notify[a]'
                  site.pp:3 Notify['a'] ~> Exec['x'] -> Notify['a']
                                           ^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn overridden_or_realized() {
        check(
            r#"
Notify['gone'] { message => 'x' }
realize(User['gone'])
"#,
            expect![[r#"
                missing-dependency: Could not find resource(s) Notify[gone] for overriding
                  site.pp:1 Notify['gone'] { message => 'x' }
                            ^^^^^^^^^^^^^^
                missing-dependency: Failed to realize virtual resources User[gone]
                  site.pp:2 realize(User['gone'])
                                    ^^^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn beside_a_duplicate() {
        // What is lost with the second declaration exists by the first one: both mistakes are reported.
        check(
            r#"
notify { 'a': }
notify { ['a', 'b']: }
notify { 'c': require => Notify['gone'], before => Notify['b'] }
Notify['c'] -> Notify['away']
"#,
            expect![[r#"
                duplicate-resource: Duplicate declaration: Notify[a] is already declared at (file: site.pp, line: 1); cannot redeclare
                  site.pp:2 notify { ['a', 'b']: }
                            ^^^^^^^^^^^^^^^^^^^
                  site.pp:1 notify { 'a': }
                            ------------ it is declared here already
                missing-dependency: Could not find resource 'Notify[away]' for relationship from 'Notify[c]'
                  site.pp:4 Notify['c'] -> Notify['away']
                                           ^^^^^^^^^^^^^^
                missing-dependency: Could not find resource 'Notify[gone]' in parameter 'require'
                  site.pp:3 notify { 'c': require => Notify['gone'], before => Notify['b'] }
                                                     ^^^^^^^^^^^^^^
            "#]],
        );
        // Other names and what a defined type holds are lost with it: nobody knows whether they are missing.
        check(
            r#"
define d($n) { notify { $n: } }
d { 'a': n => 'one' }
d { 'a': n => 'two' }
file { '/a': }
file { '/a': alias => 'b' }
notify { 'c': require => [Notify['two'], File['b']] }
"#,
            expect![[r#"
                duplicate-resource: Duplicate declaration: D[a] is already declared at (file: site.pp, line: 2); cannot redeclare
                  site.pp:3 d { 'a': n => 'two' }
                            ^^^^^^^
                  site.pp:2 d { 'a': n => 'one' }
                            ------- it is declared here already
                duplicate-resource: Duplicate declaration: File[/a] is already declared at (file: site.pp, line: 4); cannot redeclare
                  site.pp:5 file { '/a': alias => 'b' }
                            ^^^^^^^^^^^
                  site.pp:4 file { '/a': }
                            ----------- it is declared here already
            "#]],
        );
    }

    #[test]
    fn of_two_in_one_line_it_is_the_one_that_names_it() {
        check(
            r#"
file { '/a': } notify { 'b': require => File['/a'] } notify { 'c': require => File['/z'] }
"#,
            expect![[r#"
                missing-dependency: Could not find resource 'File[/z]' in parameter 'require'
                  site.pp:1 file { '/a': } notify { 'b': require => File['/a'] } notify { 'c': require => File['/z'] }
                                                                                                          ^^^^^^^^^^
                  help: There is File[/a]
                  fix: Change to `/a`
                    - file { '/a': } notify { 'b': require => File['/a'] } notify { 'c': require => File['/z'] }
                    + file { '/a': } notify { 'b': require => File['/a'] } notify { 'c': require => File['/a'] }
            "#]],
        );
    }
}
