//! Output of our commands, passed to real Puppet and real Facter, or compared with puppet-lint's.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::lint_command;
use crate::bench::puppet::Puppet;
use crate::program::Program;

/// Manifests whose catalogs real Puppet must take and could apply.
const APPLIED: &[(&str, &str)] = &[
    (
        "resources",
        "file { '/tmp/bunraku-truth': ensure => directory, mode => '0755' }\nnotify { 'a': message => \"é\\n\", tag => ['x', 'y'] }",
    ),
    (
        "chains",
        "notify { ['a', 'b', 'c']: }\nNotify['a'] -> Notify['b'] ~> exec { '/bin/true': refreshonly => true }\nNotify['c'] { before => Exec['/bin/true'] }",
    ),
    (
        "classes",
        "class a($x = 1) { notify { \"a${x}\": } contain b }\nclass b { notify { 'b': } }\nclass { 'a': x => 2 }\ndefine d { notify { \"d${title}\": } }\nd { ['x', 'y']: require => Class['a'] }",
    ),
    (
        "stages",
        "stage { 'first': before => Stage['main'] }\nclass early { notify { 'early': } }\nclass { 'early': stage => 'first' }\nnotify { 'late': }",
    ),
    ("virtual", "@notify { ['a', 'b']: tag => 't' }\nNotify <| title == 'a' |> { message => 'changed' }"),
    ("values", "notify { 'a': message => { 'x' => [1, 2.5, true, undef], 'y' => /r/, 'z' => Integer[1, 2] } }"),
    ("sensitive", "$s = Sensitive('secret')\nfile { '/tmp/bunraku-truth-secret': content => $s }"),
    (
        "metaparameters",
        "notify { 'a': noop => true, loglevel => warning, schedule => 'daily', audit => 'message' }\nschedule { 'daily': period => daily }",
    ),
    ("none", ""),
];

/// Facts that do not change while one looks, and that need no library that may be missing.
const FACTS: &[&str] = &[
    "disks",
    "facterversion",
    "filesystems",
    "fips_enabled",
    "identity",
    "kernel",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "networking",
    "os",
    "path",
    "processors",
    "ssh",
    "timezone",
];

pub fn run(root: &Path, named: Option<&str>) -> Result<(), String> {
    let Program::Bunraku { binary } = Program::bunraku(root, named)? else { return Err("not bunraku".into()) };
    let puppet = Puppet::find()?;
    let mut passed = 0;
    let mut failures = Vec::new();
    for (name, code) in APPLIED {
        match applied(&binary, &puppet, code) {
            Ok(()) => passed += 1,
            Err(complaint) => failures.push(format!("apply --catalog, {name}: {complaint}")),
        }
    }
    match facts(&binary)? {
        Some((equal, complaints)) => {
            passed += equal;
            failures.extend(complaints);
        }
        None => failures.push("facts: there is no facter to compare with".to_owned()),
    }
    let (equal, complaints) = lint_command::compare(&binary)?;
    passed += equal;
    failures.extend(complaints);
    failures.iter().for_each(|it| println!("{it}"));
    println!("commands: {passed} passed, {} failed", failures.len());
    if failures.is_empty() { Ok(()) } else { Err("Puppet, Facter and puppet-lint do not agree with our commands".into()) }
}

/// Compiles, and lets Puppet say what it would do. Nothing is changed.
fn applied(binary: &Path, puppet: &Puppet, code: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let catalog = folder.path().join("catalog.json");
    let out = Command::new(binary).args(["compile", "-e", code, "-o"]).arg(&catalog).output().map_err(|e| e.to_string())?;
    if !out.status.success() {
        return Err(format!("bunraku does not compile it: {}", String::from_utf8_lossy(&out.stderr)));
    }
    let out = Command::new(&puppet.program)
        .arg("apply")
        .args(puppet.settings())
        .args(["--noop", "--color", "false", "--catalog"])
        .arg(&catalog)
        .output()
        .map_err(|e| e.to_string())?;
    let said = [out.stdout, out.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let wrong = said.lines().find(|line| line.starts_with("Error:") && !line.contains("Facter"));
    match wrong {
        None if out.status.success() && said.contains("Applied catalog") => Ok(()),
        None => Err(format!("Puppet ended with {}: {said}", out.status)),
        Some(line) => Err(line.to_owned()),
    }
}

type Compared = (usize, Vec<String>);

/// How many facts are equal, and which are not. None without Facter.
fn facts(binary: &Path) -> Result<Option<Compared>, String> {
    let Some(facter) = ["/usr/bin/facter", "/opt/puppetlabs/bin/facter"].iter().map(PathBuf::from).find(|it| it.is_file()) else {
        return Ok(None);
    };
    let ask = |program: &Path, arguments: &[&str]| -> Result<Value, String> {
        let out = Command::new(program).args(arguments).stderr(Stdio::null()).output().map_err(|e| e.to_string())?;
        serde_json::from_slice(&out.stdout).map_err(|e| format!("{}: {e}", program.display()))
    };
    let theirs = ask(&facter, &["--json", "--no-custom-facts", "--no-external-facts"])?;
    let ours = ask(binary, &["facts", "--format", "json", "--no-external-facts"])?;
    let mut complaints = Vec::new();
    let mut equal = 0;
    for name in FACTS {
        match (theirs.get(*name), ours.get(*name)) {
            (theirs, ours) if theirs == ours => equal += 1,
            // The version of another Facter.
            (Some(_), Some(_)) if *name == "facterversion" => equal += 1,
            (theirs, ours) => complaints.push(format!("facts, {name}: {theirs:?} by Facter, {ours:?} by us")),
        }
    }
    let total = |facts: &Value| facts["memory"]["system"]["total_bytes"].clone();
    if total(&theirs) == total(&ours) {
        equal += 1;
    } else {
        complaints.push("facts, memory: it is not of the same size".to_owned());
    }
    Ok(Some((equal, complaints)))
}
