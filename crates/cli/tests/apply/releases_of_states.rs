//! `bunraku apply --salt-order 3006`: states run by the rules of that release, and what these do not cover is refused first.

use crate::{Place, printed};

fn place(states: &str) -> Place {
    let place = Place::new();
    let root = place.folder.path().to_string_lossy().into_owned();
    std::fs::create_dir(place.folder.path().join("states")).unwrap();
    place.write("states/web.sls", &states.replace("ROOT", &root));
    place
}

/// A state whose requisite is missing, and one that needs nothing.
const MISSING: &str = "
ROOT/needs:
  file.touch:
    - require:
      - file: nosuch
ROOT/free:
  file.touch: []
";

#[test]
fn a_missing_requisite_fails_its_state_alone() {
    let place = place(MISSING);
    let output = place.run("apply", &["--salt-root", "states", "--salt-order", "3006", "web"]);
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("The following requisites were not found:"), "{text}");
    assert!(text.ends_with("Rules of Salt: 3006\n"), "{text}");
    let exists = |name: &str| place.folder.path().join(name).exists();
    assert_eq!((exists("needs"), exists("free")), (false, true), "{text}");
}

#[test]
fn a_missing_requisite_keeps_everything_from_running_in_the_newest_release() {
    let place = place(MISSING);
    let output = place.run("apply", &["--salt-root", "states", "web"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!printed(&output).contains("Rules of Salt"), "{}", printed(&output));
    assert!(!place.folder.path().join("free").exists());
}

#[test]
fn what_differs_in_the_release_is_refused_before_anything_runs() {
    let place = place("ROOT/free:\n  file.touch: []\nROOT/pairs:\n  file.keyvalue:\n    - key: a\n    - value: b\n");
    for command in ["plan", "apply"] {
        let output = place.run(command, &["--salt-root", "states", "--salt-order", "3006", "web"]);
        let text = printed(&output) + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("`file.keyvalue` is supported by the rules of Salt 3008 only"), "{text}");
        assert!(!place.folder.path().join("free").exists(), "{text}");
    }
}

#[test]
fn the_settings_of_a_project_name_the_release() {
    let place = place(MISSING);
    place.write("bunraku.toml", "salt_release = \"3006\"\n");
    let named = place.run("plan", &["--salt-root", "states", "--salt-order", "3008", "web"]);
    assert_eq!((named.status.code(), printed(&named).contains("Plan:")), (Some(1), false), "{}", printed(&named));
    for command in ["plan", "apply"] {
        let output = place.run(command, &["--salt-root", "states", "web"]);
        let text = printed(&output);
        assert!(text.contains("The following requisites were not found:"), "{text}");
    }
    assert!(place.folder.path().join("free").exists());
}
