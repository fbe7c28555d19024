use std::sync::Arc;

use analysis::{Analysis, AnalysisHost, Change, File, Origin, Snapshot, Systems};
use expect_test::{Expect, expect};
use world::MemoryWorld;

use super::*;
use crate::Edit;

fn host(files: &[(&str, &str)]) -> AnalysisHost {
    let mut world = MemoryWorld::new();
    let mut change = Change::new();
    for (path, text) in files {
        world.add_file(path, *text);
        if path.ends_with(".pp") {
            change = change.disk(*path, Some(Arc::from(*text)), Origin::Local);
        }
    }
    let mut host = AnalysisHost::new(Arc::new(world));
    host.apply(change);
    host
}

fn ask<T>(analysis: &Analysis, path: &str, ask: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    analysis.run(|snapshot| ask(snapshot, snapshot.file(path).expect("a file"))).expect("nobody writes")
}

/// Expects findings of the first of the files, and the result of fixing it.
#[track_caller]
fn check(files: &[(&str, &str)], expected: Expect) {
    let (path, text) = files[0];
    let findings = ask(&host(files).analysis(), path, |snapshot, file| {
        let mut findings = crate::report(snapshot, file, Systems::All);
        fix_lints(snapshot, file, &mut findings, |_| true);
        findings
    });
    let mut out = String::new();
    for it in findings {
        let fixed = it.fixes.first().map(|fix| format!(" -> {:?}", apply(text, &fix.edits)));
        let fixed = fixed.unwrap_or_default();
        out.push_str(&format!("{:?} {:?} {} {}{fixed}\n", it.range, it.severity, it.code, it.message));
    }
    expected.assert_eq(&out);
}

fn apply(text: &str, edits: &[Edit]) -> String {
    crate::apply(text, &edits.iter().collect::<Vec<_>>())
}

const TEXT: &str = "$a = \"x\" \nnotify { $a: } // b\n";

