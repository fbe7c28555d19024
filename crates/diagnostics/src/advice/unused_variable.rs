//! A variable that nothing reads.

use std::collections::{HashMap, HashSet};

use analysis::{DocumentKind, document_kind};
use hir::{Role, Symbol};
use syntax::model::{Data, DefinitionKind, NodeId};
use syntax::{TextRange, TextSize};

use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

/// Those of classes may be read from everywhere; here are those of defined types, functions and lambdas.
fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    if !assigns_locals(text) {
        return;
    }
    let (values, unseen) = (values(text), Unseen::new(text));
    let names = text.references();
    let read: HashSet<&Symbol> = names.all.iter().filter(|it| it.role != Role::Definition).map(|it| &it.symbol).collect();
    for reference in &names.all {
        let Symbol::Local(number) = reference.symbol else { continue };
        if reference.role != Role::Definition || read.contains(&reference.symbol) {
            continue;
        }
        let Some((name, reach)) = names.locals.get(number as usize) else { continue };
        if name.starts_with('_') || !is_assigned(text, reference.range, &values) || unseen.may_read(*reach, name) {
            continue;
        }
        found.push(Advice {
            range: reference.range,
            message: format!("Nothing reads `${name}`"),
            help: Some(format!("Remove it, or name it `$_{name}` if that is intended")),
            ..Advice::default()
        });
    }
}

/// Whether there is anything to ask of: an assignment in what has variables of its own.
fn assigns_locals(text: &Text<'_>) -> bool {
    let ranges = |of: fn(&Data) -> bool| text.model.nodes().iter().filter(move |it| of(&it.data)).map(|it| it.range);
    let mut starts: Vec<TextSize> = ranges(|it| matches!(it, Data::Assignment { .. })).map(TextRange::start).collect();
    if text.is_template() || starts.is_empty() {
        return !starts.is_empty();
    }
    starts.sort_unstable();
    let mut around = ranges(|it| match it {
        Data::Definition { kind, .. } => *kind != DefinitionKind::Class,
        Data::Lambda { .. } | Data::NodeDefinition { .. } => true,
        _ => false,
    });
    around.any(|around| starts.get(starts.partition_point(|it| *it < around.start())).is_some_and(|it| *it < around.end()))
}

/// Results of functions and lambdas: their last statements. An assignment is its value.
fn values(text: &Text<'_>) -> HashSet<NodeId> {
    let each = text.model.ids().filter_map(|it| match text.model.data(it) {
        Data::Call { functor, lambda, .. } if is_each(text, *functor) => *lambda,
        Data::MethodCall { functor, lambda, .. } => match text.model.data(*functor) {
            Data::NamedAccess { right, .. } if is_each(text, *right) => *lambda,
            _ => None,
        },
        _ => None,
    });
    // What these give nobody takes.
    let each: HashSet<NodeId> = each.collect();
    let mut waiting: Vec<NodeId> = text
        .model
        .ids()
        .filter_map(|it| match text.model.data(it) {
            Data::Lambda { .. } if each.contains(&it) => None,
            Data::Lambda { body, .. } => *body,
            Data::Definition { kind: DefinitionKind::Function, rest, .. } => rest.body,
            _ => None,
        })
        .collect();
    let mut values = HashSet::new();
    while let Some(node) = waiting.pop() {
        values.insert(node);
        match text.model.data(node) {
            Data::Block { statements } => waiting.extend(statements.last()),
            Data::If { then, otherwise, .. } | Data::Unless { then, otherwise, .. } => waiting.extend(then.iter().chain(otherwise)),
            Data::Case { options, .. } => waiting.extend(options),
            Data::CaseOption { then, .. } => waiting.extend(then),
            _ => {}
        }
    }
    values
}

fn is_each(text: &Text<'_>, functor: NodeId) -> bool {
    matches!(text.model.data(functor), Data::Name(name) if matches!(&**name, "each" | "reverse_each" | "step"))
}

/// Parameters of lambdas have to be named, wanted or not; what is a part of a list as well.
fn is_assigned(text: &Text<'_>, range: TextRange, values: &HashSet<NodeId>) -> bool {
    text.model.ids().any(|it| match text.model.data(it) {
        Data::Assignment { left, .. } if !values.contains(&it) => match text.model.data(*left) {
            Data::Variable { .. } => text.range(*left).contains_range(range),
            _ => false,
        },
        _ => false,
    })
}

