//! A resource that is declared twice.

use compiler::{Issue, Role, Step};

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Error(find);

pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let (reference, first) = match raised.issue {
        Issue::DuplicateTitle { .. } => return vec![raised.draft(None)],
        Issue::DuplicateResource { reference, first, .. } => (reference, first),
        _ => return Vec::new(),
    };
    let range = raised.program.as_deref().and_then(|program| {
        let declared = spot::last_declared(program, &raised.place, reference)?;
        declared.body.is_some().then(|| declared.range(program))
    });
    let mut draft = raised.draft(range);
    let first = raised.related(first, Role::DeclaredFirst.to_string()).map(|mut related| {
        if let Some(program) = raised.other(first.file.as_deref().unwrap_or(""))
            && let Some(declared) = spot::declared(&program, first, reference)
        {
            related.range = declared.range(&program);
        }
        related
    });
    let is_here = |it: &Related| it.file == draft.file && it.range == draft.range;
    // Of one declaration that is evaluated twice it helps to know what led there the second time.
    let again = match raised.error.trace.first() {
        Some(Step::Declaration(place, name)) if first.as_ref().is_some_and(is_here) => {
            raised.related(place, format!("`{name}` is declared here"))
        }
        _ => None,
    };
    draft.related.extend(again.or(first));
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn the_second_one_is_underlined() {
        check(
            r#"
file { '/a':
  ensure => file,
}
file { '/a': }
file { ['/b', '/b']: }
include c
//- /m/c/manifests/init.pp
class c {
  file { '/c': }
  file {
    '/d': ensure => file;
    '/c': ensure => file;
  }
}
"#,
            expect![[r#"
                duplicate-resource: Duplicate declaration: File[/a] is already declared at (file: site.pp, line: 1); cannot redeclare
                  site.pp:4 file { '/a': }
                            ^^^^^^^^^^^
                  site.pp:1 file { '/a':
                            ----------- it is declared here already
                duplicate-resource: The title '/b' has already been used in this resource expression
                  site.pp:5 file { ['/b', '/b']: }
                            ^^^^^^^^^^^^^^^^^^^
                duplicate-resource: Duplicate declaration: File[/c] is already declared at (file: /m/c/manifests/init.pp, line: 2); cannot redeclare
                  /m/c/manifests/init.pp:5     '/c': ensure => file;
                                               ^^^^
                  /m/c/manifests/init.pp:2   file { '/c': }
                                             ----------- it is declared here already
            "#]],
        );
    }

    #[test]
    fn of_two_in_one_line_it_is_the_last() {
        check(
            r#"
file { '/x': } file { '/a': } file { '/a': }
"#,
            expect![[r#"
                duplicate-resource: Duplicate declaration: File[/a] is already declared at (file: site.pp, line: 1); cannot redeclare
                  site.pp:1 file { '/x': } file { '/a': } file { '/a': }
                                                          ^^^^^^^^^^^
                  site.pp:1 file { '/x': } file { '/a': } file { '/a': }
                                           ----------- it is declared here already
            "#]],
        );
    }
}
