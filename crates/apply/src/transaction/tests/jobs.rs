//! However many jobs there are: the same machine, messages, events and report.

use proptest::prelude::*;

use super::*;

/// A resource: what it is, which of those after it in the manifest it waits for, and whether it is refreshed by them.
type Drawn = (u8, Vec<(usize, bool)>, u8);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    proptest::collection::vec((0..8_u8, proptest::collection::vec((0..24_usize, any::<bool>()), 0..3), 0..3_u8), 1..24)
}

fn reference(kind: u8, number: usize) -> (&'static str, String) {
    match kind {
        0..=2 => ("Exec", format!("/bin/touch /t/e{number}")),
        3 => ("Exec", format!("/bin/false {number}")),
        4 => ("File", format!("/t/f{number}")),
        5 => ("Host", format!("h{number}")),
        6 => ("Notify", format!("n{number}")),
        _ => ("Exec", format!("/bin/touch /t/r{number}")),
    }
}

fn resources(all: &[Drawn]) -> Vec<(&'static str, String, Json)> {
    let mut resources: Vec<(&'static str, String, Json)> =
        ["A", "B"].iter().map(|it| ("Class", (*it).to_owned(), json!({ "kind": "class" }))).collect();
    for (number, (kind, edges, class)) in all.iter().enumerate() {
        let mut parameters = match kind {
            4 => json!({ "content": format!("{number}"), "mode": "0600" }),
            5 => json!({ "ip": format!("10.0.0.{number}"), "target": "/t/hosts" }),
            7 => json!({ "refreshonly": true, "logoutput": true }),
            _ => json!({}),
        };
        for name in ["require", "subscribe"] {
            let others =
                edges.iter().filter(|(other, refreshes)| *other > number && *other < all.len() && *refreshes == (name == "subscribe"));
            let others: Vec<String> = others
                .map(|(other, _)| {
                    let (type_name, title) = reference(all[*other].0, *other);
                    format!("{type_name}[{title}]")
                })
                .collect();
            if !others.is_empty() {
                parameters[name] = json!(others);
            }
        }
        match class {
            1 => parameters["within"] = json!("Class[A]"),
            2 => parameters["within"] = json!("Class[B]"),
            _ => {}
        }
        let (type_name, title) = reference(*kind, number);
        resources.push((type_name, title, parameters));
    }
    resources
}

/// All that is left of a run.
fn applied(all: &[Drawn], jobs: usize, noop: bool) -> (String, Vec<String>, Vec<String>, Memory) {
    let mut run = Run::new();
    run.least = Level::Debug;
    run.options.jobs = jobs;
    run.options.common.noop = noop;
    run.options.trace = true;
    run.options.journal = Some("/t/owed.json".to_owned());
    let resources = resources(all);
    let resources: Vec<(&str, &str, Json)> = resources.iter().map(|it| (it.0, it.1.as_str(), it.2.clone())).collect();
    let (log, outcome) = run.apply(&resources);
    let statuses = outcome.statuses.iter().map(|it| {
        let events: Vec<_> = it.events.iter().map(|it| (&it.name, &it.property, it.status, &it.message)).collect();
        let flags = (it.failed, it.failed_to_restart, it.restarted, it.skipped);
        format!("{} {flags:?} {events:?} {:?} {:?} {:?}", it.resource, it.because_of, it.refreshed_by, it.doubt)
    });
    let files = run.memory.entries.iter().map(|(path, it)| format!("{path} {:?}", it));
    (log, statuses.collect(), files.chain([format!("{:?}", run.state)]).collect(), run.memory)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn several_jobs_come_to_what_one_comes_to(all in drawn(), jobs in 2..5_usize, noop in any::<bool>()) {
        let one = applied(&all, 1, noop);
        let several = applied(&all, jobs, noop);
        prop_assert_eq!(one.0, several.0);
        prop_assert_eq!(one.1, several.1);
        prop_assert_eq!(one.2, several.2);
        // Commands are run as often, and none before those that it waits for.
        let (mut before, mut after) = (one.3.ran.clone(), several.3.ran.clone());
        let place = |line: &str| several.3.ran.iter().position(|it| it == line);
        for (number, (kind, edges, _)) in all.iter().enumerate().filter(|(_, it)| it.0 < 3) {
            let own = place(&reference(*kind, number).1);
            for (other, _) in edges.iter().filter(|(other, _)| *other > number && *other < all.len() && all[*other].0 < 3) {
                let other = place(&reference(all[*other].0, *other).1);
                prop_assert!(own.is_none() || other < own, "{:?}", several.3.ran);
            }
        }
        before.sort();
        after.sort();
        prop_assert_eq!(before, after);
    }
}

#[test]
fn what_nothing_orders_is_applied_at_once() {
    let mut run = Run::new();
    run.options.jobs = 2;
    let log = run.tell(&[
        ("Exec", "/bin/meet 1", json!({"logoutput": true})),
        ("Notify", "between", json!({})),
        ("Exec", "/bin/meet 2", json!({"logoutput": true})),
    ]);
    expect_test::expect![[r#"
        Notice: /Stage[main]/Main/Exec[/bin/meet 1]/returns: met
        Notice: /Stage[main]/Main/Exec[/bin/meet 1]/returns: executed successfully
        Notice: between
        Notice: /Stage[main]/Main/Notify[between]/message: defined 'message' as 'between'
        Notice: /Stage[main]/Main/Exec[/bin/meet 2]/returns: met
        Notice: /Stage[main]/Main/Exec[/bin/meet 2]/returns: executed successfully
    "#]]
    .assert_eq(&log);
}
