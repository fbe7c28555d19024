//! Difference between two catalogs. Places in files do not count, nor does the order of resources that are the same.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value, json};
use smol_str::SmolStr;

use crate::{Catalog, Resource, ResourceId};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    pub removed: Vec<Entry>,
    pub added: Vec<Entry>,
    pub changed: Vec<Changed>,
    pub classes_removed: Vec<SmolStr>,
    pub classes_added: Vec<SmolStr>,
}

/// A resource of one of the catalogs.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub reference: String,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// Its parameters without secrets.
    pub parameters: Vec<(SmolStr, Value)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// As it is in the second catalog.
    pub entry: Entry,
    pub parameters: Vec<Change>,
    /// Containers before and after, if they differ.
    pub container: Option<(Option<String>, Option<String>)>,
}

/// A value before and after; none where it was not given. A secret is a word that says so.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub parameter: SmolStr,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl Diff {
    pub fn new(before: &Catalog, after: &Catalog) -> Diff {
        let mut diff = Diff::default();
        let (old, new) = (by_name(before), by_name(after));
        let (old_containers, new_containers) = (containers(before), containers(after));
        for id in real(before) {
            let name = crate::puppet::reference(&before[id]);
            if !new.contains_key(&name) {
                diff.removed.push(entry(&before[id]));
            }
        }
        for id in real(after) {
            let resource = &after[id];
            let name = crate::puppet::reference(resource);
            let Some(other) = old.get(&name).map(|it| &before[*it]) else {
                diff.added.push(entry(resource));
                continue;
            };
            let parameters = changes(other, resource);
            let container = (old_containers.get(&name), new_containers.get(&name));
            let moved = (container.0 != container.1).then(|| (container.0.cloned(), container.1.cloned()));
            if !parameters.is_empty() || moved.is_some() {
                diff.changed.push(Changed { entry: entry(resource), parameters, container: moved });
            }
        }
        let only = |these: &[SmolStr], those: &[SmolStr]| {
            let those: FxHashSet<&SmolStr> = those.iter().collect();
            these.iter().filter(|it| !those.contains(it)).cloned().collect()
        };
        diff.classes_removed = only(&before.classes, &after.classes);
        diff.classes_added = only(&after.classes, &before.classes);
        diff
    }

    pub fn is_empty(&self) -> bool {
        self.removed.is_empty()
            && self.added.is_empty()
            && self.changed.is_empty()
            && self.classes_removed.is_empty()
            && self.classes_added.is_empty()
    }

    /// For people: `-` is in the first catalog only, `+` in the second, `~` in both. Paths are shown as a function has them.
    /// Texts of several lines are compared by another one, which gets both.
    pub fn text(&self, path: &dyn Fn(&str) -> String, compare: &dyn Fn(&str, &str) -> String) -> String {
        let place = |it: &Entry| place(it, path);
        let mut out = String::new();
        for (sign, classes) in [('-', &self.classes_removed), ('+', &self.classes_added)] {
            for class in classes {
                out.push_str(&format!("{sign} class {class}\n"));
            }
        }
        for (sign, entries) in [('-', &self.removed), ('+', &self.added)] {
            for it in entries {
                out.push_str(&format!("{sign} {}{}\n", one_line(&it.reference), place(it)));
            }
        }
        for it in &self.changed {
            out.push_str(&format!("~ {}{}\n", one_line(&it.entry.reference), place(&it.entry)));
            if let Some((from, to)) = &it.container {
                let name = |it: &Option<String>| it.as_deref().map_or_else(|| "nothing".to_owned(), one_line);
                out.push_str(&format!("    is in {}, was in {}\n", name(to), name(from)));
            }
            for change in &it.parameters {
                out.push_str(&match (&change.before, &change.after) {
                    (Some(Value::String(before)), Some(Value::String(after))) if before.contains('\n') || after.contains('\n') => {
                        let lines: String = compare(before, after).lines().map(|it| format!("        {}\n", one_line(it))).collect();
                        format!("    ~ {}:\n{lines}", change.parameter)
                    }
                    (Some(before), Some(after)) => format!("    ~ {}: {before} => {after}\n", change.parameter),
                    (Some(before), None) => format!("    - {}: {before}\n", change.parameter),
                    (None, Some(after)) => format!("    + {}: {after}\n", change.parameter),
                    (None, None) => String::new(),
                });
            }
        }
        out
    }

    pub fn json(&self) -> Value {
        let plain = |it: &Entry| {
            let mut out = located(it);
            let parameters: Map<String, Value> = it.parameters.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
            out.insert("parameters".into(), parameters.into());
            Value::Object(out)
        };
        let changed = |it: &Changed| {
            let mut out = located(&it.entry);
            let mut parameters = Map::new();
            for change in &it.parameters {
                let mut both = Map::new();
                if let Some(before) = &change.before {
                    both.insert("before".into(), before.clone());
                }
                if let Some(after) = &change.after {
                    both.insert("after".into(), after.clone());
                }
                parameters.insert(change.parameter.to_string(), both.into());
            }
            out.insert("parameters".into(), parameters.into());
            if let Some((before, after)) = &it.container {
                out.insert("container".into(), json!({"before": before, "after": after}));
            }
            Value::Object(out)
        };
        json!({
            "classes": {"removed": self.classes_removed, "added": self.classes_added},
            "removed": self.removed.iter().map(plain).collect::<Vec<_>>(),
            "added": self.added.iter().map(plain).collect::<Vec<_>>(),
            "changed": self.changed.iter().map(changed).collect::<Vec<_>>(),
        })
    }
}

