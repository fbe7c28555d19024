//! `workspace/diagnostic`: what is wrong in all files, for clients that ask.

use std::collections::HashMap;
use std::sync::Arc;

use analysis::Stopped;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    FullDocumentDiagnosticReport, ProgressToken, UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::pool::Lane;
use crate::read::Question;
use crate::transport::Outbox;
use crate::{publish, read, uris};

/// So many files are looked at in one go. Between two an edit may come, and memory is freed.
const AT_ONCE: usize = 32;

/// What the client knows of files: how it calls each, and the name of the findings that it has.
type Known = HashMap<Arc<str>, (Uri, String)>;

/// Clients that can are told bit by bit, and how far it has come.
pub(crate) async fn handle(owner: &Owner, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
    let known: Known = params.previous_result_ids.into_iter().filter_map(|it| Some((uris::key(&it.uri)?, (it.uri, it.value)))).collect();
    let known = Arc::new(known);
    let (keys, outbox) = read::workspace(owner, Lane::Worker, |state| {
        let keys = if state.enabled { state.files() } else { Vec::new() };
        let outbox = state.publisher.outbox();
        move |_: &read::Asker| Ok((keys, outbox))
    })
    .await?;
    let progress = Progress { outbox: outbox.clone(), token: params.work_done_progress_params.work_done_token };
    progress.tell(&json!({ "kind": "begin", "title": "Bunraku checks the workspace", "percentage": 0 }));
    let mut items = Vec::new();
    // What the client still shows for files that are gone.
    let gone = known.iter().filter(|(key, _)| !keys.contains(key));
    items.extend(gone.map(|(_, (uri, _))| nothing(uri.clone())));
    let mut done = 0;
    for some in keys.chunks(AT_ONCE) {
        items.extend(look(owner, some, &known).await?);
        if let Some(token) = &params.partial_result_params.partial_result_token
            && !items.is_empty()
        {
            let value = WorkspaceDiagnosticReport { items: std::mem::take(&mut items) };
            tell(&outbox, token, &serde_json::to_value(value).unwrap_or_default());
        }
        done += some.len();
        let percentage = done * 100 / keys.len().max(1);
        progress.tell(&json!({ "kind": "report", "message": format!("{done} of {} files", keys.len()), "percentage": percentage }));
        if done < keys.len() {
            owner.send(|state| state.forget());
        }
    }
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

/// What is wrong in some files, and whether that is news.
async fn look(owner: &Owner, keys: &[Arc<str>], known: &Arc<Known>) -> Result<Vec<WorkspaceDocumentDiagnosticReport>> {
    let answer = read::again(|| {
        let (keys, known) = (keys.to_vec(), known.clone());
        read::workspace(owner, Lane::Worker, move |state| {
            let questions: Vec<Question> = keys.iter().filter_map(|key| Some(Question::about(state, state.document(key)?))).collect();
            move |asker: &read::Asker| {
                let reports = questions.iter().map(|question| report(question, asker, &known));
                Ok(reports.collect::<std::result::Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            }
        })
    });
    answer.await
}

/// What is wrong in a file; nothing where the client shows nothing and need not.
fn report(
    question: &Question,
    asker: &read::Asker,
    known: &Known,
) -> std::result::Result<Option<WorkspaceDocumentDiagnosticReport>, Stopped> {
    let document = &question.document;
    let diagnostics = question.read(asker, |snapshot, file| publish::all(document, &question.client, snapshot, file))?;
    let result_id = publish::result_id(&diagnostics);
    let previous = known.get(&document.key).map(|(_, id)| id);
    if previous.is_none() && diagnostics.is_empty() {
        return Ok(None);
    }
    Ok(Some(match previous == Some(&result_id) {
        true => unchanged(document, result_id),
        false => full(document, result_id, diagnostics),
    }))
}

/// How far the work has come, for a client that has asked to be told. It ends when the work does, however that is.
struct Progress {
    outbox: Outbox,
    token: Option<ProgressToken>,
}

impl Progress {
    fn tell(&self, value: &Value) {
        if let Some(token) = &self.token {
            tell(&self.outbox, token, value);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.tell(&json!({ "kind": "end" }));
    }
}

fn tell(outbox: &Outbox, token: &ProgressToken, value: &Value) {
    outbox.notify::<Told>(json!({ "token": token, "value": value }));
}

/// `$/progress` with whatever belongs to its token: the protocol's library knows of work alone.
enum Told {}

impl Notification for Told {
    type Params = Value;
    const METHOD: &'static str = "$/progress";
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
