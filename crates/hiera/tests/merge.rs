//! Merges against what Puppet's own strategies made of the same values.

use hiera::merge::Strategy;
use serde_json::Value as Json;
use values::{Hash, Value};

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(it) => Value::Boolean(*it),
        Json::Number(it) => it.as_i64().map_or_else(|| Value::Float(it.as_f64().unwrap_or_default()), Value::Integer),
        Json::String(it) => Value::string(it),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(entries) => Value::hash(entries.iter().map(|(key, it)| (Value::string(key), value(it))).collect::<Hash>()),
    }
}

#[test]
fn values_are_merged_as_puppet_merges_them() {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for line in include_str!("data/merge.jsonl").lines() {
        cases += 1;
        let case: Json = serde_json::from_str(line).expect("a line of the recording");
        let variants = case["values"].as_array().expect("values");
        let got = Strategy::from_value(Some(&value(&case["merge"])))
            .and_then(|strategy| strategy.lookup(variants, &mut |it| Ok((it.as_str() != Some("NOT")).then(|| value(it))), &mut drop));
        let got = match got {
            Ok(Some(value)) => values::print::ruby(&value),
            Ok(None) => "nothing".to_owned(),
            Err(error) => format!("error {error}"),
        };
        let expected = match case.get("error").map(|it| it.as_str().expect("a text")) {
            Some("uncaught throw :no_such_key") => "nothing".to_owned(),
            Some(error) => format!("error {error}"),
            None => values::print::ruby(&value(&case["data"])),
        };
        if got != expected {
            wrong.push(format!("{} {}\n  expected {expected}\n       got {got}", case["merge"], case["values"]));
        }
    }
    assert!(cases > 300, "{cases}");
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), wrong.join("\n"));
}