fn located(it: &Entry) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("resource".into(), it.reference.clone().into());
    if let Some(file) = &it.file {
        out.insert("file".into(), (**file).into());
    }
    if let Some(line) = it.line {
        out.insert("line".into(), line.into());
    }
    out
}

/// A title may be several lines, or want to be something that moves the cursor.
fn one_line(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect::<Vec<_>>() } else { vec![c] }).collect()
}

fn place(it: &Entry, path: &dyn Fn(&str) -> String) -> String {
    match (it.file.as_deref().filter(|it| !it.is_empty()), it.line) {
        (Some(file), Some(line)) => format!("  ({}:{line})", one_line(&path(file))),
        (Some(file), None) => format!("  ({})", one_line(&path(file))),
        (None, _) => String::new(),
    }
}

fn real(catalog: &Catalog) -> impl Iterator<Item = ResourceId> {
    catalog.ids().filter(|id| !catalog[*id].is_virtual)
}

fn by_name(catalog: &Catalog) -> FxHashMap<String, ResourceId> {
    real(catalog).map(|id| (crate::puppet::reference(&catalog[id]), id)).collect()
}

/// Container of each resource: the first, where it was declared.
fn containers(catalog: &Catalog) -> FxHashMap<String, String> {
    let mut found = FxHashMap::default();
    for (container, content) in catalog.containment() {
        found.entry(crate::puppet::reference(&catalog[content])).or_insert_with(|| crate::puppet::reference(&catalog[container]));
    }
    found
}

const SECRET: &str = "[value redacted]";

fn is_secret(resource: &Resource, parameter: &str, value: &Value) -> bool {
    resource.sensitive_parameters.iter().any(|it| it == parameter) || has_secret(value)
}

/// A secret inside of a value is marked as Puppet marks it.
fn has_secret(value: &Value) -> bool {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(items) => rest.extend(items),
            Value::Object(map) if map.get("__ptype").is_some_and(|it| it == "Sensitive") => return true,
            Value::Object(map) => rest.extend(map.values()),
            _ => {}
        }
    }
    false
}

fn shown(resource: &Resource, parameter: &str, value: &Value) -> Value {
    if is_secret(resource, parameter, value) { SECRET.into() } else { value.clone() }
}

