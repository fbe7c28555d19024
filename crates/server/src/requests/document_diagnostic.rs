//! `textDocument/diagnostic`: what is wrong in a document, for clients that ask.
//!
//! A client that sends its last id gets nothing new while that is valid; but only as long as it has the document open. Some forget what
//! they show when it is loaded anew, but not the name of it (Neovim's `:edit!`), and would show nothing.

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use crate::owner::Owner;
use crate::refresh::Shown;
use crate::{publish, read};

pub(crate) async fn handle(owner: &Owner, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
    let known = params.previous_result_id;
    let found = read::any(params.text_document.uri).evaluated().shown(Shown::Diagnostics).read_workspace(owner, move |question, asker| {
        question.read(asker, |snapshot, file| {
            let items = publish::all(question, snapshot, file);
            let id = publish::result_id(&items);
            let is_known = question.around.pulled.report_document(&question.document.key, &id, known.as_deref());
            (id, (!is_known).then_some(items))
        })
    });
    let report = match found.await {
        Ok(Some((result_id, None))) => unchanged(result_id),
        Ok(Some((result_id, Some(items)))) => full(Some(result_id), items),
        // A document that we do not know has no findings.
        Ok(None) => full(None, Vec::new()),
        Err(error) if error.code == ErrorCode::ContentModified => return Err(ask_again()),
        Err(error) => return Err(error),
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

fn full(result_id: Option<String>, items: Vec<tower_lsp::ls_types::Diagnostic>) -> DocumentDiagnosticReport {
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}

fn unchanged(result_id: String) -> DocumentDiagnosticReport {
    DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
        related_documents: None,
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    })
}

/// For a text that has since been edited: clients would show nothing for any other error.
fn ask_again() -> Error {
    const SERVER_CANCELLED: i64 = -32802;
    Error {
        code: ErrorCode::ServerError(SERVER_CANCELLED),
        message: "the document has changed".into(),
        data: Some(json!({ "retriggerRequest": true })),
    }
}
