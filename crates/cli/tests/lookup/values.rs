use snapbox::str;

use crate::folder::Folder;
use crate::{folder, lookup};

#[test]
fn values_are_printed_as_puppet_prints_them() {
    lookup(&["a"]).code(0).stderr_eq("").stdout_eq("---\n- 3\n- 1\n- 2\n");
    lookup(&["c"]).code(0).stdout_eq("---\nk: v\n\"n\":\nf: 1.5\nt: true\ns p: a b\n");
    lookup(&["--render-as", "json", "c"]).code(0).stdout_eq("{\"k\":\"v\",\"n\":null,\"f\":1.5,\"t\":true,\"s p\":\"a b\"}\n");
    lookup(&["--render-as", "s", "a"]).code(0).stdout_eq("[3, 1, 2]\n");
    let text = "x Debian {\"k\"=>\"v\", \"n\"=>nil, \"f\"=>1.5, \"t\"=>true, \"s p\"=>\"a b\"}\n";
    lookup(&["--render-as", "s", "b"]).code(0).stdout_eq(text);
    lookup(&["b"]).code(0).stdout_eq(format!("--- {text}"));
    lookup(&["m::y"]).code(0).stdout_eq("--- mod\n");
}

#[test]
fn the_first_key_counts_that_has_a_value() {
    lookup(&["nosuch", "i"]).code(0).stdout_eq("--- 5\n");
    lookup(&["--default", "5", "nosuch"]).code(0).stdout_eq("--- '5'\n");
}

#[test]
fn no_value_is_1() {
    lookup(&["nosuch"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: Function lookup() did not find a value for the name 'nosuch'

"#]]);
    lookup(&["--type", "String", "i"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: Found value has wrong type, expects a String value, got Integer

"#]]);
}

#[test]
fn the_caller_says_how_to_merge() {
    lookup(&["--merge", "first", "a"]).code(0).stdout_eq("---\n- 3\n");
    lookup(&["--merge", "deep", "--sort-merged-arrays", "d"]).code(0).stdout_eq("---\nx:\n- 1\n- 2\n\"y\": 1\n");
    lookup(&["--sort-merged-arrays", "d"]).code(2).stdout_eq("");
    lookup(&[]).code(2).stdout_eq("");
}

#[test]
fn manifests_count_where_they_are_compiled() {
    let folder = folder().file("data/common.yaml", "s: 'set %{set} %{m::z}'\nm::x: 1\n");
    let args = ["lookup", "--root", ".", "--facts", "facts.json", "s"];
    folder.bunraku(&args).assert().code(1).stdout_eq("");
    let args = [&args[..], &["--compile"]].concat();
    folder.bunraku(&args).assert().code(0).stdout_eq("--- set by the manifest 7\n");
}

#[test]
fn the_global_layer_comes_first() {
    let folder =
        folder().file("global/hiera.yaml", "version: 5\nhierarchy:\n- {name: g, path: g.yaml}\n").file("global/data/g.yaml", "i: 6\n");
    let args = ["lookup", "--root", ".", "--facts", "facts.json", "--hiera_config", "global/hiera.yaml", "i"];
    folder.bunraku(&args).assert().code(0).stdout_eq("--- 6\n");
}

#[test]
fn version_3_holds_for_all_environments() {
    let folder = Folder::new()
        .file("d/nodes/n.example.com.yaml", "a: node\nh: {x: 1, n: {a: 1}}\nl: [1]\n")
        .file("d/common.yaml", "a: common\nh: {y: 2, n: {b: 1}}\nl: [2]\n")
        .file("d/common.json", "{\"j\": \"json\", \"a\": \"j\"}")
        .file("d/over.yaml", "zz: over\n")
        .file("d/k.yaml", "z: from k\n")
        .file("facts.json", "{}");
    let datadir = folder.path("d").display().to_string();
    let hiera = format!(
        ":backends: [yaml, json]\n:hierarchy: ['nodes/%{{::trusted.certname}}', '%{{calling_class}}', common]\n\
         :merge_behavior: deeper\n:yaml:\n  :datadir: {datadir}\n:json:\n  :datadir: {datadir}\n"
    );
    let folder = folder.file("v3.yaml", hiera);
    let eval = |code: &str, expected: &str| {
        let args = ["eval", "--node", "n.example.com", "--facts", "facts.json", "--hiera_config", "v3.yaml", "-e", code];
        folder.bunraku(&args).assert().code(0).stdout_eq(format!("{expected}\n"));
    };
    eval("hiera('a')", "'node'");
    eval("hiera_hash('h')", "{'y' => 2, 'n' => {'b' => 1, 'a' => 1}, 'x' => 1}");
    eval("hiera_array('l')", "[1, 2]");
    eval("hiera('j')", "'json'");
    eval("lookup('a', Any, 'unique')", "['node', 'common', 'j']");
    eval("hiera('zz', 'none', 'over')", "'over'");
    eval("class k { $r = lookup('z') } include k $k::r", "'from k'");
}
