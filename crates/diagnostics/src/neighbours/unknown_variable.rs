//! `$whom` in a template that is given `$who`: nothing else sets it.

use hir::{Role, Symbol};
use syntax::model::Data;
use syntax::{Dialect, Severity};

use super::relative_name::is_rooted;
use super::{CodeFile, Rule};
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

/// A template that is called is evaluated, which says more: its finding it is.
pub(crate) const RULE: Rule = Rule::Neighbours(find);

/// Variables that Puppet sets in every scope.
const GIVEN: [&str; 9] =
    ["facts", "trusted", "server_facts", "environment", "name", "title", "module_name", "caller_module_name", "settings"];

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    if here.snapshot.dialect(here.file) != Dialect::Epp {
        return;
    }
    let model = &here.text.model;
    let Some(Data::Lambda { parameters, .. }) = model.root.map(|it| model.data(it)) else { return };
    let names: Vec<&str> = parameters
        .iter()
        .filter_map(|it| match model.data(*it) {
            Data::Parameter { name, .. } => Some(&**name),
            _ => None,
        })
        .collect();
    if names.is_empty() {
        return;
    }
    for reference in here.snapshot.references(here.file).all.iter().filter(|it| it.role == Role::Use) {
        let Symbol::Top(name) = &reference.symbol else { continue };
        let name = name.as_str();
        let is_known = || GIVEN.contains(&name) || facts::is_name(name) || facts::modern(name).is_some();
        // `$::whom` is no parameter in any case.
        let is_plain = here.text.slice(reference.range) == name && !is_rooted(here, reference.range.start());
        if !is_plain || is_known() || !here.snapshot.resolve(&reference.symbol, here.file).is_empty() {
            continue;
        }
        let Some(near) = syntax::nearest(name, names.iter().copied()) else { continue };
        let edit = Edit { file: here.path.clone(), range: reference.range, text: near.to_owned() };
        let fix = Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false };
        let message = format!("Unknown variable: '{name}'.");
        found.push(Finding {
            help: Some(format!("The template is given `${near}`")),
            fixes: vec![fix],
            ..here.finding(codes::UNKNOWN_VARIABLE, Severity::Warning, reference.range, message)
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    /// Puppet: `Evaluation Error: Unknown variable: 'whom'.` for each.
    #[test]
    fn a_template_that_nothing_calls_is_read() {
        check(
            "unknown-variable",
            r#"
#- /m/t/metadata.json
{ "name": "me-t" }
#- /m/t/manifests/init.pp
class t {
  notify { 'x': message => epp('t/called.epp', { 'who' => 'me' }) }
}
#- /m/t/templates/called.epp
<%- | String $who | -%>
Hello <%= $whom %>
#- /m/t/templates/other.epp
<%- | String $who, $kernal, $host_name | -%>
<% $who_else = 1 -%>
Hello <%= $whom %> ${whoo} <%= "${whoo}" %> <%= $kernel %> <%= $hostname %> <%= $who_else %> <%= $::whom %> <%= $nobody %>
<% [1].each |$whu| { -%><%= $whu %><% } -%>
"#,
            expect![[r#"
                Error: Unknown variable: 'whom'.
                  /m/t/templates/called.epp:2 Hello <%= $whom %>
                                                        ^^^^^
                  help: There is `$who`
                  fix: Change to `who`
                    + Hello <%= $who %>
                Warning: Unknown variable: 'whom'.
                  /m/t/templates/other.epp:3 Hello <%= $whom %> ${whoo} <%= "${whoo}" %> <%= $kernel %> <%= $hostname %> <%= $who_else %> <%= $::whom %> <%= $nobody %>
                                                        ^^^^
                  help: The template is given `$who`
                  fix: Change to `who`
                    + Hello <%= $who %> ${whoo} <%= "${whoo}" %> <%= $kernel %> <%= $hostname %> <%= $who_else %> <%= $::whom %> <%= $nobody %>
                Warning: Unknown variable: 'whoo'.
                  /m/t/templates/other.epp:3 Hello <%= $whom %> ${whoo} <%= "${whoo}" %> <%= $kernel %> <%= $hostname %> <%= $who_else %> <%= $::whom %> <%= $nobody %>
                                                                               ^^^^
                  help: The template is given `$who`
                  fix: Change to `who`
                    + Hello <%= $whom %> ${whoo} <%= "${who}" %> <%= $kernel %> <%= $hostname %> <%= $who_else %> <%= $::whom %> <%= $nobody %>
            "#]],
        );
    }
}
