//! Keys against how Puppet splits them and digs with them.

use hiera::key::{Key, Segment};
use serde_json::{Value as Json, json};
use values::{Hash, Value};

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(it) => Value::Boolean(*it),
        Json::Number(it) => it.as_i64().map_or(Value::Undef, Value::Integer),
        Json::String(it) => Value::string(it),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(entries) => Value::hash(entries.iter().map(|(key, it)| (Value::string(key), value(it))).collect::<Hash>()),
    }
}

fn answer(text: &str, data: &Json) -> Json {
    let key = match Key::new(text) {
        Ok(key) => key,
        Err(error) => return json!({ "error": error.issue.to_string() }),
    };
    let segments: Vec<Json> = key
        .segments
        .iter()
        .map(|it| match it {
            Segment::Name(name) => json!(name),
            Segment::Index(index) => json!(index),
        })
        .collect();
    let mut answer = json!({ "root": key.root, "segments": segments, "module": key.module });
    if let Some(root) = data.get(&key.root) {
        match key.dig(&value(root)) {
            Ok(None) => answer["found"] = json!("nothing"),
            Ok(Some(found)) => answer["found"] = json!(values::print::ruby(&found)),
            Err(error) => return json!({ "error": error.issue.to_string() }),
        }
    }
    answer
}

#[test]
fn keys_lead_where_puppet_goes() {
    let data = json!({
        "s": "t", "n": 5, "u": null, "f": false, "l": [1, "two", null, {"x": "y"}],
        "h": {
            "k": "v", "l": [1, [2, 3]], "a.b": "dot", "1": "text", "deep": {"er": {"est": 1}}, " sp ": "blank",
        },
    });
    let mut wrong = Vec::new();
    for line in include_str!("data/key.jsonl").lines() {
        let case: Json = serde_json::from_str(line).expect("a line of the recording");
        let text = case["key"].as_str().expect("a key");
        let expected = match case.get("error") {
            Some(error) => json!({ "error": error }),
            None => {
                let mut expected = json!({ "root": case["root"], "segments": case["segments"], "module": case["module"] });
                match case.get("found").and_then(Json::as_bool) {
                    Some(true) => expected["found"] = json!(values::print::ruby(&value(&case["value"]))),
                    Some(false) => expected["found"] = json!("nothing"),
                    None => {}
                }
                expected
            }
        };
        let got = answer(text, &data);
        if got != expected {
            wrong.push(format!("{text:?}\n  expected {expected}\n       got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

proptest::proptest! {
    #[test]
    fn no_key_breaks_anything(text in "[a.'\":0-9é \\PC-]{0,12}") {
        if let Ok(key) = Key::new(&text) {
            let _ = key.dig(&Value::array(vec![Value::Undef]));
        }
    }
}
