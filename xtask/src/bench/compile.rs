//! Catalogs by Bunraku and by Puppet: chains, classes of real modules, a site, Ruby in a loop.

pub(super) mod ruby;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use super::rusage::{self, Run};
use super::statistics::Spread;
use super::{build, files, machine, page};
use crate::program::Program;

pub const DEFAULT_RUNS: usize = 3;

/// How many resources the chains have.
const CHAINS: [usize; 3] = [1_000, 5_000, 20_000];

/// Classes of the modules that Debian packages, which both compile to the same catalogs.
const CLASSES: [&str; 10] = [
    "neutron",
    "ironic::conductor",
    "sahara::keystone::authtoken",
    "magnum::clients",
    "nova::compute::libvirt",
    "designate",
    "heat::cache",
    "nova::keystone::service_user",
    "glance::backend::cinder",
    "keystone::cache",
];

const NODES: usize = 100;

/// The heading of what is written to the page.
pub const HEADING: &str = "## Compiling catalogs";

struct Workload {
    name: String,
    bunraku: Vec<OsString>,
    puppet: Vec<OsString>,
    theirs: Vec<Run>,
    ours: Vec<Run>,
}

pub fn run(root: &Path, runs: usize) -> Result<(), String> {
    let Program::Puppet { ruby, scripts } = Program::puppet(root)? else { return Err("not Puppet".into()) };
    let binary = build::optimized(root, &["--bin", "bunraku"])?;
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    let mut workloads = workloads(&folder, &scripts)?;
    for round in 1..=runs {
        eprintln!("round {round} of {runs}");
        for it in &mut workloads {
            it.ours.push(ended("bunraku", rusage::measure(binary.as_os_str(), &it.bunraku)?)?);
            it.theirs.push(ended("puppet", rusage::measure(ruby.as_os_str(), &it.puppet)?)?);
        }
    }
    page::renew(root, HEADING, &render(&workloads, runs))
}

/// The run of a program that has to end without an error.
pub(super) fn ended(name: &str, run: Run) -> Result<Run, String> {
    match run.status {
        Some(0) => Ok(run),
        Some(status) => Err(format!("{name} ended with {status}")),
        None => Err(format!("{name} was ended by a signal")),
    }
}

// ---- what is compiled ----

