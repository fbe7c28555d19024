//! `bunraku apply --salt-root DIR --format json`, which is `salt-call`'s own format.

#![allow(dead_code, reason = "only the shape of the types counts")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// A run of states.
#[derive(JsonSchema)]
struct Run {
    /// The states by their tags, `MODULE_|-ID_|-NAME_|-FUNCTION`.
    local: BTreeMap<String, State>,
}

/// Result of a state.
#[derive(JsonSchema)]
struct State {
    name: String,
    changes: Map<String, Value>,
    /// `null` in test mode where something would change.
    result: Option<bool>,
    comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<String>>,
    /// A refresh by `watch` does not follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    skip_watch: Option<bool>,
    /// `false` where the function was not called.
    #[serde(rename = "__state_ran__", skip_serializing_if = "Option::is_none")]
    has_run: Option<bool>,
    #[serde(rename = "__sls__", skip_serializing_if = "Option::is_none")]
    sls: Option<String>,
    /// The place in the order of the run, from 0.
    #[serde(rename = "__run_num__")]
    number: u64,
    /// The time of day.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_time: Option<String>,
    /// In milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<f64>,
    #[serde(rename = "__id__", skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

#[test]
fn what_a_run_of_states_prints() {
    let schema = schema::<Run>("states", "bunraku apply --salt-root DIR --format json");
    is_published("states", &schema);
    let states =
        "a:\n  test.succeed_with_changes: []\nb:\n  test.nop:\n    - onfail:\n      - test: a\nc:\n  test.fail_without_changes: []\n";
    let folder = Folder::new().file("states/x.sls", states);
    let run = ["apply", "--salt-root", "states", "--no-state", "--format", "json", "x"];
    let output = folder.bunraku(&run).assert().get_output().stdout.clone();
    let output = holds(&schema, &output);
    let result = |tag: &str| &output["local"][tag]["result"];
    assert_eq!(result("test_|-a_|-a_|-succeed_with_changes"), true);
    assert_eq!(result("test_|-c_|-c_|-fail_without_changes"), false);
    assert_eq!(output["local"]["test_|-b_|-b_|-nop"]["__state_ran__"], false);
    let test = folder.bunraku(&[&run[..], &["--noop"]].concat()).assert().get_output().stdout.clone();
    let test = holds(&schema, &test);
    assert!(test["local"]["test_|-a_|-a_|-succeed_with_changes"]["result"].is_null(), "{test:#}");
    refuses(&schema, &output, "/local/test_|-a_|-a_|-succeed_with_changes", "comment");
}
