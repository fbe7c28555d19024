use snapbox::str;

use crate::folder::Folder;

#[test]
fn facts_of_this_machine() {
    let folder = Folder::new();
    let output = folder.bunraku(&["facts", "--format", "json"]).assert().code(0).get_output().stdout.clone();
    let facts: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert!(facts["networking"]["hostname"].is_string() || cfg!(not(target_os = "linux")), "{facts}");
    assert!(facts.get("osfamily").is_none());
    let legacy = folder.bunraku(&["facts", "--legacy-facts", "osfamily"]).assert().code(0).get_output().stdout.clone();
    assert_eq!(String::from_utf8_lossy(&legacy).trim(), facts["os"]["family"].as_str().unwrap_or(""));
    folder.bunraku(&["facts", "puppetversion"]).assert().code(0).stdout_eq("8.10.0\n");
    let missing = "bunraku: no fact `nothing`; `bunraku facts` lists all\n";
    folder.bunraku(&["facts", "nothing"]).assert().code(1).stdout_eq("").stderr_eq(missing);
    // In a document it is null.
    folder.bunraku(&["facts", "nothing", "puppetversion", "--format", "json"]).assert().code(1).stderr_eq("");
}

#[test]
fn external_facts_come_from_files_and_programs() {
    let folder = Folder::new()
        .file("facts.d/a.yaml", "Role: web\nports: [80, {tls: 443}]\n")
        .file("facts.d/b.txt", "role=db\n")
        .file("facts.d/c.json", "[]")
        .file("facts.d/d", "#!/bin/sh\necho tier=1\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder.path("facts.d/d"), std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    }
    let args = ["facts", "--external-dir", "facts.d", "role", "ports.1.tls", "none", "--format", "yaml"];
    folder.bunraku(&args).assert().code(2).stdout_eq("---\nrole: db\nports.1.tls: 443\nnone: null\n").stderr_eq(str![[r#"
bunraku: facts.d/c.json: facts must be a hash

"#]]);
    #[cfg(unix)]
    folder.bunraku(&["facts", "--external-dir", "facts.d", "tier"]).assert().code(2).stdout_eq("1\n");
    let output = folder.bunraku(&["facts", "--no-external-facts"]).assert().code(0).get_output().stdout.clone();
    assert!(!String::from_utf8_lossy(&output).contains("role =>"));
}

/// As in Facter, a variable counts more than a file, and more than the machine.
#[test]
fn environment_variables_set_facts() {
    let folder = Folder::new().file("facts.d/a.yaml", "role: file\n");
    let facts = |args: &[&str]| {
        let mut command = folder.bunraku(args);
        command = command.env("FACTER_role", "web").env("facter_KERNEL", "Mine").env("FACTER_a.b", "1");
        String::from_utf8_lossy(&command.assert().get_output().stdout).into_owned()
    };
    assert_eq!(facts(&["facts", "--external-dir", "facts.d", "role"]), "web\n");
    assert_eq!(facts(&["facts", "kernel"]), "Mine\n");
    assert_eq!(facts(&["eval", "-e", "\"${facts['role']} ${facts['kernel']}\"", "--format", "text"]), "web Mine\n");
    assert_eq!(facts(&["facts", "--no-external-facts", "role"]), "");
    // The facts of another system are those of no machine.
    assert_eq!(facts(&["eval", "-e", "$facts['role']", "--os", "debian-12"]), "undef\n");
}

#[test]
fn other_systems_are_known() {
    let folder = Folder::new();
    folder.bunraku(&["facts", "--os", "debian-12", "os.distro.codename"]).assert().code(0).stdout_eq("bookworm\n");
    folder.bunraku(&["facts", "--os", "RedHat 9", "osfamily", "--legacy-facts"]).assert().code(0).stdout_eq("RedHat\n");
    folder.bunraku(&["facts", "--os", "plan9"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: no built-in facts for `plan9`: `bunraku facts --list-os` lists the known operating systems

"#]]);
    let list = folder.bunraku(&["facts", "--list-os"]).assert().code(0).get_output().stdout.clone();
    let list = String::from_utf8_lossy(&list);
    assert_eq!(list.lines().count(), 62, "{list}");
    assert!(list.contains("windows-2012_R2-x64        windows 2012 R2\n"), "{list}");
    let args = ["eval", "-e", "\"${facts['os']['family']} ${trusted['certname']}\"", "--os", "sles-15", "--format", "text"];
    folder.bunraku(&args).assert().code(0).stdout_eq("Suse host.example.com\n");
    folder.bunraku(&["compile", "-e", "", "--os", "debian-12", "--facts", "x.json"]).assert().code(2);
}

#[cfg(target_os = "linux")]
#[test]
fn catalogs_are_compiled_with_the_facts_of_this_machine() {
    let folder = Folder::new();
    let name = folder.bunraku(&["facts", "networking.fqdn"]).assert().code(0).get_output().stdout.clone();
    let args = ["eval", "-e", "$facts['networking']['fqdn']", "--format", "text"];
    folder.bunraku(&args).assert().code(0).stdout_eq(String::from_utf8_lossy(&name).into_owned());
    folder.bunraku(&["eval", "-e", "$facts['osfamily']"]).assert().code(0).stdout_eq("undef\n");
    let args = ["eval", "-e", "$osfamily == $facts['os']['family']", "--legacy-facts"];
    folder.bunraku(&args).assert().code(0).stdout_eq("true\n");
}
