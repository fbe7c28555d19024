//! Every case of `tests/salt/runs` comes to what real Salt came to: results, sentences, changes, order, what lies in the folder, and a
//! second run.

#![allow(clippy::disallowed_methods)]

mod undo;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use machine::System;
use machine::real::Real;
use salt::{Compiled, Heap, Minion, Site, Span, Str, Templates};
use serde_json::{Map, Value as Json, json};
use states::{Files, Journal, Options, Returns, Run, json as printed};
use test_utils::salt::{Case, cases};
use world::RealWorld;

fn place(case: &Case, home: &Path) -> (PathBuf, PathBuf) {
    let (states, root) = (home.join("states"), home.join("root"));
    std::fs::create_dir_all(&states).unwrap();
    std::fs::create_dir_all(&root).unwrap();
    for (path, text) in &case.files {
        let full = match path.strip_prefix("@/") {
            Some(path) => root.join(path),
            None if path.starts_with("pillar/") => home.join(path),
            None => states.join(path),
        };
        if path.ends_with('/') {
            std::fs::create_dir_all(full).unwrap();
            continue;
        }
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        std::fs::write(full, text.replace("@ROOT@", root.to_str().unwrap())).unwrap();
    }
    (states, root)
}

/// Runs a line of shell, and returns what it prints.
fn shell(line: &str, root: &Path) -> String {
    let root = root.to_str().unwrap();
    let line = format!("{{ {}\n}} 2>&1", line.replace("@ROOT@", root));
    let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
    String::from_utf8_lossy(&output.stdout).replace(root, "@ROOT@")
}

fn tree(root: &Path) -> Vec<Json> {
    use std::os::unix::fs::PermissionsExt;
    let mut rows = Vec::new();
    let mut open = vec![root.to_path_buf()];
    let hidden = |text: &str| text.replace(root.to_str().unwrap(), "@ROOT@");
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let below = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let found = std::fs::symlink_metadata(&path).unwrap();
            let mode = format!("{:o}", found.permissions().mode() & 0o7777);
            if found.is_symlink() {
                rows.push(json!([below, "link", hidden(std::fs::read_link(&path).unwrap().to_str().unwrap())]));
            } else if found.is_dir() {
                rows.push(json!([below, "folder", mode]));
                open.push(path);
            } else {
                rows.push(json!([below, "file", mode, hidden(&String::from_utf8_lossy(&std::fs::read(&path).unwrap()))]));
            }
        }
    }
    rows.sort_by_key(|it| it[0].as_str().unwrap().to_owned());
    rows
}

