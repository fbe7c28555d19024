//! A value that the type of a resource refuses.

use catalog::ResourceId;
use compiler::{Applied, Issue};

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

/// While compiling, only tags are checked.
fn find(raised: &Raised<'_>) -> Vec<Draft> {
    if let Issue::InvalidTag { .. } = raised.issue { vec![one(raised, "tag", None)] } else { Vec::new() }
}

/// Findings of a type for a resource.
pub fn all(raised: &Raised<'_>, applied: &Applied, resource: ResourceId) -> Vec<Draft> {
    let reference = applied.catalog.get(resource).map(ToString::to_string);
    let attribute = if let Issue::InvalidAttribute { attribute: Some(name), .. } = raised.issue { name } else { "" };
    vec![one(raised, attribute, reference.as_deref())]
}

fn one(raised: &Raised<'_>, attribute: &str, reference: Option<&str>) -> Draft {
    let range = raised.program.as_deref().and_then(|program| {
        let place = &raised.place;
        let found = match reference {
            Some(reference) => spot::attribute_of(program, place, attribute, reference),
            None => spot::attribute(program, place, attribute),
        };
        if let Some(found) = found {
            let value = program.model.subtree(found).get(1).copied()?;
            return Some(spot::first_line(program, program.model.get(value).range));
        }
        let declared = spot::declared(program, place, reference?)?;
        Some(match declared.attribute(program, attribute) {
            Some((_, value)) => spot::first_line(program, program.model.get(value).range),
            None => declared.range(program),
        })
    });
    raised.draft(range)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_value() {
        check(
            r#"
file { '/a':
  ensure => file,
  mode   => 'rwx',
}
file { 'b': }
exec { 'ls': }
file { '/c': source => '/x', content => 'y' }
notify { 'n': tag => 'a b' }
"#,
            expect![[r#"
                invalid-attribute-value: Invalid tag 'a b'
                  site.pp:8 notify { 'n': tag => 'a b' }
                                                 ^^^^^
            "#]],
        );
    }

    #[test]
    fn what_is_virtual_is_no_dependency() {
        check(
            r#"
@notify { 'a': }
notify { 'b': require => Notify['a'] }
notify { 'c': before => Notify['a'] }
"#,
            expect![[r#"
                missing-dependency: Could not find dependency Notify[a] for Notify[b]
                  site.pp:2 notify { 'b': require => Notify['a'] }
                                                     ^^^^^^^^^^^
                missing-dependency: Could not find dependent Notify[a] for Notify[c]
                  site.pp:3 notify { 'c': before => Notify['a'] }
                                                    ^^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn of_the_catalog() {
        check(
            r#"
file { '/a':
  ensure => file,
  mode   => 'rwx',
}
file { 'b': }
exec { 'ls': }
service { 's': ensure => 'up' }
file { '/c': source => '/x', content => 'y' }
"#,
            expect![[r#"
                invalid-attribute-value: Parameter mode failed on File[/a]: The file mode specification is invalid: "rwx"
                  site.pp:3   mode   => 'rwx',
                                        ^^^^^
                invalid-attribute-value: Parameter path failed on File[b]: File paths must be fully qualified, not 'b'
                  site.pp:5 file { 'b': }
                            ^^^^^^^^^^
                invalid-attribute-value: Validation of Exec[ls] failed: 'ls' is not qualified and no path was specified. Please qualify the command or specify a path.
                  site.pp:6 exec { 'ls': }
                            ^^^^^^^^^^^
                invalid-attribute-value: Parameter ensure failed on Service[s]: Invalid value "up". Valid values are stopped, running.
                  site.pp:7 service { 's': ensure => 'up' }
                                                     ^^^^
                invalid-attribute-value: Validation of File[/c] failed: You cannot specify more than one of content, source, target
                  site.pp:8 file { '/c': source => '/x', content => 'y' }
                                                         ^^^^^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn of_two_in_one_line_it_is_that_of_the_resource() {
        check(
            r#"
file { '/a': mode => '0644'; '/b': mode => 'rw' }
$s = 's' service { $s: ensure => 'running' } service { 't': ensure => 'runing' }
file { ['/c', '/d']: mode => '0644'; ['/e', '/f']: mode => '9' }
"#,
            expect![[r#"
                invalid-attribute-value: Parameter mode failed on File[/b]: The file mode specification is invalid: "rw"
                  site.pp:1 file { '/a': mode => '0644'; '/b': mode => 'rw' }
                                                                       ^^^^
                invalid-attribute-value: Parameter ensure failed on Service[t]: Invalid value "runing". Valid values are stopped, running.
                  site.pp:2 $s = 's' service { $s: ensure => 'running' } service { 't': ensure => 'runing' }
                                                                                                  ^^^^^^^^
                invalid-attribute-value: Parameter mode failed on File[/e]: The file mode specification is invalid: "9"
                  site.pp:3 file { ['/c', '/d']: mode => '0644'; ['/e', '/f']: mode => '9' }
                                                                                       ^^^
                invalid-attribute-value: Parameter mode failed on File[/f]: The file mode specification is invalid: "9"
                  site.pp:3 file { ['/c', '/d']: mode => '0644'; ['/e', '/f']: mode => '9' }
                                                                                       ^^^
            "#]],
        );
    }
}
