//! All places of a name in files of states: of IDs, SLS files, keys of the pillar, and names of Jinja.

use std::ops::Range;

use analysis::{File, Snapshot};
use syntax::TextSize;

use super::{Document, ids, jinja_names, pillar_keys, sls_names, text_range};
use crate::Highlight;
use crate::names::Target;
use crate::rename::{Renamable, Rename, RenameError};

/// A name at a place, and all of its places.
pub(super) struct Named {
    pub name: String,
    pub range: Range<usize>,
    pub places: Vec<Occurrence>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub file: File,
    pub range: Range<usize>,
    pub is_declaration: bool,
}

/// Kind of a name, with what a rename needs of it.
enum Found {
    Id(Named),
    Sls(Named),
    Key(Named, Vec<String>),
    Jinja(Named),
}

impl Found {
    fn named(&self) -> &Named {
        match self {
            Found::Id(it) | Found::Sls(it) | Found::Key(it, _) | Found::Jinja(it) => it,
        }
    }
}

fn find(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(Document, Found)> {
    let document = Document::open(snapshot, file)?;
    let found = jinja_names::find(snapshot, &document, file, offset).map(Found::Jinja);
    let found = found.or_else(|| pillar_keys::find(snapshot, &document, offset).map(|(named, path)| Found::Key(named, path)));
    let found = found.or_else(|| sls_names::find(snapshot, &document, offset).map(Found::Sls));
    let found = found.or_else(|| ids::find(snapshot, &document, offset).map(Found::Id))?;
    Some((document, found))
}

pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let (_, found) = find(snapshot, file, offset)?;
    let places = found.named().places.iter().filter(|it| with_definition || !it.is_declaration);
    Some(places.map(|it| Target::name(snapshot, it.file, text_range(&it.range))).collect())
}

pub(crate) fn highlights(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<Highlight> {
    let Some((_, found)) = find(snapshot, file, offset) else { return Vec::new() };
    let places = found.named().places.iter().filter(|it| it.file == file);
    places.map(|it| Highlight { range: text_range(&it.range), is_write: it.is_declaration }).collect()
}

pub(crate) fn prepare_rename(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Result<Renamable, RenameError> {
    let (document, found) = find(snapshot, file, offset).ok_or(RenameError::NoName)?;
    let named = found.named();
    // The reasons against a rename do not depend on the new name.
    renamed(snapshot, &document, &found, &format!("{}_", named.name.trim_end_matches(|it: char| !it.is_alphanumeric())))?;
    Ok(Renamable { range: text_range(&named.range), name: named.name.clone() })
}

pub(crate) fn rename(snapshot: Snapshot<'_>, file: File, offset: TextSize, new_name: &str) -> Result<Rename, RenameError> {
    let (document, found) = find(snapshot, file, offset).ok_or(RenameError::NoName)?;
    renamed(snapshot, &document, &found, new_name.trim())
}

fn renamed(snapshot: Snapshot<'_>, document: &Document, found: &Found, new_name: &str) -> Result<Rename, RenameError> {
    let mut rename = match found {
        Found::Id(named) => ids::rename(snapshot, document, named, new_name)?,
        Found::Sls(named) => sls_names::rename(snapshot, document, named, new_name)?,
        Found::Key(named, path) => pillar_keys::rename(snapshot, document, named, path, new_name)?,
        Found::Jinja(named) => jinja_names::rename(snapshot, named, new_name)?,
    };
    rename.edits.sort_by(|a, b| (&a.0, a.1.start()).cmp(&(&b.0, b.1.start())));
    rename.edits.dedup();
    Ok(rename)
}

/// The same new text at all places.
pub(super) fn replaced(snapshot: Snapshot<'_>, named: &Named, new_name: &str) -> Rename {
    let edits = named.places.iter().map(|it| (snapshot.path(it.file), text_range(&it.range), new_name.to_owned())).collect();
    Rename { edits, ..Rename::default() }
}
