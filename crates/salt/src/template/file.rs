//! Files of a tree that states have as their sources, and render.

use std::rc::Rc;

use jinja::{OriginKind, Source, Value};

use super::{Around, Templates, finished, has_hole, settings, value};
use crate::compile::Compiled;
use crate::problem::{Problem, Unsupported};
use crate::render::Rendered;
use crate::tree::Tree;
use crate::value::{Id, Value as Data};

/// Why a template gives no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrendered {
    pub message: String,
    /// Whether it depends on an unknown value or on something unsupported; else it is wrong.
    pub is_undecided: bool,
}

impl Unrendered {
    fn undecided(message: String) -> Unrendered {
        Unrendered { message, is_undecided: true }
    }
}

/// A file that a `file.managed` renders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Its path below the roots.
    pub path: String,
    /// As the state has it.
    source: String,
    /// The number of the state in its compilation.
    pub chunk: usize,
}

/// Returns the files that states render, in the order of the states.
pub fn uses(compiled: &Compiled, tree: &Tree) -> Vec<Use> {
    let used = |chunk: usize| {
        let found = compiled.chunks.get(chunk).filter(|it| &*it.state == "file" && &*it.fun == "managed")?;
        let get = |name: &str| found.args.get(name).map(|it| compiled.heap.get(it.value));
        let has_contents = ["contents", "contents_pillar", "contents_grains"].iter().any(|it| !matches!(get(it), None | Some(Data::Null)));
        if has_contents || !matches!(get("template"), Some(Data::Str(it)) if &**it == "jinja") {
            return None;
        }
        let texts: Vec<&str> = match get("source")? {
            Data::Str(one) => vec![&**one],
            Data::List(all) => {
                all.iter().filter_map(|it| if let Data::Str(it) = compiled.heap.get(*it) { Some(&**it) } else { None }).collect()
            }
            _ => return None,
        };
        let found = texts.into_iter().find_map(|it| Some((it, it.strip_prefix("salt://").filter(|it| tree.file(it).is_some())?)));
        found.map(|(source, path)| Use { path: path.to_owned(), source: source.to_owned(), chunk })
    };
    (0..compiled.chunks.len()).filter_map(used).collect()
}

impl Templates<'_> {
    /// Renders a file that a state has as its source, with more names. `below` is its path below the root, or nothing.
    pub fn render_file(&self, below: &str, source: &str, names: &[(String, serde_json::Value)]) -> Result<String, Unrendered> {
        if is_plain(source) {
            return Ok(source.to_owned());
        }
        let named = names.iter().map(|(name, json)| {
            let mut heap = crate::value::Heap::default();
            let id = crate::data::from_json(&mut heap, json);
            (name.as_str(), value::from_heap(&heap, id))
        });
        let rendered = self.evaluate_file(below, source, named)?;
        if has_hole(&rendered.text) {
            let hole = rendered.origins.iter().find(|it| it.kind == OriginKind::Hole);
            let why = hole.and_then(|it| rendered.reason(it.place)).map(|it| it.to_string().into());
            return Err(Unrendered::undecided(Unsupported::Unknown { why }.words()));
        }
        Ok(if source.ends_with('\n') { rendered.text + "\n" } else { rendered.text })
    }

    /// Renders a file as a state does, with the place of each part. Unknown values are holes.
    pub fn render_use(&self, used: &Use, compiled: &Compiled, source: &str) -> Result<Rendered, Unrendered> {
        let Some(chunk) = compiled.chunks.get(used.chunk).filter(|_| !is_plain(source)) else { return Ok(Rendered::default()) };
        let of = |id: Id| value::from_heap(&compiled.heap, id);
        let arg = |name: &'static str| (name, chunk.args.get(name).map_or(Value::None, |it| of(it.value)));
        let mut names = vec![("name", Value::str(&*chunk.name_text())), ("source", Value::str(&*used.source))];
        names.extend(["user", "group", "mode", "attrs"].map(arg));
        for argument in ["defaults", "context"] {
            let entries = chunk.args.get(argument).and_then(|it| compiled.heap.map(it.value));
            names.extend(entries.into_iter().flatten().filter_map(|(key, slot)| Some((key.as_str()?, of(slot.value)))));
        }
        let rendered = self.evaluate_file(&used.path, source, names.into_iter())?;
        Ok(finished(rendered, source))
    }

    /// Renders a file with more names, of which the last ones count.
    fn evaluate_file<'n>(
        &self,
        below: &str,
        source: &str,
        names: impl Iterator<Item = (&'n str, Value)>,
    ) -> Result<jinja::Rendered, Unrendered> {
        // What is of the SLS itself is not there.
        let mut context: Vec<(Rc<str>, Value)> = self.context("", below);
        context.retain(|it| !it.0.starts_with("sls"));
        if below.is_empty() {
            context.retain(|it| !it.0.starts_with("tpl"));
        }
        for (name, value) in names {
            context.retain(|it| *it.0 != *name);
            context.push((name.into(), value));
        }
        let host = Around { templates: self };
        let name: Rc<str> = below.into();
        let rendered = jinja::render(&Source::new(Rc::clone(&name), source), context, &host, &settings()).map_err(|error| {
            let problem = self.refused(&below.into(), &name, source, &error).problem;
            let is_undecided = problem.is_undecided();
            match problem {
                Problem::Template { message, .. } | Problem::MissingTemplate { message, .. } => {
                    Unrendered { message: message.to_string(), is_undecided }
                }
                other => Unrendered { message: other.render(crate::Release::V3008), is_undecided },
            }
        })?;
        match rendered.undecided.first() {
            Some(place) => {
                let why = rendered.reason(*place).map(|it| it.to_string().into());
                Err(Unrendered::undecided(Unsupported::Unknown { why }.words()))
            }
            None => Ok(rendered),
        }
    }
}

/// Whether a text stays as it is.
fn is_plain(source: &str) -> bool {
    ["{{", "{%", "{#"].iter().all(|it| !source.contains(it))
}
