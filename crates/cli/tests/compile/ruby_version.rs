//! Results that differ between versions of Ruby.

use crate::folder::Folder;

/// A site whose template asks a list for `=~`, which Ruby 3.2 has removed.
fn site() -> Folder {
    Folder::new()
        .file("environment.conf", "")
        .file("manifests/site.pp", "$list = ['a']\nnotice(template('m/t.erb'))\n")
        .file("modules/m/manifests/init.pp", "class m { }\n")
        .file("modules/m/templates/t.erb", "<%= (@list =~ /a/).inspect %>")
}

#[test]
fn the_version_is_that_of_puppets_packages_unless_another_is_given() {
    let folder = site();
    let compile = |options: &[&str]| {
        let output = folder.bunraku(&[&["compile", "--root", ".", "--os", "debian-12"], options].concat()).assert().get_output().clone();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, messages) = compile(&[]);
    assert_eq!(code, Some(1));
    assert!(messages.contains("undefined method `=~' for [\"a\"]:Array"), "{messages}");
    assert_eq!(compile(&["--ruby-version", "3.2"]), (code, messages));
    let (code, messages) = compile(&["--ruby-version", "3.1"]);
    assert_eq!((code, messages.trim_end()), (Some(0), "notice: Scope(Class[main]): nil"));
    assert_eq!(compile(&["--ruby-version", "2.7"]).0, Some(2));
}

#[test]
fn check_reports_no_error_that_only_one_version_has() {
    let folder = site();
    let check = |options: &[&str]| {
        let output = folder.bunraku(&[&["check", "--format", "concise", "."], options].concat()).assert().get_output().clone();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(!check(&[]).contains("undefined method"), "{}", check(&[]));
    assert!(check(&[]).contains("Object#=~, which differs between Ruby 3.1 and 3.2"), "{}", check(&[]));
    assert!(check(&["--ruby-version", "3.2"]).contains("undefined method"), "{}", check(&["--ruby-version", "3.2"]));
    assert!(!check(&["--ruby-version", "3.1"]).contains("=~"), "{}", check(&["--ruby-version", "3.1"]));
    for version in ruby::Version::ALL {
        let folder = site().file("bunraku.toml", format!("ruby_version = '{}'\n", version.name()));
        let output = folder.bunraku(&["check", "--format", "concise", "."]).assert().get_output().clone();
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(found, check(&["--ruby-version", version.name()]), "the setting has each version of the option");
    }
}
