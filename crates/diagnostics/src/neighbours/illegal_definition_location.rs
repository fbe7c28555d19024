//! A definition in a file of another name, where Puppet refuses it not by itself: it looks there for another one only, and what it
//! finds then is not what it looks for.

use syntax::model::{Data, DefinitionKind};
use syntax::{Severity, TextRange, TextSize};

use super::{CodeFile, Rule};
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

/// Most definitions are refused as soon as their file is read: their code it is.
pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    types(here, found);
    others(here, found);
}

/// `web::installer` in `install.pp`: for Puppet it is enough that one name begins with the other.
fn others(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let Some(expected) = here.snapshot.autoload(here.file).and_then(|it| it.namespace) else { return };
    let model = &here.text.model;
    for id in &model.definitions {
        let Data::Definition { kind, rest, .. } = model.data(*id) else { continue };
        let name = rest.name.to_lowercase();
        let Some(more) = name.strip_prefix(&*expected).filter(|it| !it.is_empty() && !it.starts_with("::")) else { continue };
        let message = match kind {
            DefinitionKind::Function if here.path.contains("/functions/") => {
                format!(
                    "The code loaded from {} produced function with the wrong name, expected {expected}, actual {}",
                    here.path, rest.name
                )
            }
            DefinitionKind::Class | DefinitionKind::Define => format!("Puppet does not find `{}` in this file", rest.name),
            _ => continue,
        };
        let range = name_in(here, here.text.range(*id), &rest.name);
        let help = Some(format!("`{expected}` is what Puppet looks for here: the names differ by `{more}`"));
        let edit = Edit { file: here.path.clone(), range, text: expected.to_string() };
        let is_only = model.definitions.len() == 1;
        let fix = is_only.then(|| Fix { title: format!("Change to `{expected}`"), edits: vec![edit], sure: false });
        found.push(Finding {
            help,
            fixes: fix.into_iter().collect(),
            ..here.finding(codes::ILLEGAL_DEFINITION_LOCATION, Severity::Warning, range, message)
        });
    }
}

fn types(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let Some(expected) = here.snapshot.type_of_place(here.file) else { return };
    let model = &here.text.model;
    let meant = hir::name::capitalized(&expected);
    let mut report = |range: TextRange, rest: String, fix: Option<Fix>| {
        let message = format!("The code loaded from {} {rest}", here.path);
        let help = Some(format!("`{meant}` is what Puppet looks for in this file"));
        found.push(Finding {
            help,
            fixes: fix.into_iter().collect(),
            ..here.finding(codes::ILLEGAL_DEFINITION_LOCATION, Severity::Warning, range, message)
        });
    };
    match model.definitions.as_slice() {
        [] => {}
        [one] => {
            let (Data::TypeAlias { name, .. } | Data::TypeDefinition { name, .. }) = model.data(*one) else { return };
            if name.to_lowercase() == *expected {
                return;
            }
            let range = name_in(here, here.text.range(*one), name);
            let edit = Edit { file: here.path.clone(), range, text: meant.clone() };
            let fix = Fix { title: format!("Change to `{meant}`"), edits: vec![edit], sure: false };
            report(range, format!("produced type with the wrong name, expected '{expected}', actual '{name}'"), Some(fix));
        }
        [_, second, ..] => {
            let range = here.text.first_line(here.text.range(*second));
            report(range, format!("must contain only the type '{expected}' - it has additional definitions."), None);
        }
    }
}

/// Where the name of a definition stands.
fn name_in(here: &CodeFile<'_>, range: TextRange, name: &str) -> TextRange {
    let at = here.text.slice(range).find(name).and_then(|it| TextSize::try_from(it).ok());
    match (at, TextSize::try_from(name.len())) {
        (Some(at), Ok(len)) => TextRange::at(range.start() + at, len),
        _ => range,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn a_type_alias_lies_in_the_file_of_its_name() {
        check(
            "illegal-definition-location",
            r#"
#- /m/modules/web/types/port.pp
# Where it listens.
type Web::Prt = Integer
#- /m/modules/web/types/a/b.pp
type Web::A::B = Integer
#- /m/modules/web/types/two.pp
type Web::Two = Integer
type Web::Three = Integer
#- /m/modules/web/types/init_typeset.pp
type Web = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { X => Integer } }]
#- /m/modules/web/manifests/init.pp
type Web::Own = Integer
class web { }
"#,
            expect![[r#"
                Warning: The code loaded from /m/modules/web/types/port.pp produced type with the wrong name, expected 'web::port', actual 'Web::Prt'
                  /m/modules/web/types/port.pp:2 type Web::Prt = Integer
                                                      ^^^^^^^^
                  help: `Web::Port` is what Puppet looks for in this file
                  fix: Change to `Web::Port`
                    + type Web::Port = Integer
                Warning: The code loaded from /m/modules/web/types/two.pp must contain only the type 'web::two' - it has additional definitions.
                  /m/modules/web/types/two.pp:2 type Web::Three = Integer
                                                ^^^^^^^^^^^^^^^^^^^^^^^^^
                  help: `Web::Two` is what Puppet looks for in this file
            "#]],
        );
    }

    #[test]
    fn a_name_that_begins_with_that_of_the_file_is_another_one() {
        check(
            "illegal-definition-location",
            r#"
#- /m/modules/web/manifests/install.pp
class web::installer { }
#- /m/modules/web/manifests/init.pp
class web { }
class web::here { }
define webs() { }
#- /m/modules/web/manifests/vhost.pp
define web::vhost() { }
define web::vhost::ssl() { }
#- /m/modules/web/functions/f.pp
function web::ff() { 1 }
#- /m/modules/web/functions/g.pp
function web::g() { 1 }
"#,
            expect![[r#"
                Warning: Puppet does not find `web::installer` in this file
                  /m/modules/web/manifests/install.pp:1 class web::installer { }
                                                              ^^^^^^^^^^^^^^
                  help: `web::install` is what Puppet looks for here: the names differ by `er`
                  fix: Change to `web::install`
                    + class web::install { }
                Warning: Puppet does not find `webs` in this file
                  /m/modules/web/manifests/init.pp:3 define webs() { }
                                                            ^^^^
                  help: `web` is what Puppet looks for here: the names differ by `s`
                Warning: The code loaded from /m/modules/web/functions/f.pp produced function with the wrong name, expected web::f, actual web::ff
                  /m/modules/web/functions/f.pp:1 function web::ff() { 1 }
                                                           ^^^^^^^
                  help: `web::f` is what Puppet looks for here: the names differ by `f`
                  fix: Change to `web::f`
                    + function web::f() { 1 }
            "#]],
        );
    }
}
