//! No command prints JSON that has no schema, and no schema is of nothing.

use std::collections::BTreeSet;
use std::path::Path;

use crate::manual::{commands, stdout};

/// Options that print or write JSON, and their schemas.
const PRINTED: [(&str, &str, &str); 13] = [
    ("apply", "--events", "events"),
    ("apply", "--format", "states"),
    ("apply", "--json-report", "report"),
    ("check", "--format", "check"),
    ("compile", "--format", "catalog"),
    ("diff", "--format", "diff"),
    ("graph", "--format", "graph"),
    ("history", "--format", "history"),
    ("history", "--json", "history"),
    ("lint", "--json", "lint"),
    ("plan", "--format", "plan"),
    ("resource", "--format", "resource"),
    ("undo", "--format", "undo"),
];

/// Options without a schema: facts and values have any shape, and messages of a log are those of Puppet's log in JSON.
const SHAPELESS: [(&str, &str); 4] = [("apply", "--logdest"), ("eval", "--format"), ("facts", "--format"), ("lookup", "--render-as")];

/// Options that name input, not output: `--os` names the file `metadata.json`.
const READ: [&str; 5] = ["--facts", "--os", "--against", "--grains", "--pillar"];

/// The options of a command that speak of JSON, by their long names.
fn of_json(command: &str) -> BTreeSet<String> {
    let help = stdout(&[command, "--help"]);
    let mut option = String::new();
    let mut found = BTreeSet::new();
    for line in help.lines() {
        let name = line.split_whitespace().find(|it| it.starts_with("--") && it.len() > 2);
        if line.trim_start().starts_with('-')
            && !line.trim_start().starts_with("- ")
            && let Some(name) = name
        {
            option = name.to_owned();
        }
        if line.to_lowercase().contains("json") && !option.is_empty() {
            found.insert(option.clone());
        }
    }
    found
}

#[test]
fn each_json_has_a_schema() {
    let mut spoken = BTreeSet::new();
    for command in commands() {
        for option in of_json(&command).into_iter().filter(|it| !READ.contains(&it.as_str())) {
            spoken.insert((command.clone(), option));
        }
    }
    let named = PRINTED.map(|it| (it.0, it.1)).into_iter().chain(SHAPELESS).map(|it| (it.0.to_owned(), it.1.to_owned()));
    assert_eq!(spoken, named.collect());
}

#[test]
fn each_schema_is_of_something_that_is_tested_and_told() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = |folder: &Path| {
        let all = std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("a name").path());
        all.collect::<Vec<_>>()
    };
    let published = names(&here.join("../../docs/schemas"));
    let published: BTreeSet<String> =
        published.iter().filter_map(|it| it.file_name()?.to_str()?.strip_suffix(".schema.json").map(str::to_owned)).collect();
    assert_eq!(published, PRINTED.map(|it| it.2.to_owned()).into());
    let tests: String = names(&here.join("tests/release/schemas")).iter().filter_map(|it| std::fs::read_to_string(it).ok()).collect();
    let page = std::fs::read_to_string(here.join("../../docs/output-formats.md")).expect("a page");
    for name in published {
        assert!(tests.contains(&format!("is_published(\"{name}\", &schema)")), "{name} is not held to what is printed");
        assert!(page.contains(&format!("(schemas/{name}.schema.json)")), "docs/output-formats.md does not tell of {name}");
    }
}
