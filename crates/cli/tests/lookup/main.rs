//! `bunraku lookup` as users call it. What it explains is, to the byte, what `puppet lookup` 8.10 says of the same files.

#[path = "../check/folder.rs"]
#[allow(dead_code)]
mod folder;

mod explain;
mod eyaml;
mod values;

use folder::Folder;
use snapbox::cmd::OutputAssert;

const HIERA: &str = r#"version: 5
defaults: {datadir: data, data_hash: yaml_data}
hierarchy:
- name: Nodes
  path: "nodes/%{trusted.certname}.yaml"
- name: Globs
  glob: "g/*.yaml"
- name: Common
  path: common.yaml
"#;

const COMMON: &str = r#"a: [1, 2]
b: "x %{facts.os.family} %{lookup('c')}"
c: {k: v, n: ~, f: 1.5, t: true, "s p": "a b"}
i: 5
lookup_options:
  a: {merge: unique}
  d: {merge: {strategy: deep, knockout_prefix: "--"}}
d: {x: [1]}
m::x: env
"#;

fn folder() -> Folder {
    Folder::new()
        .file("hiera.yaml", HIERA)
        .file("data/common.yaml", COMMON)
        .file("data/nodes/n.example.com.yaml", "a: [3]\nd: {x: [2], y: 1}\n")
        .file("modules/m/hiera.yaml", "version: 5\nhierarchy:\n- {name: c, path: c.yaml}\n")
        .file("modules/m/data/c.yaml", "m::x: mod\nm::y: mod\n")
        .file("modules/m/manifests/init.pp", "class m($x, $y) { $z = 7 }\n")
        .file("manifests/site.pp", "$set = 'by the manifest'\ninclude m\n")
        .file("facts.json", r#"{"os": {"family": "Debian"}}"#)
}

#[track_caller]
fn lookup(args: &[&str]) -> OutputAssert {
    let folder = folder();
    let common = ["lookup", "--root", ".", "--node", "n.example.com", "--facts", "facts.json"];
    let all: Vec<&str> = common.iter().chain(args).copied().collect();
    folder.bunraku(&all).assert()
}
