//! Catalogs from a seed: resources of many types in containers, with relationships that have no cycle.

use serde_json::{Value as Json, json};

use crate::check::check;

/// Numbers that are the same for a seed each time (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next_below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.next_below(all.len())]
    }

    fn happens(&mut self, in_a_hundred: usize) -> bool {
        self.next_below(100) < in_a_hundred
    }
}

/// A catalog in Puppet's JSON.
pub fn catalog(dice: &mut Dice) -> String {
    let mut resources = vec![
        json!({"type": "Stage", "title": "main", "tags": ["stage", "main"]}),
        json!({"type": "Class", "title": "main", "tags": ["class", "main"]}),
    ];
    let mut edges = vec![json!({"source": "Stage[main]", "target": "Class[main]"})];
    let mut containers = vec!["Class[main]".to_owned()];
    let mut before: Vec<String> = Vec::new();
    for number in 0..=dice.next_below(25) {
        let (type_name, title, mut parameters) = resource(dice, number);
        let reference = format!("{type_name}[{title}]");
        for metaparameter in ["require", "subscribe", "before", "notify"] {
            // Those that come later in the catalog come later in the order: there are no cycles.
            if before.is_empty() || !dice.happens(15) || matches!(metaparameter, "before" | "notify") {
                continue;
            }
            parameters[metaparameter] = json!(before[dice.next_below(before.len())]);
        }
        if dice.happens(5) {
            parameters["noop"] = json!(true);
        }
        if dice.happens(5) {
            parameters["tag"] = json!(["one", "two"]);
        }
        let within = containers[dice.next_below(containers.len())].clone();
        edges.push(json!({"source": within, "target": reference}));
        let kind = if type_name == "D" { "definition" } else { "compilable_type" };
        resources
            .push(json!({"type": type_name, "title": title, "tags": [type_name.to_lowercase()], "parameters": parameters, "kind": kind}));
        if type_name == "D" {
            containers.push(reference);
        } else {
            before.push(reference);
        }
    }
    json!({"name": "n", "environment": "production", "version": 1, "classes": [], "resources": resources, "edges": edges}).to_string()
}

fn resource(dice: &mut Dice, number: usize) -> (&'static str, String, Json) {
    let path = format!("/t/{}", dice.one(&["a", "b", "c/d", "c"]).to_owned() + &number.to_string());
    match dice.next_below(10) {
        0 => ("D", format!("d{number}"), json!({})),
        1 => ("Notify", format!("n{number}"), json!({"message": dice.one(&["", "x", "ä\n"])})),
        2 => {
            let command = dice.one(&["/bin/true", "/bin/false", "/bin/touch /t/touched", "/none"]);
            ("Exec", format!("e{number}"), json!({"command": command, "refreshonly": dice.happens(50), "tries": 1 + dice.next_below(3)}))
        }
        3 => ("File", path, json!({"ensure": dice.one(&["file", "directory", "absent", "/t/x"]), "force": dice.happens(50)})),
        4 => ("File", path, json!({"content": dice.one(&["", "x", "y"]), "mode": dice.one(&["0600", "u+x", "bogus"]), "owner": "nobody"})),
        5 => (
            "Host",
            format!("h{number}"),
            json!({"ip": dice.one(&["1.2.3.4", "::1"]), "ensure": dice.one(&["present", "absent"]), "target": "/t/hosts"}),
        ),
        6 => ("File_line", format!("l{number}"), json!({"path": dice.one(&["/t/lines", "/t/none"]), "line": dice.one(&["a", "b = c"])})),
        7 => ("Zone", format!("z{number}"), json!({})),
        8 => (
            "Ini_setting",
            format!("i{number}"),
            json!({"path": "/t/i.ini", "section": "s", "setting": format!("k{number}"), "value": "v"}),
        ),
        _ => (
            "Service",
            format!("s{number}"),
            json!({"ensure": dice.one(&["running", "stopped"]), "provider": "base", "start": "/bin/true", "status": "/bin/false"}),
        ),
    }
}

#[test]
fn any_catalog_is_applied_in_order_and_accounted_for() {
    for seed in 0..300 {
        check(&catalog(&mut Dice::new(seed)));
    }
}

/// Catalogs with cut, doubled or swapped parts are refused or applied.
#[test]
fn damaged_catalogs_do_no_harm() {
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut text = catalog(&mut dice).into_bytes();
        for _ in 0..=dice.next_below(4) {
            let (at, length) = (dice.next_below(text.len()), dice.next_below(30));
            let piece: Vec<u8> = text.iter().skip(dice.next_below(text.len())).take(length).copied().collect();
            let end = (at + dice.next_below(30)).min(text.len());
            text.splice(at..end, piece);
        }
        check(&String::from_utf8_lossy(&text));
    }
}

/// Values of other kinds stand where texts are meant.
#[test]
fn values_of_any_kind_do_no_harm() {
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut data: Json = serde_json::from_str(&catalog(&mut dice)).unwrap();
        let resources = data["resources"].as_array_mut().unwrap();
        for _ in 0..4 {
            let number = dice.next_below(resources.len());
            let odd = [
                json!(null),
                json!(7),
                json!(-1.5),
                json!([]),
                json!([[["x"]]]),
                json!({}),
                json!({"__ptype": "Deferred"}),
                json!("\u{0}"),
            ];
            let value = odd[dice.next_below(odd.len())].clone();
            let Some(parameters) = resources[number].get_mut("parameters").and_then(Json::as_object_mut) else { continue };
            let names: Vec<String> = parameters.keys().cloned().collect();
            if !names.is_empty() {
                parameters.insert(names[dice.next_below(names.len())].clone(), value);
            }
        }
        check(&data.to_string());
    }
}
