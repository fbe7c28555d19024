use snapbox::str;

use crate::folder::Folder;
use crate::{json, resources};

fn site() -> Folder {
    Folder::new()
        .file("envs/test/environment.conf", "modulepath = site:modules:$basemodulepath\n")
        .file("envs/test/manifests/b.pp", "notify { 'b': }\n")
        .file("envs/test/manifests/a/site.pp", "include profile\n")
        .file("envs/test/site/profile/manifests/init.pp", "class profile { include ntp notify { $environment: } }\n")
        .file("envs/test/modules/ntp/manifests/init.pp", "class ntp { }\n")
        .file("base/shared/manifests/init.pp", "class shared { }\n")
}

#[test]
fn an_environment_is_found_by_its_name() {
    let folder = site();
    let expected = ["Class[Profile]", "Class[Ntp]", "Notify[test]", "Notify[b]"];
    assert_eq!(resources(&json(&folder, &["compile", "--environmentpath", "none:envs", "--environment", "test"])), expected);
    folder.bunraku(&["compile", "--environmentpath", "envs", "--environment", "other"]).assert().code(2).stderr_eq(str![[r#"
bunraku: Could not find a directory environment named 'other' anywhere in the path: [..]/envs. Does the directory exist?

"#]]);
}

#[test]
fn an_environment_is_found_by_its_folder() {
    let folder = site();
    let expected = ["Class[Profile]", "Class[Ntp]", "Notify[production]", "Notify[b]"];
    assert_eq!(resources(&json(&folder, &["compile", "--root", "envs/test"])), expected);
    let args = ["compile", "envs/test/manifests/a/site.pp", "--environment", "x", "--root", "envs/test"];
    assert_eq!(resources(&json(&folder, &args)), ["Class[Profile]", "Class[Ntp]", "Notify[x]"]);
    assert_eq!(resources(&json(&folder, &["compile", "envs/test/manifests/a/site.pp"])).len(), 3);
    let args = ["compile", "--root", "envs/test", "-e", "include shared", "--basemodulepath", "base"];
    assert_eq!(resources(&json(&folder, &args)), ["Class[Shared]"]);
    assert_eq!(resources(&json(&folder, &["compile", "-e", "include ntp", "--modulepath", "base:envs/test/modules"])), ["Class[Ntp]"]);
}

#[test]
fn puppets_own_settings_count_where_they_are_named() {
    let folder = site();
    let conf = format!("[main]\nenvironmentpath = {}\n[server]\nenvironment = test\ncertname = Mine\n", folder.path("envs").display());
    let folder = folder.file("conf/puppet.conf", conf);
    let catalog = json(&folder, &["compile", "--confdir", "conf", "--environment", "test"]);
    assert_eq!((&catalog["environment"], &catalog["name"]), (&"test".into(), &"mine".into()));
    let folder = folder.file("conf/puppet.conf", "[main]\nnonsense\n");
    folder.bunraku(&["compile", "--confdir", "conf", "-e", ""]).assert().code(2).stderr_eq(str![[r#"
bunraku: Could not match line nonsense (file: [..]/conf/puppet.conf, line: 2)

"#]]);
}

#[test]
fn a_module_alone_is_known_by_its_own_name() {
    let folder = Folder::new()
        .file("puppet-ours/metadata.json", r#"{"name": "us-ours", "dependencies": [{"name": "puppetlabs-stdlib"}]}"#)
        .file("puppet-ours/manifests/init.pp", "class ours { include stdlib }\n")
        .file("puppet-ours/spec/fixtures/modules/stdlib/manifests/init.pp", "class stdlib { }\n");
    assert_eq!(resources(&json(&folder, &["compile", "--root", "puppet-ours", "-e", "include ours"])), ["Class[Ours]", "Class[Stdlib]"]);
    folder.bunraku(&["compile", "--root", "puppet-ours"]).assert().code(2).stderr_eq(str![[r#"
bunraku: us-ours is a module alone: name a manifest, or give code with -e, as `-e 'include ours'`

"#]]);
}

#[test]
fn what_puppet_passes_over_is_said() {
    let folder = Folder::new().file("environment.conf", "speed = 9\n").file("manifests/site.pp", "notify { 'a': }\n");
    folder.bunraku(&["compile", "--format", "list"]).assert().code(0).stderr_eq(str![[r#"
bunraku: Invalid settings in environment.conf at '[..]/environment.conf'. The following unknown setting(s) are being ignored: speed

"#]]);
}

#[cfg(unix)]
#[test]
fn a_program_says_which_classes_a_node_has() {
    use std::os::unix::fs::PermissionsExt;

    let folder = site().file(
        "enc",
        "#!/bin/sh\ncase $1 in\n  web*) echo '{classes: {ntp: , shared: {n: 1}}, parameters: {role: web}, environment: test}';;\n  db) \
         echo 'environment: other';;\n  none) ;;\n  bad) echo 'a: [';;\n  *) exit 3;;\nesac\n",
    );
    std::fs::set_permissions(folder.path("enc"), std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let folder = folder.file("base/shared/manifests/init.pp", "class shared($n) { notify { \"${n} ${role}\": } }\n");
    let run = |node: &str| {
        let args =
            ["compile", "--environmentpath", "envs", "--environment", "test", "--basemodulepath", "base", "-e", "", "--format", "list"];
        folder.bunraku(&args).args(["--external_nodes", "./enc", "--node", node])
    };
    let output = run("web1").assert().code(0).get_output().stdout.clone();
    let output = String::from_utf8_lossy(&output).into_owned();
    for resource in ["Class[Ntp]", "Class[Shared]", "Notify[1 web]"] {
        assert!(output.contains(resource), "{resource}: {output}");
    }
    run("db").assert().code(2).stderr_eq(str![[r#"
bunraku: Could not find a directory environment named 'other' anywhere in the path: [..]/envs. Does the directory exist?

"#]]);
    run("none").assert().code(2).stderr_eq(str![[r#"
bunraku: Could not find node 'none'; cannot compile

"#]]);
    run("bad").assert().code(2);
    run("x").assert().code(2).stderr_eq(str![[r#"
bunraku: Failed to find x via exec: [..]/enc x: it ended with exit status: 3

"#]]);
}

#[cfg(unix)]
#[test]
fn a_classifier_may_name_another_environment() {
    use std::os::unix::fs::PermissionsExt;

    let folder = site()
        .file("enc", "#!/bin/sh\necho \"$1\" >> asked\necho 'environment: other'\n")
        .file("envs/other/manifests/site.pp", "notify { \"in ${environment}\": }\n");
    std::fs::set_permissions(folder.path("enc"), std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let enc = ["--external_nodes", "./enc", "--node", "n"];
    let named = ["compile", "--environmentpath", "envs", "--environment", "test"];
    let catalog = json(&folder, &[&named[..], &enc].concat());
    assert_eq!(resources(&catalog), ["Notify[in other]"]);
    assert_eq!(catalog["environment"], "other");
    // Code that is given counts there, too.
    let given = json(&folder, &[&named[..], &enc, &["-e", "notify { \"code in ${environment}\": }"]].concat());
    assert_eq!(resources(&given), ["Notify[code in other]"]);
    let asked = std::fs::read_to_string(folder.path("asked")).expect("it was asked");
    assert_eq!(asked, "n\nn\n", "once for each catalog");
    let here = [&["compile", "--root", "envs/test"][..], &enc].concat();
    folder.bunraku(&here).assert().code(2).stderr_eq(str![[r#"
bunraku: the classifier has n in the environment other, and this is production: name the folders with --environmentpath

"#]]);
}

#[cfg(unix)]
#[test]
fn the_version_of_the_code_is_asked_for_if_that_is_allowed() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new()
        .file("envs/test/environment.conf", "config_version = version.sh $environment\n")
        .file("envs/test/version.sh", "#!/bin/sh\necho run >> run\necho \"  v1 of $1 \"\n")
        .file("envs/bad/environment.conf", "config_version = version.sh\n")
        .file("envs/bad/version.sh", "#!/bin/sh\necho 'no version' >&2\nexit 3\n");
    for name in ["test", "bad"] {
        let program = folder.path(&format!("envs/{name}/version.sh"));
        std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    }
    let args = ["compile", "--environmentpath", "envs", "--environment", "test", "-e", ""];
    let silent = json(&folder, &args);
    assert!(!folder.path("run").exists(), "nothing is run that nobody has allowed");
    assert_ne!(silent["version"], "v1 of test");
    assert_eq!(json(&folder, &[&args[..], &["--config-version"]].concat())["version"], "v1 of test");
    let args = ["compile", "--environmentpath", "envs", "--environment", "bad", "-e", "", "--config-version"];
    folder.bunraku(&args).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Execution of config_version command `[..]/envs/bad/version.sh` failed: Execution of '[..]/envs/bad/version.sh' returned 3: no version

"#]]);
}
