//! Every assist, wherever it is offered in manifests: what it leaves is a manifest, and compiles to the same.

use std::ops::Range;
use std::sync::Arc;

use analysis::{Analysis, File, Snapshot, Systems};
use catalog::puppet;
use serde_json::Value;
use syntax::ast::{AstNode, Expr};
use syntax::{Autoload, Dialect, TextRange};

use super::{Assist, assists};
use crate::text::trimmed_range;

/// Something that was wrong: what was done where, and what came of it.
fn wrong(title: &str, edited: &str, why: &str) -> String {
    format!("{title}: {why}\n{edited}\n")
}

fn with<T>(text: &str, ask: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    // It lies where what it defines first is looked for.
    let defined = text.lines().find_map(|it| it.strip_prefix("class ").or(it.strip_prefix("define ")));
    let name = defined.and_then(|it| it.split([' ', '(']).next()).expect("a definition");
    let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
    let path = &format!("/modules/{module}/manifests/{}.pp", rest.replace("::", "/"));
    let autoload = Autoload { file: path.clone(), namespace: Some(name.to_owned()) };
    let analysis = Analysis::of_text(path, Dialect::Manifest, Some(autoload), Arc::from(text), crate::tests::without_lint());
    let answer = analysis.run(|snapshot| snapshot.file(path).map(|file| ask(snapshot, file)));
    answer.expect("this run is not cancelled").expect("the file has a text")
}

/// Compiled definitions of a text, without places.
fn meaning(text: &str) -> Vec<String> {
    with(text, |snapshot, file| {
        let all = snapshot.evaluations(file, Systems::First);
        let one = |it: &analysis::Evaluation| {
            let outcome = &it.evaluated.outcome;
            let mut out: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
            if let Some(compiled) = it.evaluated.catalog() {
                let mut catalog: Value = serde_json::from_str(&puppet::to_json(compiled)).expect("it is JSON");
                for resource in catalog["resources"].as_array_mut().into_iter().flatten() {
                    resource["line"] = Value::Null;
                    // A new parameter is one more of the class, and one that is declared like a resource is noted as such.
                    if resource["type"] == "Class"
                        && let Some(class) = resource.as_object_mut()
                    {
                        class.retain(|key, _| !["file", "kind", "line", "parameters"].contains(&key.as_str()));
                    }
                }
                out.push(catalog["resources"].to_string());
            }
            out.join("\n")
        };
        all.iter().map(one).collect()
    })
}

/// Whether an assist writes the same in another form. Arrows stand in a catalog on another side than attributes; what is added is to be
/// filled in.
fn keeps_meaning(assist: &Assist) -> bool {
    let changes = ["Turn `require`", "Turn `before`", "Turn `notify`", "Turn `subscribe`", "Turn the arrow", "Add "];
    // The parameters of a defined type are unknown where it is analysed by itself.
    let is_handed_over = assist.title.ends_with("of the defined type");
    !is_handed_over && !changes.iter().any(|it| assist.title.starts_with(it))
}

/// Applies all assists anywhere in a text, and reports errors; every `step`th of the results is compiled, too.
fn sweep(text: &str, step: usize) -> (Vec<String>, Vec<String>) {
    let problems =
        |text: &str| with(text, |snapshot, file| snapshot.problems(file).iter().map(|it| it.message.clone()).collect::<Vec<_>>());
    let before = problems(text);
    let offered: Vec<Assist> = with(text, |snapshot, file| {
        let root = snapshot.parse(file).syntax_node();
        let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia());
        let cursors = tokens.map(|it| TextRange::empty(it.text_range().start()));
        let selections = root.descendants().filter_map(Expr::cast).map(|it| trimmed_range(it.syntax()));
        let ranges: Vec<TextRange> = cursors.chain(selections).collect();
        let mut found: Vec<Assist> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for assist in ranges.into_iter().flat_map(|it| assists(snapshot, file, it)) {
            let key: Vec<(Range<usize>, String)> = assist.edits.iter().map(|it| (it.range.into(), it.text.clone())).collect();
            if seen.insert((assist.title.clone(), key)) {
                found.push(assist);
            }
        }
        found
    });
    let meant = meaning(text);
    let mut bad = Vec::new();
    for (number, assist) in offered.iter().enumerate() {
        let after = diagnostics::apply(text, &assist.edits.iter().collect::<Vec<_>>());
        let found = problems(&after);
        if let Some(new) = found.iter().find(|it| !before.contains(it)) {
            bad.push(wrong(&assist.title, &after, new));
        } else if number % step == 0 && keeps_meaning(assist) {
            let now = meaning(&after);
            if now != meant {
                bad.push(wrong(&assist.title, &after, &format!("{now:#?}\ninstead of\n{meant:#?}")));
            }
        }
    }
    (offered.into_iter().map(|it| it.title).collect(), bad)
}

/// Sample text for all assists together.
const SAMPLE: &str = r#"# The sample.
class a (
  String $b = 'x',
  Boolean $c = true,
) {
  $d = "${b}-${facts['os']['family']}"
  $e = $b ? {
    'x'     => 1,
    /^y/    => 2,
    default => 3,
  }
  case $b {
    'x', 'y': { $f = 'one' }
    default: { $f = 'two' }
  }
  if $b == 'x' {
    notify { 'x': message => $d }
  } elsif $b == 'y' or $b == 'z' {
    notify { 'y': message => "is ${e}" }
  } else {
    notify { 'z': }
  }
  package { 'p': ensure => present }
  -> file { ['/m', '/n']:
    ensure  => file,
    mode    => '0644',
    content => "${f} ${d}",
    require => Notify['x'],
  }
  service { 's': ensure => running }
  service { 't': ensure => 'running', subscribe => File['/m'] }
  exec { '/bin/one': }
  exec { '/bin/two': }
  [Exec['/bin/one'], Package['p']] -> Exec['/bin/two'] ~> Service['s']
  (
    [1, 2] + [3]
  ).each |Integer $g| {
    a::h { "h${g}": i => $g + 1 }
  }
  include a::j
}
class a::j { exec { '/bin/true': unless => "/bin/false '${title}'" } }
define a::h($i, $k = 'l') {
  unless $i > 2 { notify { "${title} ${k}": } }
}
"#;

#[test]
fn what_is_offered_keeps_the_text_and_its_meaning() {
    let texts = [
        SAMPLE,
        include_str!("../../../../examples/site/modules/webserver/manifests/vhost.pp"),
        include_str!("../../../../examples/site/modules/users/manifests/account.pp"),
        include_str!("../../../../examples/site/modules/backup/manifests/job.pp"),
    ];
    let mut kinds: Vec<String> = Vec::new();
    for (number, text) in texts.into_iter().enumerate() {
        let compiled = meaning(text).join("\n");
        assert!(compiled.contains("\"type\":"), "it is compiled: {compiled}");
        let (titles, bad) = sweep(text, number + 1);
        assert!(bad.is_empty(), "{}", bad.join("\n"));
        kinds.extend(titles.iter().filter_map(|it| it.split('`').next()).map(|it| it.trim().to_owned()));
    }
    kinds.sort();
    kinds.dedup();
    let all = [
        "Add a documentation comment",
        "Declare the class as a resource",
        "Document missing parameters",
        "Extract to the parameter",
        "Extract to the variable",
        "Give",
        "Inline the variable",
        "Merge with the",
        "Turn",
        "Turn into a",
        "Turn into a selector",
        "Turn the",
        "Turn the arrow into",
        "Turn the arrows into attributes",
        "Write in double quotes",
        "Write in quotes",
        "Write without quotes",
    ];
    assert_eq!(kinds, all);
}
