//! Outcomes are equal for facts that agree on what was read, whatever else is in them.

use compiler::{Compiled, EvalError, NodeFacts, Outcome};
use facts::reads::FactRead;
use proptest::prelude::*;
use serde_json::json;
use values::{Hash, Value};

use super::evaluate;

/// Many ways to use facts, and data that does.
const FILES: &[(&str, &str)] = &[
    (
        "hiera.yaml",
        "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n  - {name: a, path: \"%{facts.os.family}/%{facts.os.name}.yaml\"}\n  \
         - {name: b, mapped_paths: [facts.roles, role, \"%{role}.yaml\"]}\n  - {name: c, path: common.yaml}\n",
    ),
    ("data/Debian/Ubuntu.yaml", "m::packages: [\"%{facts.kernel}\"]\n"),
    ("data/common.yaml", "m::packages: ['vim', \"%{facts.extra.name}\"]\n"),
    ("data/web.yaml", "m::role: \"%{facts.os.release.major}\"\n"),
    (
        "modules/m/manifests/init.pp",
        "class m(Array $packages = [], $role = $facts['os']['name'], $ip = $facts.dig('networking', 'ip')) inherits m::params {
           package { $packages: ensure => $m::params::ensure }
           file { '/ip': content => epp('m/ip', { 'ip' => $ip }) }
           $facts['roles'].each |$it| { notify { \"role ${it}\": } }
           if $facts['os']['family'] in ['Debian', 'Suse'] { include m::debian } else { notice $facts['os'] }
           if $facts['extra'] { notify { \"extra ${facts['extra']['name']}\": } }
           notice getvar('facts.os.release.full'), $role
         }",
    ),
    (
        "modules/m/manifests/params.pp",
        "class m::params { $ensure = $facts['os']['release']['major'] ? { '12' => 'latest', default => 'present' } }",
    ),
    (
        "modules/m/manifests/debian.pp",
        "class m::debian { case $facts['kernel'] { 'Linux': { notice $::processors['models'][0] } default: { fail(\"no ${kernel}\") } } }",
    ),
    ("modules/m/templates/ip.epp", "<%- | $ip | -%>\n<%= $ip %> <%= $facts['networking']['hostname'] %>\n"),
];

fn example() -> Value {
    values::data::from_json(&json!({
        "os": {"family": "Debian", "name": "Debian", "release": {"major": "12", "full": "12.5"}},
        "kernel": "Linux",
        "processors": {"models": ["x", "y"], "count": 2},
        "networking": {"ip": "10.0.0.1", "hostname": "a", "interfaces": {"eth0": {"ip": "10.0.0.1"}}},
        "roles": ["web", "db"],
        "extra": {"name": "z"},
        "memory": {"total": 5},
    }))
}

/// Replaces a value in facts.
fn change(value: &mut Value, kinds: &[u8], at: &mut usize) {
    let kind = kinds.get(*at % kinds.len().max(1)).copied().unwrap_or(0);
    *at += 1;
    match kind % 8 {
        0 => *value = Value::from("Suse"),
        1 => *value = Value::from("Ubuntu"),
        2 => *value = Value::Undef,
        3 => *value = Value::Integer(7),
        4 => *value = Value::array(vec![Value::from("web")]),
        _ => {
            if let Value::Hash(entries) = value {
                let mut changed = Hash::default();
                for (key, value) in entries.iter() {
                    let mut value = value.clone();
                    change(&mut value, kinds, at);
                    if kinds.get(*at % kinds.len().max(1)).is_none_or(|it| it % 5 > 0) {
                        changed.insert(key.clone(), value);
                    }
                }
                *value = Value::hash(changed);
            }
        }
    }
}

/// Facts that agree with those that were read and with nothing else: all that is left is changed.
pub fn unlike(facts: &Value, reads: &[FactRead], kinds: &[u8]) -> Value {
    let paths: Vec<&[Value]> = reads.iter().map(|it| it.path.0.as_slice()).collect();
    let mut at = 0;
    let changed = without_reads(facts, &paths, kinds, &mut at);
    assert!(reads.iter().all(|it| it.holds(&changed)), "what was read is kept");
    changed
}

fn without_reads(value: &Value, paths: &[&[Value]], kinds: &[u8], at: &mut usize) -> Value {
    if paths.iter().any(|it| it.is_empty()) {
        return value.clone();
    }
    let below = |key: &Value| -> Vec<&[Value]> {
        paths.iter().filter_map(|it| it.split_first()).filter(|(first, _)| *first == key).map(|(_, rest)| rest).collect()
    };
    match value {
        Value::Hash(entries) if !paths.is_empty() => {
            let mut changed = Hash::default();
            for (key, value) in entries.iter() {
                changed.insert(key.clone(), without_reads(value, &below(key), kinds, at));
            }
            if below(&Value::from("more")).is_empty() {
                changed.insert("more".into(), "more".into());
            }
            Value::hash(changed)
        }
        Value::Array(items) if !paths.is_empty() => {
            let item = |(index, value): (usize, &Value)| without_reads(value, &below(&Value::Integer(index as i64)), kinds, at);
            Value::array(items.iter().enumerate().map(item).collect())
        }
        _ => {
            let mut changed = value.clone();
            change(&mut changed, kinds, at);
            changed
        }
    }
}

/// All that somebody can see of an outcome, but for help with names, which may be those of facts.
pub fn shown(outcome: Outcome) -> String {
    let bare = |mut error: EvalError| {
        error.help = None;
        error
    };
    let errors: Vec<EvalError> = outcome.errors.into_iter().map(bare).collect();
    // The facts of the node go with its catalog, read or not.
    let without_facts = |mut it: Compiled| {
        it.facts = NodeFacts::default();
        it
    };
    let compiled = [outcome.catalog, outcome.partial].map(|it| it.map(without_facts));
    format!("{errors:?}\n{:?}\n{compiled:?}\n{:?}\n{:?}", outcome.logs, outcome.value, outcome.facts_read)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn facts_that_agree_have_equal_outcomes(
        first in proptest::collection::vec(any::<u8>(), 1..20),
        second in proptest::collection::vec(any::<u8>(), 1..20),
    ) {
        let mut facts = example();
        // Facts are a hash, whatever is in it.
        let start = [&[5][..], first.as_slice()].concat();
        change(&mut facts, &start, &mut 0);
        let one = evaluate(FILES, "include m", facts.clone());
        let other = unlike(&facts, &one.facts_read, &second);
        let two = evaluate(FILES, "include m", other.clone());
        prop_assert_eq!(shown(one), shown(two), "{} and {}", facts_text(&facts), facts_text(&other));
    }
}

fn facts_text(facts: &Value) -> String {
    values::print::puppet(facts)
}

/// The test above is meaningful: much is changed.
#[test]
fn little_is_kept() {
    let facts = example();
    let outcome = evaluate(FILES, "include m", facts.clone());
    let reads: Vec<String> = outcome.facts_read.iter().map(|it| it.path.to_string()).collect();
    let expected = [
        "os.family",
        "os.name",
        "roles",
        "networking.ip",
        "extra.name",
        "os.release.major",
        "networking.hostname",
        "kernel",
        "processors.models.0",
        "extra",
        "os.release.full",
    ];
    let mut sorted = reads.clone();
    sorted.sort();
    let mut expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
    expected.sort();
    assert_eq!(sorted, expected);
    let other = unlike(&facts, &outcome.facts_read, &[0]);
    let expected = json!({
        "os": {"family": "Debian", "name": "Debian", "release": {"major": "12", "full": "12.5", "more": "more"}, "more": "more"},
        "kernel": "Linux",
        "processors": {"models": ["x", "Suse"], "count": "Suse", "more": "more"},
        "networking": {"ip": "10.0.0.1", "hostname": "a", "interfaces": "Suse", "more": "more"},
        "roles": ["web", "db"],
        "extra": {"name": "z"},
        "memory": "Suse",
        "more": "more",
    });
    assert_eq!(other, values::data::from_json(&expected));
}
