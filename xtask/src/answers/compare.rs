//! Equality of two answers of the compiler.

use serde_json::Value;

use super::Case;
use super::recording::{is_shortened, shortened};
use crate::compare::Aspect;

/// One part in which the answers differ.
#[derive(Debug)]
pub struct Difference {
    pub aspect: Aspect,
    pub puppet: Value,
    pub ours: Value,
}

/// The parts of an answer, and what a difference in each is called.
const PARTS: &[(&str, Aspect)] = &[
    ("value", Aspect::Value),
    ("string", Aspect::Text),
    ("type", Aspect::Type),
    ("data", Aspect::Data),
    ("resources", Aspect::Resources),
    ("contained", Aspect::Contained),
    ("classes", Aspect::Classes),
    ("tags", Aspect::Tags),
    ("name", Aspect::Resources),
    ("environment", Aspect::Resources),
    ("virtual", Aspect::Virtual),
    ("edges", Aspect::Edges),
    ("expanded", Aspect::Expanded),
    ("order", Aspect::Order),
    ("cycles", Aspect::Cycles),
    ("cycle_report", Aspect::Cycles),
    ("ral_error", Aspect::Conversion),
    ("logs", Aspect::Logs),
];

/// All differences between Puppet's answer and ours.
pub fn compare(puppet: &Value, ours: &Value) -> Vec<Difference> {
    let whole = |aspect| vec![Difference { aspect, puppet: head(puppet), ours: head(ours) }];
    if ours.get("unanswered").is_some() {
        return whole(Aspect::Verdict);
    }
    let failed = |answer: &Value| answer.get("error").is_some();
    if failed(puppet) != failed(ours) {
        return whole(Aspect::Verdict);
    }
    // Where Puppet breaks down we owe an ordinary error.
    if puppet.get("crash").is_some() || breaks_down(puppet) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if failed(puppet) {
        let text = |answer: &Value| without_hints(answer["error"].as_str().unwrap_or_default());
        if text(puppet) != text(ours) {
            found.push(Difference { aspect: Aspect::Error, puppet: puppet["error"].clone(), ours: ours["error"].clone() });
        }
        let place = |answer: &Value| Value::from(vec![answer["file"].clone(), answer["line"].clone(), answer["column"].clone()]);
        if place(puppet) != place(ours) {
            found.push(Difference { aspect: Aspect::Place, puppet: place(puppet), ours: place(ours) });
        }
    }
    for (key, aspect) in PARTS {
        let (theirs, our) = (&puppet[*key], &ours[*key]);
        let same = if *key == "ral_error" && theirs.get("crash").is_some() {
            !our.is_null()
        } else {
            theirs == our || (is_shortened(theirs) && *theirs == shortened(our))
        };
        if !same {
            found.push(Difference { aspect: *aspect, puppet: theirs.clone(), ours: our.clone() });
        }
    }
    found
}

/// The text without the names that Ruby 3.1 suggests for a missing method, which Bunraku leaves out.
fn without_hints(text: &str) -> String {
    const HINT: &str = "Did you mean?  ";
    let mut out: Vec<&str> = Vec::new();
    let mut is_hint = false;
    for line in text.split('\n') {
        // Each further name stands below the first.
        is_hint = line.starts_with(HINT) || is_hint && line.len() - line.trim_start().len() == HINT.len();
        if !is_hint {
            out.push(line);
        }
    }
    out.join("\n")
}

/// One line with the most important part of an answer.
fn head(answer: &Value) -> Value {
    if let Some(words) = answer["unanswered"].as_str() {
        return format!("no answer: {words}").into();
    }
    if let Some(error) = answer.get("error") {
        return format!("error: {}", error.as_str().unwrap_or_default()).into();
    }
    match (answer.get("value"), answer.get("resources").and_then(Value::as_array)) {
        (Some(value), _) => format!("value: {}", value.as_str().unwrap_or("none")).into(),
        (None, Some(resources)) => format!("a catalog of {} resources", resources.len()).into(),
        (None, None) => "an empty answer".into(),
    }
}

/// The case and its differences for people.
pub fn readable(case: &Case, differences: &[&Difference]) -> String {
    let mut out = format!("--- {}\n", case.id);
    for line in case.request["code"].as_str().unwrap_or_default().lines().take(12) {
        out.push_str(&format!("    {line}\n"));
    }
    for difference in differences {
        let (theirs, our) = nearest(&difference.puppet, &difference.ours, String::new());
        out.push_str(&format!("  {}\n    puppet:  {theirs}\n    bunraku: {our}\n", difference.aspect));
    }
    out
}

