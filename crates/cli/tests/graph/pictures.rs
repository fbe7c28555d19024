use snapbox::str;

use crate::folder::Folder;
use crate::{SITE, site};

#[test]
fn pictures_of_a_part() {
    let folder = site();
    let args = ["graph", "site.pp", "--focus", "File[/etc/ntp.conf]", "--format"];
    let of = |format: &str, more: &[&str]| folder.bunraku(&[&args[..], &[format], more].concat()).assert().code(0).stderr_eq("");
    of("mermaid", &[]).stdout_eq(str![[r#"
flowchart LR
    n0(["Class[Ntp]"])
    n1["Package[ntp]"]
    n2["File[/etc/ntp.conf]"]
    n3["Service[ntp]"]
    n0 -.- n1
    n0 -.- n2
    n0 -.- n3
    n1 --> n2
    n2 ==> n3

"#]]);
    of("dot", &["--hops", "0"]).stdout_eq(str![[r#"
digraph catalog {
    rankdir = LR
    node [shape = box, fontsize = 10]
    n0 [label = "File[/etc/ntp.conf]"]
}

"#]]);
}

#[test]
fn pictures_of_classes() {
    let code = "class a::b { notify { 'x': } } class c { notify { 'y': } } include a::b include c Class['a::b'] ~> Class['c']";
    let folder = Folder::new();
    let of = |more: &[&str]| folder.bunraku(&[&["graph", "-e", code, "--format", "mermaid"], more].concat()).assert().code(0).stderr_eq("");
    of(&["--collapse", "class"]).stdout_eq(str![[r#"
flowchart LR
    n0(["Class[A::B]"])
    n1(["Class[C]"])
    n0 ==> n1

"#]]);
    of(&["--collapse", "module"]).stdout_eq(str![[r#"
flowchart LR
    n0(["a"])
    n1(["c"])
    n0 ==> n1

"#]]);
}

#[test]
fn whole_pictures_are_puppets() {
    let folder = Folder::new();
    let of = |format: &str| {
        let output = folder.bunraku(&["graph", "-e", "notify { 'a': }", "--format", format]).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).expect("UTF-8")
    };
    assert!(of("dot").starts_with("digraph Resources {\n    label = \"Resources\"\n    \"Stage[main]\" [\n"));
    assert!(of("dot").contains("\n    \"Class[Main]\" -> \"Notify[a]\" [\n        fontsize = 8\n    ]\n"));
    assert!(of("dot-relationships").starts_with("digraph Relationships {\n"));
    assert!(of("dot-expanded").contains("\n    \"Whit[Admissible_class[Main]]\" -> \"Notify[a]\" [\n"));
    assert!(of("svg").starts_with("<svg xmlns="));
}

#[test]
fn data_name_who_said_it() {
    let output = site().bunraku(&["graph", "site.pp", "--format", "json"]).assert().code(0).get_output().stdout.clone();
    let graph: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    let edges = graph["edges"].as_array().expect("edges");
    let edge = edges.iter().find(|it| it["to"] == "Service[ntp]" && it["from"] == "File[/etc/ntp.conf]").expect("an edge");
    assert_eq!((&edge["kind"], &edge["source"]), (&"notify".into(), &"arrow".into()));
    assert!(graph["order"].as_array().expect("an order").contains(&"Notify[done]".into()));
}

#[test]
fn a_cycle_alone() {
    let code = "notify { ['a', 'b', 'c']: } Notify['a'] -> Notify['b'] -> Notify['a'] -> Notify['c']";
    let folder = Folder::new();
    let args = ["graph", "-e", code, "--cycle", "--format", "mermaid"];
    folder.bunraku(&args).assert().code(0).stdout_eq(str![[r#"
flowchart LR
    n0["Notify[a]"]
    n1["Notify[b]"]
    n1 --> n0
    n0 --> n1
    linkStyle 0,1 stroke:#d1242f

"#]]);
}

#[test]
fn a_catalog_is_read_from_a_file() {
    let folder = site();
    folder.bunraku(&["compile", "site.pp", "-o", "catalog.json"]).assert().code(0);
    let of = |source: &str| folder.bunraku(&["graph", source, "--format", "dot-expanded"]).assert().code(0).get_output().stdout.clone();
    assert_eq!(of("catalog.json"), of("site.pp"));
    folder.bunraku(&["graph", "none.json"]).assert().code(2);
}

#[test]
fn what_puppet_refuses() {
    Folder::new().bunraku(&["graph", "-e", "nosuch { 'a': }"]).assert().code(1).stdout_eq("");
    let code = "notify { 'a': } file { 'x': }";
    Folder::new().bunraku(&["graph", "-e", code]).assert().code(0).stderr_eq(str![[r#"
bunraku: Puppet would not apply this: Parameter path failed on File[x]: File paths must be fully qualified, not 'x'

"#]]);
}

#[test]
fn a_revision_and_what_is_on_disk() {
    let folder = site();
    crate::diff::commit(&folder, "one");
    let changed =
        SITE.replace("content => 'x'", "content => 'y'").replace("notify { 'else': }", "notify { 'new': require => Notify['done'] }");
    std::fs::write(folder.path("site.pp"), changed).expect("a file is written");
    let of = |format: &str, more: &[&str]| {
        folder.bunraku(&[&["graph", "site.pp", "--against", "HEAD", "--format", format], more].concat()).assert().code(0).stderr_eq("")
    };
    of("dot", &["--focus", "Notify[done]"]).stdout_eq(str![[r#"
digraph catalog {
    rankdir = LR
    node [shape = box, fontsize = 10]
    n0 [label = "Class[Main]", style = rounded]
    n1 [label = "Class[Ntp]", style = rounded]
    n2 [label = "Notify[done]"]
    n3 [label = "Notify[new]", color = green4]
    n0 -> n2 [style = dotted, arrowhead = none]
    n0 -> n3 [style = dotted, arrowhead = none, color = green4]
    n1 -> n2
    n2 -> n3 [color = green4]
}

"#]]);
    of("mermaid", &["--collapse", "class"]).stdout_eq(str![[r#"
flowchart LR
    n0(["Class[Main]"])
    n1(["Class[Ntp]"])
    n1 --> n0
    classDef changed stroke:#9a6700,stroke-width:3px
    class n0,n1 changed

"#]]);
    of("mermaid", &["--focus", "Notify[else]"]).stdout_eq(str![[r#"
flowchart LR
    n0(["Class[Main]"])
    n1["Notify[else]"]
    n0 -.- n1
    classDef removed stroke:#d1242f,stroke-width:3px
    class n1 removed
    linkStyle 0 stroke:#d1242f

"#]]);
    let args = ["graph", "site.pp", "--against"];
    folder.bunraku(&[&args[..], &["nosuch"]].concat()).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: `nosuch` is neither a catalog file nor a Git revision

"#]]);
    folder.bunraku(&[&args[..], &["HEAD", "--focus", "Notify[nowhere]"]].concat()).assert().code(2).stdout_eq("");
}
