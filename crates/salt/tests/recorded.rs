//! Every case of `tests/salt` gives what real Salt gave: errors, states in their order with their arguments, edges.

mod answer;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use answer::{edges, shown};
use salt::advice::{Advice, Dropped};
use salt::{Compiled, Heap, Minion, Options, Problem, Release, Site, Span, Str};
use serde_json::{Value, json};
use test_utils::salt::{Case, cases};
use world::MemoryWorld;

/// Errors that Salt reports itself: those of a broken top file it only logs.
fn errors(compiled: &Compiled, release: Release) -> Vec<String> {
    let is_told = |problem: &Problem| !matches!(problem, Problem::Yaml { sls, .. } if &**sls == "top");
    compiled.findings.iter().filter(|it| is_told(&it.problem)).map(|it| it.problem.render(release)).collect()
}

fn difference(compiled: &Compiled, release: Release, recorded: &Value) -> Option<String> {
    let crashed = compiled.findings.iter().any(|it| matches!(it.problem, Problem::Crash { .. }));
    if recorded.get("crash").is_some() || crashed {
        let is_same = recorded.get("crash").is_some() && crashed;
        return (!is_same).then(|| format!("crash: {} {:?}", recorded, errors(compiled, release)));
    }
    let ours = json!(errors(compiled, release));
    // PyYAML prints addresses of its own nodes.
    let is_address = |text: &Value| text.as_str().is_some_and(|it| it.contains("found unacceptable key"));
    // The class that wraps a pillar is another one in each release, and a map for us.
    let wrapped = |it: &Value| {
        let text = it.as_str().unwrap_or_default();
        let text = text.replace("salt.utils.optsdict.DictProxy object", "dict object");
        json!(text.replace("salt.utils.context.NamespacedDictWrapper object", "dict object"))
    };
    let theirs = &Value::Array(recorded["errors"].as_array().unwrap().iter().map(wrapped).collect());
    if ours != *theirs && !theirs.as_array().unwrap().iter().any(is_address) {
        return Some(format!("errors:\n  ours   {ours}\n  theirs {theirs}"));
    }
    if compiled.findings.is_empty() {
        let ours = Value::Array(compiled.steps.iter().map(|it| shown(compiled, *it)).collect());
        if ours != recorded["chunks"] {
            return Some(format!("chunks:\n  ours   {ours}\n  theirs {}", recorded["chunks"]));
        }
        if release == Release::V3008 && edges(compiled) != recorded["edges"] {
            return Some(format!("edges:\n  ours   {}\n  theirs {}", edges(compiled), recorded["edges"]));
        }
    }
    if !release.has_graph() && compiled.findings.is_empty() { run_difference(compiled, recorded) } else { None }
}

/// Whether a state of a run of 3006 fails, as notes say it.
fn fails(compiled: &Compiled) -> bool {
    compiled.notes.iter().any(|it| matches!(it.problem, Problem::MissingTarget { .. } | Problem::Cycle { .. } | Problem::Crash { .. }))
}

/// Compares the order of a run, where no requisite failed.
fn run_difference(compiled: &Compiled, recorded: &Value) -> Option<String> {
    let looks = compiled.chunks.iter().any(|it| it.arg("prereq").is_some() || it.arg("prerequired").is_some());
    // What names no state fails there if something else is missing by then; functions that Salt does not have fail, too.
    let is_nameless = |it: &salt::Finding| matches!(it.problem, Problem::Advice(Advice::Dropped { why: Dropped::NoName, .. }));
    let is_open = looks || compiled.notes.iter().any(is_nameless) || compiled.chunks.iter().any(|it| &*it.state != "test");
    let has_failed = recorded["failed"] != json!(false);
    if fails(compiled) != has_failed && !(has_failed && (is_open || recorded["failed"].is_null())) {
        return Some(format!("fails: {}, {:?}", recorded["failed"], compiled.notes));
    }
    let (Some(run), false) = (recorded.get("run"), recorded["failed"] == json!(true)) else { return None };
    let row = |number: &usize| {
        let chunk = &compiled.chunks[*number];
        json!([*chunk.state, *chunk.id, *chunk.name_text(), *chunk.fun])
    };
    let ours = Value::Array(compiled.run_order.iter().map(row).collect());
    (ours != *run).then(|| format!("run:\n  ours   {ours}\n  theirs {run}"))
}

