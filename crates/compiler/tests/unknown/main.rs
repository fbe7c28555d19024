//! Messages with unknown values: nothing that another value would make untrue.

mod agreement;
mod branches;
mod certain;
mod custom_facts;
mod entries;
mod functions;
mod missing;
mod shown;
mod values;

use std::sync::Arc;

use compiler::{Code, Condition, Entry, Environment, Mode, Outcome, Reading, Request};
use expect_test::Expect;
use world::MemoryWorld;

/// Files of a module path `/modules`, each after a line `# m/manifests/init.pp`; without one it is that file.
fn analyse(files: &str, entry: Entry) -> Outcome {
    analyse_main("", files, entry)
}

/// The same with a main manifest.
fn analyse_main(main: &str, files: &str, entry: Entry) -> Outcome {
    let mut world = MemoryWorld::new();
    let mut path = "/modules/m/manifests/init.pp".to_owned();
    let mut text = String::new();
    for line in files.lines() {
        match line
            .strip_prefix("# ")
            .filter(|it| it.ends_with(".pp") || it.contains("/lib/") || it.ends_with(".epp") || it.ends_with(".yaml"))
        {
            Some(next) => {
                world.add_file(&path, std::mem::take(&mut text));
                path = format!("/modules/{next}");
            }
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    world.add_file(&path, text);
    let environment = Environment::new(Arc::new(world), "production", None, vec!["/modules".into()], Reading::default());
    let mut request = Request::new(Code::Text(main.into()), "n");
    request.entry = entry;
    request.mode = Mode::Analyse;
    request.unknown_facts = vec!["hidden".into(), "os.hidden".into()];
    request.facts = ::values::data::from_json(&serde_json::json!({"os": {"family": "Debian", "name": "Debian"}, "known": "yes"}));
    compiler::compile(&Arc::new(environment), &request)
}

/// A main manifest alone, for a request with changes.
fn analyse_as(main: &str, change: impl FnOnce(&mut Request)) -> Outcome {
    let environment = Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default());
    let mut request = Request::new(Code::Text(main.into()), "n");
    request.mode = Mode::Analyse;
    request.unknown_facts = vec!["hidden".into()];
    change(&mut request);
    compiler::compile(&Arc::new(environment), &request)
}

fn findings(outcome: &Outcome) -> String {
    let mut text = String::new();
    for error in &outcome.errors {
        let line = error.origin().line.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let when = if error.condition == Condition::Always { "" } else { "perhaps: " };
        text.push_str(&format!("{line}: {when}{}\n", error.message()));
    }
    for (module, place) in &outcome.absent_modules {
        text.push_str(&format!("{}: no module {module}\n", place.line.unwrap_or_default()));
    }
    if let Some(reason) = outcome.cut_short {
        text.push_str(&format!("cut short: {reason:?}\n"));
    }
    text
}

/// Expects no errors in the class `m`.
#[track_caller]
fn fine(files: &str) {
    let outcome = analyse(files, Entry::Class("m".into()));
    assert_eq!(findings(&outcome), "", "{files}");
}

/// Expects errors in the class `m`.
#[track_caller]
fn wrong(files: &str, expected: Expect) {
    expected.assert_eq(&findings(&analyse(files, Entry::Class("m".into()))));
}