#[test]
fn what_puppet_lint_finds_is_told_without_any_setting() {
    check(
        &[("/site/manifests/a.pp", "$a = 'x' \nnotify { $a: }\n")],
        expect![[r#"
            8..9 Warning trailing_whitespace trailing whitespace found -> "$a = 'x'\nnotify { $a: }\n"
        "#]],
    );
}

#[test]
fn settings_and_files_of_options_say_what_is_told() {
    let text = "$a = 'x' \nnotify { $a: }\n";
    let manifest = ("/site/manifests/a.pp", text);
    let silent = |other: (&str, &str)| check(&[manifest, other], expect![""]);
    silent(("/site/bunraku.toml", "lint = false\n"));
    silent(("/site/bunraku.toml", "[levels]\ntrailing_whitespace = 'off'\n"));
    silent(("/site/bunraku.toml", "[[paths]]\nglob = 'manifests/a.pp'\nlevels = { trailing_whitespace = 'off' }\n"));
    silent(("/site/.puppet-lint.rc", "--no-trailing_whitespace-check\n"));
    silent(("/site/.puppet-lint.rc", "--error-level=warning\n"));
    silent(("/site/.puppet-lint.rc", "--ignore-paths=manifests/*.pp\n"));
    let expected = || {
        expect![[r#"
            8..9 Warning trailing_whitespace trailing whitespace found -> "$a = 'x'\nnotify { $a: }\n"
        "#]]
    };
    check(&[manifest, ("/site/.puppet-lint.rc", "--no-140chars-check\n")], expected());
    check(&[manifest, ("/site/.puppet-lint.rc", "--error-level=error\n--ignore-paths=other/*.pp\n")], expected());
    check(
        &[manifest, ("/site/bunraku.toml", "lint = true\n")],
        expect![[r#"
            8..9 Error trailing_whitespace trailing whitespace found -> "$a = 'x'\nnotify { $a: }\n"
        "#]],
    );
    check(
        &[manifest, ("/site/bunraku.toml", "[levels]\ntrailing_whitespace = 'hint'\n")],
        expect![[r#"
            8..9 Hint trailing_whitespace trailing whitespace found -> "$a = 'x'\nnotify { $a: }\n"
        "#]],
    );
}

#[test]
fn comments_of_both_kinds_silence() {
    let text = "$a = 'x' \t# lint:ignore:hard_tabs on purpose\nnotify { $a: }\n";
    check(&[("/site/manifests/a.pp", text)], expect![""]);
    let text = "$a = 'x' \t# bunraku:ignore[hard_tabs]\nnotify { $a: }\n";
    check(&[("/site/manifests/a.pp", text)], expect![""]);
}

#[test]
fn the_parser_and_the_checks_look_at_the_same_text() {
    check(
        &[("/site/manifests/a.pp", TEXT)],
        expect![[r#"
        6..7 Warning double_quoted_strings double quoted string containing no variables -> "$a = 'x' \nnotify { $a: } // b\n"
        8..9 Warning trailing_whitespace trailing whitespace found -> "$a = \"x\"\nnotify { $a: } // b\n"
        25..27 Error no-effect This Regular Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
        27..29 Warning slash_comments // comment found -> "$a = \"x\" \nnotify { $a: } # b\n"
    "#]],
    );
}

#[test]
fn what_the_parser_refuses_is_not_judged() {
    check(
        &[("/site/manifests/a.pp", "$a = \nnotify { \"x\": \n")],
        expect![[r#"
            13..14 Error syntax-error Syntax error at end of input
        "#]],
    );
}

#[test]
fn what_two_codes_find_is_told_once() {
    check(
        &[("/site/manifests/a.pp", "notify { $facts['os']['name']: }\nif $osfamily == 'Debian' { notify { $::osfamily: } }\n")],
        expect![[r#"
            36..45 Warning legacy-fact Legacy fact `osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']` -> "notify { $facts['os']['name']: }\nif $facts['os']['family'] == 'Debian' { notify { $::osfamily: } }\n"
            69..80 Warning legacy-fact Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']` -> "notify { $facts['os']['name']: }\nif $osfamily == 'Debian' { notify { $facts['os']['family']: } }\n"
        "#]],
    );
    check(
        &[("/site/manifests/a.pp", "notify { 'a': message => 'b', message => 'c' }\n")],
        expect![[r#"
        30..37 Error duplicate-attribute The attribute 'message' has already been set
    "#]],
    );
}

#[test]
fn where_a_definition_has_to_stand_is_not_told_twice() {
    let class = "# A class.\nclass web { }\n";
    check(&[("/site/examples/a.pp", class)], expect![""]);
    check(&[("/home/me/puppet-web/manifests/init.pp", class), ("/home/me/puppet-web/metadata.json", r#"{"name": "me-web"}"#)], expect![""]);
    check(
        &[("/site/examples/a.pp", class), ("/site/bunraku.toml", "levels = { autoloader_layout = 'warning' }\n")],
        expect![[r#"
            17..20 Warning autoloader_layout web not in autoload module layout
        "#]],
    );
}

#[test]
fn another_file_is_no_reason_to_look_again() {
    let mut host = host(&[("/a.pp", "$a = 'x' \n"), ("/b.pp", "$b = 1\n")]);
    let linted = |host: &AnalysisHost| ask(&host.analysis(), "/a.pp", |snapshot, file| snapshot.remembered::<Linted>(file));
    let before = linted(&host);
    assert_eq!(before.len(), 1);
    host.apply(Change::new().editor("/b.pp", Some(Arc::from("$b = 2 \n"))));
    assert!(Arc::ptr_eq(&before, &linted(&host)));
    host.apply(Change::new().editor("/a.pp", Some(Arc::from("$a = 'x'\n"))));
    assert_eq!(linted(&host).len(), 0);
}

/// Expects the result of fixing all findings of some checks.
#[track_caller]
fn fix_all(text: &str, codes: &[&str], sure_only: bool, expected: (usize, &str)) {
    let path = "/site/manifests/a.pp";
    let (edits, count) = ask(&host(&[(path, text)]).analysis(), path, |snapshot, file| {
        let findings = crate::report(snapshot, file, Systems::All);
        let wanted: Vec<&Finding> = findings.iter().filter(|it| codes.is_empty() || codes.contains(&it.code.name)).collect();
        fix_all_lints(snapshot, file, &wanted, sure_only)
    });
    assert_eq!((count, apply(text, &edits).as_str()), expected);
}

#[test]
fn findings_are_mended_together() {
    let text = "file { '/a':\n  ensure => file,\n  mode   => 644,\n  owner => \"root\", \n}\n$x = \"a\"\n";
    let all = "file { '/a':\n  ensure => file,\n  mode   => '644',\n  owner  => 'root',\n}\n$x = 'a'\n";
    fix_all(text, &[], false, (5, all));
    let sure = "file { '/a':\n  ensure => file,\n  mode   => 644,\n  owner  => 'root',\n}\n$x = 'a'\n";
    fix_all(text, &[], true, (4, sure));
    let quotes = "file { '/a':\n  ensure => file,\n  mode   => 644,\n  owner => 'root', \n}\n$x = 'a'\n";
    fix_all(text, &["double_quoted_strings"], false, (2, quotes));
    fix_all("$x = 'a'\n", &[], false, (0, "$x = 'a'\n"));
    let silent = "$x = \"a\" # bunraku:ignore[double_quoted_strings]\n$y = \"b\"\n";
    fix_all(silent, &[], false, (1, "$x = \"a\" # bunraku:ignore[double_quoted_strings]\n$y = 'b'\n"));
    fix_all("$x = \"a\"\r\n$y = \"b\"", &[], false, (2, "$x = 'a'\r\n$y = 'b'"));
}

/// The text after the first finding of lint is silenced; then it is found no more.
#[track_caller]
fn ignore(text: &str, expected: Option<&str>) {
    let path = "/site/manifests/a.pp";
    let found = |text: &str| {
        ask(&host(&[(path, text)]).analysis(), path, |snapshot, file| {
            let findings = crate::report(snapshot, file, Systems::All);
            let first = findings.iter().find(|it| it.code.is_lint())?;
            Some((first.message.clone(), lint_ignore_edits(snapshot, file, first)))
        })
    };
    let (message, edits) = found(text).expect("a finding");
    let changed = edits.map(|edits| apply(text, &edits));
    assert_eq!(changed.as_deref(), expected);
    assert!(changed.and_then(|it| found(&it)).is_none_or(|(other, _)| other != message));
}

#[test]
fn puppet_lints_own_comment_silences() {
    ignore("$x = \"a\"\n", Some("$x = \"a\" # lint:ignore:double_quoted_strings\n"));
    ignore("$x = \"a\"", Some("$x = \"a\" # lint:ignore:double_quoted_strings"));
    ignore("$x = \"a\"\r\n", Some("$x = \"a\" # lint:ignore:double_quoted_strings\r\n"));
    ignore("$x = \"a\" # why\n", Some("$x = \"a\" # lint:ignore:double_quoted_strings why\n"));
    ignore("$x = \"a#\" #why\n", Some("$x = \"a#\" # lint:ignore:double_quoted_strings why\n"));
    ignore(
        "$x = \"a\" # bunraku:ignore[syntax-error]\n",
        Some("$x = \"a\" # lint:ignore:double_quoted_strings # bunraku:ignore[syntax-error]\n"),
    );
    ignore("$x_ = \"a\" # lint:ignore:140chars why\n", Some("$x_ = \"a\" # lint:ignore:double_quoted_strings lint:ignore:140chars why\n"));
}

#[test]
fn where_the_end_of_the_line_is_text_comments_stand_around_it() {
    ignore("class a {\n  $x = \"a\nb\"\n  $y = 1\n}\n", Some("class a { # lint:ignore:documentation\n  $x = \"a\nb\"\n  $y = 1\n}\n"));
    ignore(
        "if true {\n  $x = [\"a\", 'b\nc']\n  $y = 1\n}\n",
        Some("if true {\n  # lint:ignore:double_quoted_strings\n  $x = [\"a\", 'b\nc']\n  # lint:endignore\n  $y = 1\n}\n"),
    );
    let heredoc = format!("$x = @(A)\n  {}\n  | A\n$y = 1\n", "long ".repeat(40));
    let silenced = format!("# lint:ignore:140chars\n{}# lint:endignore\n$y = 1\n", heredoc.trim_end_matches("$y = 1\n"));
    ignore(&heredoc, Some(&silenced));
}

#[test]
fn every_check_has_a_page() {
    for check in lint::checks::ALL {
        let rule = crate::find(check.name).expect("a rule");
        assert!(rule.page.starts_with(&format!("# {}\n", check.name)), "{}", check.name);
    }
}

#[test]
fn data_are_looked_at_as_well() {
    let module = crate::data::tests::MODULE;
    let class = "#- /m/a/manifests/init.pp\nclass a (String $b) {}\n";
    let linted = |other: &str, data: &str, expected: Expect| {
        crate::data::tests::check(&format!("{module}{class}{other}#- /m/a/data/common.yaml\n{data}"), expected);
    };
    linted(
        "",
        "a::b: '%{::memorysize_mb}'\n",
        expect![[r#"
        /m/a/data/common.yaml: warning legacy_facts "a::b: '%{::memorysize_mb}'"
          legacy fact 'memorysize_mb'
    "#]],
    );
    linted("", "a::b: '%{::memorysize_mb}' # lint:ignore:legacy_facts\n", expect![[r#""#]]);
    linted("", "a::b: '%{::memorysize_mb}' # bunraku:ignore[legacy_facts]\n", expect![[r#""#]]);
    linted("#- /m/a/bunraku.toml\nlint = false\n", "a::b: '%{::memorysize_mb}'\n", expect![[r#""#]]);
    linted("#- /m/a/.puppet-lint.rc\n--no-legacy_facts-check\n", "a::b: '%{::memorysize_mb}'\n", expect![[r#""#]]);
}

#[test]
fn a_check_that_has_another_code_here_is_silenced_by_either_name() {
    let check_text = |text: &str, expected: Expect| check(&[("/site/manifests/a.pp", text)], expected);
    check_text("notice($::osfamily) # bunraku:ignore[legacy_facts]\n", expect![[r#""#]]);
    check_text("notice($::osfamily) # bunraku:ignore[legacy-fact]\n", expect![[r#""#]]);
    // The name of another check is none of its own.
    check_text(
        "notice($::osfamily) # bunraku:ignore[file_mode]\n",
        expect![[r#"
            7..18 Warning legacy-fact Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']` -> "notice($facts['os']['family']) # bunraku:ignore[file_mode]\n"
            20..47 Hint unused-ignore this comment ignores nothing -> "notice($::osfamily)\n"
        "#]],
    );
    check_text("# bunraku:ignore[case_without_default]\ncase fact('a') {\n  1: { notice('a') }\n}\n", expect![[r#""#]]);
}
