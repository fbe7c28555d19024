//! `textDocument/codeAction`: what can be done about findings.

use std::collections::HashMap;
use std::sync::Arc;

use ide::{ActionKind, CodeAction};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Diagnostic, NumberOrString, TextEdit, Uri, WorkspaceEdit,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let (range, context) = (params.range, params.context);
    read::across_any(owner, params.text_document.uri, move |question, asker| {
        let range = question.document.text_range(range);
        question.read(asker, |snapshot, file| {
            let places = Places::new(&question.around, snapshot);
            let actions = ide::code_actions(snapshot, file, range);
            let wanted = actions.into_iter().filter(|it| is_wanted(&kind(it.kind), context.only.as_deref()));
            wanted.filter_map(|it| to_client(&question.document, &places, &context.diagnostics, it)).collect()
        })
    })
    .await
}

fn kind(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::FixAll => CodeActionKind::SOURCE_FIX_ALL,
    }
}

/// Whether a kind is asked for, itself or one above it. What concerns the whole file is offered to those only who ask for it.
fn is_wanted(kind: &CodeActionKind, only: Option<&[CodeActionKind]>) -> bool {
    let Some(only) = only else { return *kind == CodeActionKind::QUICKFIX };
    let is_it = |wanted: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        // More special kinds are asked for by the name of the server: `source.fixAll.bunraku`.
        rest.is_some_and(|it| it.is_empty() || it.starts_with('.')) || wanted.as_str() == format!("{}.bunraku", kind.as_str())
    };
    only.iter().any(is_it)
}

fn to_client(document: &Document, places: &Places<'_>, shown: &[Diagnostic], it: CodeAction) -> Option<CodeActionOrCommand> {
    // The protocol's type of a URI is no key that could change.
    #[allow(clippy::mutable_key_type)]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in it.edits {
        let target: Arc<Document> = places.document(&edit.file)?;
        let change = TextEdit { range: target.range(edit.range), new_text: edit.text };
        changes.entry(target.uri.clone()).or_default().push(change);
    }
    let about = it.finding.map(|(code, range)| (NumberOrString::String(code.to_owned()), document.range(range)));
    let diagnostics: Vec<Diagnostic> = match &about {
        Some((code, range)) => shown.iter().filter(|it| it.code.as_ref() == Some(code) && it.range == *range).cloned().collect(),
        None => Vec::new(),
    };
    Some(CodeActionOrCommand::CodeAction(tower_lsp::ls_types::CodeAction {
        title: it.title,
        kind: Some(kind(it.kind)),
        diagnostics: (!diagnostics.is_empty()).then_some(diagnostics),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: it.is_preferred.then_some(true),
        ..tower_lsp::ls_types::CodeAction::default()
    }))
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
        assert!(wanted(CodeActionKind::QUICKFIX, None) && !wanted(CodeActionKind::SOURCE_FIX_ALL, None));
        assert!(wanted(CodeActionKind::QUICKFIX, Some("quickfix")) && !wanted(CodeActionKind::QUICKFIX, Some("source")));
        for only in ["source", "source.fixAll", "source.fixAll.bunraku"] {
            assert!(wanted(CodeActionKind::SOURCE_FIX_ALL, Some(only)), "{only}");
        }
        assert!(!wanted(CodeActionKind::SOURCE_FIX_ALL, Some("source.fixAll.eslint")));
    }
}
