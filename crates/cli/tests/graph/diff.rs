use std::process::Command;

use snapbox::str;

use crate::folder::Folder;
use crate::{SITE, site};

#[test]
fn two_files() {
    let folder = site().file("new.pp", SITE.replace("content => 'x'", "content => 'y', mode => '0600'").replace("notify { 'else': }", ""));
    folder.bunraku(&["compile", "site.pp", "-o", "a.json"]).assert().code(0);
    folder.bunraku(&["compile", "new.pp", "-o", "b.json"]).assert().code(0);
    folder
        .bunraku(&["diff", "a.json", "b.json"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
- Notify[else]  (site.pp:12)
~ File[/etc/ntp.conf]  (new.pp:3)
    ~ content: "x" => "y"
    + mode: "0600"

"#]])
        .stderr_eq("");
    folder.bunraku(&["diff", "a.json", "a.json"]).assert().code(0).stdout_eq("").stderr_eq("");
    folder.bunraku(&["diff", "a.json", "b.json", "--format", "json"]).assert().code(1);
    folder.bunraku(&["diff", "a.json", "none.json"]).assert().code(2);
}

/// Puts all of a folder into a repository.
pub fn commit(folder: &Folder, message: &str) {
    let git = |args: &[&str]| {
        let identity = ["-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false"];
        let status = Command::new("git").current_dir(folder.path("")).args(identity).args(args).status().expect("git");
        assert!(status.success(), "{args:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", message]);
}

#[test]
fn contents_of_several_lines_are_compared_line_by_line() {
    let folder = Folder::new()
        .file("a.pp", "file { '/etc/motd': content => \"one\\ntwo\\nthree\\n\" }\n")
        .file("b.pp", "file { '/etc/motd': content => \"one\\n2\\nthree\\n\" }\n");
    folder.bunraku(&["compile", "a.pp", "-o", "a.json"]).assert().code(0);
    folder.bunraku(&["compile", "b.pp", "-o", "b.json"]).assert().code(0);
    folder.bunraku(&["diff", "a.json", "b.json"]).assert().code(1).stdout_eq(str![[r#"
~ File[/etc/motd]  (b.pp:1)
    ~ content:
        @@ -1,3 +1,3 @@
         one
        -two
        +2
         three

"#]]);
}

#[test]
fn two_revisions() {
    let folder = Folder::new()
        .file("manifests/site.pp", "include m\n")
        .file("modules/m/manifests/init.pp", "class m { notify { 'a': message => file('m/text') } }\n")
        .file("modules/m/files/text", "one");
    commit(&folder, "one");
    std::fs::write(folder.path("modules/m/files/text"), "two").expect("a file is written");
    commit(&folder, "two");
    std::fs::write(folder.path("modules/m/files/text"), "three").expect("a file is written");
    let diff = |before: &str, after: &str| folder.bunraku(&["diff", before, after]).assert();
    diff("HEAD~1", "HEAD")
        .code(1)
        .stdout_eq(str![[r#"
~ Notify[a]  (modules/m/manifests/init.pp:1)
    ~ message: "one" => "two"

"#]])
        .stderr_eq("");
    diff("HEAD", ".")
        .code(1)
        .stdout_eq(str![[r#"
~ Notify[a]  (modules/m/manifests/init.pp:1)
    ~ message: "two" => "three"

"#]])
        .stderr_eq("");
    diff("HEAD", "HEAD").code(0).stdout_eq("").stderr_eq("");
    diff("HEAD", "nosuch").code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: `nosuch` is neither a catalog file nor a Git revision

"#]]);
    folder.bunraku(&["diff", "HEAD", "--", "--output=x"]).assert().code(2);
}

#[test]
fn all_nodes_of_two_revisions() {
    let folder = Folder::new()
        .file("manifests/site.pp", "node 'web1' { include m }\nnode 'web2' { notify { 'same': } }\nnode 'web3' { include m }\n")
        .file("modules/m/manifests/init.pp", "class m { notify { 'old': } }\n");
    commit(&folder, "one");
    std::fs::write(folder.path("modules/m/manifests/init.pp"), "class m { notify { 'new': } }\n").expect("a file is written");
    folder.bunraku(&["diff", "HEAD", ".", "--all-nodes", "--os", "debian-12"]).assert().code(1).stdout_eq(str![[r#"
== web1
- Notify[old]  (modules/m/manifests/init.pp:1)
+ Notify[new]  (modules/m/manifests/init.pp:1)
== web3
- Notify[old]  (modules/m/manifests/init.pp:1)
+ Notify[new]  (modules/m/manifests/init.pp:1)

"#]]);
    let markdown = folder.bunraku(&["diff", "HEAD", ".", "--all-nodes", "--os", "debian-12", "--format", "markdown"]).assert().code(1);
    let text = String::from_utf8_lossy(&markdown.get_output().stdout).into_owned();
    assert!(
        text.contains("| `web1` | 1 | 1 | 0 |") && text.contains("<details><summary>web3</summary>") && !text.contains("web2"),
        "{text}"
    );
    // A mistake that every node has is one error.
    std::fs::write(folder.path("modules/m/manifests/init.pp"), "class m { include nosuch }\n").expect("a file is written");
    let broken = folder.bunraku(&["diff", "HEAD", ".", "--all-nodes", "--os", "debian-12"]).assert().code(1);
    let errors = String::from_utf8_lossy(&broken.get_output().stderr).into_owned();
    assert_eq!(errors.matches("Could not find class ::nosuch").count(), 1, "{errors}");
    assert!(errors.contains("note: on web1, web3\n") && errors.contains("note: in the working tree\n"), "{errors}");
    folder.bunraku(&["diff", "HEAD", ".", "--all-nodes", "--format", "json"]).assert().code(2);
}

#[test]
fn states_of_two_revisions() {
    let folder = Folder::new()
        .file("salt/web.sls", "a:\n  test.nop:\n    - foo: 1\nb:\n  test.nop: []\nc:\n  test.nop: []\n")
        .file("salt/ghost.sls", "a:\n  test.nop:\n    - require:\n      - test: ghost\n");
    commit(&folder, "one");
    let text = "include: [new]\na:\n  test.nop:\n    - foo: 2\n    - require:\n      - test: c\nd:\n  test.nop:\n    - name: n\n";
    std::fs::write(folder.path("salt/web.sls"), text).expect("a file is written");
    std::fs::write(folder.path("salt/new.sls"), "c:\n  test.nop: []\n").expect("a file is written");
    let diff = |more: &[&str]| folder.bunraku(&[&["diff", "--salt-root", "salt"], more].concat()).assert();
    diff(&["HEAD", ".", "web"]).code(1).stderr_eq("").stdout_eq(str![[r#"
- test.nop: b  (salt/web.sls:5)
+ test.nop: n (d)  (salt/web.sls:8)
~ test.nop: c  (salt/new.sls:2)
    is in SLS new, was in SLS web
~ test.nop: a  (salt/web.sls:3)
    ~ foo: 1 => 2
    + require: [{"test":"c"}]

"#]]);
    diff(&["HEAD", "HEAD", "web"]).code(0).stdout_eq("");
    diff(&["HEAD", ".", "ghost"]).code(1).stdout_eq("");
    diff(&["HEAD", ".", "web", "--all-nodes"]).code(2);
    diff(&["none", ".", "web"]).code(2);
}

/// An error is shown with the lines of its revision, and names it; one of both revisions is shown once.
#[test]
fn an_error_names_its_revision() {
    let folder = Folder::new().file("site.pp", "\n\ninclude nosuch\n");
    commit(&folder, "one");
    let diff = |before: &str, after: &str| folder.bunraku(&["diff", before, after, "site.pp"]).assert().code(1);
    let stderr = |run: snapbox::cmd::OutputAssert| String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let both = stderr(diff("HEAD", "."));
    assert_eq!(both.matches("Could not find class ::nosuch").count(), 1, "{both}");
    assert!(both.contains("note: in revision `HEAD` and the working tree"), "{both}");
    std::fs::write(folder.path("site.pp"), "# Nothing.\n").expect("a file is written");
    let old = stderr(diff("HEAD", "."));
    assert!(old.contains("note: in revision `HEAD`\n") && old.contains("3 | include nosuch"), "{old}");
    let new = stderr(diff(".", "HEAD"));
    assert!(new.contains("note: in revision `HEAD`\n"), "{new}");
}
