//! `textDocument/codeAction`: what can be done about findings.

use std::collections::HashMap;
use std::sync::Arc;

use ide::{ActionKind, CodeAction};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Diagnostic, NumberOrString, Range, TextEdit, Uri,
    WorkspaceEdit,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let (range, context) = (params.range, params.context);
    read::any(params.text_document.uri)
        .across(owner, move |question, asker| {
            let (asked, range) = (range, question.document.text_range(range));
            question.read(asker, |snapshot, file| {
                let places = Places::new(&question.around, snapshot);
                let actions = ide::code_actions(snapshot, file, range, |it| is_wanted(&kind(it), context.only.as_deref()));
                let is_cheap = |it: &CodeAction| !question.client.resolves_actions || it.finding.is_some() || it.kind == ActionKind::FixAll;
                let one = |it: CodeAction| match is_cheap(&it) {
                    true => to_client(&question.document, &places, &context.diagnostics, it),
                    false => Some(unresolved(&question.document, asked, it)),
                };
                actions.into_iter().filter_map(one).collect()
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

fn to_client(document: &Document, places: &Places<'_>, shown: &[Diagnostic], it: CodeAction) -> Option<CodeActionOrCommand> {
    let edit = workspace_edit(places, &it)?;
    let about = it.finding.map(|(code, range)| (NumberOrString::String(code.to_owned()), document.range(range)));
    let diagnostics: Vec<Diagnostic> = match &about {
        Some((code, range)) => shown.iter().filter(|it| it.code.as_ref() == Some(code) && it.range == *range).cloned().collect(),
        None => Vec::new(),
    };
    Some(CodeActionOrCommand::CodeAction(tower_lsp::ls_types::CodeAction {
        title: it.title,
        kind: Some(kind(it.kind)),
        diagnostics: (!diagnostics.is_empty()).then_some(diagnostics),
        edit: Some(edit),
        is_preferred: it.is_preferred.then_some(true),
        ..tower_lsp::ls_types::CodeAction::default()
    }))
}

/// An action whose edit is asked for later, when somebody has chosen it.
fn unresolved(document: &Document, range: Range, it: CodeAction) -> CodeActionOrCommand {
    let data = Data { uri: document.uri.clone(), version: document.version, range };
    CodeActionOrCommand::CodeAction(tower_lsp::ls_types::CodeAction {
        title: it.title,
        kind: Some(kind(it.kind)),
        data: serde_json::to_value(data).ok(),
        ..tower_lsp::ls_types::CodeAction::default()
    })
}

/// What is needed to find an action again.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Data {
    pub(super) uri: Uri,
    pub(super) version: Option<i32>,
    pub(super) range: Range,
}

pub(super) fn workspace_edit(places: &Places<'_>, it: &CodeAction) -> Option<WorkspaceEdit> {
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
