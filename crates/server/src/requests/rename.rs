//! `textDocument/rename`: another name, in all files that have the old one.

mod module;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use analysis::{DocumentKind, Snapshot, document_kind};
use ide::rename_error::{Editor, Subject};
use ide::{KeyChange, Rename, RenameError, TemplateChange};
use syntax::Dialect;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, RenameFile, RenameParams, ResourceOp,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use workspace::discover;

use crate::document::Document;
use crate::owner::Owner;
use crate::places::Places;
use crate::read::Surroundings;
use crate::{read, uris};

/// A document and the edits in it.
pub(super) type Changed = (Arc<Document>, Vec<TextEdit>);

/// Error code of the protocol for a valid request that cannot be done.
const REQUEST_FAILED: i64 = -32803;

pub(crate) fn refused(error: RenameError) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: error.to_string().into(), data: None }
}

pub(crate) async fn handle(owner: &Owner, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let at = params.text_document_position;
    let new_name = params.new_name;
    let answer = read::code_or_data(at.text_document.uri).in_all_files().read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let rename = ide::rename(snapshot, file, offset, &new_name)?;
            workspace_edit(&question.around, snapshot, &rename)
        })
    });
    answer.await?.transpose().map_err(refused)
}

pub(super) fn workspace_edit(
    around: &Surroundings,
    snapshot: Snapshot<'_>,
    rename: &Rename,
) -> std::result::Result<WorkspaceEdit, RenameError> {
    let places = Places::new(around, snapshot);
    let mut changed: Vec<Changed> = Vec::new();
    for (path, range, text) in &rename.edits {
        let document = places.document(path).ok_or_else(|| RenameError::Editor(Editor::Change(path.to_string())))?;
        let edit = TextEdit { range: document.range(*range), new_text: text.clone() };
        match changed.last_mut().filter(|(last, _)| last.key == document.key) {
            Some((_, edits)) => edits.push(edit),
            None => changed.push((document, vec![edit])),
        }
    }
    if !rename.keys.is_empty() {
        changed.extend(data(around, snapshot, &rename.keys));
    }
    if let Some(change) = &rename.module {
        changed.extend(module::edits_of_other_files(around, change)?);
    }
    for template in &rename.templates {
        changed.extend(erb(around, &places, template)?);
    }
    let moves: Vec<RenameFile> = rename
        .moves
        .iter()
        .map(|(from, to)| {
            if places.exists(to) {
                return Err(RenameError::Taken { name: to.clone(), subject: Subject::File, path: to.as_str().into() });
            }
            let uri = |path: &str| uris::of_key(path).ok_or_else(|| RenameError::Editor(Editor::NoAddress(path.to_owned())));
            let old_uri =
                places.document(from).map(|it| it.uri.clone()).ok_or_else(|| RenameError::Editor(Editor::Move(from.to_string())))?;
            Ok(RenameFile { old_uri, new_uri: uri(to)?, options: None, annotation_id: None })
        })
        .collect::<std::result::Result<_, _>>()?;
    if !moves.is_empty() && !around.client.renames_files {
        return Err(RenameError::Editor(Editor::RenameFiles));
    }
    if !around.client.versions_edits {
        let changes: HashMap<_, _> = changed.into_iter().map(|(document, edits)| (document.uri.clone(), edits)).collect();
        return Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    }
    let edits = changed.into_iter().map(|(document, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri: document.uri.clone(), version: document.version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    });
    let document_changes = if moves.is_empty() {
        DocumentChanges::Edits(edits.collect())
    } else {
        let moves = moves.into_iter().map(|it| DocumentChangeOperation::Op(ResourceOp::Rename(it)));
        DocumentChanges::Operations(edits.map(DocumentChangeOperation::Edit).chain(moves).collect())
    };
    Ok(WorkspaceEdit { document_changes: Some(document_changes), ..WorkspaceEdit::default() })
}

/// Edits in the files of Hiera's data in the workspace. They are read now: nothing else needs them.
fn data(around: &Surroundings, snapshot: Snapshot<'_>, keys: &[KeyChange]) -> Vec<Changed> {
    let is_data = |path: &Path| document_kind(path) == DocumentKind::Data;
    let mut changed = Vec::new();
    for path in discover::files(&*around.world, &around.folders, is_data) {
        snapshot.check_cancelled();
        let key = uris::key_of_path(&path);
        let Some(document) = around.open.get(&key).cloned().or_else(|| on_disk(around, &path, key)) else { continue };
        let edits = ide::hiera_edits(&document.text, keys);
        if !edits.is_empty() {
            let edits = edits.into_iter().map(|(range, new_text)| TextEdit { range: document.range(range), new_text }).collect();
            changed.push((document, edits));
        }
    }
    changed
}

/// Edits in a Ruby template, if it exists.
fn erb(around: &Surroundings, places: &Places<'_>, change: &TemplateChange) -> std::result::Result<Option<Changed>, RenameError> {
    let Some(path) = change.paths.iter().find(|it| places.exists(it)) else { return Ok(None) };
    let key: Arc<str> = Arc::from(path.as_str());
    let Some(document) = around.open.get(&key).cloned().or_else(|| on_disk(around, Path::new(path), key)) else { return Ok(None) };
    let edits = ide::erb_edits(&document.text, change);
    if edits.is_empty() {
        return Ok(None);
    }
    if change.is_shared && edits.iter().any(|it| !it.names_class) {
        return Err(RenameError::SharedTemplate { path: path.clone(), variable: change.old.clone() });
    }
    let edits = edits.into_iter().map(|it| TextEdit { range: document.range(it.range), new_text: it.new }).collect();
    Ok(Some((document, edits)))
}

pub(super) fn on_disk(around: &Surroundings, path: &Path, key: Arc<str>) -> Option<Arc<Document>> {
    let text = discover::text(&*around.world, path)?;
    Some(Arc::new(Document::new(uris::of_key(&key)?, key, Dialect::Manifest, None, text, around.client.encoding)))
}
