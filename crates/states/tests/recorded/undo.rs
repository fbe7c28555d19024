//! After an undo of a recorded case everything is as before its run.

use std::path::Path;

use apply::run::{Logbook, Writer, folder_for_undo, undo};
use providers::Level;
use states::Journal;

use super::*;

/// Applies a case with a journal and undoes it. Gives the reasons why changes remain.
fn undone(case: &Case, home: &Path) -> Result<Vec<String>, String> {
    let (states, root) = place(case, home);
    if let Some(line) = case.keys.get("before") {
        shell(line.as_str().unwrap(), &root);
    }
    let look = |root: &Path| {
        let accounts = case.keys.get("look").map(|it| shell(it.as_str().unwrap(), root));
        (tree(root), accounts)
    };
    let before = look(&root);
    let state = home.join("state");
    std::fs::create_dir_all(&state).unwrap();
    let writer = Writer::new(&state, "run", None);
    let mut journal = Journal::new(folder_for_undo(&state, "run").unwrap(), writer);
    compile(case, &states, &mut |compiled, files| {
        if compiled.findings.is_empty() && states::refusals(compiled, files).is_empty() {
            apply(compiled, files, case, &root, Some(&mut journal));
        }
    });
    journal.finish();
    let applied = look(&root);
    let mut logbook = Logbook::new(Level::Crit, Vec::new());
    let request = undo::Request { run: "last", noop: false, is_partial: false };
    let Ok(ended) = undo::run(&request, &state, &mut logbook) else {
        return if applied == before { Ok(Vec::new()) } else { Err(format!("nothing was stored of {applied:?}")) };
    };
    let refused: Vec<String> = ended.records.iter().filter_map(|it| it.refusal.clone()).collect();
    let after = look(&root);
    if refused.is_empty() && after != before || ended.taken.end != ::apply::End::Done {
        return Err(format!("{:.300?}\n  before {before:?}\n  after  {after:?}\n  {:?}", ended.taken, ended.records));
    }
    Ok(refused)
}

/// Undoes all cases of a file; the number of cases of which all is undone, and why others are not.
fn check(name: &str, least: usize, refusals: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt/runs");
    let text = std::fs::read_to_string(folder.join(format!("{name}.cases"))).unwrap();
    let (mut problems, mut whole, mut found) = (Vec::new(), 0, Vec::new());
    for case in cases(&text) {
        if case.keys.contains_key("root") && !System::is_root(&Real::default()) {
            continue;
        }
        let home = tempfile::tempdir().unwrap();
        match undone(&case, home.path()) {
            Ok(refused) if refused.is_empty() => whole += 1,
            Ok(refused) => found.extend(refused),
            Err(problem) => problems.push(format!("{}: {problem}", case.id)),
        }
    }
    found.sort();
    found.dedup();
    assert!(problems.is_empty(), "{}\n{}", problems.len(), problems.join("\n"));
    assert_eq!(found, refusals);
    assert!(whole >= least, "{whole}");
}

const COMMAND: &str = "what a command has done cannot be known";

#[test]
fn parts_of_files_are_as_before() {
    check("edit", 13, &[]);
}

#[test]
fn files_are_as_before() {
    check("file", 15, &[COMMAND]);
}

#[test]
fn lines_are_as_before() {
    check("append", 6, &["the times of files are not stored"]);
}

#[test]
fn folders_are_as_before() {
    check("folders", 11, &[]);
}

#[test]
fn serialized_data_is_as_before() {
    check("serialize", 4, &[]);
}

#[test]
fn hosts_are_as_before() {
    check("host", 3, &[]);
}

/// Accounts that existed are as before; what was made or removed, and what commands did, is listed.
#[test]
fn accounts_are_as_before() {
    let text = r#"
--- changed | a | before="useradd -m -c Before u1; useradd u2; useradd u3; groupadd g1; groupadd g2; groupadd -g 4320 g3; usermod -G g1 u1; gpasswd -M u2 g3" | look="getent passwd u1 u2 u3; id -nG u1; getent group g1 g2 g3"
== a.sls
u1: {user.present: [{fullname: After}, {shell: /bin/sh}, {groups: [g2]}, {home: /srv/u1}, {createhome: false}]}
g3: {group.present: [{gid: 4321}, {members: [u3]}]}
--- made | a | look="true"
== a.sls
new: {user.present: [{createhome: false}]}
newer: {group.present: []}
dated: {user.present: [{name: u2}, {warndays: 5}]}
secret: {user.present: [{name: u3}, {password: x}]}
job: {cron.present: [{user: root}, {name: /bin/true}]}
nothing: {test.succeed_with_changes: []}
"#;
    in_root("undo::accounts_are_as_before", || {
        let home = tempfile::tempdir().unwrap();
        let cases = cases(text);
        let reasons: Vec<Vec<String>> =
            cases.iter().map(|it| undone(it, &home.path().join(&it.id)).unwrap_or_else(|problem| panic!("{problem}"))).collect();
        let [changed, made] = reasons.as_slice() else { panic!("{reasons:?}") };
        assert_eq!(changed, &[""; 0]);
        // The last change is undone first.
        let expected = [
            "changes of `cron.present` cannot be undone",
            "its values are secret and never stored",
            "`warn` of users cannot be restored",
            "created or removed accounts are not undone",
            "created or removed accounts are not undone",
        ];
        assert_eq!(made, &expected);
        let stored = shell("grep -rl '^root:' @ROOT@/../../made/state", &home.path().join("made/root"));
        assert_eq!(stored, "", "no database of accounts is stored");
    });
}

#[test]
fn packages_are_listed() {
    in_root("undo::packages_are_listed", || check("machine/packages", 0, &["a package has effects that are not recorded"]));
}

/// Services run and are enabled as before; masks and restarts are listed.
#[test]
fn services_are_as_before() {
    let text = r#"
--- changed | a | before="for it in one two three; do printf '[Service]\nExecStart=/bin/sleep 1000000\n[Install]\nWantedBy=multi-user.target\n' >/etc/systemd/system/$it.service; done; systemctl daemon-reload; systemctl enable -q two; systemctl start two three" | look="for it in one two three; do echo $it $(systemctl is-active $it) $(systemctl is-enabled $it 2>/dev/null); done"
== a.sls
one: {service.running: [{enable: true}]}
two: {service.dead: [{enable: false}]}
three: {service.enabled: []}
--- listed | a | before="cp /etc/systemd/system/one.service /usr/lib/systemd/system/four.service; systemctl daemon-reload"
== a.sls
four: {service.masked: []}
change: {test.succeed_with_changes: []}
three: {service.running: [{watch: [test: change]}]}
"#;
    in_throwaway("in_booted.sh", "undo::services_are_as_before", || {
        let home = tempfile::tempdir().unwrap();
        let cases = cases(text);
        let reasons: Vec<Vec<String>> =
            cases.iter().map(|it| undone(it, &home.path().join(&it.id)).unwrap_or_else(|problem| panic!("{problem}"))).collect();
        assert_eq!(reasons, [vec![], vec!["a refresh cannot be undone", "masks of services are not undone"]]);
        let state = shell("systemctl is-active two three; systemctl is-enabled two three", home.path());
        assert_eq!(state, "active\nactive\nenabled\ndisabled\n");
    });
}
