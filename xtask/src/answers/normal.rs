//! Normalization of answers before they are compared. `docs/truth.md` lists it.

use serde_json::{Map, Value, json};

use super::Suite;
use crate::digest;

/// The part of an answer that counts, in the form in which it is recorded.
pub fn answer(suite: Suite, raw: Value) -> Value {
    let raw = strings(raw);
    let mut out = Map::new();
    if let Some(words) = raw.get("unanswered") {
        return json!({"unanswered": words});
    }
    if raw.get("error").is_some() {
        error(&raw, &mut out);
    } else if suite == Suite::Expressions {
        for key in ["value", "string", "type", "data", "resources"] {
            keep(&raw, key, &mut out);
        }
        // What is the same three times need be said once only.
        if out.get("string") == out.get("value") {
            out.remove("string");
        }
        if out.get("data").is_some_and(|data| Some(data.to_string().as_str()) == out.get("value").and_then(Value::as_str)) {
            out.remove("data");
        }
    } else {
        catalog(&raw, &mut out);
    }
    if let Some(logs) = raw.get("logs").and_then(Value::as_array).filter(|logs| !logs.is_empty()) {
        out.insert("logs".into(), logs.iter().map(log).collect());
    }
    Value::Object(out)
}

fn keep(raw: &Value, key: &str, out: &mut Map<String, Value>) {
    if let Some(value) = raw.get(key) {
        out.insert(key.into(), value.clone());
    }
}

fn error(raw: &Value, out: &mut Map<String, Value>) {
    for key in ["error", "file", "line", "column"] {
        keep(raw, key, out);
    }
    // What is no error of Puppet's own is an exception that reaches the user.
    let class = raw["class"].as_str().unwrap_or("Puppet::");
    let broken = matches!(raw["kind"].as_str(), Some("stack" | "internal" | "exit" | "timeout"));
    if broken || !class.starts_with("Puppet::") {
        out.insert("crash".into(), true.into());
    }
}

/// A line as a terminal shows it: `warning: text (file: F, line: 1, column: 2)`.
fn log(record: &Value) -> Value {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let mut line = format!("{}: {}", text("level"), text("message"));
    let place: Vec<String> = [("file", "file"), ("line", "line"), ("pos", "column")]
        .iter()
        .filter_map(|(key, name)| match &record[*key] {
            Value::Null => None,
            Value::String(text) => Some(format!("{name}: {text}")),
            other => Some(format!("{name}: {other}")),
        })
        .collect();
    if !place.is_empty() {
        line.push_str(&format!(" ({})", place.join(", ")));
    }
    // A logging function says where it was called.
    let source = text("source");
    if !source.is_empty() && source != "Scope(Class[main])" {
        line.push_str(&format!(" [{source}]"));
    }
    line.into()
}

fn catalog(raw: &Value, out: &mut Map<String, Value>) {
    let catalog = &raw["catalog"];
    out.insert("resources".into(), resources(&catalog["resources"]));
    out.insert("contained".into(), edges(&catalog["edges"], |e| !is_prelude(e)));
    for key in ["classes", "tags", "name", "environment"] {
        keep(catalog, key, out);
    }
    if out.get("environment").is_some_and(|e| e == "production") {
        out.remove("environment");
    }
    if out.get("name").is_some_and(|e| e == "oracle.example.com") {
        out.remove("name");
    }
    keep(raw, "virtual", out);
    if raw.get("edges").is_some() {
        out.insert("edges".into(), edges(&raw["edges"], |_| true));
    }
    if let Some(Value::Array(_)) = raw.get("expanded") {
        let expanded = edges(&raw["expanded"], |_| true);
        let count = expanded.as_array().map_or(0, Vec::len);
        out.insert("expanded".into(), format!("{count} {}", digest::value(&expanded)).into());
    }
    for key in ["order", "cycles", "cycle_report"] {
        keep(raw, key, out);
    }
    if let Some(problem) = raw.get("ral_error") {
        let mut inner = Map::new();
        error(problem, &mut inner);
        out.insert("ral_error".into(), inner.into());
    }
}

fn is_prelude(edge: &Value) -> bool {
    edge["source"] == "Stage[main]" && (edge["target"] == "Class[Settings]" || edge["target"] == "Class[main]")
}

/// The three resources that every catalog begins with count as one word where they are as always.
fn resources(list: &Value) -> Value {
    let mut all: Vec<Value> = list.as_array().cloned().unwrap_or_default();
    let standard = [
        json!({"type":"Stage","title":"main","tags":["stage"],"exported":false,"kind":"compilable_type","parameters":{"name":"main"}}),
        json!({"type":"Class","title":"Settings","tags":["class","settings"],"exported":false,"kind":"unknown"}),
        json!({"type":"Class","title":"main","tags":["class"],"exported":false,"kind":"unknown","parameters":{"name":"main"}}),
    ];
    if all.len() >= 3 && all.iter().zip(&standard).all(|(is, usual)| is == usual) {
        all.splice(..3, ["standard".into()]);
    }
    for resource in all.iter_mut().filter_map(Value::as_object_mut) {
        if resource.get("exported") == Some(&Value::Bool(false)) {
            resource.remove("exported");
        }
        if let Some(Value::Array(tags)) = resource.get_mut("tags") {
            tags.sort_by_key(Value::to_string);
        }
    }
    all.into()
}

