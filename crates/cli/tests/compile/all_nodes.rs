use snapbox::str;

use crate::folder::Folder;

fn site() -> Folder {
    Folder::new().file(
        "manifests/site.pp",
        "node 'a.example.com', /^w\\d/ { notify { $trusted['certname']: } }\nnode 'b.example.com' { fail('no') }\nnode default { }\n",
    )
}

#[test]
fn every_node_that_is_named_is_compiled() {
    let folder = site();
    let output = folder.bunraku(&["compile", "--all-nodes"]).assert().code(1).stderr_eq(str![[r#"
error: Evaluation Error: Error while evaluating a Function Call, no
 --> manifests/site.pp:2:24
  |
2 | node 'b.example.com' { fail('no') }
  |                        ^^^^
  |
  = note: on b.example.com

compiled 2 of 3 nodes; 1 with errors

"#]]);
    let output = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    let names: Vec<String> = output
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["name"].as_str().unwrap_or("").to_owned())
        .collect();
    assert_eq!(names, ["a.example.com", "default"]);
}

#[test]
fn nodes_with_facts_are_compiled_too_each_into_its_file() {
    let folder = site()
        .file("facts/w1.json", r#"{"name": "w1", "values": {"x": 1}}"#)
        .file("facts/A.example.com.yaml", "x: 2\n")
        .file("facts/notes.txt", "");
    folder.bunraku(&["compile", "--all-nodes", "--facts", "facts", "-o", "out", "--threads", "2"]).assert().code(1);
    let mut files: Vec<String> = std::fs::read_dir(folder.path("out"))
        .expect("a folder")
        .map(|it| it.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    files.sort();
    assert_eq!(files, ["a.example.com.json", "default.json", "w1.json"]);
    let catalog = std::fs::read_to_string(folder.path("out/w1.json")).expect("a file");
    assert!(catalog.contains("\"title\": \"w1\""), "{catalog}");
}

#[test]
fn the_same_error_is_told_once() {
    let folder = Folder::new().file("manifests/site.pp", "node a, b, c, d, e { fail('no') }\n");
    folder.bunraku(&["compile", "--all-nodes"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Evaluation Error: Error while evaluating a Function Call, no
 --> manifests/site.pp:1:22
  |
1 | node a, b, c, d, e { fail('no') }
  |                      ^^^^
  |
  = note: on a, b, c and 2 more

compiled 0 of 5 nodes; 5 with errors

"#]]);
}

#[test]
fn without_names_it_is_the_node_of_the_facts() {
    let folder =
        Folder::new().file("manifests/site.pp", "notify { $trusted['certname']: }\n").file("f.json", r#"{"name": "n", "values": {}}"#);
    let output = folder.bunraku(&["compile", "--all-nodes", "--facts", "f.json"]).assert().code(0).get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&output).contains("\"title\":\"n\""));
    let folder = folder.folder("none");
    folder.bunraku(&["compile", "--all-nodes", "--facts", "none"]).assert().code(2);
}
