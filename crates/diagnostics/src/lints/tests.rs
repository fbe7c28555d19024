use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin, Systems};
use expect_test::{Expect, expect};
use world::MemoryWorld;

/// What is told of the first of the files.
#[track_caller]
fn check(files: &[(&str, &str)], expected: Expect) {
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
    let told = host.analysis().run(|snapshot| {
        let file = snapshot.file(files[0].0).expect("a file");
        crate::told(snapshot, file, Systems::All)
    });
    let mut out = String::new();
    for it in told.expect("nobody writes") {
        let fixed = it.fixes.first().map(|fix| format!(" -> {:?}", crate::apply(files[0].1, &fix.edits.iter().collect::<Vec<_>>())));
        let fixed = fixed.unwrap_or_default();
        out.push_str(&format!("{:?} {:?} {} {}{fixed}\n", it.range, it.severity, it.code, it.message));
    }
    expected.assert_eq(&out);
}

const TEXT: &str = "$a = \"x\" \nnotify { $a: } // b\n";

#[test]
fn nothing_is_told_where_nobody_asks() {
    check(
        &[("/site/manifests/a.pp", "$a = 1 \nnotify { $a: }\n")],
        expect![[r#"
        17..19 Error invalid-title Illegal title type at index 0. Expected String, got Integer
    "#]],
    );
}

#[test]
fn a_file_of_options_or_a_setting_asks() {
    let expected = || {
        expect![[r#"
            8..9 Error trailing_whitespace trailing whitespace found -> "$a = 'x'\nnotify { $a: }\n"
        "#]]
    };
    let text = "$a = 'x' \nnotify { $a: }\n";
    check(&[("/site/manifests/a.pp", text), ("/site/.puppet-lint.rc", "--no-140chars-check\n")], expected());
    check(&[("/site/manifests/a.pp", text), ("/site/bunraku.toml", "lint = true\n")], expected());
    check(&[("/site/manifests/a.pp", text), ("/site/.puppet-lint.rc", ""), ("/site/bunraku.toml", "lint = false\n")], expect![""]);
    let off = "--no-trailing_whitespace-check\n";
    check(&[("/site/manifests/a.pp", text), ("/site/.puppet-lint.rc", off)], expect![""]);
    check(
        &[("/site/manifests/a.pp", text), ("/site/bunraku.toml", "lint = true\n[levels]\ntrailing_whitespace = 'hint'\n")],
        expect![[r#"
            8..9 Hint trailing_whitespace trailing whitespace found -> "$a = 'x'\nnotify { $a: }\n"
        "#]],
    );
}

#[test]
fn comments_of_both_kinds_silence() {
    let rc = ("/site/.puppet-lint.rc", "");
    let text = "$a = 'x' \t# lint:ignore:hard_tabs on purpose\nnotify { $a: }\n";
    check(&[("/site/manifests/a.pp", text), rc], expect![""]);
    let text = "$a = 'x' \t# bunraku:ignore[hard_tabs]\nnotify { $a: }\n";
    check(&[("/site/manifests/a.pp", text), rc], expect![""]);
}

#[test]
fn the_parser_and_the_checks_look_at_the_same_text() {
    let rc = ("/site/.puppet-lint.rc", "");
    check(
        &[("/site/manifests/a.pp", TEXT), rc],
        expect![[r#"
        6..7 Warning double_quoted_strings double quoted string containing no variables -> "$a = 'x' \nnotify { $a: } // b\n"
        8..9 Error trailing_whitespace trailing whitespace found -> "$a = \"x\"\nnotify { $a: } // b\n"
        25..27 Error no-effect This Regular Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
        27..29 Warning slash_comments // comment found -> "$a = \"x\" \nnotify { $a: } # b\n"
    "#]],
    );
}

#[test]
fn every_check_has_a_page() {
    for check in lint::checks::ALL {
        let rule = crate::find(check.name).expect("a rule");
        assert!(rule.page.starts_with(&format!("# {}\n", check.name)), "{}", check.name);
    }
}
