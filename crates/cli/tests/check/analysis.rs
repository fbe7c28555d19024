//! Findings of evaluation in `check`.

use crate::folder::Folder;

fn lines(folder: &Folder, args: &[&str]) -> Vec<String> {
    let output = folder.check(args).output().expect("it runs").stdout;
    let text = String::from_utf8_lossy(&output).into_owned();
    text.lines().filter(|it| it.starts_with("error") || it.starts_with("warning") || it.contains("-->")).map(str::to_owned).collect()
}

const METADATA: &str = r#"{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "m",
    "source": "https://example.com/m", "dependencies": [], "operatingsystem_support": [
    {"operatingsystem": "Debian", "operatingsystemrelease": ["11", "12"]},
    {"operatingsystem": "RedHat", "operatingsystemrelease": ["8", "9"]}]}"#;

#[test]
fn a_finding_names_the_systems_that_it_holds_for() {
    let code = "class m {\n  if $facts['os']['family'] == 'RedHat' {\n    include m::nosuch\n  }\n  service { 'y': enabel => true }\n}\n";
    let folder = Folder::new().file("m/metadata.json", METADATA).file("m/manifests/init.pp", code);
    assert_eq!(
        lines(&folder, &["m"]),
        [
            "error[unknown-class]: Could not find class ::m::nosuch for node.example.com (on RedHat 8, RedHat 9)",
            " --> m/manifests/init.pp:3:13",
            "error[unknown-attribute]: no parameter named 'enabel' on Service[y]",
            " --> m/manifests/init.pp:5:18",
        ]
    );
    assert_eq!(lines(&folder, &["m", "--os", "debian-12"]).len(), 2);
    assert_eq!(lines(&folder, &["m", "--syntax"]), [""; 0]);
}

#[test]
fn a_manifest_alone_is_evaluated() {
    let cycle = "file { '/a': require => File['/b'] }\nfile { '/b': require => File['/a'] }\n";
    let folder = Folder::new().file("a.pp", cycle).file("b.pp", "file { '/c': }\nfile { '/c': }\n");
    let found = lines(&folder, &[]);
    assert!(found.iter().any(|it| it.starts_with("error[dependency-cycle]: Found 1 dependency cycle")), "{found:?}");
    assert!(found.iter().any(|it| it.starts_with("error[duplicate-resource]: Duplicate declaration: File[/c]")), "{found:?}");
}

#[test]
fn what_is_not_known_is_no_error() {
    let code = "class m(String $name_of_it, Boolean $on) {\n  file { \"/etc/${name_of_it}\": }\n  if $on { package { 'x': } }\n  \
                service { 'y': require => [Package['x'], File['/etc/x']] }\n  include absent::thing\n}\n";
    let folder = Folder::new().file("m/metadata.json", METADATA).file("m/manifests/init.pp", code);
    // A hint says which module is not there.
    assert_eq!(lines(&folder, &["m"]), [" --> m/manifests/init.pp:5:11"]);
}

#[test]
fn each_node_of_a_site_is_evaluated() {
    let nodes = "node 'a.example.com' { notify { 'x': } }\nnode /^web\\d+\\./ { notify { 'y': require => Notify['z'] } }\n";
    let folder = Folder::new().file("environment.conf", "").file("manifests/site.pp", nodes);
    assert_eq!(
        lines(&folder, &[]),
        ["error[missing-dependency]: Could not find resource 'Notify[z]' in parameter 'require'", " --> manifests/site.pp:2:45"]
    );
}

#[test]
fn what_data_do_wrong_is_told_once_and_where_they_are() {
    let folder = Folder::new()
        .file("environment.conf", "")
        .file("hiera.yaml", "version: 5\n")
        .file("data/common.yaml", "a::x: '1'\nn: z\nc: \"%{lookup('d')}\"\nd: \"%{lookup('c')}\"\n")
        .file("modules/a/manifests/init.pp", "class a(Integer $x) { }\n")
        .file(
            "manifests/site.pp",
            "node 'b' {\n  include a\n}\nnode 'c' {\n  include a\n  notice(lookup('n', Integer))\n  notice(lookup('c'))\n}\n",
        );
    let expected = |data: &str| {
        [
            "error[mistyped-data]: Class[A]: parameter 'x' expects an Integer value, got String".to_owned(),
            format!(" --> {data}:1:7"),
            "error[mistyped-data]: Found value has wrong type, expects an Integer value, got String".to_owned(),
            format!(" --> {data}:2:4"),
            "error[recursive-data]: Recursive lookup detected in [c, d]".to_owned(),
            format!(" --> {data}:3:5"),
        ]
    };
    assert_eq!(lines(&folder, &[]), expected("data/common.yaml"));
    assert_eq!(lines(&folder, &["manifests"]), expected(&folder.path("data/common.yaml").to_string_lossy()));
    let folder = folder.file("data/common.yaml", "a::x: '1' # bunraku:ignore[mistyped-data]\nn: 1\nc: 2\n");
    assert_eq!(lines(&folder, &["manifests"]), [""; 0]);
}

#[test]
fn each_node_of_a_manifest_that_lies_anywhere_is_evaluated() {
    let node = |matcher: &str, path: &str| format!("node {matcher} {{\n  file {{ '{path}': }}\n  file {{ '{path}': }}\n}}\n");
    let folder = Folder::new().file("some.pp", node("'a'", "/a") + &node("/^web\\d/", "/web") + &node("default", "/any"));
    let found = lines(&folder, &[]);
    let places: Vec<&str> = found.iter().filter_map(|it| it.trim().strip_prefix("--> ")).collect();
    assert_eq!(places, ["some.pp:3:3", "some.pp:7:3", "some.pp:11:3"], "{found:?}");
}

#[test]
fn what_puppet_refuses_when_it_evaluates_is_an_error_at_its_cause() {
    let folder = Folder::new().file("a.pp", "notify { 'a': require => file['/x'] }\nif $facts['x'] { $y = file['/y'] }\n");
    let reported = lines(&folder, &[]);
    assert!(
        reported.iter().any(|it| it.starts_with("error[lowercase-reference]: A substring operation does not accept a String")),
        "{reported:?}"
    );
    assert!(reported.iter().any(|it| it.starts_with("warning[lowercase-reference]")), "{reported:?}");
    let metadata = r#"{"name": "me-web", "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}]}"#;
    let folder = Folder::new()
        .file("web/metadata.json", metadata)
        .file("web/manifests/init.pp", "class web inherits web::b { }\n")
        .file("web/manifests/b.pp", "class web::b inherits web { }\n");
    let reported = lines(&folder, &["web/manifests"]);
    assert!(reported.iter().any(|it| it == "error[evaluation-ended]: stack level too deep"), "{reported:?}");
}