fn compile(case: &Case, states: &Path, apply: &mut dyn FnMut(&Compiled, &Files<'_>)) {
    compile_for(salt::Release::default(), case, states, apply);
}

fn compile_for(release: salt::Release, case: &Case, states: &Path, apply: &mut dyn FnMut(&Compiled, &Files<'_>)) {
    let site = Site::open(&RealWorld, &[states.to_path_buf()]);
    let mut heap = Heap::default();
    let empty = json!({});
    let grains = salt::data::from_json(&mut heap, case.keys.get("grains").unwrap_or(&empty));
    let pillar = salt::data::from_json(&mut heap, case.keys.get("pillar").unwrap_or(&empty));
    let minion = Minion { id: "oracle".to_owned(), heap, grains, pillar, all_grains: false, options: None };
    let templates = Templates::new(site.world, &site.tree, &minion);
    let names: Vec<(Str, Span)> = case.sls.iter().map(|it| (it.as_str().into(), Span::NONE)).collect();
    let compiled = site.compile(&templates, &names, &salt::Options { release, ..salt::Options::default() });
    apply(&compiled, &Files { world: site.world, tree: &site.tree, templates: &templates });
}

/// The results as they are recorded.
fn results(returns: &Returns, root: &Path) -> Vec<Json> {
    let hidden = |text: &str| text.replace(root.to_str().unwrap(), "@ROOT@");
    let row = |(tag, ret): (&String, &states::Return)| {
        let parts: Vec<&str> = tag.split("_|-").collect();
        let mut row = json!({
            "tag": format!("{}.{}", parts[0], parts[3]), "id": hidden(parts[1]), "name": hidden(parts[2]), "result": ret.outcome.result,
            "comment": hidden(&ret.outcome.comment), "changes": ret.outcome.changes, "ran": ret.has_run,
        });
        if !ret.outcome.warnings.is_empty() {
            row["warnings"] = json!(ret.outcome.warnings);
        }
        let mut text = hidden(&row.to_string());
        if row["changes"].get("pid").is_some() {
            row["changes"]["pid"] = json!(0);
            text = hidden(&row.to_string());
        }
        serde_json::from_str(&text).unwrap()
    };
    let mut sorted: Vec<_> = returns.iter().collect();
    sorted.sort_by_key(|it| it.1.number);
    sorted.into_iter().map(row).collect()
}

/// The failed states are a set in Salt: their order is not.
fn tidied(rows: &mut Json) {
    for row in rows.as_array_mut().into_iter().flatten() {
        // So are the removed paths: the content of a folder comes in the order of the file system.
        if let Some(removed) = row["changes"].get_mut("removed").and_then(Json::as_array_mut) {
            removed.sort_by_key(ToString::to_string);
        }
        if let Some(lines) = row["comment"].as_str().and_then(|it| it.strip_prefix("The following files will be changed:\n")) {
            let mut lines: Vec<&str> = lines.lines().collect();
            lines.sort_unstable();
            row["comment"] = json!(lines);
        }
        if let Some(names) = row["comment"].as_str().and_then(|it| it.strip_prefix("One or more requisite failed: ")) {
            let mut names: Vec<&str> = names.split(", ").collect();
            names.sort_unstable();
            row["comment"] = json!(format!("One or more requisite failed: {}", names.join(", ")));
        }
    }
}

fn apply(compiled: &Compiled, files: &Files<'_>, case: &Case, root: &Path, journal: Option<&mut Journal>) -> Json {
    let test = case.keys.get("test") == Some(&json!(true));
    let failhard = case.keys.get("opts").is_some_and(|it| it["failhard"] == true);
    let hosts =
        case.keys.get("opts").and_then(|it| it["hosts.file"].as_str()).unwrap_or("/no/hosts").replace("@ROOT@", root.to_str().unwrap());
    let options = Options { test, failhard, hosts, jobs: 1 };
    let mut system = Real::default();
    let mut observed = Vec::new();
    let mut observer = |tag: &str, _: &states::Return| observed.push(tag.to_owned());
    let returns = Run::new(compiled, &options, files, &mut system, &mut observer).recorded(journal).run();
    assert_eq!(observed, returns.keys().cloned().collect::<Vec<_>>());
    assert_eq!(printed(&returns)["local"].as_object().unwrap().len(), returns.len());
    Json::Array(results(&returns, root))
}

/// The releases with their names in the recordings.
const RELEASES: [(salt::Release, &str); 3] =
    [(salt::Release::V3008, "3008.3"), (salt::Release::V3006, "3006.28"), (salt::Release::V3007, "3007.14")];

/// Returns the answer of a release. It is recorded as the parts that differ from those of 3008.3, of which null is none.
fn answer_of(release: &str, row: &Json) -> Json {
    let mut answer = row.clone();
    let Some(parts) = answer.as_object_mut() else { return answer };
    for (part, value) in row.get(release).and_then(Json::as_object).into_iter().flatten() {
        if value.is_null() {
            parts.remove(part);
        } else {
            parts.insert(part.clone(), value.clone());
        }
    }
    answer
}

/// The differences of a file of cases from what a release does.
fn differences(name: &str, (release, label): (salt::Release, &str)) -> (usize, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt/runs");
    let text = std::fs::read_to_string(folder.join(format!("{name}.cases"))).unwrap();
    let recorded = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap();
    let recorded: BTreeMap<String, Json> = recorded
        .lines()
        .map(|it| serde_json::from_str::<Json>(it).unwrap())
        .map(|it| (it["id"].as_str().unwrap().to_owned(), it))
        .collect();
    let (mut count, mut all) = (0, Vec::new());
    let is_root = System::is_root(&Real::default());
    for case in cases(&text) {
        count += 1;
        if case.keys.contains_key("root") && !is_root {
            continue;
        }
        let mut expected = answer_of(label, recorded.get(&case.id).unwrap_or_else(|| panic!("{} is not recorded", case.id)));
        let home = tempfile::tempdir().unwrap();
        let (states, root) = place(&case, home.path());
        if let Some(line) = case.keys.get("before") {
            shell(line.as_str().unwrap(), &root);
        }
        let mut actual = json!({ "id": case.id });
        compile_for(release, &case, &states, &mut |compiled, files| {
            if !compiled.findings.is_empty() {
                actual["errors"] = compiled.findings.iter().map(|it| it.problem.render(release)).collect();
                return;
            }
            let refusals = states::refusals(compiled, files);
            if !refusals.is_empty() {
                actual["refused"] = refusals.into_iter().map(|it| it.message).collect();
                return;
            }
            actual["results"] = apply(compiled, files, &case, &root, None);
        });
        let left = tree(&root);
        if !left.is_empty() {
            actual["tree"] = json!(left);
        }
        if expected.get("again").is_some() && actual.get("results").is_some() {
            compile_for(release, &case, &states, &mut |compiled, files| actual["again"] = apply(compiled, files, &case, &root, None));
        }
        if let Some(line) = case.keys.get("after") {
            actual["after"] = json!([shell(line.as_str().unwrap(), &root)]);
            expected["after"] = json!([expected["after"]]);
        }
        for rows in ["results", "again"] {
            for row in [&mut actual, &mut expected] {
                if let Some(rows) = row.get_mut(rows) {
                    tidied(rows);
                }
            }
        }
        if let Some((_, _, releases)) = REFUSED.iter().find(|it| (it.0, it.1) == (name, &*case.id))
            && releases.contains(&release)
        {
            all.extend(actual.get("refused").is_none().then(|| format!("{label} {}: is not refused", case.id)));
            continue;
        }
        all.extend(different(&expected, &actual).map(|it| format!("{label} {}: {it}", case.id)));
    }
    (count, all)
}

/// First difference.
fn different(expected: &Json, actual: &Json) -> Option<String> {
    if let Some(refused) = actual.get("refused") {
        return Some(format!("refused {refused}"));
    }
    for part in ["errors", "results", "tree", "again", "after"] {
        let (a, b) = (expected.get(part), actual.get(part));
        if a == b {
            continue;
        }
        let (Some(Json::Array(a)), Some(Json::Array(b))) = (a, b) else {
            return Some(format!("{part}\n  expected {a:?}\n  actual   {b:?}"));
        };
        let mut text = part.to_owned();
        for number in 0..a.len().max(b.len()) {
            let (a, b) = (a.get(number), b.get(number));
            if a != b {
                let show = |it: Option<&Json>| it.map(ToString::to_string).unwrap_or_default();
                text += &format!("\n  expected {}\n  actual   {}", show(a), show(b));
            }
        }
        return Some(text);
    }
    None
}

/// Releases before 3008, and those of them that lose the results of `parallel` states.
const EARLIER: &[salt::Release] = &[salt::Release::V3006, salt::Release::V3007];
const LOSING: &[salt::Release] = &[salt::Release::V3007];

/// Cases that are refused by the rules of earlier releases.
const REFUSED: &[(&str, &str, &[salt::Release])] = &[
    ("append", "a01", EARLIER),
    ("append", "a02", EARLIER),
    ("append", "p01", EARLIER),
    ("check_cmd", "k05", LOSING),
    ("earlier", "e03", EARLIER),
    ("earlier", "e16", EARLIER),
    ("earlier", "e30", EARLIER),
    ("edit", "e03", EARLIER),
    ("edit", "e11", EARLIER),
    ("empty_folders", "m01", EARLIER),
    ("folders", "d01", EARLIER),
    ("folders", "d02", EARLIER),
    ("folders", "d03", EARLIER),
    ("folders", "d04", EARLIER),
    ("folders", "d08", EARLIER),
    ("folders", "r01", EARLIER),
    ("folders", "r04", EARLIER),
    ("rules", "x31", LOSING),
    ("rules", "x34", EARLIER),
    ("rules", "x51", LOSING),
];

/// Compares a file of cases by the rules of each release.
fn compare(name: &str, least: usize) {
    compare_by(&RELEASES, name, least);
}

fn compare_by(releases: &[(salt::Release, &str)], name: &str, least: usize) {
    let (mut count, mut all) = (0, Vec::new());
    for release in releases {
        let (found, different) = differences(name, *release);
        count = found;
        all.extend(different);
    }
    assert!(all.is_empty(), "{} of {count} cases for each of {} releases differ\n{}", all.len(), releases.len(), all.join("\n"));
    assert!(count >= least, "{count}");
}

/// Runs a test that changes accounts and the like in a throwaway root, and nowhere else.
fn in_root(test: &str, body: impl FnOnce()) {
    in_throwaway("in_root.sh", test, body);
}

/// Runs a test with a program that makes a throwaway root for it.
fn in_throwaway(program: &str, test: &str, body: impl FnOnce()) {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracle");
    let is_in_root = std::process::Command::new("bash").arg(oracle.join("apply/guard.sh")).output().is_ok_and(|it| it.status.success());
    if is_in_root {
        body();
    } else if System::is_root(&Real::default()) {
        let mut command = std::process::Command::new("bash");
        command.arg(oracle.join("salt").join(program)).arg(std::env::current_exe().unwrap()).args([test, "--exact", "--nocapture"]);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        // There, root is not allowed to make namespaces, or nothing can boot.
        if output.status.code() != Some(98) {
            assert!(output.status.success() && text.contains("1 passed"), "{text}");
        }
    }
}

/// Tests of a file of cases, one for each release: each has a throwaway root of its own.
macro_rules! compared_in_roots {
    ($($(#[$about:meta])* $name:ident: $program:literal, $file:literal, $least:literal;)*) => {$(
        $(#[$about])*
        mod $name {
            fn compare(number: usize, test: &str) {
                super::in_throwaway($program, test, || super::compare_by(&super::RELEASES[number..=number], $file, $least));
            }

            #[test]
            fn in_3008() {
                compare(0, concat!(stringify!($name), "::in_3008"));
            }

            #[test]
            fn in_3006() {
                compare(1, concat!(stringify!($name), "::in_3006"));
            }

            #[test]
            fn in_3007() {
                compare(2, concat!(stringify!($name), "::in_3007"));
            }
        }
    )*};
}

compared_in_roots! {
    accounts: "in_root.sh", "machine/accounts", 13;
    cron: "in_root.sh", "machine/cron", 9;
    packages: "in_root.sh", "machine/packages", 7;
    services: "in_booted.sh", "booted/services", 18;
}

/// Packages that `aggregate` merges: refused by the rules of earlier releases, which are not asked about them.
#[test]
fn aggregate() {
    in_root("aggregate", || compare_by(&RELEASES[..1], "machine/aggregate", 12));
}

#[test]
fn edit() {
    compare("edit", 13);
}

#[test]
fn rules() {
    compare("rules", 50);
}

#[test]
fn earlier_releases() {
    compare("earlier", 37);
}

#[test]
fn commands() {
    compare("cmd", 6);
}

#[test]
fn stateful_commands() {
    compare("stateful", 6);
}

#[test]
fn options_of_commands() {
    compare("options", 5);
}

#[test]
fn checked_files() {
    compare("check_cmd", 5);
}

#[test]
fn empty_folders() {
    compare("empty_folders", 3);
}

#[test]
fn files() {
    compare("file", 18);
}

#[test]
fn appended_lines() {
    compare("append", 9);
}

#[test]
fn folders() {
    compare("folders", 12);
}

#[test]
fn serialized_data() {
    compare("serialize", 6);
}

#[test]
fn accumulated_texts() {
    compare("accumulated", 2);
}

#[test]
fn hard_links() {
    compare("hardlink", 3);
}

#[test]
fn tidied_and_pruned_folders() {
    compare("clean", 4);
}

#[test]
fn decoded_files() {
    compare("decode", 2);
}

#[test]
fn hosts() {
    compare("host", 3);
}

fn refused(state: &str) -> Vec<String> {
    refused_by(salt::Release::default(), state)
}

fn refused_by(release: salt::Release, state: &str) -> Vec<String> {
    let home = tempfile::tempdir().unwrap();
    let files = BTreeMap::from([("a.sls".to_owned(), state.to_owned())]);
    let case = Case { id: String::new(), sls: vec!["a".to_owned()], keys: Map::new(), files };
    let (states, _) = place(&case, home.path());
    let mut messages = Vec::new();
    compile_for(release, &case, &states, &mut |compiled, files| {
        assert!(compiled.findings.is_empty(), "{state}: {:?}", compiled.findings);
        messages = states::refusals(compiled, files).into_iter().map(|it| it.message).collect();
    });
    messages
}

/// For `version`, Salt 3008.3 fails with `You are passing a list of packages that contains duplicated packages names`, or asks for any
/// version, as sets of Python are sorted; for a version in `pkgs` it stops with `ValueError: too many values to unpack (expected 2)`.
#[test]
fn what_aggregate_cannot_merge_is_refused_by_name() {
    let pair = |first: &str, second: &str| {
        refused(&format!(
            "a: {{pkg.installed: [{{aggregate: true}}{first}]}}\nb: {{pkg.installed: [{{aggregate: true}}{second}]}}\nx: {{test.nop: []}}\n"
        ))
    };
    assert_eq!(pair("", ""), [""; 0]);
    let version = "`version` of `pkg.installed` with `aggregate` is not supported: Salt fails or ignores it";
    assert_eq!(pair(", {version: '1.0'}", ", {version: '1.0'}"), [version, version]);
    assert_eq!(pair("", ", {version: '1.0'}"), [version]);
    assert_eq!(pair(", {version: null}", ""), [""; 0]);
    let pkgs = "`pkgs` of `pkg.installed` with `aggregate` has to be a list of names: Salt fails";
    assert_eq!(pair(", {pkgs: [{c: '1.0'}]}", ""), [pkgs]);
    assert_eq!(pair("", ", {pkgs: null}"), [pkgs]);
    let prereq = "`aggregate` of `pkg.installed` with `prereq` is not supported";
    assert_eq!(pair("", ", {prereq: [test: x]}"), [prereq]);
    assert_eq!(pair("", ", {prereq_in: [test: x]}"), [prereq]);
    // States that are not merged.
    assert_eq!(pair("", ", {version: '1.0'}, {fromrepo: stable}"), [""; 0]);
    assert_eq!(pair("", ", {version: '1.0'}, {require: [pkg: a]}"), [""; 0]);
    assert_eq!(pair("", ", {version: '1.0'}, {require: [test: y]}]}\ny: {test.nop: [{require: [pkg: a]}"), [""; 0]);
    let before = "`aggregate` of `pkg.installed` is supported with the order of Salt 3008 only";
    let one = "a: {pkg.installed: [{aggregate: true}]}\n";
    assert_eq!(refused_by(salt::Release::V3006, one), [before]);
    assert_eq!(refused_by(salt::Release::V3006, "a: {pkg.installed: []}\n"), [""; 0]);
    let both = format!("{one}{}", one.replace("a:", "b:"));
    assert_eq!(refused_by(salt::Release::V3006, &both), [before, before]);
    assert_eq!(refused("a: {pkg.installed: [{aggregate: true}]}\nb: {pkg.latest: [{aggregate: true}, {pkgs: [{c: '1.0'}]}]}\n"), [""; 0]);
}

/// Unsupported states are named before anything runs.
#[test]
fn unsupported_states_are_refused_by_name() {
    let of_hash = "/f:\n  file.managed:\n    - source: /srv/f\n    - source_hash: sha256=0\n";
    assert_eq!(refused(of_hash), ["`source_hash` of `file.managed` is not supported for a source outside of the tree"]);
    let of_url = "/f:\n  file.managed:\n    - source: https://example.com/f\n";
    assert_eq!(refused(of_url), ["the source `https://example.com/f` of `file.managed` is not supported"]);
    let of_check = |check: &str| refused(&format!("/f:\n  file.managed:\n    - contents: x\n    - check_cmd: {check}\n"));
    assert_eq!(of_check("visudo -c -f"), [""; 0]);
    assert_eq!(of_check("[visudo]"), ["`check_cmd` of `file.managed` has to be a text"]);
    assert_eq!(refused("/f:\n  file.managed:\n    - contents: x\n"), [""; 0]);
    let of_data = |data: &str| refused(&format!("/f:\n  file.serialize:\n    - dataset: {data}\n"));
    assert_eq!(of_data("{a: b c}"), [""; 0]);
    assert_eq!(of_data("{1: b}"), ["the key `1` in the data of `file.serialize` is not supported"]);
    assert_eq!(of_data("{a: 1.0e+20}"), ["the number `1e+20` in the data of `file.serialize` is not supported"]);
    assert_eq!(of_data("{a: \"b\\n\"}"), ["the text `b\n` in YAML of `file.serialize` is not supported"]);
    assert_eq!(of_data("text"), ["data as YAML that is neither a map nor a list of `file.serialize` is not supported"]);
    assert_eq!(of_data("{}\n    - serializer: toml"), ["the serializer `toml` of `file.serialize` is not supported"]);
    assert_eq!(of_data("{}\n    - merge_if_exists: true"), ["`merge_if_exists` of `file.serialize` is supported for JSON only"]);
    let of_service = |name: &str, more: &str| refused(&format!("a:\n  service.running:\n    - name: {name}\n{more}"));
    assert_eq!(of_service("a", "    - reload: true\n    - sig: a\n"), [""; 0]);
    let message = "the name `a*` of `service.running` is not supported: only names of units without patterns are";
    assert_eq!(of_service("a*", ""), [message]);
    assert_eq!(of_service("a", "    - root: /srv\n"), ["`root` of `service.running` is not supported"]);
    assert_eq!(of_service("a", "    - beacon: true\n"), ["`beacon` of `service.running` is not supported"]);
    assert_eq!(of_service("a", "    - init_delay: soon\n"), ["`init_delay` of `service.running` has to be a number of seconds"]);
}
