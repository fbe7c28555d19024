//! `workspace/diagnostic`: what is wrong in all files, for clients that ask.

use std::collections::HashMap;
use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::pool::Lane;
use crate::read::Question;
use crate::{publish, read, uris};

pub(crate) async fn handle(owner: &Owner, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
    let known: HashMap<Arc<str>, (Uri, String)> =
        params.previous_result_ids.into_iter().filter_map(|it| Some((uris::key(&it.uri)?, (it.uri, it.value)))).collect();
    let report = read::workspace(owner, Lane::Worker, move |state| {
        let keys = if state.enabled { state.files() } else { Vec::new() };
        let questions: Vec<Question> = keys.iter().filter_map(|key| Some(Question::about(state, state.document(key)?))).collect();
        move |asker: &read::Asker| {
            let mut known = known;
            let mut items = Vec::new();
            for question in &questions {
                let document = &question.document;
                let diagnostics = question.read(asker, |snapshot, file| publish::all(document, &question.client, snapshot, file))?;
                let result_id = publish::result_id(&diagnostics);
                let previous = known.remove(&document.key).map(|(_, id)| id);
                if previous.is_none() && diagnostics.is_empty() {
                    continue;
                }
                items.push(if previous.as_ref() == Some(&result_id) {
                    unchanged(document, result_id)
                } else {
                    full(document, result_id, diagnostics)
                });
            }
            // What the client still shows for files that are gone.
            items.extend(known.into_values().map(|(uri, _)| nothing(uri)));
            Ok(WorkspaceDiagnosticReport { items })
        }
    });
    Ok(WorkspaceDiagnosticReportResult::Report(report.await?))
}

fn full(document: &Document, result_id: String, items: Vec<tower_lsp::ls_types::Diagnostic>) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri: document.uri.clone(),
        version: document.version.map(i64::from),
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
    })
}

fn unchanged(document: &Document, result_id: String) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
        uri: document.uri.clone(),
        version: document.version.map(i64::from),
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    })
}

fn nothing(uri: Uri) -> WorkspaceDocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id: None, items: Vec::new() };
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport { uri, version: None, full_document_diagnostic_report })
}
