//! Repositories in common layouts: their own code, and missing parts.

use snapbox::str;

use crate::folder::Folder;

#[test]
fn modules_that_are_not_installed_are_one_finding() {
    let folder = Folder::new()
        .file("Puppetfile", "forge 'https://forge.example.com'\nmod 'puppetlabs/stdlib', '9.0.0'\nmod 'puppet/nginx', '6.0.0'\n")
        .file("manifests/site.pp", "include nginx\n")
        .file("site/profile/manifests/web.pp", "class profile::web {\n  include nginx\n  nginx::vhost { 'a': }\n}\n");
    folder.check(&[]).assert().code(0).stdout_eq(str![[r#"
hint[absent-module]: 2 of 2 modules are not installed: what they define is unknown
 --> Puppetfile:2:6
  |
2 | mod 'puppetlabs/stdlib', '9.0.0'
  |      ^^^^^^^^^^^^^^^^^
3 | mod 'puppet/nginx', '6.0.0'
  |      ------------ not installed
  |
  = help: Run `r10k puppetfile install`, or set `modulepath` in `bunraku.toml` to where they are installed

1 hint in 1 of 3 files

"#]]);
}

#[test]
fn modules_of_others_are_noted_once() {
    let folder = Folder::new()
        .file("Puppetfile", "mod 'puppetlabs/stdlib', '9.0.0'\n")
        .file("manifests/site.pp", "include stdlib\n")
        .file("modules/stdlib/manifests/init.pp", "class stdlib {\n  notice(\"\\q\")\n}\n");
    folder.check(&[]).assert().code(0).stdout_eq("checked 2 files: no findings\n").stderr_eq(str![[r#"
bunraku: note: modules/stdlib: a module of another author: not checked unless you name it

"#]]);
    folder.check(&["modules/stdlib"]).assert().code(0).stdout_eq(str![[r#"
...
1 warning in 1 of 1 file

"#]]);
}

#[test]
fn a_layout_without_modules_gets_the_setting_that_fits() {
    let folder = Folder::new()
        .file("role/manifests/web.pp", "class role::web {\n  include profile::web\n}\n")
        .file("profile/manifests/web.pp", "class profile::web { }\n");
    folder.check(&[]).assert().stderr_eq(str![[r#"
bunraku: note: profile: looks like a module, but is not on the module path: set `modulepath = ["."]` in `bunraku.toml`

"#]]);
    let set = folder.file("bunraku.toml", "modulepath = ['.']\n");
    set.check(&[]).assert().code(0).stdout_eq("checked 2 files: no findings\n").stderr_eq("");
}

#[test]
fn a_module_path_that_holds_the_data_hides_no_finding_about_them() {
    let folder = || {
        Folder::new()
            .file("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
            .file("data/common.yaml", "profile::port: eighty\nprofile::prot: 80\n")
            .file("profile/manifests/init.pp", "class profile(Integer $port) { notify { \"${port}\": } }\n")
            .file("manifests/site.pp", "node default { include profile }\n")
    };
    let expected = str![[r#"
data/common.yaml:1:16: mistyped-data Class[Profile]: parameter 'port' expects an Integer value, got String
data/common.yaml:2:1: unbound-data-key The class 'profile' has no parameter 'prot', and nothing looks up 'profile::prot'
1 error, 1 warning in 1 of [..] files

"#]];
    for (file, text) in [("bunraku.toml", "modulepath = ['.']\n"), ("environment.conf", "modulepath = .\n")] {
        let set = folder().file(file, text);
        set.check(&["--format", "concise"]).assert().code(1).stdout_eq(expected.clone());
    }
}
