//! `concat_file` of concat: a file that is put together from fragments. It comes of the resource as a `file` of its own.

mod data;

use serde_json::json;
use smol_str::SmolStr;

use super::file::content::Algorithm;
use super::file::source::source;
use super::file::web;
use crate::instance::{Around, Child, Cx, Found, Instance, ProviderError};
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

/// Parameters that the file takes from the resource.
const OF_FILE: [&str; 8] = ["owner", "group", "mode", "replace", "backup", "validate_cmd", "show_diff", "noop"];

impl Concat {
    pub fn new(subject: &Subject) -> Concat {
        let on = |name: &str| subject.is_on(name) == Some(true);
        Concat {
            path: subject.text("path").unwrap_or_else(|| subject.title.to_string()),
            tag: subject.text("tag"),
            is_absent: subject.text("ensure").as_deref() == Some("absent"),
            by_number: subject.text("order").as_deref() != Some("alpha"),
            ends_lines: on("ensure_newline"),
            format: subject.text("format").unwrap_or_else(|| "plain".to_owned()),
            force: on("force"),
        }
    }

    fn fragments(&self, cx: &Cx<'_>) -> Vec<Subject> {
        let all = cx.around.all("Concat_fragment").into_iter().filter(|it| is_of(it, &cx.subject.title, &self.path, self.tag.as_ref()));
        all.cloned().collect()
    }

    /// The texts of the fragments in their order.
    fn texts(&self, cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
        let mut fragments = self.fragments(cx);
        let by_number = self.by_number;
        fragments.sort_by_key(|it| {
            let order = it.text("order").unwrap_or_else(|| "10".to_owned());
            let name = it.text("name").unwrap_or_else(|| it.title.to_string());
            (key(&order, by_number), key(&name, by_number))
        });
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
        Ok(texts)
    }

    fn text(&self, fragments: &[String]) -> Result<String, ProviderError> {
        match data::Written::of_name(&self.format) {
            None => Ok(fragments.concat()),
            Some(written) => data::merge_fragments(fragments, written, self.force),
        }
    }

    /// The file, without what it is to hold: the sources of fragments may only come.
    fn file(&self, cx: &Cx<'_>) -> Found {
        let mut parameters = vec![("ensure".to_owned(), json!(if self.is_absent { "absent" } else { "file" }))];
        parameters.extend(OF_FILE.iter().filter_map(|it| Some(((*it).to_owned(), cx.subject.value(it)?.clone()))));
        // What is secret here is secret there.
        let mut sensitive: Vec<String> = OF_FILE.iter().filter(|it| cx.subject.is_sensitive(it)).map(|it| (*it).to_owned()).collect();
        if self.fragments(cx).iter().any(|it| it.is_sensitive("content")) {
            sensitive.push("content".to_owned());
        }
        Found { type_name: "File".to_owned(), title: self.path.clone(), parameters, sensitive }
    }
}

/// Whether a fragment is one of a file.
fn is_of(fragment: &Subject, title: &str, path: &str, of_file: Option<&String>) -> bool {
    let target = fragment.text("target");
    let has = |name: &str| target.as_deref() == Some(name);
    let tag = fragment.text("tag");
    has(path) || has(title) || (tag.is_some() && tag.as_ref() == of_file)
}

/// The fragments without a file, and the message of each: their content is never shown.
pub fn lost(around: &dyn Around) -> Vec<(SmolStr, String)> {
    let fragments = around.all("Concat_fragment");
    if fragments.is_empty() {
        return Vec::new();
    }
    let path = |it: &Subject| it.text("path").unwrap_or_else(|| it.title.to_string());
    let files: Vec<(&str, String, Option<String>)> =
        around.all("Concat_file").into_iter().map(|it| (it.title.as_str(), path(it), it.text("tag"))).collect();
    let is_lost = |fragment: &&Subject| !files.iter().any(|(title, path, tag)| is_of(fragment, title, path, tag.as_ref()));
    let warning = |fragment: &Subject| {
        let target = fragment.text("target").unwrap_or_default();
        // Its quote is not closed, as the module has it.
        let tag = fragment.text("tag").map_or_else(String::new, |it| format!("or tag '{it} "));
        (fragment.reference.clone(), format!("Target Concat_file with path or title '{target}' {tag}not found in the catalog"))
    };
    fragments.into_iter().filter(is_lost).map(warning).collect()
}

/// Numbers come before texts, and among themselves by their value.
fn key(text: &str, by_number: bool) -> (bool, u64, String) {
    match text.parse() {
        Ok(number) if by_number => (false, number, String::new()),
        _ => (true, 0, text.to_owned()),
    }
}

fn of_source(fragment: &Subject, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    let names = fragment.texts("source");
    for name in &names {
        let text = |path: &str, cx: &mut Cx<'_>| {
            let bytes = cx.system.read(path).map_err(|it| ProviderError::of_system(&it, path))?;
            String::from_utf8(bytes).map_err(|_| ProviderError::new(format!("{name} is not valid UTF-8")))
        };
        if web::is_address(name) {
            if web::sum(name, Algorithm::Sha256, cx)?.is_some() {
                return web::with_copy(name, cx, text)?;
            }
        } else if let Some(found) = source(name, true, cx)? {
            return text(&found.path, cx);
        }
    }
    Err(ProviderError::new(format!("Could not retrieve source(s) {}", names.join(", "))))
}

impl Instance for Concat {
    fn generate_first(&mut self, cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), ProviderError> {
        Ok((vec![self.file(cx)], false))
    }

    /// Generates the file, whose content is known once its turn has come.
    fn generate(&mut self, cx: &mut Cx<'_>) -> Result<Vec<Child>, ProviderError> {
        let parameters = match self.is_absent {
            true => Vec::new(),
            false => {
                let texts = self.texts(cx)?;
                vec![("content".to_owned(), json!(self.text(&texts)?))]
            }
        };
        Ok(vec![Child { type_name: Some("File".to_owned()), title: self.path.clone(), parameters }])
    }
}
