//! Packages that are installed at once.

use super::*;

const INSTALL: &str = "/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install";

/// Commands that ran, without queries.
fn changes(run: &Run) -> Vec<&str> {
    run.memory.ran.iter().map(String::as_str).filter(|it| !it.contains("dpkg-query") && !it.contains("apt-config")).collect()
}

fn questions(run: &Run) -> usize {
    run.memory.ran.iter().filter(|it| it.contains("dpkg-query")).count()
}

#[test]
fn what_nothing_orders_is_installed_at_once_and_told_one_by_one() {
    let mut run = debian("'install ok installed there 1\n''deinstall ok config-files was 1\n'");
    let log = run.tell(&[
        ("Package", "one", json!({})),
        // Nothing is to be done about it.
        ("Package", "there", json!({})),
        ("Package", "two", json!({"ensure": "latest", "notify": "Notify[n]"})),
        ("Package", "was", json!({"ensure": "installed"})),
        ("Notify", "n", json!({})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Package[one]/ensure: created
        Notice: /Stage[main]/Main/Package[two]/ensure: created
        Notice: /Stage[main]/Main/Package[was]/ensure: created
        Notice: n
        Notice: /Stage[main]/Main/Notify[n]/message: defined 'message' as 'n'
    "#]]
    .assert_eq(&log);
    assert_eq!(changes(&run), [&format!("{INSTALL} one two was"), "/usr/bin/apt-mark manual one two was"]);
    // The list at first, and once more before something is installed; dependencies after it.
    assert_eq!(questions(&run), 3);
}

/// One by one, it would have been there when its turn came.
#[test]
fn nothing_is_told_of_what_another_brings() {
    let mut run = debian("");
    let needs = "/usr/bin/dpkg-query -W --showformat ${Package}\\t${Pre-Depends}\\t${Depends}\\t${Recommends}\\n";
    run.memory.answers.push((needs.to_owned(), 0, "a\t\tb (>= 1)\t\nb\t\t\t\nc\t\t\t\n".to_owned()));
    run.memory.answers.insert(0, (format!("{LIST} -- b"), 0, "'install ok installed b 1\n'".to_owned()));
    let log = run.tell(&[("Package", "a", json!({})), ("Package", "b", json!({"notify": "Package[c]"})), ("Package", "c", json!({}))]);
    assert!(!log.contains("Package[b]"), "{log}");
    assert_eq!(changes(&run)[..2], [format!("{INSTALL} a b"), "/usr/bin/apt-mark manual a".to_owned()]);
}

#[test]
fn the_order_stays_that_of_the_manifest() {
    let mut run = debian("");
    run.tell(&[
        ("Package", "a", json!({})),
        ("Package", "b", json!({"require": "Package[a]"})),
        ("Package", "c", json!({"install_options": ["-t", "x"]})),
        ("Exec", "/bin/true", json!({})),
        ("Package", "d", json!({})),
        ("Package", "e", json!({"ensure": "1.0"})),
        ("Package", "f", json!({"mark": "hold"})),
        ("Package", "g:i386", json!({})),
        ("Package", "h", json!({"noop": true})),
        ("Package", "i", json!({})),
    ]);
    let alone =
        changes(&run).into_iter().filter(|it| it.contains(" install ") || it.ends_with("true")).map(|it| it.rsplit(' ').next().unwrap());
    assert_eq!(alone.collect::<Vec<_>>(), ["a", "b", "c", "/bin/true", "d", "e=1.0", "f", "g:i386", "i"]);
}

/// Containers stand between packages, and order them only where somebody says so.
#[test]
fn classes_are_no_wall_unless_they_are_ordered() {
    let resources = |first: serde_json::Value| {
        [
            ("Class", "A", first),
            ("Class", "B", json!({"kind": "class"})),
            ("Package", "a", json!({"within": "Class[A]"})),
            ("Package", "b", json!({"within": "Class[B]"})),
        ]
    };
    let mut run = debian("");
    run.tell(&resources(json!({"kind": "class"})));
    assert_eq!(changes(&run)[0], format!("{INSTALL} a b"));
    let mut run = debian("");
    run.tell(&resources(json!({"kind": "class", "before": "Class[B]"})));
    assert_eq!(changes(&run)[0], format!("{INSTALL} a"));
}

#[test]
fn one_that_cannot_be_installed_fails_alone() {
    let mut run = debian("");
    let missing = (100, "E: Unable to locate package bad\n".to_owned());
    for line in [format!("{INSTALL} a bad c"), format!("{INSTALL} bad")] {
        run.memory.answers.push((line, missing.0, missing.1.clone()));
    }
    let log = run.tell(&[
        ("Package", "a", json!({})),
        ("Package", "bad", json!({})),
        ("Package", "c", json!({})),
        ("Notify", "behind", json!({"require": "Package[bad]"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Package[a]/ensure: created
        Error: Execution of '/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install bad' returned 100: E: Unable to locate package bad
        Error: /Stage[main]/Main/Package[bad]/ensure: change from 'purged' to 'present' failed: Execution of '/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install bad' returned 100: E: Unable to locate package bad
        Notice: /Stage[main]/Main/Package[c]/ensure: created
        Notice: /Stage[main]/Main/Notify[behind]: Dependency Package[bad] has failures: true
        Warning: /Stage[main]/Main/Notify[behind]: Skipping because of failed dependencies
        Info: Class[Main]: Unscheduling all events on Class[Main]
    "#]]
    .assert_eq(&log);
    let installed: Vec<&str> = changes(&run).into_iter().filter(|it| it.contains(" install ")).collect();
    assert_eq!(installed, [format!("{INSTALL} a bad c"), format!("{INSTALL} a"), format!("{INSTALL} bad"), format!("{INSTALL} c")]);
}

/// The scripts of one package fail after the others: those are there, and are not installed again.
#[test]
fn what_came_with_one_that_failed_is_there() {
    let mut run = debian("");
    let all = format!("{INSTALL} a bad c");
    let failed = "dpkg: error processing package bad (--configure)\n".to_owned();
    let listed = "'install ok installed a 1\n''install ok half-configured bad 1\n''install ok installed c 1\n'".to_owned();
    run.memory.effects.push((all.clone(), (LIST.to_owned(), 0, listed)));
    run.memory.answers.push((all.clone(), 100, failed.clone()));
    run.memory.answers.push((format!("{INSTALL} bad"), 100, failed));
    let log = run.tell(&[("Package", "a", json!({})), ("Package", "bad", json!({})), ("Package", "c", json!({}))]);
    assert_eq!(log.matches("created").count(), 2, "{log}");
    assert!(log.contains("Package[bad]/ensure: change from 'purged' to 'present' failed"), "{log}");
    assert_eq!(changes(&run), [&all, "/usr/bin/apt-mark manual a c", &format!("{INSTALL} bad")]);
}

/// Neither does what is not going to be applied come with the others, nor what is after something that has failed.
#[test]
fn what_is_skipped_is_not_installed() {
    let mut run = debian("");
    run.options.skip_tags = vec!["not".to_owned()];
    run.tell(&[
        ("Exec", "/bin/false", json!({})),
        ("Package", "a", json!({})),
        ("Package", "b", json!({"tag": ["not"]})),
        ("Package", "c", json!({"require": "Exec[/bin/false]"})),
        ("Package", "d", json!({})),
    ]);
    assert!(!changes(&run).iter().any(|it| it.contains(" b") || it.contains(" c")), "{:?}", run.memory.ran);
}

#[test]
fn a_refresh_is_owed_before_they_are_installed_and_not_where_they_are_not() {
    let owed = |answer: i32| {
        let mut run = debian("");
        run.options.journal = Some("/t/owed.json".to_owned());
        run.memory.answers.push(("/usr/bin/apt-get*".to_owned(), answer, String::new()));
        run.memory.answers.push(("/bin/echo*".to_owned(), 1, String::new()));
        run.tell(&[
            ("Package", "a", json!({})),
            ("Package", "b", json!({"notify": "Exec[r]"})),
            ("Exec", "r", json!({"command": "/bin/echo r", "refreshonly": true})),
        ]);
        run.memory.entries.get("/t/owed.json").map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).unwrap_or_default()
    };
    assert!(owed(0).contains("Package[b]"), "{}", owed(0));
    assert!(owed(100).contains("{}"), "{}", owed(100));
}

#[test]
fn a_manager_that_cannot_be_asked_for_several_installs_one_by_one() {
    let mut run = debian("");
    run.memory.put("/usr/bin/gem", FileKind::File, 0o755, b"");
    run.tell(&[("Package", "a", json!({"provider": "gem"})), ("Package", "b", json!({"provider": "gem"}))]);
    assert_eq!(run.memory.ran.iter().filter(|it| it.contains("install")).count(), 2, "{:?}", run.memory.ran);
}