fn workloads(folder: &TempDir, scripts: &Path) -> Result<Vec<Workload>, String> {
    let facts = scripts.join("facts/debian12.json").into_os_string();
    let puppet = |rest: &[OsString]| {
        let mut all = vec![scripts.join("oracle_catalog.rb").into_os_string(), "--ral=false".into(), "--facts".into(), facts.clone()];
        all.extend_from_slice(rest);
        all
    };
    let put = |name: &str, text: &str| -> Result<PathBuf, String> {
        let path = folder.path().join(name);
        files::write(&path, text)?;
        Ok(path)
    };
    let mut all = Vec::new();
    let mut add = |name: String, bunraku: Vec<OsString>, puppet: Vec<OsString>| {
        all.push(Workload { name, bunraku, puppet, theirs: Vec::new(), ours: Vec::new() });
    };
    for length in CHAINS {
        let file = put(&format!("chain{length}.pp"), &chain(length))?.into_os_string();
        let ours = vec!["compile".into(), file.clone(), "--facts".into(), facts.clone(), "--format".into(), "jsonl".into()];
        add(format!("a chain of {length} resources, two edges each"), ours, puppet(&[file]));
    }
    let vendored = crate::program::oracle_home().join("puppet8/usr/share/puppet/vendor_modules");
    let modulepath: OsString = format!("/usr/share/puppet/modules:{}", vendored.display()).into();
    let lines: String = CLASSES.iter().map(|it| json!({"id": it, "code": format!("include {it}")}).to_string() + "\n").collect();
    let lines = put("classes.jsonl", &lines)?.into_os_string();
    let shared: [OsString; 4] = ["--modulepath".into(), modulepath, "--jsonl".into(), lines];
    let mut ours: Vec<OsString> = vec!["debug".into(), "catalog".into(), "--facts".into(), facts.clone()];
    ours.extend_from_slice(&shared);
    add(format!("{} classes of real modules, a catalog each", CLASSES.len()), ours, puppet(&shared));

    for (path, text) in site() {
        put(&format!("site/{path}"), &text)?;
    }
    let site = folder.path().join("site");
    let question = |node: usize| {
        let node = format!("node{node}.example.com");
        json!({"id": node, "node": node, "code": "", "envdir": site, "manifest": site.join("manifests")}).to_string() + "\n"
    };
    let questions = put("nodes.jsonl", &(0..NODES).map(question).collect::<String>())?.into_os_string();
    let mut ours: Vec<OsString> = vec!["compile".into(), "--root".into(), site.clone().into_os_string()];
    ours.extend(["--all-nodes".into(), "--facts".into(), facts.clone()]);
    add(format!("a site of {NODES} nodes"), ours, puppet(&["--jsonl".into(), questions]));

    for (path, text) in ruby::files() {
        put(&format!("ruby/{path}"), text)?;
    }
    let modules = [OsString::from("--modulepath"), folder.path().join("ruby").into_os_string()];
    for (name, path, text) in ruby::manifests(ruby::CALLS) {
        let file = put(path, &text)?.into_os_string();
        let mut ours: Vec<OsString> =
            vec!["compile".into(), file.clone(), "--facts".into(), facts.clone(), "--format".into(), "jsonl".into()];
        ours.extend_from_slice(&modules);
        add(name, ours, puppet(&[modules.as_slice(), &[file]].concat()));
    }
    Ok(all)
}

fn chain(length: usize) -> String {
    let mut text = String::new();
    for number in 0..length {
        let before: Vec<String> = [1, 2].iter().filter_map(|it| number.checked_sub(*it)).map(|it| format!("Notify['n{it}']")).collect();
        let _ = writeln!(
            text,
            "notify {{ 'n{number}': message => \"number ${{facts['os']['family']}} {number}\", require => [{}] }}",
            before.join(", ")
        );
    }
    text
}

/// Files by their paths: nodes, classes with parameters, defined types, templates.
fn site() -> Vec<(String, String)> {
    let mut nodes = String::new();
    for number in 0..NODES {
        let role = ["web", "database", "mail"][number % 3];
        let _ = writeln!(nodes, "node 'node{number}.example.com' {{\n  class {{ 'role::{role}': number => {number} }}\n}}");
    }
    let mut files = vec![
        ("environment.conf".to_owned(), "modulepath = modules\n".to_owned()),
        ("manifests/site.pp".to_owned(), nodes),
        (
            "modules/base/manifests/init.pp".to_owned(),
            "class base(Array[String] $packages = ['vim', 'curl', 'git', 'tmux']) {\n  $packages.each |$p| {\n    package { $p: ensure => installed }\n  }\n  file { '/etc/motd':\n    content => epp('base/motd.epp', { 'family' => $facts['os']['family'] }),\n  }\n  contain base::users\n}\n"
                .to_owned(),
        ),
        (
            "modules/base/manifests/users.pp".to_owned(),
            "class base::users(Hash[String, Integer] $users = { 'anna' => 1001, 'bert' => 1002, 'carla' => 1003 }) {\n  $users.each |$name, $uid| {\n    user { $name: uid => $uid, home => \"/home/${name}\", managehome => true }\n    -> file { \"/home/${name}/.profile\": content => \"# ${name}\\n\", owner => $name }\n  }\n}\n"
                .to_owned(),
        ),
        ("modules/base/templates/motd.epp".to_owned(), "<%- | String $family | -%>\nThis is <%= $family %>.\n".to_owned()),
        (
            "modules/app/manifests/vhost.pp".to_owned(),
            "define app::vhost(Integer[1] $port = 80, Array[String] $aliases = []) {\n  file { \"/etc/app/${title}.conf\":\n    content => epp('app/vhost.epp', { 'name' => $title, 'port' => $port, 'aliases' => $aliases }),\n    require => Package['app'],\n    notify  => Service['app'],\n  }\n}\n"
                .to_owned(),
        ),
        (
            "modules/app/manifests/init.pp".to_owned(),
            "class app(String $kind, Integer $count) {\n  package { 'app': ensure => installed }\n  service { 'app': ensure => running, enable => true }\n  Integer[1, $count].each |$n| {\n    app::vhost { \"${kind}${n}\": port => 8000 + $n, aliases => [\"a${n}\", \"b${n}\"] }\n  }\n}\n"
                .to_owned(),
        ),
        (
            "modules/app/templates/vhost.epp".to_owned(),
            "<%- | String $name, Integer $port, Array $aliases | -%>\n[<%= $name %>]\nport = <%= $port %>\n<% $aliases.each |$a| { -%>\nalias = <%= $a %>\n<% } -%>\n"
                .to_owned(),
        ),
    ];
    for role in ["web", "database", "mail"] {
        let text = format!(
            "class role::{role}(Integer $number) {{\n  include base\n  class {{ 'app': kind => '{role}', count => 10 + $number % 7 }}\n  Class['base'] -> Class['app']\n}}\n"
        );
        files.push((format!("modules/role/manifests/{role}.pp"), text));
    }
    files
}

