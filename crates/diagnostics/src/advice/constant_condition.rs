//! `if false { … }`: a condition that is always the same, a `case` that always takes the same branch, or a value in one that nothing has.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use syntax::operator::Comparison;

use syntax::model::{Data, NodeId};
use values::Value;

use super::constants::{Constant, Constants};
use super::{Advice, Rule, Text, literals};

pub(crate) const RULE: Rule = Rule::Text(find);

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    let constants = OnceCell::new();
    for node in text.model.ids() {
        if let Some((subject, values)) = text.choice(node) {
            match literals::value(text, subject) {
                Some(value) => chosen(text, node, subject, &value, found),
                None => unmatched(text, &constants, subject, &values, found),
            }
            continue;
        }
        let (test, then, otherwise, is_unless) = match text.model.data(node) {
            Data::If { test, then, otherwise } => (*test, *then, *otherwise, false),
            Data::Unless { test, then, otherwise } => (*test, *then, *otherwise, true),
            _ => continue,
        };
        let mut reasons = Vec::new();
        let Some(value) = truth(text, &constants, test, &mut reasons) else { continue };
        let dead = if value == is_unless { then } else { otherwise };
        let always = if value { "true" } else { "false" };
        let related = dead.map(|it| (text.first_line(text.range(it)), "this is never evaluated".to_owned()));
        found.push(Advice {
            range: text.range(test),
            message: format!("This condition is always {always}"),
            help: (!reasons.is_empty()).then(|| reasons.join("; ")),
            related: related.filter(|(range, _)| !range.is_empty()).into_iter().collect(),
            ..Advice::default()
        });
    }
}

/// The constants of a text, once somebody asks.
type Lazy = OnceCell<Constants>;

/// Truth of a condition, and the reasons. A variable alone is none, even if it is set to `false` above: that is how things are switched off
/// for a while.
fn truth(text: &Text<'_>, constants: &Lazy, test: NodeId, reasons: &mut Vec<String>) -> Option<bool> {
    if let Some(known) = literals::compared(text, test) {
        return Some(known);
    }
    let mut of = |node: NodeId| truth(text, constants, node, reasons);
    match text.model.data(test) {
        Data::Paren { expr } => of(*expr),
        Data::Not { expr } => of(*expr).map(|it| !it),
        Data::And { left, right } => match (of(*left), of(*right)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (left, right) => Some(left? && right?),
        },
        Data::Or { left, right } => match (of(*left), of(*right)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (left, right) => Some(left? || right?),
        },
        Data::Comparison { op: op @ (Comparison::Equal | Comparison::NotEqual), left, right } => {
            let (left, right) = (possible(text, constants, *left)?, possible(text, constants, *right)?);
            let is_equal = match (left.values.as_slice(), right.values.as_slice()) {
                // Of a number and a text, and of others of two kinds, nothing is said here.
                (left, right) if kinds(left, right).len() > 1 => return None,
                ([left], [right]) => left == right,
                (left, right) if left.iter().any(|it| right.contains(it)) => return None,
                _ => false,
            };
            reasons.extend(left.reason.into_iter().chain(right.reason));
            Some(is_equal == (*op == Comparison::Equal))
        }
        Data::Boolean(value) => Some(*value),
        Data::Undef => Some(false),
        Data::String(_) | Data::Name(_) | Data::Integer { .. } | Data::Float(_) | Data::List { .. } | Data::Hash { .. } => Some(true),
        _ => None,
    }
}

/// All values that an expression may have, as [`Text::literal`] says them.
struct Possible {
    values: Vec<String>,
    reason: Option<String>,
}

fn possible(text: &Text<'_>, constants: &Lazy, node: NodeId) -> Option<Possible> {
    if let Some(literal) = text.literal(node).filter(|it| !it.starts_with("pattern ") && !it.starts_with("type ")) {
        return Some(Possible { values: vec![literal], reason: None });
    }
    let constants = constants.get_or_init(|| Constants::new(text));
    let known = constants.of_variable(text, node)?;
    Some(Possible { values: known.values.clone(), reason: Some(reason(text, node, known)) })
}

fn kinds<'a>(left: &'a [String], right: &'a [String]) -> BTreeSet<&'a str> {
    left.iter().chain(right).filter_map(|it| it.split(' ').next()).collect()
}

/// `'a', 'b' or 'c'`.
pub(crate) fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

pub(crate) fn reason(text: &Text<'_>, variable: NodeId, known: &Constant) -> String {
    format!("`{}` is {}", text.slice(text.range(variable)), listed(&known.shown))
}

