//! `concat_file` of concat: a file that is put together from fragments. It comes of the resource as a `file` of its own.

use serde_json::{Map, Value as Json, json};

use super::file::source::source;
use crate::instance::{Cx, Failure, Found, Instance};
use crate::show::plain;
use crate::subject::Subject;

/// `concat_file`.
pub struct Concat {
    path: String,
    tag: Option<String>,
    is_absent: bool,
    by_number: bool,
    ends_lines: bool,
    format: String,
    force: bool,
}

/// What the file has from the resource.
const OF_FILE: [&str; 8] = ["owner", "group", "mode", "replace", "backup", "validate_cmd", "show_diff", "noop"];

/// How deep data of fragments are merged.
const DEEPEST: usize = 128;

impl Concat {
    pub fn new(subject: &Subject) -> Concat {
        let on = |name: &str| subject.is_on(name) == Some(true);
        Concat {
            path: subject.text("path").unwrap_or_else(|| subject.title.clone()),
            tag: subject.text("tag"),
            is_absent: subject.text("ensure").as_deref() == Some("absent"),
            by_number: subject.text("order").as_deref() != Some("alpha"),
            ends_lines: on("ensure_newline"),
            format: subject.text("format").unwrap_or_else(|| "plain".to_owned()),
            force: on("force"),
        }
    }

    fn is_of(&self, fragment: &Subject, own_title: &str) -> bool {
        let target = fragment.text("target");
        let has = |name: &str| target.as_deref() == Some(name);
        let tag = fragment.text("tag");
        has(&self.path) || has(own_title) || (tag.is_some() && tag == self.tag)
    }

    /// The texts of the fragments in their order, and whether any of them is secret.
    fn fragments(&self, cx: &mut Cx<'_>) -> Result<(Vec<String>, bool), Failure> {
        let all = cx.around.all("Concat_fragment").into_iter().filter(|it| self.is_of(it, &cx.subject.title));
        let mut fragments: Vec<Subject> = all.cloned().collect();
        let by_number = self.by_number;
        fragments.sort_by_key(|it| {
            let order = it.text("order").unwrap_or_else(|| "10".to_owned());
            let name = it.text("name").unwrap_or_else(|| it.title.clone());
            (key(&order, by_number), key(&name, by_number))
        });
        let is_secret = fragments.iter().any(|it| it.is_sensitive("content"));
        let mut texts = Vec::new();
        for fragment in &fragments {
            let mut text = match fragment.text("content") {
                Some(text) => text,
                None => of_source(fragment, cx)?,
            };
            if self.ends_lines && !text.ends_with('\n') {
                text.push('\n');
            }
            texts.push(text);
        }
        Ok((texts, is_secret))
    }

