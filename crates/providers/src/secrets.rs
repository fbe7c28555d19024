//! Secrets in texts. Programs, servers and the system often quote their input in their errors: the secret values of a resource's manifest
//! are removed from all its messages.

use catalog::Catalog;
use serde_json::Value as Json;

use crate::instance::ProviderError;
use crate::subject::Subject;

/// A secret that is shorter is found in too much that is none.
pub const SHORTEST: usize = 4;

/// Replacement of a secret.
pub const REDACTED: &str = "[redacted]";

/// All texts in a value.
pub fn texts(value: &Json, take: &mut dyn FnMut(&str)) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Json::String(text) => take(text),
            Json::Array(all) => rest.extend(all),
            Json::Object(all) => rest.extend(all.iter().filter(|it| it.0 != "__ptype").map(|it| it.1)),
            _ => {}
        }
    }
}

/// A text without what is secret in it.
pub fn open<'a>(text: &str, secrets: impl IntoIterator<Item = &'a String>) -> String {
    // Of two secrets one may be a part of the other.
    let mut found: Vec<&String> = secrets.into_iter().filter(|it| text.contains(it.as_str())).collect();
    found.sort_by_key(|it| std::cmp::Reverse(it.len()));
    found.into_iter().fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), REDACTED))
}

/// A message about a catalog without what is secret in any of its resources: what is wrong with an attribute quotes its value.
pub fn without_secrets(catalog: &Catalog, text: &str) -> String {
    let resources = catalog.resources().iter();
    let secret = resources.flat_map(|it| it.sensitive_parameters.iter().filter_map(|name| Some((name.as_str(), it.value(name)?))));
    open(text, &shapes(secret))
}

/// The texts in values by which they are found where they are quoted.
fn shapes<'a>(secret: impl Iterator<Item = (&'a str, &'a Json)>) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut keep = |text: &str| {
        // As programs and messages quote it, too: without the space around it, or in quotes.
        let inspected = values::print::inspect_str(text);
        let inner = inspected.get(1..inspected.len().saturating_sub(1)).unwrap_or_default();
        for shape in [text, text.trim(), text.trim_end_matches('/'), inner] {
            if shape.len() >= SHORTEST && !secrets.iter().any(|it| it == shape) {
                secrets.push(shape.to_owned());
            }
        }
    };
    for (name, value) in secret {
        texts(value, &mut |text| {
            keep(text);
            // Of a setting its value is named alone, of a command its program.
            let part = match name {
                "environment" => text.split_once('=').map(|it| it.1),
                "command" | "onlyif" | "unless" | "refresh" => text.split_whitespace().next(),
                _ => None,
            };
            part.into_iter().for_each(&mut keep);
        });
    }
    secrets
}

impl Subject {
    /// A message of this resource without its secrets.
    pub fn open(&self, text: String) -> String {
        if self.sensitive.is_empty() {
            return text;
        }
        open(&text, &self.secrets())
    }

    /// The same of why something could not be done.
    pub fn open_failure(&self, failure: ProviderError) -> ProviderError {
        if self.sensitive.is_empty() {
            return failure;
        }
        let open = |it: Option<String>| it.map(|it| self.open(it));
        ProviderError { cause: open(failure.cause), reported: open(failure.reported), message: self.open(failure.message) }
    }

    fn secrets(&self) -> Vec<String> {
        shapes(self.sensitive.iter().filter_map(|name| Some((name.as_str(), self.value(name)?))))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn subject(parameters: Json) -> Subject {
        let parameters: Vec<(String, Json)> = parameters.as_object().unwrap().clone().into_iter().collect();
        let mut subject = Subject::bare("box", "b", &parameters);
        subject.sensitive = parameters.into_iter().map(|it| it.0).collect();
        subject
    }

    #[test]
    fn what_is_secret_is_taken_out_of_what_is_told() {
        let box_ = subject(json!({"key": ["hush-hush", {"of": "hush"}], "url": "https://u:pw@host/x/", "environment": ["PW=swordfish"]}));
        let open = |text: &str| box_.open(text.to_owned());
        assert_eq!(open("no hush-hush, and no hush"), "no [redacted], and no [redacted]");
        assert_eq!(open("cannot reach https://u:pw@host/x"), "cannot reach [redacted]");
        assert_eq!(open("login as swordfish"), "login as [redacted]");
        let failure = ProviderError { message: "a hush".into(), cause: Some("b hush".into()), reported: Some("c hush".into()) };
        let open =
            ProviderError { message: "a [redacted]".into(), cause: Some("b [redacted]".into()), reported: Some("c [redacted]".into()) };
        assert_eq!(box_.open_failure(failure), open);
    }

    #[test]
    fn a_short_secret_takes_nothing_apart() {
        assert_eq!(subject(json!({"key": "a"})).open("a banana".to_owned()), "a banana");
    }

    #[test]
    fn a_secret_of_several_lines_is_found_in_quotes() {
        let text = subject(json!({"key": "one\ntwo\n"})).open(r#"in "one\ntwo\n" is nothing"#.to_owned());
        assert_eq!(text, r#"in "[redacted]" is nothing"#);
    }
}
