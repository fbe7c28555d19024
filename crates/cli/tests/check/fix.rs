//! `--fix`.

use snapbox::str;

use crate::folder::Folder;

const UNUSED: &str = "# bunraku:ignore[duplicate-key]\n";

#[test]
fn what_is_sure_is_mended() {
    let folder = Folder::new()
        .file("a.pp", format!("{UNUSED}$x = 1\r\n$y = 2 {UNUSED}"))
        .file("b.pp", "$x = 0xZ # bunraku:ignore[duplicate-key, byte-order-mark]\n")
        .file("c.pp", "$x = 1\n");
    folder
        .check(&["--fix", "a.pp", "c.pp"])
        .assert()
        .code(0)
        .stdout_eq("checked 2 files: no findings; 2 findings fixed in 1 file\n")
        .stderr_eq("");
    let text = |path: &str| std::fs::read_to_string(folder.path(path)).expect("a file");
    assert_eq!(text("a.pp"), "$x = 1\r\n$y = 2\n");
    assert_eq!(text("c.pp"), "$x = 1\n");
}

#[test]
fn overlapping_changes_are_made_in_rounds() {
    let folder = Folder::new()
        .file("a.pp", "$x = { 'a' => 1, 'a' => 2 } # bunraku:ignore[duplicate-key, byte-order-mark, illegal-number, syntax-error]\n");
    folder.check(&["--fix"]).assert().code(0).stdout_eq("checked 1 file: no findings; 3 findings fixed in 1 file\n");
    let text = std::fs::read_to_string(folder.path("a.pp")).expect("a file");
    assert_eq!(text, "$x = { 'a' => 1, 'a' => 2 } # bunraku:ignore[duplicate-key]\n");
}

#[test]
fn what_is_left_decides_the_exit_code() {
    let folder = Folder::new().file("a.pp", format!("$x = {{ 'a' => 1, 'a' => 2 }}\n{UNUSED}$y = 1\n"));
    folder.check(&["--fix", "--format", "github"]).assert().code(1).stdout_eq(str![[r#"
::error title=duplicate-key,file=a.pp,line=1,endLine=1,col=18,endColumn=21::The key 'a' is declared more than once%0Athe last one wins: remove the others

"#]]);
}

#[test]
fn a_change_that_is_not_sure_is_not_made() {
    let text = "$x = 1 # bunraku:ignore[duplicate-keys]\n";
    let folder = Folder::new().file("a.pp", text);
    folder.check(&["--fix"]).assert().code(0);
    assert_eq!(std::fs::read_to_string(folder.path("a.pp")).expect("a file"), text);
}

#[test]
fn facts_of_old_are_mended_where_nothing_else_can_be_meant() {
    let text = "$a = $osfamily\n$b = \"on ${osfamily}\"\n$c = $osfamily # lint:ignore:legacy_facts\n$d = [$hostname, $::ipaddress_eth0]\n";
    let folder = Folder::new().file("a.pp", text);
    folder.check(&["--fix"]).assert().code(0);
    let fixed = text.replacen("$osfamily", "$facts['os']['family']", 1).replace("${osfamily}", "${facts['os']['family']}");
    assert_eq!(std::fs::read_to_string(folder.path("a.pp")).expect("a file"), fixed);
}

#[test]
fn the_standard_input_cannot_be_mended() {
    Folder::new().check(&["--fix", "-"]).stdin("").assert().code(2).stderr_eq(str![[r#"
bunraku: standard input cannot be fixed: `--fix` needs files

"#]]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new().file("a.txt", format!("{UNUSED}$x = 1\n")).link("b.pp", "a.txt");
    folder.check(&["--fix"]).assert().code(0);
    assert!(std::fs::symlink_metadata(folder.path("b.pp")).expect("a link").is_symlink());
    assert_eq!(std::fs::read_to_string(folder.path("a.txt")).expect("a file"), "$x = 1\n");
}
