//! `textDocument/diagnostic`: what is wrong in a document, for clients that ask.
//!
//! All of it, also to a client that names what it was told last: some forget what they show when a document is loaded anew, but not
//! the name of it (Neovim's `:edit!`), and would show nothing.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport,
};

use crate::owner::Owner;
use crate::{publish, read};

pub(crate) async fn handle(owner: &Owner, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
    let found = read::any_document(owner, params.text_document.uri, move |question, asker| {
        question.read_alone(asker, |snapshot, file| publish::all(&question.document, &question.client, snapshot, file))
    });
    // A document that we do not know has no findings.
    let (result_id, items) = match found.await? {
        Some(items) => (Some(publish::result_id(&items)), items),
        None => (None, Vec::new()),
    };
    Ok(DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })))
}
