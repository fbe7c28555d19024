//! A selector without an entry for a value that the type of a parameter allows.

use syntax::model::{Data, NodeId};
use syntax::{Severity, TextRange};

use super::{CodeFile, Rule};
use crate::Finding;
use crate::advice::constant_condition::{listed, reason};
use crate::advice::constants::Constants;
use crate::registry::codes;

/// Where the value is known the evaluation reports it, by its own code.
pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let mut constants = None;
    for node in here.text.model.ids() {
        let Data::Selector { .. } = here.text.model.data(node) else { continue };
        let Some((subject, values)) = here.text.choice(node) else { continue };
        // Of a pattern or a type nobody knows here what it matches.
        let Some(there) = values.iter().map(|it| plain(here, *it)).collect::<Option<Vec<String>>>() else { continue };
        let constants = constants.get_or_insert_with(|| Constants::new(here.text));
        let Some(known) = constants.of_variable(here.text, subject).filter(|it| it.values.len() > 1) else { continue };
        let missing = known.values.iter().zip(&known.shown).filter(|(value, _)| !there.contains(value));
        let missing: Vec<String> = missing.map(|it| it.1.clone()).collect();
        if missing.is_empty() || is_looked_at(here, subject, here.text.range(node)) {
            continue;
        }
        let message = format!("There is no entry for {}: the selector fails", listed(&missing));
        let help = Some(format!("{}. Add an entry, or a `default`", reason(here.text, subject, known)));
        found.push(Finding { help, ..here.finding(codes::UNMATCHED_SELECTOR, Severity::Warning, here.text.range(subject), message) });
    }
}

/// A value that matches nothing but itself. With a `default` all is there.
fn plain(here: &CodeFile<'_>, node: NodeId) -> Option<String> {
    here.text.literal(node).filter(|it| !it.starts_with("pattern ") && !it.starts_with("type "))
}

/// Whether a condition before a selector or around it asks for the variable, so that some values may never get here.
fn is_looked_at(here: &CodeFile<'_>, variable: NodeId, selector: TextRange) -> bool {
    let model = &here.text.model;
    let name = |node: NodeId| match model.data(node) {
        Data::Variable { expr } => Some(here.text.slice(here.text.range(*expr)).trim_start_matches('$').to_owned()),
        _ => None,
    };
    let Some(meant) = name(variable) else { return false };
    let asks = |test: NodeId| model.subtree(test).into_iter().any(|it| name(it).is_some_and(|it| it == meant));
    model.ids().filter(|it| here.text.range(*it).start() <= selector.start()).any(|id| match model.data(id) {
        Data::If { test, .. } | Data::Unless { test, .. } | Data::Case { test, .. } => asks(*test),
        Data::And { left, .. } | Data::Or { left, .. } => asks(*left),
        Data::Selector { left, .. } => here.text.range(id) != selector && here.text.range(id).contains_range(selector) && asks(*left),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn a_value_that_the_type_allows() {
        check(
            "unmatched-selector",
            r#"
#- /m/a/manifests/init.pp
class a(Enum['present', 'absent', 'latest'] $ensure, Optional[Boolean] $link) {
  $x = $ensure ? { 'present' => 1, 'latest' => 2 }
  $y = $link ? { true => 'link', false => 'file' }
  notify { "${x} ${y}": }
}
"#,
            expect![[r#"
                Warning: There is no entry for 'absent': the selector fails
                  /m/a/manifests/init.pp:2   $x = $ensure ? { 'present' => 1, 'latest' => 2 }
                                                  ^^^^^^^
                  help: `$ensure` is 'present', 'absent' or 'latest'. Add an entry, or a `default`
                Warning: There is no entry for undef: the selector fails
                  /m/a/manifests/init.pp:3   $y = $link ? { true => 'link', false => 'file' }
                                                  ^^^^^
                  help: `$link` is true, false or undef. Add an entry, or a `default`
            "#]],
        );
    }

    #[test]
    fn what_may_never_get_there() {
        check(
            "unmatched-selector",
            r#"
#- /m/a/manifests/init.pp
class a(Enum['a', 'b'] $one, Enum['a', 'b'] $two, Enum['a', 'b'] $three, String $four, Boolean $five, Optional[Boolean] $six = true) {
  if $one == 'b' { fail('no') }
  $w = $one ? { 'a' => 1 }
  $x = $two ? { /./ => 1 }
  $y = $three ? { 'a' => 1, default => 2 }
  $z = $four ? { 'a' => 1 }
  $v = $five ? { true => 1, false => 2 }
  $u = $six ? { true => 1, false => 2 }
}
"#,
            expect![""],
        );
    }
}
