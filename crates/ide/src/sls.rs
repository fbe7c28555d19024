//! Features in files of states: what a word means is read from the lines of the files, and what states do from the compilation.

pub(crate) mod calls;
pub(crate) mod completion;
pub(crate) mod goto;
pub(crate) mod graph;
pub(crate) mod hover;
mod ids;
mod jinja_names;
mod line;
pub(crate) mod order;
mod pillar_keys;
pub(crate) mod references;
pub(crate) mod rendered;
pub(crate) mod report;
pub(crate) mod signature;
mod sls_names;
pub(crate) mod symbols;
pub(crate) mod tokens;

use std::path::Path;
use std::sync::Arc;

use analysis::salt::{Place, Role as PlaceRole};
use analysis::{File, Snapshot};
use salt::outline::{Found, Outline, Role, Tag, Word, tags};
use syntax::{TextSize, text_range};

/// Whether a file belongs to a tree of states.
pub(crate) fn is_states(snapshot: Snapshot<'_>, file: File) -> bool {
    analysis::is_states(Path::new(&*snapshot.path(file)))
}

/// A file of states, and where it lies.
pub(crate) struct Document {
    pub(crate) place: Arc<Place>,
    pub(crate) outline: Arc<Outline>,
    pub(crate) text: Arc<str>,
}

/// Element under the cursor.
pub(crate) enum At<'d> {
    /// A word of YAML.
    Word(Found<'d>),
    /// A text in quotes in a tag of Jinja: the tag up to it, and the text.
    Quoted { before: &'d str, word: Word },
}

impl Document {
    pub(crate) fn open(snapshot: Snapshot<'_>, file: File) -> Option<Document> {
        Some(Document { place: snapshot.sls_place(file)?, outline: snapshot.sls_outline(file), text: snapshot.text(file) })
    }

    pub(crate) fn is_top(&self) -> bool {
        self.place.role == PlaceRole::Top || self.place.role == PlaceRole::Pillar && self.place.below.ends_with("top.sls")
    }

    /// Whether the file has states.
    pub(crate) fn has_states(&self) -> bool {
        matches!(self.place.role, PlaceRole::States | PlaceRole::Other)
    }

    pub(crate) fn at(&self, offset: TextSize) -> Option<At<'_>> {
        let at = usize::from(offset);
        let inside = |it: &&Tag| it.range.start < at && at < it.range.end;
        if let Some(tag) = tags(&self.text).iter().find(inside) {
            return self.quoted(tag, at);
        }
        self.outline.at(at, self.is_top()).map(At::Word)
    }

    /// The text in quotes around a place in a tag.
    fn quoted(&self, tag: &Tag, at: usize) -> Option<At<'_>> {
        let body = self.text.get(tag.range.clone())?;
        let mut open: Option<(usize, char)> = None;
        for (index, character) in body.char_indices() {
            match open {
                None if matches!(character, '\'' | '"') => open = Some((index, character)),
                Some((start, quote)) if character == quote => {
                    let range = tag.range.start + start + 1..tag.range.start + index;
                    if range.start <= at && at <= range.end {
                        let word = Word { text: self.text.get(range.clone())?.to_owned(), range };
                        return Some(At::Quoted { before: body.get(..start)?, word });
                    }
                    open = None;
                }
                _ => {}
            }
        }
        None
    }

    /// Whether a text in quotes is a key of the pillar.
    pub(crate) fn is_pillar_key(before: &str) -> bool {
        let before = before.trim_end();
        ["pillar.get'](", "pillar.get\"](", "pillar.get(", "pillar["].iter().any(|it| before.ends_with(it))
    }

    /// The SLS that a name in this file means.
    pub(crate) fn absolute(&self, name: &str) -> Option<String> {
        if !name.starts_with('.') {
            return Some(name.to_owned());
        }
        let rest = name.trim_start_matches('.');
        let mut parts: Vec<&str> = self.place.name.split('.').collect();
        if self.place.below.ends_with("/init.sls") {
            parts.push("init");
        }
        parts.truncate(parts.len().checked_sub(name.len() - rest.len())?);
        parts.push(rest);
        Some(parts.join("."))
    }
}

/// The states of an outline that a requisite names: those with this ID or name, of this module.
pub(crate) fn named<'o>(outline: &'o Outline, module: Option<&str>, target: &str) -> Vec<&'o Word> {
    let mut found = Vec::new();
    for (node, id) in outline.ids() {
        for (own, _, function) in outline.functions(node) {
            if module.is_some_and(|it| it != own && it != "id") {
                continue;
            }
            if id.text == target {
                found.push(id);
            }
            let names = outline.argument(function, "name").into_iter().chain(outline.argument(function, "names"));
            found.extend(names.filter(|it| it.text == target));
        }
    }
    found.dedup_by(|a, b| a.range == b.range);
    found
}

/// The module of a requisite, by its outline.
pub(crate) fn module_of(outline: &Outline, role: Role) -> Option<&str> {
    match role {
        Role::Target { module: Some(node) } => outline.key(node).map(|it| it.split('.').next().unwrap_or(it)),
        _ => None,
    }
}
