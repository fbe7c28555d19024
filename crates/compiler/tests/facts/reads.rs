//! Reads of facts: no fewer than the result depends on, and no more where that is easy.

use compiler::{Entry, Mode};
use serde_json::json;

use super::{evaluate, request};

const HIERA: &[(&str, &str)] = &[
    (
        "hiera.yaml",
        "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n  - {name: a, path: \"%{facts.os.family}.yaml\"}\n  \
         - {name: b, path: \"%{::kernel}.yaml\"}\n  - {name: c, path: common.yaml}\n",
    ),
    ("data/common.yaml", "a: \"it is %{facts.os.name}\"\nb: 1\n"),
    ("modules/m/manifests/init.pp", "class m($p = $facts['os']['name']) { $kernel = 'own'; notice $kernel }"),
];

/// `expected` is a line for each read.
#[track_caller]
fn check(manifest: &str, expected: &[&str]) {
    let facts = json!({
        "os": {"family": "Debian", "name": "Ubuntu", "release": {"major": "12", "full": "12.5"}},
        "kernel": "Linux",
        "osfamily": "Debian",
        "processors": {"models": ["x", "y"]},
        "networking": {"fqdn": "a.b"},
        "a.b": {"c": 1},
    });
    let outcome = evaluate(HIERA, manifest, values::data::from_json(&facts));
    let errors: Vec<String> = outcome.errors.iter().map(|it| it.full()).collect();
    let reads = outcome.facts_read.iter().map(|it| {
        let value = it.value.as_ref().map_or("absent".to_owned(), values::print::puppet);
        let path = it.path.to_string();
        format!("{} = {}", if path.is_empty() { "everything" } else { &path }, if value.len() > 40 { "…" } else { &value })
    });
    let reads: Vec<String> = reads.collect();
    assert_eq!(reads, expected, "{manifest}\n{errors:?}");
}

#[test]
fn what_is_looked_into_is_not_read() {
    check("notice $facts['os']['family']", &["os.family = 'Debian'"]);
    check("notice(($facts['os'])['release']['major'])", &["os.release.major = '12'"]);
    check(r#"notice "${facts['os']['family']} ${kernel}""#, &["os.family = 'Debian'", "kernel = 'Linux'"]);
    check("notice $facts['processors']['models'][1]", &["processors.models.1 = 'y'"]);
    check("notice $facts['a.b']['c']", &["\"a.b\".c = 1"]);
    check("notice $os['family']", &["os.family = 'Debian'"]);
    check("notice $::osfamily", &["osfamily = 'Debian'"]);
    check("if $facts['os']['family'] == 'Debian' and $facts['os']['name'] { }", &["os.family = 'Debian'", "os.name = 'Ubuntu'"]);
    check("notice 1", &[]);
}

#[test]
fn what_goes_anywhere_is_read_as_a_whole() {
    check("notice $facts['os']['release']", &["os.release = {'major' => '12', 'full' => '12.5'}"]);
    check("$r = $facts['os']['release'] notice $r['major']", &["os.release = {'major' => '12', 'full' => '12.5'}", "r = absent"]);
    check("$facts['os']['release'].each |$k, $v| { }", &["os.release = {'major' => '12', 'full' => '12.5'}"]);
    check("notice $facts['processors']['models'][0, 1]", &["processors.models = ['x', 'y']"]);
    check("notice $facts['processors']['models'][-1]", &["processors.models = ['x', 'y']"]);
    check("notice $facts['kernel'][0]", &["kernel = 'Linux'"]);
    check("notice('os' in $facts)", &["everything = …"]);
    check("with($facts) |$f| { notice $f['os'] }", &["everything = …"]);
}

#[test]
fn functions_that_walk_read_the_end() {
    check("notice $facts.dig('os', 'family')", &["os.family = 'Debian'"]);
    check("notice $facts['os'].dig('family')", &["os.family = 'Debian'"]);
    check("notice dig($facts, 'os', 'family')", &["os.family = 'Debian'"]);
    check("notice $facts.get('os.family')", &["os.family = 'Debian'"]);
    check("notice get($facts['processors'], 'models.0')", &["processors.models.0 = 'x'"]);
    check("notice getvar('facts.os.family')", &["os.family = 'Debian'"]);
    check("notice getvar('os.release.major')", &["os.release.major = '12'"]);
    check("notice $facts.get('os.family.nothing')", &["os.family = 'Debian'", "everything = …"]);
    check("notice $facts.dig(undef)", &["everything = …"]);
    check("notice fqdn_rand(10)", &["networking.fqdn = 'a.b'"]);
}

#[test]
fn what_is_missing_is_read() {
    check("notice $facts['nothing']", &["nothing = absent"]);
    check("notice $facts['os']['nothing']", &["os.nothing = absent"]);
    check("notice $facts['nothing']['in']['it']", &["nothing = absent"]);
    check("notice $facts.dig('nothing', 'in', 'it')", &["nothing = absent"]);
    check("notice $::nothing", &["nothing = absent"]);
    check("notice defined('$nothing')", &["nothing = absent"]);
    check("notice getvar('nothing.in.it')", &["nothing = absent"]);
    // If there were such a fact, this would be the second assignment.
    check("$mine = 1 notice $mine", &["mine = absent"]);
    check("$kernel = 1", &["kernel = 'Linux'"]);
}

#[test]
fn a_key_that_fails_leaves_the_rest_read() {
    check("notice $facts['os'][fail('x')]", &["os = …"]);
    check("notice $facts['os'].dig(fail('x'))", &["os = …"]);
}

#[test]
fn own_variables_are_no_facts() {
    check("include m", &["os.family = 'Debian'", "kernel = 'Linux'", "os.name = 'Ubuntu'"]);
    check("[1].each |$kernel| { notice $kernel }", &[]);
}

#[test]
fn data_reads_facts() {
    check("notice lookup('b')", &["os.family = 'Debian'", "kernel = 'Linux'"]);
    check("notice lookup('a')", &["os.family = 'Debian'", "kernel = 'Linux'", "os.name = 'Ubuntu'"]);
}

/// A fact that a module defines may be there: other facts may have it.
#[test]
fn what_may_be_there_is_read() {
    let files = &[
        ("modules/m/lib/facter/mine.rb", "Facter.add(:mine) do\nend\nFacter.add(:ours) do\nend\n"),
        ("modules/m/manifests/init.pp", "class m { if $mine { notice $facts['ours']['x'], $facts['networking']['fqdn'] } }"),
    ];
    let mut set = facts::sets::find("Debian", "12").expect("a set");
    set.doubt(&["networking.fqdn"]);
    let (environment, mut request) = request(files, "", set.facts.clone());
    request.entry = Entry::Class("m".into());
    request.mode = Mode::Analyse;
    request.unknown_facts = set.unknown;
    let outcome = compiler::compile(&environment, &request);
    let reads: Vec<String> = outcome.facts_read.iter().map(|it| format!("{} {}", it.path, it.value.is_some())).collect();
    assert_eq!(reads, ["mine false", "ours false", "networking.fqdn true"], "{:?}", outcome.errors);
}
