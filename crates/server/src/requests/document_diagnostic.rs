//! `textDocument/diagnostic`: what is wrong in a document, for clients that ask.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use crate::owner::Owner;
use crate::{publish, read};

pub(crate) async fn handle(owner: &Owner, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
    let report = read::any_document(owner, params.text_document.uri, move |question, asker| {
        let items = question.read_alone(asker, |snapshot, file| publish::all(&question.document, &question.client, snapshot, file))?;
        let result_id = publish::result_id(&items);
        Ok(if params.previous_result_id.as_ref() == Some(&result_id) {
            DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
            })
        } else {
            full(Some(result_id), items)
        })
    });
    // A document that we do not know has no findings.
    Ok(DocumentDiagnosticReportResult::Report(report.await?.unwrap_or_else(|| full(None, Vec::new()))))
}

fn full(result_id: Option<String>, items: Vec<tower_lsp::ls_types::Diagnostic>) -> DocumentDiagnosticReport {
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}