fn entry(resource: &Resource) -> Entry {
    Entry {
        reference: crate::puppet::reference(resource),
        file: resource.file.clone(),
        line: resource.line,
        parameters: resource.parameters.iter().map(|(name, it)| (name.clone(), shown(resource, name, &it.value))).collect(),
    }
}

fn changes(before: &Resource, after: &Resource) -> Vec<Change> {
    let mut found = Vec::new();
    for (name, it) in &before.parameters {
        match after.value(name) {
            Some(value) if *value == it.value => {}
            other => found.push(Change {
                parameter: name.clone(),
                before: Some(shown(before, name, &it.value)),
                after: other.map(|value| shown(after, name, value)),
            }),
        }
    }
    for (name, it) in after.parameters.iter().filter(|(name, _)| !before.parameters.contains_key(name)) {
        found.push(Change { parameter: name.clone(), before: None, after: Some(shown(after, name, &it.value)) });
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::Kind;

    fn catalog(resources: &[(&str, &str, Value)]) -> Catalog {
        let mut catalog = Catalog::new("n", "production");
        let main = catalog.add(Resource::new("Class", "main", Kind::Class)).unwrap();
        for (type_name, title, parameters) in resources {
            let mut resource = Resource::new(*type_name, *title, Kind::Compilable);
            for (name, value) in parameters.as_object().unwrap() {
                resource.set(name.as_str(), value.clone());
            }
            resource.sensitive_parameters = vec!["password".into()];
            let id = catalog.add(resource).unwrap();
            catalog.contain(main, id);
        }
        catalog
    }

    #[test]
    fn what_is_the_same_is_no_difference() {
        let one = catalog(&[("File", "/a", json!({"mode": "0644"})), ("File", "/b", json!({}))]);
        let other = catalog(&[("File", "/b", json!({})), ("File", "/a", json!({"mode": "0644"}))]);
        assert!(Diff::new(&one, &other).is_empty());
        assert_eq!(Diff::new(&one, &other).text(&str::to_owned, &|_, _| String::new()), "");
    }

    #[test]
    fn what_differs_is_told() {
        let mut one = catalog(&[
            ("File", "/a", json!({"mode": "0644", "owner": "root", "password": "old"})),
            ("File", "/gone", json!({})),
            ("Notify", "secret", json!({"message": {"x": [{"__ptype": "Sensitive", "__pvalue": "s"}]}})),
        ]);
        let other = catalog(&[
            ("File", "/a", json!({"mode": "0600", "group": ["a", 1], "password": "new"})),
            ("File", "/new\nline", json!({})),
            ("Notify", "secret", json!({"message": "plain"})),
        ]);
        one.classes = vec!["a".into(), "b".into()];
        let diff = Diff::new(&one, &other);
        expect![[r#"
            - class a
            - class b
            - File[/gone]
            + File[/new\nline]
            ~ File[/a]
                ~ mode: "0644" => "0600"
                - owner: "root"
                ~ password: "[value redacted]" => "[value redacted]"
                + group: ["a",1]
            ~ Notify[secret]
                ~ message: "[value redacted]" => "plain"
        "#]]
        .assert_eq(&diff.text(&str::to_owned, &|before, after| format!("{before:?} {after:?}")));
        expect![[r#"{"classes":{"removed":["a","b"],"added":[]},"removed":[{"resource":"File[/gone]","parameters":{}}],"added":[{"resource":"File[/new\nline]","parameters":{}}],"changed":[{"resource":"File[/a]","parameters":{"mode":{"before":"0644","after":"0600"},"owner":{"before":"root"},"password":{"before":"[value redacted]","after":"[value redacted]"},"group":{"after":["a",1]}}},{"resource":"Notify[secret]","parameters":{"message":{"before":"[value redacted]","after":"plain"}}}]}"#]]
        .assert_eq(&diff.json().to_string());
    }
}
