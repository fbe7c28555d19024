//! `include nosuch`.

use compiler::Issue;
use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::UnknownClass { name, .. } = raised.issue else { return Vec::new() };
    vec![raised.draft(range(raised, name))]
}

/// The name of the class, where it is written.
fn range(raised: &Raised<'_>, name: &str) -> Option<syntax::TextRange> {
    let program = raised.program.as_deref()?;
    let name = name.trim_start_matches("::");
    let node = raised.node()?;
    if let Data::Definition { rest, .. } = program.data(node) {
        let parent = rest.parent.as_deref()?;
        let after = program.text.get(rest.head.end().into()..)?;
        let start = after.find("inherits")? + "inherits".len();
        let start = start + after.get(start..)?.find(parent)?;
        let start = u32::from(rest.head.end()) + u32::try_from(start).ok()?;
        return Some(syntax::TextRange::at(start.into(), u32::try_from(parent.len()).ok()?.into()));
    }
    let is_name = |text: &str| text.trim_start_matches("::").eq_ignore_ascii_case(name);
    let found = program.model.subtree(node).into_iter().find(|it| spot::literal(program, *it).is_some_and(is_name))?;
    Some(program.model.get(found).range).map(|range| spot::within_quotes(program, range))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_name() {
        check(
            r#"
include nosuch
class { 'aa::setings': }
class b inherits nosuch { }
include aa, b
contain 'gone::x'
//- /m/aa/manifests/init.pp
class aa { }
//- /m/aa/manifests/settings.pp
class aa::settings { }
"#,
            expect![[r#"
                unknown-class: Could not find class ::nosuch for node.example.com
                  site.pp:1 include nosuch
                                    ^^^^^^
                  help: There is no module 'nosuch' in the module path
                unknown-class: Could not find declared class aa::setings
                  site.pp:2 class { 'aa::setings': }
                                     ^^^^^^^^^^^
                  help: There is a class 'aa::settings'
                  fix: Change to `aa::settings`
                    - class { 'aa::setings': }
                    + class { 'aa::settings': }
                unknown-class: Could not find parent resource type '::nosuch' of type hostclass in production
                  site.pp:3 class b inherits nosuch { }
                                             ^^^^^^
                unknown-class: Could not find class ::gone::x for node.example.com
                  site.pp:5 contain 'gone::x'
                                     ^^^^^^^
                  help: There is no module 'gone' in the module path
            "#]],
        );
    }

    #[test]
    fn what_the_files_of_its_module_define_is_meant() {
        check(
            r#"
include lab::othr
class { 'lab::ohter': }
include lab::thng
//- /m/lab/manifests/other.pp
class lab::other { }
//- /m/lab/manifests/thing.pp
define lab::thing { }
"#,
            expect![[r#"
                unknown-class: Could not find class ::lab::othr for node.example.com
                  site.pp:1 include lab::othr
                                    ^^^^^^^^^
                  help: There is a class 'lab::other'
                  fix: Change to `lab::other`
                    - include lab::othr
                    + include lab::other
                unknown-class: Could not find declared class lab::ohter
                  site.pp:2 class { 'lab::ohter': }
                                     ^^^^^^^^^^
                  help: There is a class 'lab::other'
                  fix: Change to `lab::other`
                    - class { 'lab::ohter': }
                    + class { 'lab::other': }
                unknown-class: Could not find class ::lab::thng for node.example.com
                  site.pp:3 include lab::thng
                                    ^^^^^^^^^
                  help: The module 'lab' has no manifests/thng.pp
            "#]],
        );
    }
}