    fn text(&self, fragments: &[String]) -> Result<String, Failure> {
        if self.format == "plain" {
            return Ok(fragments.concat());
        }
        if !self.format.starts_with("json") {
            return Err(Failure::new(format!("Bunraku cannot put fragments together as {} yet", self.format)));
        }
        let mut all = Vec::new();
        for fragment in fragments {
            all.push(serde_json::from_str::<Json>(fragment).map_err(|it| Failure::new(format!("A fragment is no JSON: {it}")))?);
        }
        let value = if self.format.starts_with("json-array") {
            Json::Array(all)
        } else {
            all.into_iter().try_fold(Json::Null, |one, other| merged(one, other, self.force, 0))?
        };
        let value = if value.is_null() { json!({}) } else { value };
        let written = if self.format.ends_with("pretty") { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        written.map_err(|it| Failure::new(it.to_string()))
    }
}

/// Numbers come before texts, and among themselves by their value.
fn key(text: &str, by_number: bool) -> (bool, u64, String) {
    match text.parse() {
        Ok(number) if by_number => (false, number, String::new()),
        _ => (true, 0, text.to_owned()),
    }
}

fn of_source(fragment: &Subject, cx: &mut Cx<'_>) -> Result<String, Failure> {
    let names = fragment.texts("source");
    for name in &names {
        if let Some(found) = source(name, true, cx)? {
            let bytes = cx.system.read(&found.path).map_err(|it| Failure::of_system(&it, &found.path))?;
            return String::from_utf8(bytes).map_err(|_| Failure::new(format!("{name} is not valid UTF-8")));
        }
    }
    Err(Failure::new(format!("Could not retrieve source(s) {}", names.join(", "))))
}

fn merged(one: Json, other: Json, force: bool, depth: usize) -> Result<Json, Failure> {
    if depth > DEEPEST {
        return Err(Failure::new("The data of the fragments are too deep"));
    }
    Ok(match (one, other) {
        (one, Json::Null) => one,
        (Json::Null, other) => other,
        (Json::Array(mut one), Json::Array(other)) => {
            for value in other {
                if !one.contains(&value) {
                    one.push(value);
                }
            }
            Json::Array(one)
        }
        (Json::Object(one), Json::Object(other)) => Json::Object(merged_hashes(one, other, force, depth)?),
        (one, _) => one,
    })
}

fn merged_hashes(mut one: Map<String, Json>, other: Map<String, Json>, force: bool, depth: usize) -> Result<Map<String, Json>, Failure> {
    for (key, value) in other {
        let merged = match (one.remove(&key), value) {
            (None, value) => value,
            (Some(first), second)
                if first.is_object() == second.is_object() && (first.is_object() || (first.is_array() && second.is_array())) =>
            {
                merged(first, second, force, depth + 1)?
            }
            (Some(first), second) if first == second || force => first,
            (Some(first), second) => {
                let (first, second) = (plain(&first), plain(&second));
                let message =
                    format!("Duplicate key '{key}' found with values '{first}' and {second}'. Use 'force' attribute to merge keys.");
                return Err(Failure::new(message));
            }
        };
        one.insert(key, merged);
    }
    Ok(one)
}

impl Instance for Concat {
    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, Failure> {
        Ok(Vec::new())
    }

    fn set(&mut self, _property: &str, _cx: &mut Cx<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn generate_first(&mut self, cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), Failure> {
        let mut parameters = vec![("ensure".to_owned(), json!(if self.is_absent { "absent" } else { "file" }))];
        parameters.extend(OF_FILE.iter().filter_map(|it| Some(((*it).to_owned(), cx.subject.value(it)?.clone()))));
        let mut sensitive = Vec::new();
        if !self.is_absent {
            let (fragments, is_secret) = self.fragments(cx)?;
            parameters.push(("content".to_owned(), json!(self.text(&fragments)?)));
            if is_secret {
                sensitive.push("content".to_owned());
            }
        }
        let found = Found { type_name: "File".to_owned(), title: self.path.clone(), parameters, sensitive };
        Ok((vec![found], false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transaction::tests::Run;

    #[test]
    fn fragments_come_in_their_order() {
        let mut run = Run::new();
        let told = run.tell(&[
            ("Concat_file", "/t/f", json!({"ensure_newline": true, "mode": "0600"})),
            ("Concat_fragment", "z", json!({"target": "/t/f", "content": "two", "order": "2"})),
            ("Concat_fragment", "b", json!({"target": "/t/f", "content": "ten b\n"})),
            ("Concat_fragment", "a", json!({"target": "/t/f", "content": "ten a", "order": 10})),
            ("Concat_fragment", "other", json!({"target": "/t/g", "content": "no"})),
        ]);
        assert!(told.starts_with("Notice: /Stage[main]/Main/File[/t/f]/ensure: defined content as '{sha256}"), "{told}");
        assert_eq!(run.memory.entries["/t/f"].bytes, b"two\nten a\nten b\n");
        assert_eq!(run.memory.entries["/t/f"].found.mode, 0o600);
    }

    #[test]
    fn data_are_merged() {
        let merge = |one: Json, other: Json, force| merged(one, other, force, 0).map_err(|it| it.message);
        assert_eq!(merge(json!({"a": {"b": [1]}}), json!({"a": {"b": [1, 2], "c": 3}}), false), Ok(json!({"a": {"b": [1, 2], "c": 3}})));
        assert_eq!(merge(json!({"a": 1}), json!({"a": 2}), true), Ok(json!({"a": 1})));
        assert!(merge(json!({"a": 1}), json!({"a": 2}), false).unwrap_err().starts_with("Duplicate key 'a'"));
    }
}
