//! Cases that Ruby was asked about: `tests/cases.txt` has the expressions, `tests/recorded.json` what Ruby answers.

use std::path::Path;

/// A machine whose time zone is UTC.
struct Greenwich;

impl ruby::Host for Greenwich {
    fn instance(&mut self, _: &ruby::Heap, _: &str) -> ruby::Outcome<Option<ruby::Value>> {
        Ok(None)
    }

    fn zone(&mut self, _: i64) -> ruby::Outcome<(i32, String)> {
        Ok((0, "UTC".to_owned()))
    }
}

/// Compares each case; what is not covered must be in the list of those.
#[test]
fn ruby_answers_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let recorded = std::fs::read_to_string(folder.join("recorded.json")).unwrap();
    let recorded: serde_json::Value = serde_json::from_str(&recorded).unwrap();
    let mut differences = Vec::new();
    let mut refused = Vec::new();
    let mut equal = 0;
    for case in recorded.as_array().unwrap() {
        let code = case["code"].as_str().unwrap();
        let ours = match ruby::evaluate(code, &mut Greenwich, ruby::Limits::default()) {
            Ok((inspected, text)) => serde_json::json!({ "code": code, "inspect": inspected, "text": text }),
            Err(ruby::Error::Raised { class, message, .. }) => serde_json::json!({ "code": code, "class": class, "message": message }),
            Err(ruby::Error::NotCovered(it)) => {
                refused.push(format!("{code}: {}", it.construct));
                continue;
            }
            Err(other) => serde_json::json!({ "code": code, "failure": format!("{other:?}") }),
        };
        if &ours == case { equal += 1 } else { differences.push(format!("{case}\n  {ours}")) }
    }
    for line in &refused {
        println!("refused: {line}");
    }
    println!("{equal} equal, {} refused", refused.len());
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
