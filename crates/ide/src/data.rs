//! Features in files that are no code: data of Hiera, `hiera.yaml`, `metadata.json`, `Puppetfile`.

pub(crate) mod completion;
pub(crate) mod folding;
pub(crate) mod goto;
pub(crate) mod highlight;
pub(crate) mod hover;
mod installed;
pub(crate) mod links;
mod metadata_keys;
pub(crate) mod named;
mod place;
pub(crate) mod references;
pub(crate) mod selection;
pub(crate) mod symbols;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use analysis::data::{DataPlace, DataText, Role};
use analysis::names::Definition;
use analysis::{File, Snapshot};
use hiera::key::Segment;
use hir::{Owner, Symbol};
use syntax::{TextRange, TextSize, text_range};
use yaml::{Entry, Step};

use crate::names::Target;

/// Whether a file is no code.
pub(crate) fn is_data(snapshot: Snapshot<'_>, file: File) -> bool {
    analysis::is_input(Path::new(&*snapshot.path(file)))
}

/// Whether it is YAML or JSON.
pub(crate) fn is_tree(snapshot: Snapshot<'_>, file: File) -> bool {
    let path = snapshot.path(file);
    ["yaml", "yml", "eyaml", "json"].iter().any(|it| Path::new(&*path).extension().is_some_and(|extension| extension == *it))
}

/// A file that is no code, and what it is.
pub(crate) struct Document {
    pub(crate) place: Arc<DataPlace>,
    pub(crate) text: Arc<DataText>,
    pub(crate) source: Arc<str>,
}

impl Document {
    pub(crate) fn open(snapshot: Snapshot<'_>, file: File) -> Option<Document> {
        Some(Document { place: snapshot.data_place(file)?, text: snapshot.data_text(file), source: snapshot.text(file) })
    }

    pub(crate) fn is_data(&self) -> bool {
        matches!(self.place.role, Role::Data { .. })
    }

    /// The key of Hiera at a place, if the place is in the key itself.
    pub(crate) fn key_at(&self, offset: TextSize) -> Option<&Entry> {
        if !self.is_data() {
            return None;
        }
        let path = self.text.tree.path_at(offset.into());
        match path.as_slice() {
            [Step::Entry { entry, in_key: true }, ..] => Some(*entry),
            [Step::Entry { entry: outer, .. }, Step::Entry { entry, in_key: true }, ..] if outer.key.text() == Some("lookup_options") => {
                Some(*entry)
            }
            _ => None,
        }
    }

    /// A range without the quotes around it.
    pub(crate) fn without_quotes(&self, range: &Range<usize>) -> TextRange {
        without_quotes(&self.source, range)
    }
}

/// A range of a text without the quotes around it.
pub(crate) fn without_quotes(source: &str, range: &Range<usize>) -> TextRange {
    let text = source.get(range.clone()).unwrap_or_default();
    let is_quoted = text.len() >= 2 && ["'", "\""].iter().any(|it| text.starts_with(it) && text.ends_with(it));
    text_range(&if is_quoted { range.start + 1..range.end - 1 } else { range.clone() })
}

/// Binding of a key: the class, the name of its parameter, the definition, the parameter's number.
pub(crate) struct Bound<'k> {
    pub(crate) class: &'k str,
    pub(crate) parameter: &'k str,
    pub(crate) definition: Definition,
    pub(crate) number: usize,
}

impl Bound<'_> {
    /// Symbol of the key in code.
    pub(crate) fn symbol(&self) -> Symbol {
        Symbol::Member { owner: Owner::Class(hir::name::normal(self.class)), name: self.parameter.into() }
    }
}

/// The parameter that a key binds.
pub(crate) fn bound<'k>(snapshot: Snapshot<'_>, file: File, key: &'k str) -> Option<Bound<'k>> {
    let (class, parameter) = key.rsplit_once("::")?;
    let class = class.strip_prefix("::").unwrap_or(class);
    let definitions = snapshot.resolve(&Symbol::Class(class.into()), file);
    definitions.into_iter().find_map(|definition| {
        let (number, _) = snapshot.item(definition)?.parameter(parameter)?;
        Some(Bound { class, parameter, definition, number })
    })
}

/// The name of the key that binds a parameter of a class.
pub(crate) fn key_of(class: &str, parameter: &str) -> String {
    format!("{class}::{parameter}")
}

/// The files of data that a file sees, those of a module too, as far as their text has a word.
pub(crate) fn documents_with(snapshot: Snapshot<'_>, file: File, module: &str, word: &str) -> Vec<(File, Document)> {
    let mut files: Vec<File> = Vec::new();
    for (_, data, _) in snapshot.data_files(module, file) {
        if !files.contains(&data) && snapshot.text(data).contains(word) {
            files.push(data);
        }
    }
    files.into_iter().filter_map(|it| Some((it, Document::open(snapshot, it)?))).collect()
}

/// Where data give a key its values, as seen from a file; of `a.b` that is the place of `b` in the value of `a`.
pub(crate) fn values_of_key(snapshot: Snapshot<'_>, file: File, key: &str) -> Vec<Target> {
    let mut segments = hiera::key::split(key).unwrap_or_default().into_iter();
    let Some(Segment::Name(root)) = segments.next() else { return Vec::new() };
    let inner: Vec<Segment> = segments.collect();
    let module = root.split("::").next().unwrap_or_default();
    let mut found = Vec::new();
    for (data, document) in documents_with(snapshot, file, module, &root) {
        let Some(mut entry) = document.text.tree.root.as_ref().and_then(|it| it.entry(&root)) else { continue };
        for segment in &inner {
            let Segment::Name(name) = segment else { break };
            match entry.value.as_ref().and_then(|it| it.entry(name)) {
                Some(below) => entry = below,
                None => break,
            }
        }
        found.push(Target::name(snapshot, data, document.without_quotes(&entry.key.range)));
    }
    found
}
