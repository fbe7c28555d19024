//! `$osfamily`: a fact by the name that it had before facts were structured.

use hir::{Role, Symbol};
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::{Advice, Rule, Text};

pub(crate) const RULE: Rule = Rule::Text(find);

/// Without `::` before them these may well be variables of a site.
const OF_ANYBODY: [&str; 6] = ["domain", "gid", "id", "netmask", "network", "uuid"];

/// Whether a variable of the top scope that nobody sets is a legacy fact.
pub fn is_fact_of_old(name: &str) -> bool {
    !OF_ANYBODY.contains(&name) && facts::modern(name).is_some_and(|it| it.same)
}

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    let mut reported: Vec<TextRange> = Vec::new();
    for node in text.model.ids() {
        match text.model.data(node) {
            Data::Variable { expr } => variable(text, node, *expr, found),
            Data::Access { left, keys } => {
                let (Data::Variable { expr }, [key]) = (text.model.data(*left), keys.as_slice()) else { continue };
                let (Data::Name(name), Data::String(fact) | Data::Name(fact)) = (text.model.data(*expr), text.model.data(*key)) else {
                    continue;
                };
                if name.trim_start_matches("::") != "facts" {
                    continue;
                }
                let Some(keys) = keys_of(fact) else { continue };
                let range = text.range(*key);
                reported.push(range);
                found.push(Advice {
                    message: says(fact, &format!("$facts{keys}")),
                    fix: Some((format!("Change to `$facts{keys}`"), vec![(range, keys.trim_matches(['[', ']']).to_owned())])),
                    range,
                    sure: is_always_there(fact),
                    ..Advice::default()
                });
            }
            _ => {}
        }
    }
    for (reference, name) in text.facts() {
        if !reported.iter().any(|it| it.contains_range(reference.range)) {
            by_call(text, name, reference.range, found);
        }
    }
}

/// `fact('osfamily')`, `$facts.dig('osfamily')`, `getvar('facts.osfamily')`.
fn by_call(text: &Text<'_>, name: &str, range: TextRange, found: &mut Vec<Advice>) {
    let Some(modern) = facts::modern(name).filter(|it| it.same) else { return };
    // What is after another key belongs to that.
    if text.slice(range) != name {
        return;
    }
    let fix = instead(text, range, &modern).map(|it| (format!("Change to `{it}`"), vec![(range, it)]));
    found.push(Advice { range, message: says(name, &format!("$facts{}", modern.keys())), fix, sure: true, ..Advice::default() });
}

