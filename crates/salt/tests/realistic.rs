//! The trees of `tests/salt/realistic` compile for each of their minions to what real Salt made of them: states in their order with
//! their arguments, and edges.

mod answer;

use std::path::{Path, PathBuf};

use answer::{edges, shown};
use salt::{Compiled, Heap, Minion, Options, Release, Site, Span, Str};
use serde_json::{Value, json};
use world::RealWorld;

/// How many answers there are at least: SLS files of states for three minions each, and their highstates.
const LEAST: usize = 261;
/// Least share of equal answers among all, in hundredths. The others are refused with a reason.
const FLOOR: usize = 97;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt")
}

fn text<'v>(row: &'v Value, name: &str) -> &'v str {
    row[name].as_str().unwrap_or_else(|| panic!("{name} is no text: {row}"))
}

fn compile(row: &Value) -> Compiled {
    let world = RealWorld;
    let tree = home().join("realistic").join(text(row, "tree"));
    let site = Site::open(&world, &[tree.join("states")]);
    let options = Options { release: Release::V3008, ..Options::default() };
    let mut heap = Heap::default();
    let grains = std::fs::read_to_string(tree.join(text(row, "grains_file"))).unwrap();
    let grains = salt::data::from_json(&mut heap, &serde_json::from_str(&grains).unwrap());
    let pillar = salt::data::from_json(&mut heap, &json!({}));
    let mut minion = Minion { id: text(row, "minion_id").to_owned(), heap, grains, pillar, all_grains: false, options: None };
    let read = salt::pillar::read(&world, &[tree.join("pillar")], &minion, None, None);
    assert!(read.findings.is_empty(), "{}: {:?}", row["id"], read.findings);
    minion.set_pillar(&read);
    let templates = salt::Templates::new(&world, &site.tree, &minion);
    let names: Vec<(Str, Span)> = row["sls"].as_array().unwrap().iter().map(|it| (it.as_str().unwrap().into(), Span::NONE)).collect();
    if names.is_empty() { site.compile_top(&templates, &minion, &options) } else { site.compile(&templates, &names, &options) }
}

/// Whether values are equal but for arguments that Bunraku prints as unknown.
fn is_same_where_known(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::String(it), _) if it == "(unknown)" => true,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_where_known(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same_where_known(a, b)))
        }
        _ => ours == theirs,
    }
}

enum Verdict {
    Equal,
    /// Not compiled, and why.
    Refused(String),
    Different(String),
}

fn verdict(row: &Value) -> Verdict {
    let compiled = compile(row);
    let said: Vec<String> = compiled.findings.iter().map(|it| it.problem.render(Release::V3008)).collect();
    if compiled.findings.iter().any(|it| it.problem.is_undecided()) {
        return Verdict::Refused(said.join("; "));
    }
    let ours = json!({
        "errors": said,
        "chunks": compiled.steps.iter().map(|it| shown(&compiled, *it)).collect::<Vec<_>>(),
        "edges": edges(&compiled),
    });
    for part in ["errors", "chunks", "edges"] {
        if ours[part] != row[part] && !(part != "errors" && row[part].is_null()) {
            if is_same_where_known(&ours[part], &row[part]) {
                return Verdict::Refused("an argument is not known".to_owned());
            }
            return Verdict::Different(format!("{part}:\n  ours   {}\n  theirs {}", ours[part], row[part]));
        }
    }
    Verdict::Equal
}

/// The trees are healthy: Salt takes each file.
#[test]
fn realistic_trees_compile_as_salt_compiles_them() {
    let recorded = std::fs::read_to_string(home().join("realistic.jsonl")).unwrap();
    let rows: Vec<Value> = recorded.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(rows.len() >= LEAST, "only {} answers", rows.len());
    let (mut equal, mut refused, mut different) = (0, Vec::new(), Vec::new());
    for row in &rows {
        if row["errors"] != json!([]) {
            different.push(format!("{} is refused by Salt: {}", row["id"], row["errors"]));
        }
        match verdict(row) {
            Verdict::Equal => equal += 1,
            Verdict::Refused(why) => refused.push(format!("{}: {why}", row["id"])),
            Verdict::Different(what) => different.push(format!("{}: {what}", row["id"])),
        }
    }
    println!("{equal} of {} equal; refused:\n{}", rows.len(), refused.join("\n"));
    assert!(different.is_empty(), "{} of {} differ\n{}", different.len(), rows.len(), different.join("\n"));
    assert!(equal * 100 >= rows.len() * FLOOR, "{equal} of {} equal; refused:\n{}", rows.len(), refused.join("\n"));
}

/// No file of the trees is left out of the recording.
#[test]
fn each_file_is_recorded_for_three_minions() {
    let recorded = std::fs::read_to_string(home().join("realistic.jsonl")).unwrap();
    let rows: Vec<Value> = recorded.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let mut files = 0;
    for tree in std::fs::read_dir(home().join("realistic")).unwrap() {
        let tree = tree.unwrap();
        let site = Site::open(&RealWorld, &[tree.path().join("states")]);
        for name in site.tree.names().iter().filter(|it| &***it != "top") {
            let is_row = |it: &&Value| tree.file_name() == text(it, "tree") && it["sls"] == json!([&**name]);
            assert_eq!(rows.iter().filter(is_row).count(), 3, "{name}: record it again");
            files += 1;
        }
    }
    assert!(files >= 80, "only {files} files");
}