/// Texts among the values of a `case` or selector that its subject never has.
fn unmatched(text: &Text<'_>, constants: &Lazy, test: NodeId, values: &[NodeId], found: &mut Vec<Advice>) {
    if !matches!(text.model.data(test), Data::Variable { .. }) {
        return;
    }
    let constants = constants.get_or_init(|| Constants::new(text));
    // One value alone is what somebody switches by hand.
    let Some(known) = constants.of_variable(text, test).filter(|it| it.values.len() > 1) else { return };
    for value in values.iter().copied() {
        let is_text = matches!(text.model.data(value), Data::String(_) | Data::Name(_));
        if is_text && text.literal(value).is_some_and(|it| !known.values.contains(&it)) {
            found.push(Advice {
                range: text.range(value),
                message: "This value is never matched".to_owned(),
                help: Some(reason(text, test, known)),
                ..Advice::default()
            });
        }
    }
}

/// One arm of a `case` or selector.
struct Arm<'t> {
    whole: NodeId,
    values: &'t [NodeId],
}

fn arms<'t>(text: &'t Text<'_>, node: NodeId) -> Vec<Arm<'t>> {
    let (Data::Case { options: all, .. } | Data::Selector { selectors: all, .. }) = text.model.data(node) else { return Vec::new() };
    let arm = |whole: &NodeId| match text.model.data(*whole) {
        Data::CaseOption { values, .. } => Some(Arm { whole: *whole, values }),
        Data::SelectorEntry { matching, .. } => Some(Arm { whole: *whole, values: std::slice::from_ref(matching) }),
        _ => None,
    };
    all.iter().filter_map(arm).collect()
}

