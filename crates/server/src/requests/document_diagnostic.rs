//! `textDocument/diagnostic`: what is wrong in a document, for clients that ask.
//!
//! All of it, also to a client that names what it was told last: some forget what they show when a document is loaded anew, but not
//! the name of it (Neovim's `:edit!`), and would show nothing.

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport,
};

use crate::owner::Owner;
use crate::{publish, read};

pub(crate) async fn handle(owner: &Owner, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
    let found = read::any(params.text_document.uri)
        .evaluated()
        .across(owner, |question, asker| question.read(asker, |snapshot, file| publish::all(question, snapshot, file)));
    // A document that we do not know has no findings.
    let (result_id, items) = match found.await {
        Ok(Some(items)) => (Some(publish::result_id(&items)), items),
        Ok(None) => (None, Vec::new()),
        Err(error) if error.code == ErrorCode::ContentModified => return Err(ask_again()),
        Err(error) => return Err(error),
    };
    Ok(DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })))
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