/// Expressions that may read variables without naming them: a template sees the variables of what calls it, and a name may be put together.
pub(super) struct Unseen<'t> {
    /// Places of what may read any variable, in their order.
    any: Vec<TextRange>,
    /// Places of texts, which may be names: `getvar('x')`, `${'x'}`.
    texts: HashMap<&'t str, Vec<TextRange>>,
}

impl<'t> Unseen<'t> {
    /// Finds all of a text at once: it may have thousands of variables.
    pub(super) fn new(text: &'t Text<'_>) -> Unseen<'t> {
        let mut found = Unseen { any: Vec::new(), texts: HashMap::new() };
        for node in text.model.ids() {
            let is_any = match text.model.data(node) {
                Data::Call { functor, .. } => is_template(text, *functor),
                Data::MethodCall { functor, .. } => match text.model.data(*functor) {
                    Data::NamedAccess { right, .. } => is_template(text, *right),
                    _ => false,
                },
                Data::String(literal) => {
                    found.texts.entry(&**literal).or_default().push(text.range(node));
                    // What names a template may be handed on.
                    matches!(document_kind(&**literal), DocumentKind::Erb | DocumentKind::Epp)
                }
                Data::Variable { expr } => !matches!(text.model.data(*expr), Data::Name(_) | Data::Integer { .. }),
                _ => false,
            };
            if is_any {
                found.any.push(text.range(node));
            }
        }
        found.any.sort_unstable_by_key(|it| it.start());
        found.texts.values_mut().for_each(|it| it.sort_unstable_by_key(|it| it.start()));
        found
    }

    /// Whether something in a place may read the variable of this name.
    pub(super) fn may_read(&self, reach: TextRange, name: &str) -> bool {
        let is_inside = |all: &[TextRange]| {
            let from = all.partition_point(|it| it.start() < reach.start());
            all.iter().skip(from).take_while(|it| it.start() < reach.end()).any(|it| reach.contains_range(*it))
        };
        is_inside(&self.any) || self.texts.get(name).is_some_and(|it| is_inside(it))
    }
}

fn is_template(text: &Text<'_>, functor: NodeId) -> bool {
    let Data::Name(name) = text.model.data(functor) else { return false };
    matches!(&**name, "template" | "inline_template" | "epp" | "inline_epp" | "getvar" | "scope_hash" | "datacat_template" | "inline_code")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn of_defined_types_functions_and_lambdas() {
        check(
            "unused-variable",
            r#"
define d($p) {
  $used = $p
  $unused = 1
  $_meant = 2
  notify { "x ${used}": }
  [1].each |$i| {
    $j = $i
    [$k, $l] = [1, 2]
    notice($k)
  }
}
function f($x) {
  $y = $x
  if $x {
    $value = $x
  }
}
class c {
  $of_class = 1
  [1].each |$i| { $last = $i }
  each([1]) |$i| { if $i { $other = $i } }
  $given = [1].map |$i| { $value = $i }
}
$top = 1
"#,
            expect![[r#"
                Warning: Nothing reads `$unused`
                    $unused = 1
                     ^^^^^^
                  help: Remove it, or name it `$_unused` if that is intended
                Warning: Nothing reads `$j`
                      $j = $i
                       ^
                  help: Remove it, or name it `$_j` if that is intended
                Warning: Nothing reads `$y`
                    $y = $x
                     ^
                  help: Remove it, or name it `$_y` if that is intended
                Warning: Nothing reads `$last`
                    [1].each |$i| { $last = $i }
                                     ^^^^
                  help: Remove it, or name it `$_last` if that is intended
                Warning: Nothing reads `$other`
                    each([1]) |$i| { if $i { $other = $i } }
                                              ^^^^^
                  help: Remove it, or name it `$_other` if that is intended
            "#]],
        );
    }

    #[test]
    fn templates_see_everything() {
        check(
            "unused-variable",
            r#"
define d($p) {
  $in_template = $p
  file { '/a': content => template('m/a.erb') }
}
define e($p) {
  $by_name = $p
  notify { getvar('by_name'): }
}
"#,
            expect![[""]],
        );
    }
}
