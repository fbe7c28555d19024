//! Edits for a module's new name outside of manifests and data. Such files are read now: nothing else needs them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::{ModuleChange, RenameError};
use tower_lsp::ls_types::TextEdit;
use workspace::discover::{self, DocumentKind};

use super::{Changed, on_disk};
use crate::document::Document;
use crate::read::Surroundings;
use crate::uris;

pub(super) fn edits_of_other_files(around: &Surroundings, change: &ModuleChange) -> Result<Vec<Changed>, RenameError> {
    let is_ruby = |path: &Path| path.extension().is_some_and(|it| it == "rb");
    let is_wanted = |path: &Path| path.ends_with("metadata.json") || discover::is_erb(path) || is_ruby(path);
    let author = document(around, &Path::new(&change.root).join("metadata.json")).and_then(|it| ide::module_author(&it.text, &change.old));
    let mut changed = Vec::new();
    for path in discover::files(&*around.world, &around.folders, is_wanted) {
        let Some(document) = document(around, &path) else { continue };
        let edits = match discover::document_kind(&path) {
            DocumentKind::Erb => ide::erb_module_edits(&document.text, change)
                .map_err(|it| RenameError::In { path: path.display().to_string(), reason: Box::new(it) })?,
            _ if is_ruby(&path) && is_library(&path) && ide::ruby_names_module(&document.text, &change.old) => {
                return Err(RenameError::Ruby { path: path.display().to_string() });
            }
            DocumentKind::Metadata => author.as_ref().map(|it| ide::metadata_edits(&document.text, it, change)).unwrap_or_default(),
            _ => Vec::new(),
        };
        if !edits.is_empty() {
            let edits = edits.into_iter().map(|(range, new_text)| TextEdit { range: document.range(range), new_text }).collect();
            changed.push((document, edits));
        }
    }
    Ok(changed)
}

/// Whether code of Ruby is what Puppet loads, and no test.
fn is_library(path: &Path) -> bool {
    let parts: PathBuf = ["lib", "puppet"].iter().collect();
    path.ancestors().any(|it| it.ends_with(&parts))
}

fn document(around: &Surroundings, path: &Path) -> Option<Arc<Document>> {
    let key = uris::key_of_path(path);
    around.open.get(&key).cloned().or_else(|| on_disk(around, path, key))
}