/// Replacement inside of the quotes around the name of a fact.
pub(crate) fn instead(text: &Text<'_>, range: TextRange, modern: &facts::Modern) -> Option<String> {
    let is_in = |node: &NodeId| text.range(*node).contains_range(range);
    let mut between = ".".to_owned();
    for node in text.model.ids().filter(is_in) {
        let before = range.start().checked_sub(1.into())?;
        let quote = text.slice(TextRange::new(before, range.start()));
        match text.model.data(node) {
            Data::Access { keys, .. } if keys.iter().any(is_in) => between = format!("{quote}][{quote}"),
            Data::MethodCall { functor, arguments, .. } | Data::Call { functor, arguments, .. }
                if is_dig(text, *functor) && arguments.iter().any(is_in) =>
            {
                between = format!("{quote}, {quote}");
            }
            _ => {}
        }
    }
    // A number is written without quotes, unless it is in a path.
    let has_number = modern.path.iter().any(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    (between == "." || !has_number).then(|| modern.path.join(&between))
}

fn is_dig(text: &Text<'_>, functor: NodeId) -> bool {
    match text.model.data(functor) {
        Data::Name(name) => **name == *"dig",
        Data::NamedAccess { right, .. } => matches!(text.model.data(*right), Data::Name(name) if **name == *"dig"),
        _ => false,
    }
}

fn variable(text: &Text<'_>, node: NodeId, expr: NodeId, found: &mut Vec<Advice>) {
    let Data::Name(written) = text.model.data(expr) else { return };
    let name = written.trim_start_matches("::");
    if OF_ANYBODY.contains(&&**written) {
        return;
    }
    let Some(keys) = keys_of(name).filter(|_| is_of_top_scope(text, node, written)) else { return };
    let range = text.range(node);
    // `$x` needs braces inside of a text, and `${x}` has them.
    let instead = match text.slice(range) {
        plain if plain.starts_with('$') && !plain.starts_with("${") => match in_text(text, node) {
            true => format!("${{facts{keys}}}"),
            false => format!("$facts{keys}"),
        },
        braces if braces.starts_with("${") => format!("${{facts{keys}}}"),
        _ => format!("facts{keys}"),
    };
    found.push(Advice {
        range,
        message: says(written, &format!("$facts{keys}")),
        fix: Some((format!("Change to `{instead}`"), vec![(range, instead)])),
        sure: is_always_there(name) && (written.starts_with("::") || OF_FACTER_ALONE.contains(&name)),
        ..Advice::default()
    });
}

/// Names that nobody but Facter gives to anything: a node may have a `$hostname` of its own.
const OF_FACTER_ALONE: &[&str] = &[
    "hardwareisa",
    "hardwaremodel",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "osfamily",
    "physicalprocessorcount",
    "processorcount",
];

/// Whether each machine has the container of the structured fact: a key of a missing one is an error, and the legacy fact was none.
fn is_always_there(old: &str) -> bool {
    let Some(fact) = facts::modern(old) else { return false };
    let path: Vec<&str> = fact.path.iter().map(|it| &**it).collect();
    matches!(path.as_slice(), ["os", "release", _] | ["os" | "networking" | "processors", _])
}

/// Message for a name, in code and in data.
pub(crate) fn says(name: &str, modern: &str) -> String {
    format!("Legacy fact `{name}`: Puppet 8 agents do not send it; use `{modern}`")
}

/// Message for an unknown variable that was a fact of the top scope.
pub(crate) fn of_unknown(written: &str) -> Option<String> {
    let fact = facts::modern(written.strip_prefix("::").unwrap_or(written))?;
    let modern = format!("$facts{}", fact.keys());
    Some(if fact.same {
        says(written, &modern)
    } else {
        format!("Legacy fact `{written}`: Puppet 8 agents do not send it; see `{modern}`, which has it in another form")
    })
}

/// Keys after `$facts` for the same value.
fn keys_of(old: &str) -> Option<String> {
    facts::modern(old).filter(|it| it.same).map(|it| it.keys())
}

/// Nothing in the file gives it a value: not the class, nor the top scope.
fn is_of_top_scope(text: &Text<'_>, node: NodeId, written: &str) -> bool {
    // Where nothing is assigned at all, what says that it is of the top scope is.
    let assigns = || text.model.nodes().iter().any(|it| matches!(it.data, Data::Assignment { .. }));
    if written.starts_with("::") && !assigns() {
        return true;
    }
    let range = text.range(node);
    let name = written.trim_start_matches("::");
    let set = |it: &hir::Reference| it.role == Role::Definition && matches!(&it.symbol, Symbol::Top(top) if top == name);
    let means = text.references().all.iter().find(|it| range.contains_range(it.range));
    means.is_some_and(|it| matches!(it.symbol, Symbol::Top(_)) && it.role == Role::Use) && !text.references().all.iter().any(set)
}

/// Whether a variable stands in a text, where it ends with its name.
fn in_text(text: &Text<'_>, node: NodeId) -> bool {
    let at = text.range(node);
    text.model.ids().any(|it| match text.model.data(it) {
        Data::Concat { segments } => segments.iter().any(|segment| match text.model.data(*segment) {
            Data::Text { expr } => text.range(*expr) == at && text.range(*segment) == at,
            _ => text.range(*segment) == at,
        }),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn each_has_its_structured_fact() {
        check(
            "legacy-fact",
            r#"
class a {
  if $::osfamily == 'Debian' { }
  case $operatingsystem { default: { } }
  notify { "on ${::fqdn} at $ipaddress_eth0 with ${operatingsystemmajrelease}": }
  $x = $facts['hostname']
  $y = $facts['os']['family']
}
"#,
            expect![[r#"
                Warning: Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']`
                    if $::osfamily == 'Debian' { }
                       ^^^^^^^^^^^
                  sure fix: Change to `$facts['os']['family']`
                    + if $facts['os']['family'] == 'Debian' { }
                Warning: Legacy fact `operatingsystem`: Puppet 8 agents do not send it; use `$facts['os']['name']`
                    case $operatingsystem { default: { } }
                         ^^^^^^^^^^^^^^^^
                  sure fix: Change to `$facts['os']['name']`
                    + case $facts['os']['name'] { default: { } }
                Warning: Legacy fact `::fqdn`: Puppet 8 agents do not send it; use `$facts['networking']['fqdn']`
                    notify { "on ${::fqdn} at $ipaddress_eth0 with ${operatingsystemmajrelease}": }
                                   ^^^^^^
                  sure fix: Change to `facts['networking']['fqdn']`
                    + notify { "on ${facts['networking']['fqdn']} at $ipaddress_eth0 with ${operatingsystemmajrelease}": }
                Warning: Legacy fact `ipaddress_eth0`: Puppet 8 agents do not send it; use `$facts['networking']['interfaces']['eth0']['ip']`
                    notify { "on ${::fqdn} at $ipaddress_eth0 with ${operatingsystemmajrelease}": }
                                              ^^^^^^^^^^^^^^^
                  fix: Change to `${facts['networking']['interfaces']['eth0']['ip']}`
                    + notify { "on ${::fqdn} at ${facts['networking']['interfaces']['eth0']['ip']} with ${operatingsystemmajrelease}": }
                Warning: Legacy fact `operatingsystemmajrelease`: Puppet 8 agents do not send it; use `$facts['os']['release']['major']`
                    notify { "on ${::fqdn} at $ipaddress_eth0 with ${operatingsystemmajrelease}": }
                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^
                  sure fix: Change to `facts['os']['release']['major']`
                    + notify { "on ${::fqdn} at $ipaddress_eth0 with ${facts['os']['release']['major']}": }
                Warning: Legacy fact `hostname`: Puppet 8 agents do not send it; use `$facts['networking']['hostname']`
                    $x = $facts['hostname']
                                ^^^^^^^^^^
                  sure fix: Change to `$facts['networking']['hostname']`
                    + $x = $facts['networking']['hostname']
            "#]],
        );
    }

    #[test]
    fn functions_take_facts_too() {
        check(
            "legacy-fact",
            r#"
$a = fact('osfamily')
$b = $facts.dig('osfamily')
$c = $facts.get("hostname")
$d = getvar('facts.operatingsystem')
$e = fact('processor0')
$f = fact('os.family')
$g = $facts.dig('networking', 'hostname')
$h = [$facts['os'], $facts.dig('processor0')]
"#,
            expect![[r#"
                Warning: Legacy fact `osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']`
                  $a = fact('osfamily')
                             ^^^^^^^^
                  sure fix: Change to `os.family`
                    + $a = fact('os.family')
                Warning: Legacy fact `osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']`
                  $b = $facts.dig('osfamily')
                                   ^^^^^^^^
                  sure fix: Change to `os', 'family`
                    + $b = $facts.dig('os', 'family')
                Warning: Legacy fact `hostname`: Puppet 8 agents do not send it; use `$facts['networking']['hostname']`
                  $c = $facts.get("hostname")
                                   ^^^^^^^^
                  sure fix: Change to `networking.hostname`
                    + $c = $facts.get("networking.hostname")
                Warning: Legacy fact `operatingsystem`: Puppet 8 agents do not send it; use `$facts['os']['name']`
                  $d = getvar('facts.operatingsystem')
                                     ^^^^^^^^^^^^^^^
                  sure fix: Change to `os.name`
                    + $d = getvar('facts.os.name')
                Warning: Legacy fact `processor0`: Puppet 8 agents do not send it; use `$facts['processors']['models'][0]`
                  $e = fact('processor0')
                             ^^^^^^^^^^
                  sure fix: Change to `processors.models.0`
                    + $e = fact('processors.models.0')
                Warning: Legacy fact `processor0`: Puppet 8 agents do not send it; use `$facts['processors']['models'][0]`
                  $h = [$facts['os'], $facts.dig('processor0')]
                                                  ^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn variables_of_that_name_are_none() {
        check(
            "legacy-fact",
            r#"
class a($hostname) {
  $domain = 'x'
  notify { "${hostname}.${domain}": }
}
class b inherits a {
  notify { $domain: }
}
define c($id) {
  [1].each |$network| { notify { "${id} ${network}": } }
}
"#,
            expect![[""]],
        );
    }
}
