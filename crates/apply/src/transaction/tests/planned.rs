//! Planned runs.

use expect_test::{Expect, expect};
use machine::System as _;

use super::*;
use crate::planned::{Planned, Verdict};

fn plan(run: &mut Run, resources: &[(&str, &str, Json)]) -> Planned {
    (run.options.common.noop, run.options.common.plan) = (true, true);
    let (_, outcome) = run.apply(resources);
    Planned::new(&outcome.statuses, &[])
}

fn check(resources: &[(&str, &str, Json)], expected: Expect) {
    let mut run = Run::new();
    run.memory.put("/t/same", FileKind::File, 0o644, b"");
    let planned = plan(&mut run, resources);
    let lines = planned.resources.iter().map(|it| {
        let because = [&it.because_of[..], &it.refreshed_by[..], &it.reasons[..]].concat().join(", ");
        format!("{} {} {because}", it.resource, it.verdict.name()).trim_end().to_owned() + "\n"
    });
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn changes_refreshes_and_what_stays() {
    check(
        &[
            ("File", "/t/a", json!({"ensure": "file", "notify": "Exec[r]"})),
            ("File", "/t/same", json!({"ensure": "file"})),
            ("Exec", "r", json!({"command": "/bin/true", "refreshonly": true})),
            ("Exec", "s", json!({"command": "/bin/true", "refreshonly": true})),
        ],
        expect![[r#"
            File[/t/a] change
            File[/t/same] same
            Exec[r] refresh File[/t/a]
            Exec[s] same
        "#]],
    );
}

#[test]
fn what_a_command_does_is_not_known() {
    check(
        &[
            ("Exec", "first", json!({"command": "/bin/touch /t/x"})),
            ("File", "/t/same", json!({"ensure": "file", "require": "Exec[first]"})),
            ("Exec", "second", json!({"command": "/bin/true", "creates": "/t/x", "require": "File[/t/same]"})),
            ("Exec", "missing", json!({"command": "/bin/true", "onlyif": "/t/tool", "require": "Exec[first]"})),
            ("Notify", "behind", json!({"require": "Exec[missing]"})),
            ("File", "/t/free", json!({"ensure": "absent"})),
        ],
        expect![[r#"
            Exec[first] change
            File[/t/same] unknown Exec[first]
            Exec[second] unknown Exec[first]
            Exec[missing] unknown Exec[first]
            Notify[behind] unknown Exec[missing]
            File[/t/free] same
        "#]],
    );
}

#[test]
fn failures_that_nothing_before_can_mend() {
    check(
        &[
            ("Exec", "missing", json!({"command": "/bin/true", "onlyif": "/t/tool"})),
            ("Notify", "behind", json!({"require": "Exec[missing]"})),
        ],
        expect![[r#"
            Exec[missing] fail Could not find command '/t/tool'
            Notify[behind] skip Exec[missing]
        "#]],
    );
}

#[test]
fn nothing_is_changed_whatever_resources_say() {
    let mut run = Run::new();
    let planned = plan(
        &mut run,
        &[
            ("File", "/t/a", json!({"ensure": "file", "noop": false, "notify": "Exec[r]"})),
            ("Exec", "r", json!({"command": "/bin/touch /t/r", "refreshonly": true, "noop": false})),
        ],
    );
    let verdicts: Vec<Verdict> = planned.resources.iter().map(|it| it.verdict).collect();
    assert_eq!((verdicts, planned.exit_code()), (vec![Verdict::Change, Verdict::Refresh], 2));
    assert!(run.memory.read("/t/a").is_err() && run.memory.read("/t/r").is_err());
}

#[test]
fn what_is_only_looked_at_is_no_change() {
    let resources = [
        ("File", "/t/a", json!({"ensure": "file", "noop": true, "notify": "Exec[r]"})),
        ("Exec", "first", json!({"command": "/bin/touch /t/x", "noop": true, "before": "File[/t/same]"})),
        ("File", "/t/same", json!({"ensure": "file"})),
        ("Exec", "r", json!({"command": "/bin/true", "refreshonly": true, "before": "Exec[s]"})),
        ("Exec", "s", json!({"command": "/bin/true", "refreshonly": true, "noop": true})),
    ];
    check(
        &resources,
        expect![[r#"
            File[/t/a] noop
            Exec[first] noop
            File[/t/same] same
            Exec[r] same
            Exec[s] same
        "#]],
    );
    let mut run = Run::new();
    run.memory.put("/t/same", FileKind::File, 0o644, b"");
    assert_eq!(plan(&mut run, &resources).exit_code(), 0);
}

#[test]
fn what_is_owed_stays_owed() {
    let owed = br#"{"version":1,"owed":{"Service[s]":["File[/t/a]"]}}"#;
    let service = json!({"ensure": "running", "provider": "base", "status": "/bin/no", "start": "/bin/true"});
    for is_plan in [true, false] {
        let mut run = Run::new();
        run.memory.put("/bin/kill", FileKind::File, 0o755, b"");
        run.memory.put("/bin/sh", FileKind::File, 0o755, b"");
        run.memory.answers.push(("/bin/sh -c /bin/no*".to_owned(), 1, String::new()));
        run.memory.put("/t/owed", FileKind::File, 0o640, owed);
        (run.options.common.noop, run.options.common.plan, run.options.journal) = (true, is_plan, Some("/t/owed".to_owned()));
        let (log, _) = run.apply(&[("Service", "s", service.clone())]);
        assert!(log.contains("Unscheduling refresh on Service[s]"), "{log}");
        assert_eq!(run.memory.read("/t/owed").unwrap(), owed);
    }
}

#[test]
fn a_plan_is_stale_when_something_has_moved() {
    let resources = [("File", "/t/a", json!({"content": "new"})), ("File", "/t/b", json!({"ensure": "file"}))];
    let mut run = Run::new();
    run.memory.put("/t/a", FileKind::File, 0o644, b"old");
    let before = plan(&mut run, &resources).to_json();
    assert_eq!(plan(&mut run, &resources).moved(&before), Vec::<String>::new());
    run.memory.put("/t/a", FileKind::File, 0o644, b"other");
    run.memory.put("/t/b", FileKind::File, 0o644, b"");
    let moved = plan(&mut run, &resources).moved(&before);
    assert_eq!(moved.len(), 2, "{moved:?}");
    assert!(moved[1].starts_with("File[/t/b]: same, was planned: created"), "{moved:?}");
    assert_eq!(plan(&mut run, &resources[..1]).moved(&before).last().map(String::as_str), Some("File[/t/b]: it no longer exists"));
}

#[test]
fn secrets_are_not_in_a_plan() {
    let secret = [("File", "/t/a", json!({"content": "hush", "sensitive": ["content"]}))];
    let planned = plan(&mut Run::new(), &secret).to_json().to_string();
    assert!(planned.contains("[redacted]"), "{planned}");
    assert!(!planned.contains("hush"), "{planned}");
}

#[test]
fn a_package_may_start_its_service() {
    let mut run = Run::new();
    for tool in ["apt-get", "apt-cache", "apt-mark", "dpkg", "dpkg-query"] {
        run.memory.put(&format!("/usr/bin/{tool}"), FileKind::File, 0o755, b"");
    }
    for tool in ["kill", "sh"] {
        run.memory.put(&format!("/bin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.answers.push(("/bin/sh -c /bin/stopped*".to_owned(), 1, String::new()));
    let list = "/usr/bin/dpkg-query -W --showformat '${Status} ${Package} ${Version}\\n'";
    run.memory.answers.push((list.to_owned(), 0, String::new()));
    run.memory.answers.push(("/usr/bin/dpkg-query*".to_owned(), 1, "no packages found matching it\n".to_owned()));
    let service = |require: &str| json!({"ensure": "running", "provider": "base", "start": "/bin/true", "status": "/bin/stopped", "require": require});
    let planned = plan(
        &mut run,
        &[
            ("Package", "web", json!({"ensure": "installed"})),
            ("Exec", "first", json!({"command": "/bin/true"})),
            ("Service", "web", service("Package[web]")),
            ("Service", "other", service("Exec[first]")),
        ],
    );
    let verdicts: Vec<String> =
        planned.resources.iter().map(|it| format!("{} {} {}", it.resource, it.verdict.name(), it.because_of.join(", "))).collect();
    assert_eq!(
        verdicts,
        ["Package[web] change ", "Exec[first] change ", "Service[web] unknown Package[web]", "Service[other] change "],
        "{:?}",
        run.memory.ran
    );
}

#[test]
fn a_file_that_cannot_be_made_fails_unless_something_before_may_bring_what_is_missing() {
    check(
        &[
            ("File", "/t/none/a", json!({"ensure": "file"})),
            ("Notify", "behind", json!({"require": "File[/t/none/a]"})),
            ("File", "/t/d", json!({"ensure": "directory"})),
            ("File", "/t/d/a", json!({"ensure": "file", "require": "File[/t/d]"})),
            ("File", "/t/r", json!({"ensure": "directory", "recurse": true, "source": "/t/src"})),
            ("File", "/t/r/x/a", json!({"ensure": "file", "require": "File[/t/r]"})),
            ("File", "/t/same", json!({"owner": "nosuch"})),
            ("Exec", "first", json!({"command": "/bin/true"})),
            ("File", "/t/other/a", json!({"ensure": "file"})),
        ],
        expect![[r#"
            File[/t/none/a] fail Cannot create /t/none/a; parent directory /t/none does not exist
            Notify[behind] skip File[/t/none/a]
            File[/t/d] change
            File[/t/d/a] change
            File[/t/r] fail Could not retrieve information from environment production source(s) file:///t/src
            File[/t/r/x/a] skip File[/t/r]
            File[/t/same] fail Could not find user nosuch
            Exec[first] change
            File[/t/other/a] change
        "#]],
    );
}

#[test]
fn what_cannot_be_found_out_about_a_folder_makes_it_fail() {
    let mut run = Run::new();
    run.memory.put("/t/a", FileKind::File, 0o644, b"");
    run.memory.put("/t/b", FileKind::File, 0o644, b"");
    let planned = plan(&mut run, &[("File", "/t", json!({"ensure": "directory", "recurse": true, "max_files": 1}))]);
    assert_eq!((planned.exit_code(), planned.resources[0].verdict), (4, Verdict::Fail));
    let reason = "Failed to generate additional resources using 'eval_generate': The directory '/t' contains 2 entries";
    assert!(planned.resources[0].reasons[0].starts_with(reason), "{:?}", planned.resources[0].reasons);
}
