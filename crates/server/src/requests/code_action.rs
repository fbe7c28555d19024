//! `textDocument/codeAction`: what can be done about findings.

use std::collections::HashMap;
use std::sync::Arc;

use ide::{ActionKind, CodeAction, NewFile};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, CreateFile, Diagnostic, DocumentChangeOperation,
    DocumentChanges, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, Range, ResourceOp, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::places::Places;
use crate::read::{Question, Surroundings};
use crate::{read, uris};

pub(crate) async fn handle(owner: &Owner, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let (range, context) = (params.range, params.context);
    read::any(params.text_document.uri)
        .read_workspace(owner, move |question, asker| {
            let (asked, range) = (range, question.document.text_range(range));
            question.read(asker, |snapshot, file| {
                let places = Places::new(&question.around, snapshot);
                let actions = ide::code_actions(snapshot, file, range, |it| is_wanted(&kind(it), context.only.as_deref()));
                // What makes a file is asked for again: so we know that somebody has chosen it.
                let is_short = |it: &CodeAction| it.finding.is_some() && it.creates.is_none() || it.kind == ActionKind::FixAll;
                let is_cheap = |it: &CodeAction| !question.client.resolves_actions || is_short(it);
                let is_possible = |it: &CodeAction| it.creates.is_none() || question.client.creates_files;
                let one = |it: CodeAction| match is_cheap(&it) {
                    true => to_client(question, &places, &context.diagnostics, it),
                    false => Some(unresolved(&question.document, asked, &context.diagnostics, it)),
                };
                actions.into_iter().filter(is_possible).filter_map(one).collect()
            })
        })
        .await
}

/// All fixes of a file that are sure.
pub(crate) const FIX_ALL: &str = "source.fixAll.bunraku";

pub(super) fn kind(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Inline => CodeActionKind::REFACTOR_INLINE,
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        // Editors let somebody choose whose fixes are made when a file is saved: by this name.
        ActionKind::FixAll => CodeActionKind::new(FIX_ALL),
    }
}

/// Whether a kind is asked for, itself or one above it. What concerns the whole file is offered to those only who ask for it.
fn is_wanted(kind: &CodeActionKind, only: Option<&[CodeActionKind]>) -> bool {
    let Some(only) = only else { return kind.as_str() != FIX_ALL };
    let is_it = |wanted: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|it| it.is_empty() || it.starts_with('.'))
    };
    only.iter().any(is_it)
}

fn to_client(question: &Question, places: &Places<'_>, shown: &[Diagnostic], it: CodeAction) -> Option<CodeActionOrCommand> {
    let edit = workspace_edit(&question.around, places, &it)?;
    let diagnostics = fixed_diagnostics(&question.document, shown, &it);
    Some(CodeActionOrCommand::CodeAction(tower_lsp::ls_types::CodeAction {
        title: it.title,
        kind: Some(kind(it.kind)),
        diagnostics,
        edit: Some(edit),
        is_preferred: it.is_preferred.then_some(true),
        ..tower_lsp::ls_types::CodeAction::default()
    }))
}

/// Which of the findings that the client shows an action is about.
fn fixed_diagnostics(document: &Document, shown: &[Diagnostic], it: &CodeAction) -> Option<Vec<Diagnostic>> {
    let (code, range) = it.finding?;
    let (code, range) = (NumberOrString::String(code.to_string()), document.range(range));
    let found: Vec<Diagnostic> = shown.iter().filter(|it| it.code.as_ref() == Some(&code) && it.range == range).cloned().collect();
    (!found.is_empty()).then_some(found)
}

/// An action whose edit is asked for later, when somebody has chosen it.
fn unresolved(document: &Document, range: Range, shown: &[Diagnostic], it: CodeAction) -> CodeActionOrCommand {
    let data = Data { uri: document.uri.clone(), version: document.version, range };
    CodeActionOrCommand::CodeAction(tower_lsp::ls_types::CodeAction {
        diagnostics: fixed_diagnostics(document, shown, &it),
        title: it.title,
        kind: Some(kind(it.kind)),
        data: serde_json::to_value(data).ok(),
        ..tower_lsp::ls_types::CodeAction::default()
    })
}

/// Data that finds an action again.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Data {
    pub(super) uri: Uri,
    pub(super) version: Option<i32>,
    pub(super) range: Range,
}

pub(super) fn workspace_edit(around: &Surroundings, places: &Places<'_>, it: &CodeAction) -> Option<WorkspaceEdit> {
    if let Some(new) = &it.creates {
        return new_file(around, places, new);
    }
    // The protocol's type of a URI is no key that could change.
    #[allow(clippy::mutable_key_type)]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in &it.edits {
        let target: Arc<Document> = places.document(&edit.file)?;
        let change = TextEdit { range: target.range(edit.range), new_text: edit.text.clone() };
        changes.entry(target.uri.clone()).or_default().push(change);
    }
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// Makes a file and writes its text.
fn new_file(around: &Surroundings, places: &Places<'_>, new: &NewFile) -> Option<WorkspaceEdit> {
    if places.exists(&new.path) {
        return None;
    }
    let uri = uris::of_key(&new.path)?;
    around.made.note(uris::key(&uri)?);
    let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
    let write = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: vec![OneOf::Left(TextEdit { range: Range::default(), new_text: new.text.clone() })],
    };
    let both = vec![DocumentChangeOperation::Op(ResourceOp::Create(create)), DocumentChangeOperation::Edit(write)];
    Some(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(both)), ..WorkspaceEdit::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_asked_for_by_those_above_them() {
        let wanted = |kind: CodeActionKind, only: Option<&str>| {
            let only = only.map(|it| vec![CodeActionKind::from(it.to_owned())]);
            is_wanted(&kind, only.as_deref())
        };
        assert!(wanted(CodeActionKind::QUICKFIX, None) && !wanted(kind(ActionKind::FixAll), None));
        assert!(wanted(CodeActionKind::QUICKFIX, Some("quickfix")) && !wanted(CodeActionKind::QUICKFIX, Some("source")));
        for only in ["source", "source.fixAll", "source.fixAll.bunraku"] {
            assert!(wanted(kind(ActionKind::FixAll), Some(only)), "{only}");
        }
        assert!(!wanted(kind(ActionKind::FixAll), Some("source.fixAll.eslint")));
    }
}
