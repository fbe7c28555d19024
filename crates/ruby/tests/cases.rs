//! Cases that Ruby was asked about: `tests/cases.txt` has the expressions, `tests/recorded.json` what Ruby 3.1 answers, and
//! `tests/recorded-3.2.json` those answers of Ruby 3.2 that differ.

use std::collections::BTreeMap;
use std::path::Path;

use ruby::Version;
use serde_json::{Value as Json, json};

/// A machine whose time zone is UTC.
struct Greenwich(Option<Version>);

impl ruby::Host for Greenwich {
    fn version(&self) -> Option<Version> {
        self.0
    }

    fn instance(&mut self, _: &ruby::Heap, _: &str) -> ruby::Outcome<Option<ruby::Value>> {
        Ok(None)
    }

    fn instances(&mut self) -> ruby::Outcome<Vec<String>> {
        Ok(Vec::new())
    }

    fn zone(&mut self, _: i64) -> ruby::Outcome<(i32, String)> {
        Ok((0, "UTC".to_owned()))
    }
}

fn recorded(name: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Our answer; or the construct that is refused.
fn answer(code: &str, version: Option<Version>) -> Result<Json, String> {
    match ruby::evaluate(code, &mut Greenwich(version), ruby::Limits::default()) {
        Ok((inspected, text)) => Ok(json!({ "code": code, "inspect": inspected, "text": text })),
        Err(ruby::Error::Raised { class, message, .. }) => Ok(json!({ "code": code, "class": class, "message": message })),
        Err(ruby::Error::NotCovered(it)) => Err(it.construct),
        Err(other) => Ok(json!({ "code": code, "failure": format!("{other:?}") })),
    }
}

/// There are no fewer cases than this.
const CASES: usize = 3_200;
/// No more of a thousand cases than this are refused: with a version, and without one.
const REFUSED: usize = 33;
const REFUSED_WITHOUT_VERSION: usize = 46;

/// Compares each case with each version. Without a version, what differs between versions must be refused.
#[test]
fn ruby_answers_the_same() {
    let old = recorded("recorded.json");
    let new = recorded("recorded-3.2.json");
    let new: BTreeMap<&str, &Json> = new.iter().filter_map(|it| Some((it["code"].as_str()?, it))).collect();
    let mut differences = Vec::new();
    assert!(old.len() >= CASES, "{} cases", old.len());
    for version in [Some(Version::V3_1), Some(Version::V3_2), None] {
        let mut refused = 0;
        let mut equal = 0;
        for case in &old {
            let code = case["code"].as_str().unwrap();
            let expected = match (version, new.get(code)) {
                (Some(Version::V3_2), Some(case)) => Some(*case),
                (None, Some(_)) => None,
                _ => Some(case),
            };
            match answer(code, version) {
                Ok(ours) if expected == Some(&ours) => equal += 1,
                Ok(ours) => differences.push(format!("{version:?} {}\n  {ours}", expected.unwrap_or(&Json::Null))),
                Err(construct) => {
                    refused += 1;
                    println!("{version:?} refused: {code}: {construct}");
                }
            }
        }
        println!("{version:?}: {equal} equal, {refused} refused");
        let most = if version.is_some() { REFUSED } else { REFUSED_WITHOUT_VERSION };
        assert!(refused * 1_000 <= old.len() * most, "{version:?}: {refused} of {} are refused", old.len());
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