/// The smallest parts that differ, each with its path.
fn nearest(theirs: &Value, our: &Value, path: String) -> (String, String) {
    match (theirs, our) {
        (Value::Array(a), Value::Array(b)) => {
            if let Some(i) = a.iter().zip(b).position(|(x, y)| x != y) {
                // What one has and the other lacks says more than what stands in one place.
                let only = |these: &[Value], those: &[Value]| these.iter().find(|x| !those.contains(x)).cloned();
                return match (only(a, b), only(b, a)) {
                    (Some(_), Some(_)) => nearest(&a[i], &b[i], format!("{path}[{i}]")),
                    (x, y) => (or_order(x, &path, a), or_order(y, &path, b)),
                };
            }
            let of = |list: &[Value], n: usize| list.get(n).map_or_else(|| format!("{path} has {n}"), |v| format!("{path}[{n}] {v}"));
            let n = a.len().min(b.len());
            (of(a, n), of(b, n))
        }
        (Value::Object(a), Value::Object(b)) => {
            for (key, x) in a {
                match b.get(key) {
                    Some(y) if x == y => {}
                    Some(y) => return nearest(x, y, format!("{path}.{key}")),
                    None => return (format!("{path}.{key} {x}"), format!("{path} lacks {key}")),
                }
            }
            match b.iter().find(|(key, _)| !a.contains_key(*key)) {
                Some((key, y)) => (format!("{path} lacks {key}"), format!("{path}.{key} {y}")),
                None => (format!("{path} {theirs}"), format!("{path} {our}")),
            }
        }
        _ => (format!("{path} {}", plain(theirs)).trim_start().to_owned(), format!("{path} {}", plain(our)).trim_start().to_owned()),
    }
}

fn or_order(only: Option<Value>, path: &str, all: &[Value]) -> String {
    match only {
        Some(value) => format!("{path} has {value}"),
        None => format!("{path} {}", Value::from(all.to_vec())),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

/// Ruby shows the line of Puppet's own code at which it broke down.
fn breaks_down(answer: &Value) -> bool {
    answer["error"].as_str().is_some_and(|text| text.contains("undefined method `") && text.contains("\n\n") && text.contains("^^^"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn aspects(puppet: Value, ours: Value) -> Vec<Aspect> {
        compare(&puppet, &ours).into_iter().map(|d| d.aspect).collect()
    }

    #[test]
    fn values_errors_and_places_count() {
        assert_eq!(aspects(json!({"value": "1"}), json!({"value": "1"})), []);
        assert_eq!(aspects(json!({"value": "1"}), json!({"value": "2"})), [Aspect::Value]);
        assert_eq!(aspects(json!({"value": "1"}), json!({"error": "E"})), [Aspect::Verdict]);
        assert_eq!(aspects(json!({"error": "E", "line": 1}), json!({"error": "E", "line": 2})), [Aspect::Place]);
        assert_eq!(aspects(json!({"error": "E"}), json!({"error": "F"})), [Aspect::Error]);
        assert_eq!(aspects(json!({"error": "E"}), json!({"unanswered": ""})), [Aspect::Verdict]);
    }

    #[test]
    fn suggested_methods_do_not_count() {
        let hints = "undefined method `to_i' for []:Array\nDid you mean?  to_s\n               to_a";
        assert_eq!(aspects(json!({"error": hints}), json!({"error": "undefined method `to_i' for []:Array"})), []);
        assert_eq!(aspects(json!({"error": format!("{hints}\n    x")}), json!({"error": hints})), [Aspect::Error]);
    }

    #[test]
    fn where_puppet_breaks_down_we_owe_an_error() {
        let crash = json!({"error": "undefined method", "crash": true});
        assert_eq!(aspects(crash.clone(), json!({"error": "E", "line": 1})), []);
        assert_eq!(aspects(crash, json!({"value": "1"})), [Aspect::Verdict]);
    }

    #[test]
    fn a_digest_stands_for_what_it_is_of() {
        let long = json!(["a", "b"]);
        assert_eq!(aspects(json!({"order": shortened(&long)}), json!({"order": long})), []);
        assert_eq!(aspects(json!({"order": shortened(&long)}), json!({"order": ["a"]})), [Aspect::Order]);
    }

    #[test]
    fn the_smallest_difference_is_shown() {
        let (a, b) = (json!([{"type": "A", "parameters": {"x": 1}}]), json!([{"type": "A", "parameters": {"x": 2}}]));
        assert_eq!(nearest(&a, &b, String::new()), ("[0].parameters.x 1".to_owned(), "[0].parameters.x 2".to_owned()));
        let (a, b) = (json!(["a", "b", "c"]), json!(["a", "c"]));
        assert_eq!(nearest(&a, &b, String::new()).0, " has \"b\"");
    }
}