/// Arm of a `case` or selector that a literal chooses. `default` is tried last, wherever it stands.
fn chosen(text: &Text<'_>, node: NodeId, subject: NodeId, value: &Value, found: &mut Vec<Advice>) {
    let is_case = matches!(text.model.data(node), Data::Case { .. });
    let arms = arms(text, node);
    let is_default = |it: &NodeId| matches!(text.model.data(*it), Data::Default);
    let mut never = Vec::new();
    let mut is_certain = true;
    let mut taken = None;
    'arms: for arm in &arms {
        for option in arm.values.iter().copied().filter(|it| !is_default(it)) {
            match literals::takes(text, option, value) {
                Some(true) => {
                    taken = Some(arm);
                    break 'arms;
                }
                Some(false) => never.push(option),
                None => is_certain = false,
            }
        }
    }
    if !is_certain {
        let unmatched =
            |it: NodeId| Advice { range: text.range(it), message: "This value is never matched".to_owned(), ..Advice::default() };
        found.extend(never.into_iter().map(unmatched));
        return;
    }
    let taken = taken.or_else(|| arms.iter().find(|it| it.values.iter().any(is_default)));
    let message = match (is_case, taken) {
        (true, Some(_)) => "This `case` always takes the same branch",
        (true, None) => "This `case` never takes a branch",
        (false, Some(_)) => "This selector always gives the same value",
        // It fails, and that is reported.
        (false, None) => return,
    };
    let related = taken.map(|it| (text.first_line(text.range(it.whole)), "it is this one".to_owned()));
    found.push(Advice {
        range: text.range(subject),
        message: message.to_owned(),
        related: related.into_iter().collect(),
        ..Advice::default()
    });
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn literals_are_always_the_same() {
        check(
            "constant-condition",
            r#"
if false {
  notice('a')
} elsif 'x' {
  notice('b')
} else {
  notice('c')
}
unless true { notice('d') }
if $x { } elsif $y =~ Integer { }
"#,
            expect![[r#"
                Warning: This condition is always true
                  } elsif 'x' {
                          ^^^
                    notice('c')
                    ----------- this is never evaluated
                Warning: This condition is always false
                  if false {
                     ^^^^^
                    notice('a')
                    ----------- this is never evaluated
                Warning: This condition is always true
                  unless true { notice('d') }
                         ^^^^
                  unless true { notice('d') }
                                ----------- this is never evaluated
            "#]],
        );
    }

    #[test]
    fn literals_are_compared_as_puppet_does() {
        check(
            "constant-condition",
            r#"
if 1 == 1.0 { }
if 'a' in ['A'] { }
unless 2 > 3 { notice('b') }
if !false and true { }
if 1 == '1' or 'É' == 'é' or '10' > '9' { }
if 'abc' =~ /B/ or 'x' !~ 'X' { }
if -1 < 0 and [1, 'a'] == [1.0, 'A'] and 'b' in { 'B' => 2 } { }
if undef == '' { }
define d() {
  $accent = 'É'
  if $accent == 'é' { }
}
"#,
            expect![[r#"
                Warning: This condition is always true
                  if 1 == 1.0 { }
                     ^^^^^^^^
                Warning: This condition is always true
                  if 'a' in ['A'] { }
                     ^^^^^^^^^^^^
                Warning: This condition is always false
                  unless 2 > 3 { notice('b') }
                         ^^^^^
                Warning: This condition is always true
                  if !false and true { }
                     ^^^^^^^^^^^^^^^
                Warning: This condition is always false
                  if 1 == '1' or 'É' == 'é' or '10' > '9' { }
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                Warning: This condition is always true
                  if 'abc' =~ /B/ or 'x' !~ 'X' { }
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^
                Warning: This condition is always true
                  if -1 < 0 and [1, 'a'] == [1.0, 'A'] and 'b' in { 'B' => 2 } { }
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                Warning: This condition is always false
                  if undef == '' { }
                     ^^^^^^^^^^^
                Warning: This condition is always false
                    if $accent == 'é' { }
                       ^^^^^^^^^^^^^^^
                  help: `$accent` is 'É'
            "#]],
        );
    }

    #[test]
    fn what_puppet_refuses_and_what_is_not_known_is_left_alone() {
        check(
            "constant-condition",
            r#"
if '1' < 2 { }
if 1 =~ /1/ { }
if 'a' =~ String or String == Integer or 'a' in "${x}" { }
if $x == 1 and true or 'b' in ['a', $x] { }
if [1, $x] == [1, 2] { }
case $x { 'a': { } default: { } }
case true { $x == 1: { } $x in ['a']: { } default: { } }
case 'x' { String: { } *$y: { } }
$z = 'x' ? { 'y' => 1 }
"#,
            expect![[""]],
        );
    }

    #[test]
    fn a_choice_of_what_is_written_out() {
        check(
            "constant-condition",
            r#"
case 'X' {
  default: { notice(1) }
  'a', 'x': { notice(2) }
  $y: { notice(3) }
}
case osfamily {
  'Debian': { notice(4) }
  /^red/: { notice(5) }
}
$z = 1 ? {
  '1'     => 'a',
  default => 'b',
}
case true {
  $y == 1: { notice(6) }
  'true': { notice(7) }
}
case ['a', 1] {
  ['A', 1.0]: { notice(8) }
}
"#,
            expect![[r#"
                Warning: This `case` always takes the same branch
                  case 'X' {
                       ^^^
                    'a', 'x': { notice(2) }
                    ----------------------- it is this one
                Warning: This `case` never takes a branch
                  case osfamily {
                       ^^^^^^^^
                Warning: This selector always gives the same value
                  $z = 1 ? {
                       ^
                    default => 'b',
                    -------------- it is this one
                Warning: This value is never matched
                    'true': { notice(7) }
                    ^^^^^^
                Warning: This `case` always takes the same branch
                  case ['a', 1] {
                       ^^^^^^^^
                    ['A', 1.0]: { notice(8) }
                    ------------------------- it is this one
            "#]],
        );
    }

    #[test]
    fn what_a_definition_says_of_its_variables() {
        check(
            "constant-condition",
            r#"
class web (Enum['on', 'Off'] $mode, Enum['a'] $one, String $text) {
  $state = 'x'
  $debug = false
  if $state == 'X' { notice(1) }
  if $state != 'y' and $text == 'z' { notice(2) }
  if !($mode == 'of') { notice(3) }
  if $one == 'a' or $text { notice(4) }
  case $mode {
    'ON', 'auto': { notice(5) }
    /o/, default: { notice(6) }
  }
  $x = $mode ? { off => 1, onn => 2 }
  if 1 == 2 { }
  # A switch, other kinds of values, and what is not known.
  if $debug { notice(7) }
  if $state == 1 or $mode == 'on' or $text == 'x' or $facts['x'] == 'x' { }
  case $state { 'other': { } default: { } }
}
"#,
            expect![[r#"
                Warning: This condition is always true
                    if $state == 'X' { notice(1) }
                       ^^^^^^^^^^^^^
                  help: `$state` is 'x'
                Warning: This condition is always true
                    if !($mode == 'of') { notice(3) }
                       ^^^^^^^^^^^^^^^^
                  help: `$mode` is 'on' or 'Off'
                Warning: This condition is always true
                    if $one == 'a' or $text { notice(4) }
                       ^^^^^^^^^^^^^^^^^^^^
                  help: `$one` is 'a'
                Warning: This value is never matched
                      'ON', 'auto': { notice(5) }
                            ^^^^^^
                  help: `$mode` is 'on' or 'Off'
                Warning: This value is never matched
                    $x = $mode ? { off => 1, onn => 2 }
                                             ^^^
                  help: `$mode` is 'on' or 'Off'
                Warning: This condition is always false
                    if 1 == 2 { }
                       ^^^^^^
            "#]],
        );
    }

    #[test]
    fn what_is_set_elsewhere_may_be_anything() {
        check(
            "constant-condition",
            r#"
define web (Enum['a', 'b'] $mode, Enum[$x] $y, Optional[Enum['a']] $z = undef) {
  [1].each |$mode| { if $mode == 'c' { } }
  if $late == 'a' { }
  $late = 'b'
  if $web::late == 'a' or $z == 'b' or $y == 'c' { }
  if $text { $twice = 'a' }
  $twice = 'b'
  if $twice == 'c' { }
  [$list, $other] = ['a', 'b']
  if $list == 'x' { }
  function inner() { if $late == 'x' { } }
}
$top = 'a'
if $top == 'b' { }
"#,
            expect![[""]],
        );
    }
}
