//! `examples/salt`, damaged line by line: what Salt refuses is found at the right line, and what changes nothing is not reported.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use salt::{Compiled, Files, Finding, Heap, Minion, Options, Release, Site, Span, Templates, Value};
use serde_json::{Value as Json, json};
use world::{FileKind, MemoryWorld, RealWorld, World};

/// The files of the example, by their paths below it.
fn tree() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/salt");
    let mut files = BTreeMap::new();
    let mut open = vec![String::new()];
    while let Some(folder) = open.pop() {
        for entry in RealWorld.read_dir(&root.join(&folder)).expect("a folder") {
            let name = format!("{folder}{}", entry.name.to_string_lossy());
            match entry.kind {
                FileKind::Directory => open.push(format!("{name}/")),
                _ => drop(files.insert(name.clone(), std::fs::read_to_string(root.join(&name)).expect("a text"))),
            }
        }
    }
    files
}

/// The findings of the run of one minion, with their places, and whether all of them are certain.
fn findings(files: &BTreeMap<String, String>, with_advice: bool) -> Vec<(String, Option<(String, usize)>)> {
    let mut world = MemoryWorld::new();
    for (path, text) in files {
        world.add_file(Path::new("/").join(path), text.as_str());
    }
    let site = Site::open(&world, &[PathBuf::from("/states")]);
    let mut heap = Heap::default();
    let grains = salt::data::from_json(&mut heap, &json!({ "os_family": "Debian" }));
    let pillar = heap.add(Value::Unknown, Span::NONE);
    let mut minion = Minion { id: "web01".to_owned(), heap, grains, pillar, all_grains: false };
    let pillar = salt::pillar::read(&world, &[PathBuf::from("/pillar")], &minion, None);
    minion.set_pillar(&pillar);
    let templates = Templates::new(&world, &site.tree, &minion);
    let compiled: Compiled = site.compile_top(&templates, &minion, &Options::default());
    let advice = if with_advice { salt::advice::find(&compiled, &site.tree, Release::default()) } else { Vec::new() };
    let mut found = Vec::new();
    let lists: [(&Files, &[Finding]); 3] =
        [(&pillar.files, &pillar.findings), (&compiled.files, &compiled.findings), (&compiled.files, &advice)];
    for (of, findings) in lists {
        for finding in findings.iter().filter(|it| !it.problem.is_undecided()) {
            let place = of.placed(finding.at).map(|it| {
                let path = it.path.to_string_lossy().trim_start_matches('/').to_owned();
                let before = files.get(&path).and_then(|text| text.get(..it.range.start)).unwrap_or_default();
                (path, before.matches('\n').count() + 1)
            });
            found.push((finding.problem.render(Release::default()), place));
        }
    }
    // Templates are judged by themselves, too.
    for (path, text) in files.iter().filter(|it| it.0.ends_with(".jinja")) {
        if let Some(wrong) = salt::syntax_problem(Path::new(path), text) {
            let before = wrong.at.and_then(|it| text.get(..it.range.start)).unwrap_or_default();
            found.push((wrong.problem.render(Release::default()), Some((path.clone(), before.matches('\n').count() + 1))));
        }
    }
    found
}

#[test]
fn what_salt_refuses_is_found_where_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt/mutants.jsonl");
    let tree = tree();
    assert_eq!(findings(&tree, true), [], "the example itself");
    let (mut refused, mut right, mut same) = (0, 0, 0);
    let (mut wrong, mut missed) = (Vec::new(), Vec::new());
    for line in std::fs::read_to_string(path).expect("recorded mutants").lines() {
        let row: Json = serde_json::from_str(line).expect("JSON");
        let id = row["id"].as_str().unwrap_or_default();
        let mut files = tree.clone();
        let text = files.get_mut(row["file"].as_str().expect("a file")).expect("a file of the example");
        let number = usize::try_from(row["line"].as_u64().expect("a number")).expect("a small number");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.splice(number - 1..number, row["text"].as_str().map(str::to_owned));
        *text = lines.join("\n") + "\n";
        if let Some(error) = row["error"].as_str() {
            refused += 1;
            let found = findings(&files, false);
            let is_right = |place: &(String, usize)| row["at"].as_array().into_iter().flatten().any(|it| *it == json!([place.0, place.1]));
            if found.iter().filter_map(|it| it.1.as_ref()).any(is_right) {
                right += 1;
            } else {
                missed.push(format!("{id}\n  Salt: {error}\n  found: {found:?}"));
            }
            continue;
        }
        // Another state may be worth a word; the same states are not.
        let is_same = row["same"] == json!(true);
        same += usize::from(is_same);
        let found = findings(&files, is_same);
        if !found.is_empty() {
            wrong.push(format!("{id}: {found:?}"));
        }
    }
    assert!(refused > 400 && same > 200, "{refused} refused, {same} the same");
    assert!(wrong.is_empty(), "{} reported that Salt accepts\n{}", wrong.len(), wrong.join("\n"));
    assert!(right * 100 >= refused * 95, "{right} of {refused} found at the right line\n{}", missed.join("\n"));
}
