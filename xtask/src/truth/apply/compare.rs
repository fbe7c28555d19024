//! Two answers side by side: what is compared of them, where they differ, and whether that is meant.

use serde_json::{Map, Value, json};

/// Aspects of a step to compare.
const ASPECTS: [&str; 5] = ["exit", "log", "output", "tree", "report"];

/// Part of an answer to compare.
pub fn compared(answer: &Value) -> Value {
    let steps = answer["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    Value::Array(steps.iter().map(step).collect())
}

fn step(step: &Value) -> Value {
    let mut compared = Map::new();
    compared.insert("run".to_owned(), step["run"].clone());
    for aspect in ASPECTS {
        let Some(value) = step.get(aspect) else { continue };
        let value = match aspect {
            "log" => Value::Array(value.as_array().into_iter().flatten().filter(|it| it["message"] != "").cloned().collect()),
            "report" => report(value),
            // Lines that only the machine of the recording has are gone, and the break after them.
            "output" => json!(value.as_str().unwrap_or_default().trim()),
            _ => value.clone(),
        };
        compared.insert(aspect.to_owned(), value);
    }
    Value::Object(compared)
}

fn report(report: &Value) -> Value {
    let mut compared = Map::new();
    for key in ["status", "noop", "noop_pending", "transaction_completed", "metrics", "resource_statuses"] {
        compared.insert(key.to_owned(), report[key].clone());
    }
    Value::Object(compared)
}

/// Unintended differences, and intended ones that are missing.
pub fn problems(meant: &Value, differences: &[String]) -> Vec<String> {
    let places: Vec<&str> = meant["in"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut found: Vec<String> = differences.iter().filter(|it| !places.iter().any(|place| it.starts_with(place))).cloned().collect();
    let silent = places.iter().filter(|place| !differences.iter().any(|it| it.starts_with(**place)));
    found.extend(silent.map(|it| format!("{it}: it is said to differ, and does not")));
    if !meant.is_null() && meant["because"].as_str().is_none_or(str::is_empty) {
        found.push("it is not said why it differs".to_owned());
    }
    found
}

/// Where two differ, each with its place.
pub fn differences(recorded: &Value, answer: &Value) -> Vec<String> {
    let none = Vec::new();
    let (a, b) = (recorded.as_array().unwrap_or(&none), answer.as_array().unwrap_or(&none));
    let mut found = Vec::new();
    for (number, (a, b)) in a.iter().zip(b).enumerate() {
        for aspect in ASPECTS {
            first_difference(&format!("step {} {aspect}", number + 1), &a[aspect], &b[aspect], &mut found);
        }
        if a["run"] != b["run"] {
            found.push(format!("step {}: it was recorded for {}", number + 1, a["run"]));
        }
    }
    if a.len() != b.len() {
        found.push(format!("{} steps, not {}", b.len(), a.len()));
    }
    found
}

fn first_difference(place: &str, recorded: &Value, answer: &Value, found: &mut Vec<String>) {
    match (recorded, answer) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|it| !a.contains_key(*it))) {
                let of = |all: &Map<String, Value>| all.get(key).cloned().unwrap_or_default();
                first_difference(&format!("{place}.{key}"), &of(a), &of(b), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (number, (a, b)) in a.iter().zip(b).enumerate() {
                first_difference(&format!("{place}[{number}]"), a, b, found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
            let shown = |all: &[Value]| all.get(at).map_or("nothing".to_owned(), Value::to_string);
            found.push(format!("{place}[{at}]: Puppet {}, Bunraku {}", shown(a), shown(b)));
        }
        (a, b) if a != b => found.push(format!("{place}: Puppet {a}, Bunraku {b}")),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_difference_is_told() {
        let step = |line: &str| json!({"steps": [{"run": "pa", "exit": 0, "seconds": 1, "log": [{"message": line}, {"message": ""}]}]});
        let (a, b) = (compared(&step("x")), compared(&step("y")));
        assert_eq!(differences(&a, &a), Vec::<String>::new());
        assert_eq!(differences(&a, &b), ["step 1 log[0].message: Puppet \"x\", Bunraku \"y\""]);
    }

    #[test]
    fn what_is_meant_to_differ_has_to() {
        let meant = json!({"because": "ours is better", "in": ["step 1 exit"]});
        let both = ["step 1 exit: Puppet 0, Bunraku 4".to_owned(), "step 2 exit: Puppet 0, Bunraku 4".to_owned()];
        assert_eq!(problems(&meant, &both), [both[1].clone()]);
        assert_eq!(problems(&meant, &both[..1]), Vec::<String>::new());
        assert_eq!(problems(&meant, &[]), ["step 1 exit: it is said to differ, and does not"]);
        assert_eq!(problems(&Value::Null, &both[..1]), both[..1]);
    }
}