fn compile(case: &Case, release: Release) -> Compiled {
    let mut world = MemoryWorld::new();
    world.add_dir("/states");
    for (path, text) in &case.files {
        let root = if path.starts_with("pillar/") { "/" } else { "/states" };
        world.add_file(Path::new(root).join(path), text.as_str());
    }
    let site = Site::open(&world, &[PathBuf::from("/states")]);
    let auto_order = case.keys.get("opts").and_then(|it| it.get("state_auto_order")) != Some(&json!(false));
    let disabled = case.keys.get("opts").and_then(|it| it.get("disabled_requisites")).and_then(Value::as_array);
    let disabled = disabled.into_iter().flatten().filter_map(|it| it.as_str().map(Str::from)).collect();
    let options = Options { release, auto_order, disabled, ..Options::default() };
    let mut heap = Heap::default();
    let data = |heap: &mut Heap, key: &str| salt::data::from_json(heap, case.keys.get(key).unwrap_or(&json!({})));
    let (grains, given) = (data(&mut heap, "grains"), data(&mut heap, "pillar"));
    let under = case.keys.get("opts").and_then(|it| it.get("pillar")).map(|it| salt::data::from_json(&mut heap, it));
    let pillar = under.map_or(given, |under| salt::pillar::merged(&mut heap, under, given));
    let id = case.keys.get("minion_id").and_then(Value::as_str).unwrap_or("oracle").to_owned();
    let mut minion = Minion { id, heap, grains, pillar, all_grains: false, options: None };
    minion.settle_grains();
    if case.files.keys().any(|it| it.starts_with("pillar/")) {
        let over = case.keys.get("pillar").map(|it| salt::data::from_json(&mut minion.heap, it));
        let pillar = salt::pillar::read(&world, &[PathBuf::from("/pillar")], &minion, under, over);
        assert!(pillar.findings.is_empty(), "{}: {:?}", case.id, pillar.findings);
        minion.set_pillar(&pillar);
    }
    let templates = salt::Templates::new(&world, &site.tree, &minion).for_release(release);
    let names: Vec<(Str, Span)> = case.sls.iter().map(|it| (it.as_str().into(), Span::NONE)).collect();
    if case.keys.get("top") == Some(&json!(true)) {
        site.compile_top(&templates, &minion, &options)
    } else {
        site.compile(&templates, &names, &options)
    }
}

#[test]
fn salt_answers_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt");
    let (mut compared, mut runs_before, mut differences) = (0, 0, Vec::new());
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "cases") {
            continue;
        }
        let cases = cases(&std::fs::read_to_string(&path).unwrap());
        let Ok(recorded) = std::fs::read_to_string(path.with_extension("jsonl")) else { panic!("{} is not recorded", path.display()) };
        let recorded: Vec<Value> = recorded.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        let by_id: BTreeMap<&str, &Value> = recorded.iter().map(|it| (it["id"].as_str().unwrap(), it)).collect();
        assert_eq!(cases.len(), by_id.len(), "{}: record it again", path.display());
        for case in &cases {
            for (release, name) in [(Release::V3008, "3008.3"), (Release::V3006, "3006.28"), (Release::V3007, "3007.14")] {
                let mut compiled = compile(case, release);
                compared += 1;
                let older = &by_id[case.id.as_str()]["3006.28"];
                // What is not recorded is that of 3006.
                let theirs = by_id[case.id.as_str()].get(name).unwrap_or(older);
                salt::compare_releases(&mut compiled, &Options { release, ..Options::default() }, |it| compile(case, it.release));
                let runs = older["errors"] == json!([]) && older["failed"] == json!(false);
                if compiled.runs_before && !runs {
                    differences.push(format!("{} does not run in 3006.28", case.id));
                }
                runs_before += usize::from(compiled.runs_before);
                if let Some(text) = difference(&compiled, release, theirs) {
                    differences.push(format!("{} {name}: {text}", case.id));
                }
            }
        }
    }
    assert!(differences.is_empty(), "{} of {compared} differ\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 600, "only {compared} answers");
    assert!(runs_before >= 5, "{runs_before} that only 3008 refuses");
}

/// Every paragraph of the page has a case, or a reason to have none.
#[test]
fn the_page_is_covered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt");
    let cases = cases(&std::fs::read_to_string(folder.join("seed.cases")).unwrap());
    let table = std::fs::read_to_string(folder.join("seed.table")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().filter(|it| it.starts_with('p')).map(|it| it.split(" | ").collect()).collect();
    assert_eq!(rows.len(), 38);
    let is_case = |how: &str| cases.iter().any(|it| it.id.split('-').next() == Some(how));
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row[0], format!("p{}", number + 1));
        let how = match row[1].strip_prefix("see ") {
            Some(other) => rows.iter().find(|it| it[0] == other).unwrap()[1],
            None => row[1],
        };
        assert!(is_case(how) || matches!(how, "heading" | "advice" | "history" | "link"), "{row:?}");
    }
}