/// Edges as texts, in the order of the texts: the order in which Puppet keeps them says nothing.
fn edges(list: &Value, wanted: impl Fn(&Value) -> bool) -> Value {
    let text = |edge: &Value| {
        let arrow = if edge["event"] == "ALL_EVENTS" { "~>" } else { "->" };
        let auto = if edge["kind"] == "auto" { " (auto)" } else { "" };
        format!("{} {arrow} {}{auto}", edge["source"].as_str().unwrap_or_default(), edge["target"].as_str().unwrap_or_default())
    };
    let mut all: Vec<String> = list.as_array().into_iter().flatten().filter(|e| wanted(e)).map(text).collect();
    all.sort();
    all.into()
}

/// Puts words in the place of what changes from run to run, in all texts.
fn strings(value: Value) -> Value {
    match value {
        Value::String(text) => steady(&text).into(),
        Value::Array(items) => items.into_iter().map(strings).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (steady(&key), strings(value))).collect::<Map<_, _>>().into(),
        other => other,
    }
}

/// Addresses of objects, the folder of the environment, folders of Puppet's, and a number of the JSON library.
fn steady(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(":0x0000").and_then(|r| hexadecimal(r, 12)) {
            out.push_str(":0x…");
            rest = after;
        } else if let Some(after) = environment(rest) {
            out.push_str("{env}");
            rest = after;
        } else if let Some((place, after)) = own_folder(rest) {
            out.push_str(place);
            rest = after;
        } else if let Some(after) = token_number(rest, out.chars().last()) {
            out.push('N');
            rest = after;
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn hexadecimal(text: &str, count: usize) -> Option<&str> {
    text.as_bytes().get(..count)?.iter().all(u8::is_ascii_hexdigit).then(|| &text[count..])
}

/// The folders that `boot` in `common.rb` gives Puppet, with the defaults of the settings that name them.
const OWN_FOLDERS: [(&str, &str); 5] = [
    ("/conf", "/etc/puppetlabs/puppet"),
    ("/var", "/opt/puppetlabs/puppet/cache"),
    ("/log", "/var/log/puppetlabs/puppet"),
    ("/run", "/var/run/puppetlabs"),
    ("/public", "/opt/puppetlabs/puppet/public"),
];

/// The default of a folder that only the questioned Puppet has, and the rest after that.
fn own_folder(text: &str) -> Option<(&'static str, &str)> {
    let rest = text.strip_prefix("/tmp/oracle")?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let is_end = |it: &str| !it.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    OWN_FOLDERS.iter().find_map(|(folder, default)| Some((*default, rest.strip_prefix(folder).filter(|it| is_end(it))?)))
}

/// Rest after the folder that holds the files of a case.
fn environment(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("/tmp").unwrap_or(text).strip_prefix("/oracle")?;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let rest = rest.trim_start_matches(word).strip_prefix("/code/environments/")?;
    Some(rest.trim_start_matches(word))
}

fn token_number(text: &str, before: Option<char>) -> Option<&str> {
    if before.is_some_and(|c| c.is_ascii_digit()) {
        return None;
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len() && rest.starts_with(": unexpected token at")).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_from_run_to_run_does_not_count() {
        assert_eq!(steady("by #<Puppet::Resource::Type:0x00007f3a12345678>"), "by #<Puppet::Resource::Type:0x…>");
        assert_eq!(steady("got '+0x8000000000000000'"), "got '+0x8000000000000000'");
        assert_eq!(steady("(file: /tmp/oracle20261121-1-abc/code/environments/e12_3/modules/m/a.pp)"), "(file: {env}/modules/m/a.pp)");
        assert_eq!(steady("/oracle/code/environments/e1/x"), "{env}/x");
        assert_eq!(steady("a /tmp/oracle20261121-1-abc/conf/x.conf"), "a /etc/puppetlabs/puppet/x.conf");
        assert_eq!(steady("/tmp/oracle20261121-1-abc/var"), "/opt/puppetlabs/puppet/cache");
        assert_eq!(steady("/tmp/oracle20261121-1-abc/config"), "/tmp/oracle20261121-1-abc/config");
        assert_eq!(steady("\"859: unexpected token at 'x'\" 12: a"), "\"N: unexpected token at 'x'\" 12: a");
    }

    #[test]
    fn an_error_is_its_text_and_place() {
        let raw = json!({"id": "a", "error": "E", "class": "Puppet::Error", "kind": "eval", "message": "E (line: 1)", "line": 1});
        assert_eq!(answer(Suite::Expressions, raw), json!({"error": "E", "line": 1}));
        let raw = json!({"id": "a", "error": "undefined method", "class": "NoMethodError"});
        assert_eq!(answer(Suite::Expressions, raw), json!({"error": "undefined method", "crash": true}));
    }

    #[test]
    fn edges_are_texts_in_order() {
        let list = json!([
            {"source": "B[b]", "target": "C[c]", "event": "ALL_EVENTS", "callback": "refresh", "kind": "manual"},
            {"source": "A[a]", "target": "B[b]", "event": "NONE", "kind": "auto"},
        ]);
        assert_eq!(edges(&list, |_| true), json!(["A[a] -> B[b] (auto)", "B[b] ~> C[c]"]));
    }
}
