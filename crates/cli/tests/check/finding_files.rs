//! Which files are checked.

use crate::folder::Folder;

const BAD: &str = "$mask = 0xZ\n";

/// The files in which something is found, in order.
#[track_caller]
fn checks(folder: &Folder, args: &[&str], files: &[&str]) {
    let output = folder.check(&["--format", "json"]).args(args).output().expect("bunraku runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found = json["findings"].as_array().expect("findings").iter();
    let mut found: Vec<String> = found.map(|it| it["file"].as_str().expect("a file").replace('\\', "/")).collect();
    found.dedup();
    assert_eq!(found, files);
    assert_eq!(json["summary"]["files"], files.len(), "{json:#}");
}

#[test]
fn manifests_and_templates_in_any_folder() {
    let folder = Folder::new().file("modules/m/manifests/init.pp", BAD).file("modules/m/templates/a.epp", "<% 0xZ %>");
    let folder = folder.file("manifests/site.pp", BAD).file(".hidden/a.pp", BAD).file("README.md", BAD).file("a.pp/b.pp", BAD);
    let all = [".hidden/a.pp", "a.pp/b.pp", "manifests/site.pp", "modules/m/manifests/init.pp", "modules/m/templates/a.epp"];
    checks(&folder, &[], &all);
    checks(&folder, &["."], &all);
    checks(&folder, &["manifests"], &["manifests/site.pp"]);
}

#[test]
fn a_file_that_is_named_may_have_any_name() {
    let folder = Folder::new().file("profile", BAD).file("a.pp", BAD);
    checks(&folder, &["profile"], &["profile"]);
    checks(&folder, &["./profile"], &["profile"]);
}

#[test]
fn a_path_that_is_named_twice_counts_once() {
    let folder = Folder::new().file("a/b/c.pp", BAD).file("a/d.pp", BAD);
    checks(&folder, &["a", "a/b", "a/b/c.pp", "."], &["a/b/c.pp", "a/d.pp"]);
    checks(&folder, &["a/b", "a"], &["a/b/c.pp", "a/d.pp"]);
}

#[test]
fn git_is_passed_over_and_its_ignored_files_too() {
    let folder = Folder::new().folder(".git").file(".git/x.pp", BAD).file("a.pp", BAD).file("vendor/b.pp", BAD);
    let folder = folder.file("sub/c.pp", BAD).file("sub/d.pp", BAD).file(".gitignore", "/vendor\n").file("sub/.gitignore", "c.pp\n");
    checks(&folder, &[], &["a.pp", "sub/d.pp"]);
    checks(&folder, &["--no-ignore"], &["a.pp", "sub/c.pp", "sub/d.pp", "vendor/b.pp"]);
    // What is named is meant.
    checks(&folder, &["sub/c.pp", "vendor"], &["sub/c.pp", "vendor/b.pp"]);
}

#[test]
fn ignored_files_count_in_a_repository_only() {
    let folder = Folder::new().file("a.pp", BAD).file(".gitignore", "a.pp\n");
    checks(&folder, &[], &["a.pp"]);
}

#[cfg(unix)]
#[test]
fn what_links_lead_to_is_checked_once_by_its_own_path() {
    let folder = Folder::new().folder("a").link("a/link.pp", "../z.pp").file("z.pp", BAD).link("b", "real").file("real/c.pp", BAD);
    checks(&folder, &[], &["real/c.pp", "z.pp"]);
    checks(&folder, &["b"], &["b/c.pp"]);
    checks(&folder, &["a"], &["a/link.pp"]);
    checks(&folder, &["a/link.pp", "z.pp"], &["a/link.pp"]);
}

#[cfg(unix)]
#[test]
fn links_lead_out_of_the_folder() {
    let folder = Folder::new().folder("modules").file("elsewhere/apache/manifests/init.pp", BAD).file("elsewhere/x/y.pp", BAD);
    let folder = folder.link("modules/apache", "../elsewhere/apache").link("modules/again", "../elsewhere/apache");
    checks(&folder, &["modules"], &["modules/again/manifests/init.pp"]);
}

#[cfg(unix)]
#[test]
fn folders_that_lead_in_circles_end() {
    let folder = Folder::new().file("m/a.pp", BAD).folder("m/spec/modules").link("m/spec/modules/m", "../../..").file("n/b.pp", BAD);
    let folder = folder.link("m/n", "../n").link("n/m", "../m");
    checks(&folder, &[], &["m/a.pp", "n/b.pp"]);
    let output = folder.check(&[]).assert().code(1);
    output.stderr_eq("bunraku: note: m/spec/modules/m: a symbolic link to a parent folder: its content is checked once\n");
}