// ---- what is written ----

fn render(workloads: &[Workload], runs: usize) -> String {
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
    let mut out = format!(
        "{HEADING}\n\nWritten by `cargo xtask bench --compile`: process against process, {runs} each in turn, from nothing to the\n"
    );
    out += "catalog's JSON. Puppet is the program that answers the comparisons (`tests/oracle`), which loads no facts of modules.\n\n";
    let machine: Vec<String> = machine::describe().iter().map(|(name, value)| format!("{name}: {value}")).collect();
    for line in machine {
        let _ = writeln!(out, "- {line}");
    }
    out += "\n| | Puppet, time | Bunraku, time | how many times less | Puppet, peak memory | Bunraku, peak memory |\n|---|---|---|---|---|---|\n";
    for it in workloads {
        let time = |runs: &[Run]| Spread::new(runs.iter().map(|it| it.wall_seconds));
        let memory = |runs: &[Run]| Spread::new(runs.iter().map(|it| it.peak_bytes as f64 / 1e6)).median;
        let ratio = Spread::new(it.theirs.iter().zip(&it.ours).map(|(theirs, ours)| theirs.wall_seconds / ours.wall_seconds.max(1e-9)));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {:.1} × | {:.0} MB | {:.0} MB |",
            it.name,
            time(&it.theirs).show(2, "s"),
            time(&it.ours).show(3, "s"),
            ratio.median,
            memory(&it.theirs),
            memory(&it.ours)
        );
    }
    let time = |at: usize, ours: bool| -> f64 {
        let Some(it) = workloads.get(at) else { return 0.0 };
        Spread::new(if ours { &it.ours } else { &it.theirs }.iter().map(|it| it.cpu_seconds)).median
    };
    let each = |from: usize, to: usize, ours: bool| (time(to, ours) - time(from, ours)) / (CHAINS[to] - CHAINS[from]) as f64;
    // What a resource costs in the long chain, and what it does in the short one; how a program begins is in neither.
    let growth = |ours: bool| each(1, 2, ours) / each(0, 1, ours).max(1e-9);
    let _ = writeln!(
        out,
        "\nA resource of the longest chain costs {:.2} times the processor time of one of the shorter ones with Puppet, and {:.2} times with\nBunraku; 1 is in step.",
        growth(false),
        growth(true)
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_has_two_edges_for_each() {
        let text = chain(3);
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().last().is_some_and(|it| it.contains("[Notify['n1'], Notify['n0']]")), "{text}");
    }
}
