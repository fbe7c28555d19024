//! `bunraku apply --salt-root DIR --jobs N`: states with `parallel` run together, everything else in its order.

use crate::{Place, printed};

/// Two commands, each of which ends only after the other has begun, one that depends on both, and one that is not `parallel`.
const STATES: &str = "
{% set wait = 'for i in 1 2 3 4 5 6 7 8 9 10; do test -e ROOT/%s && exit 0; sleep 0.2; done; exit 1' %}
first:
  cmd.run:
    - name: touch ROOT/a; {{ wait | format('b') }}
    - parallel: True
second:
  cmd.run:
    - name: touch ROOT/b; {{ wait | format('a') }}
    - parallel: True
after:
  cmd.run:
    - name: test -e ROOT/a && test -e ROOT/b
    - parallel: True
    - require:
      - cmd: first
      - cmd: second
alone:
  cmd.run:
    - name: echo alone
";

fn applied(jobs: &str) -> (Place, Vec<(String, bool)>) {
    let place = Place::new();
    let root = place.folder.path().to_string_lossy().into_owned();
    std::fs::create_dir(place.folder.path().join("states")).unwrap();
    place.write("states/web.sls", &STATES.replace("ROOT", &root));
    let output = place.run("apply", &["--salt-root", "states", "--jobs", jobs, "--format", "json", "web"]);
    let all: serde_json::Value = serde_json::from_str(&printed(&output)).unwrap();
    let mut states: Vec<_> = all["local"].as_object().unwrap().values().collect();
    states.sort_by_key(|it| it["__run_num__"].as_u64());
    let states = states.iter().map(|it| (it["__id__"].as_str().unwrap().to_owned(), it["result"].as_bool().unwrap())).collect();
    (place, states)
}

#[test]
fn parallel_commands_run_together_and_are_reported_in_order() {
    let expected = [("first", true), ("second", true), ("after", true), ("alone", true)].map(|(id, is_fine)| (id.to_owned(), is_fine));
    assert_eq!(applied("2").1, expected);
}

#[test]
fn with_one_job_each_command_waits_for_the_one_before_it() {
    let expected = [("first", false), ("second", true), ("after", false), ("alone", true)].map(|(id, is_fine)| (id.to_owned(), is_fine));
    let (place, states) = applied("1");
    assert_eq!(states, expected);
    let history: serde_json::Value = serde_json::from_str(printed(&place.run("history", &["--json"])).trim()).unwrap();
    assert_eq!(history["environment"], "base");
    assert!(history["seconds"].as_f64().is_some_and(|it| it > 0.0), "{history}");
}
