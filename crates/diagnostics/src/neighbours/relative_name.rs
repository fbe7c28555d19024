//! `include params` inside of the class `web`, where `web::params` is meant: names were relative once.

use hir::{Role, Symbol};
use syntax::{Severity, TextRange, TextSize};

use super::{CodeFile, Rule};
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let Some(namespace) = here.snapshot.namespace(here.file) else { return };
    for reference in &here.snapshot.references(here.file).all {
        let is_named = matches!(reference.role, Role::Declaration | Role::Inherits);
        let name = match &reference.symbol {
            Symbol::Class(name) if is_named => name,
            Symbol::Type(name) if is_named && !here.snapshot.has_native_type(here.file, name) => name,
            _ => continue,
        };
        let as_symbol = |name: String| match &reference.symbol {
            Symbol::Type(_) => Symbol::Type(name.as_str().into()),
            _ => Symbol::Class(name.as_str().into()),
        };
        let written = here.text.slice(reference.range);
        // `::a` says that it is meant so.
        if is_rooted(here, reference.range.start()) {
            continue;
        }
        if !written.trim_start_matches("::").eq_ignore_ascii_case(name) || !here.snapshot.resolve(&reference.symbol, here.file).is_empty() {
            continue;
        }
        // Puppet looked from the inside to the outside.
        let mut outer = Some(namespace.as_str());
        let mut meant = None;
        while let Some(around) = outer {
            let full = format!("{around}::{name}");
            if !here.snapshot.resolve(&as_symbol(full.clone()), here.file).is_empty() {
                meant = Some(full);
                break;
            }
            outer = around.rsplit_once("::").map(|it| it.0);
        }
        let Some(meant) = meant else { continue };
        let message = format!("Names are absolute: `{name}` is not `{meant}`");
        let edit = Edit { file: here.path.clone(), range: reference.range, text: meant.clone() };
        let fix = Fix { title: format!("Change to `{meant}`"), edits: vec![edit], sure: false };
        let help = Some(format!("Before version 4, Puppet searched the namespaces around the class for `{name}`"));
        found.push(Finding { help, fixes: vec![fix], ..here.finding(codes::RELATIVE_NAME, Severity::Warning, reference.range, message) });
    }
}

/// Whether a name stands after `::`.
pub(super) fn is_rooted(here: &CodeFile<'_>, start: TextSize) -> bool {
    let before = start.checked_sub(TextSize::new(2));
    before.is_some_and(|before| here.text.slice(TextRange::new(before, start)) == "::")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn what_is_meant_lies_around() {
        check(
            "relative-name",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/server.pp
class web::server inherits params {
  include service, gone, web::server
  vhost { 'a': }
  user { 'a': }
  class { '::params': }
  require web
}
#- /m/web/manifests/params.pp
class web::params { }
#- /m/web/manifests/user.pp
define web::user { }
#- /m/web/manifests/vhost.pp
define web::vhost { }
#- /m/web/manifests/server/service.pp
class web::server::service { }
"#,
            expect![[r#"
                Warning: Names are absolute: `params` is not `web::params`
                  /m/web/manifests/server.pp:1 class web::server inherits params {
                                                                          ^^^^^^
                  help: Before version 4, Puppet searched the namespaces around the class for `params`
                  fix: Change to `web::params`
                    + class web::server inherits web::params {
                Warning: Names are absolute: `service` is not `web::server::service`
                  /m/web/manifests/server.pp:2   include service, gone, web::server
                                                         ^^^^^^^
                  help: Before version 4, Puppet searched the namespaces around the class for `service`
                  fix: Change to `web::server::service`
                    + include web::server::service, gone, web::server
            "#]],
        );
    }
}
