use snapbox::str;

use crate::folder::Folder;
use crate::{json, resources};

#[test]
fn a_catalog_is_puppets_own_json() {
    let folder = Folder::new();
    let catalog = json(&folder, &["compile", "-e", "notify { 'a': } -> notify { 'b': message => 'x' }", "--node", "Web.example.com"]);
    assert_eq!(catalog["name"], "web.example.com");
    assert_eq!(catalog["environment"], "production");
    assert_eq!(catalog["catalog_format"], 2);
    assert_eq!(resources(&catalog), ["Notify[a]", "Notify[b]"]);
    assert_eq!(catalog["resources"][3]["parameters"]["before"], serde_json::json!(["Notify[b]"]));
}

#[test]
fn it_is_written_to_a_file() {
    let folder = Folder::new().file("a.pp", "notify { 'a': }\n");
    folder.bunraku(&["compile", "a.pp", "-o", "catalog.json"]).assert().code(0).stdout_eq("").stderr_eq("");
    let text = std::fs::read_to_string(folder.path("catalog.json")).expect("a file");
    assert!(text.starts_with("{\n") && text.ends_with("}\n"), "{text}");
    let line = folder.bunraku(&["compile", "a.pp", "--format", "jsonl"]).assert().code(0).get_output().stdout.clone();
    assert_eq!(line.iter().filter(|it| **it == b'\n').count(), 1);
    folder.bunraku(&["compile", "a.pp", "-o", "none/catalog.json"]).assert().code(2);
}

#[test]
fn resources_are_listed_with_their_places() {
    let folder = Folder::new().file("a.pp", "notify { 'a': }\nclass c { notify { \"b\\n\": } }\ninclude c\n");
    folder.bunraku(&["compile", "a.pp", "--format", "list"]).assert().code(0).stdout_eq(str![[r#"
Stage[main]
Class[Settings]
Class[main]
Notify[a]	a.pp:1
Class[C]
Notify[b\n]	a.pp:2

"#]]);
}

#[test]
fn code_comes_from_the_standard_input_too() {
    let folder = Folder::new();
    let output = folder.bunraku(&["compile", "-"]).stdin("notify { 'a': }").assert().code(0).get_output().stdout.clone();
    assert_eq!(resources(&serde_json::from_slice(&output).expect("JSON")), ["Notify[a]"]);
}

#[test]
fn facts_are_json_or_yaml_with_or_without_a_name() {
    let folder = Folder::new()
        .file("a.json", r#"{"os": {"family": "Debian"}, "networking": {"fqdn": "a.example.com"}}"#)
        .file("b.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: b.example.com\nvalues:\n  os:\n    family: RedHat\n")
        .file("c.yaml", "- 1\n");
    let code = "notify { \"${facts['os']['family']} ${trusted['certname']} ${facts['clientcert']} ${facts['clientversion']}\": }";
    let of = |facts: &str| resources(&json(&folder, &["compile", "-e", code, "--facts", facts]));
    assert_eq!(of("a.json"), ["Notify[Debian a.example.com a.example.com 8.10.0]"]);
    assert_eq!(of("b.yaml"), ["Notify[RedHat b.example.com b.example.com 8.10.0]"]);
    folder.bunraku(&["compile", "-e", code, "--facts", "c.yaml"]).assert().code(2).stderr_eq(str![[r#"
bunraku: c.yaml: facts must be a hash; `bunraku facts --format json` prints the facts of a node in this form

"#]]);
    folder.bunraku(&["compile", "-e", code, "--facts", "none.json"]).assert().code(2);
}
