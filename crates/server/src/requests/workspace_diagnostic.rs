//! `workspace/diagnostic`: what is wrong in all files, for clients that ask.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use analysis::{Passing, ReadError};
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
use crate::pulled::Pulled;
use crate::read::Question;
use crate::state::Documents;
use crate::transport::Outbox;
use crate::{publish, read, uris};

/// Number of files that are analysed in one go. Between two an edit may come, and memory is freed.
const AT_ONCE: usize = 32;

/// Files that the client knows: its URI of each, and the id of the findings that it has.
type Known = HashMap<Arc<str>, (Uri, String)>;

/// Clients that can receive partial results, and progress.
pub(crate) async fn handle(owner: &Owner, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
    let known: Known = params.previous_result_ids.into_iter().filter_map(|it| Some((uris::key(&it.uri)?, (it.uri, it.value)))).collect();
    let known = Arc::new(known);
    let (some, outbox, change) = news(owner, &known).await?;
    let progress = Progress { outbox: outbox.clone(), token: params.work_done_progress_params.work_done_token };
    progress.tell(&json!({ "kind": "begin", "title": "Bunraku checks the workspace", "percentage": 0 }));
    let mut items = some.removed;
    let mut done = 0;
    for keys in some.keys.chunks(AT_ONCE) {
        items.extend(look(owner, keys, &known).await?);
        if let Some(token) = &params.partial_result_params.partial_result_token
            && !items.is_empty()
        {
            let value = WorkspaceDiagnosticReport { items: std::mem::take(&mut items) };
            tell(&outbox, token, &serde_json::to_value(value).unwrap_or_default());
        }
        done += keys.len();
        let percentage = done * 100 / some.keys.len().max(1);
        let message = format!("{done} of {} files", some.keys.len());
        progress.tell(&json!({ "kind": "report", "message": message, "percentage": percentage }));
        if done < some.keys.len() {
            owner.send(|state| state.forget());
        }
    }
    items.extend(some.unchanged);
    owner.send(move |state| {
        state.pulled.note_all(change);
        state.passing = Arc::default();
    });
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

/// Reports to send.
#[derive(Default)]
struct News {
    /// Files to analyse.
    keys: Vec<Arc<str>>,
    unchanged: Vec<WorkspaceDocumentDiagnosticReport>,
    /// Empty reports for removed files that the client still shows.
    removed: Vec<WorkspaceDocumentDiagnosticReport>,
}

/// Waits until there is news, and returns the change after which that was.
async fn news(owner: &Owner, known: &Arc<Known>) -> Result<(News, Outbox, u64)> {
    loop {
        let client = known.clone();
        let (news, outbox, mut changes, is_told) = read::workspace(owner, Lane::Keyboard, move |state| {
            // What came before the question on the wire counts. For a client that also gets notifications, the known ids are not stored.
            let pulls = state.client.pulls_diagnostics;
            if pulls {
                state.note_changed();
            }
            let open = state.open_documents();
            let mut keys = if state.enabled { state.files() } else { Vec::new() };
            keys.retain(|it| open.contains_key(it) || state.is_own(it));
            // The files of a module follow each other: their evaluations are shared, and few are stored.
            keys.sort_unstable();
            let mut changes = state.pulled.changes();
            let is_told = pulls && state.pulled.has_all(*changes.borrow_and_update());
            let (pulled, outbox) = (state.pulled.clone(), state.publisher.outbox());
            move |_: &read::Asker| Ok((sort(keys, &client, pulls.then_some(&*pulled), &open), outbox, changes, is_told))
        })
        .await?;
        if !(is_told && news.keys.is_empty() && news.removed.is_empty()) {
            let change = *changes.borrow();
            return Ok((news, outbox, change));
        }
        // Whoever changes the workspace is gone where this fails; then the next question says so.
        let _ = changes.changed().await;
    }
}

fn sort(keys: Vec<Arc<str>>, known: &Known, pulled: Option<&Pulled>, open: &Documents) -> News {
    let all: HashSet<&Arc<str>> = keys.iter().collect();
    let removed = known.iter().filter(|(key, _)| !all.contains(key)).map(|(_, (uri, _))| nothing(uri.clone())).collect();
    let mut news = News { removed, ..News::default() };
    for key in keys {
        match known.get(&key) {
            it if !pulled.is_some_and(|pulled| pulled.has(&key, it.map(|(_, id)| id))) => news.keys.push(key),
            Some((uri, id)) => {
                let version = open.get(&key).and_then(|it| it.version);
                news.unchanged.push(unchanged(uri.clone(), version, id.clone()));
            }
            None => {}
        }
    }
    news
}

/// Reports of files whose findings have changed.
async fn look(owner: &Owner, keys: &[Arc<str>], known: &Arc<Known>) -> Result<Vec<WorkspaceDocumentDiagnosticReport>> {
    let answer = read::retry(|| {
        let (keys, known) = (keys.to_vec(), known.clone());
        read::workspace(owner, Lane::Worker, move |state| {
            let questions: Vec<Question> = keys.iter().filter_map(|key| Some(Question::new(state, state.document(key)?))).collect();
            let (pulled, passing) = (state.pulled.clone(), state.passing.clone());
            move |asker: &read::Asker| {
                let reports = questions.iter().map(|question| report(question, asker, &known, &pulled, &passing));
                Ok(reports.collect::<std::result::Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            }
        })
    });
    answer.await
}

/// Report of a file; nothing where the client shows nothing and need not.
fn report(
    question: &Question,
    asker: &read::Asker,
    known: &Known,
    pulled: &Pulled,
    passing: &Passing,
) -> std::result::Result<Option<WorkspaceDocumentDiagnosticReport>, ReadError> {
    let document = &question.document;
    let previous = known.get(&document.key).map(|(_, id)| id);
    let found = question.read(asker, |snapshot, file| {
        let diagnostics = match document.version {
            Some(_) => publish::all(question, snapshot, file),
            None => publish::in_passing(document, &question.client, snapshot, file, passing),
        };
        let id = Some(publish::result_id(&diagnostics)).filter(|_| previous.is_some() || !diagnostics.is_empty());
        pulled.note(&document.key, id.clone());
        id.map(|id| (id, diagnostics))
    });
    let report = |(id, diagnostics)| match previous == Some(&id) {
        true => unchanged(document.uri.clone(), document.version, id),
        false => full(document, id, diagnostics),
    };
    Ok(found?.map(report))
}

/// Progress of the work, for a client that has asked for it. It ends when the work does, however that is.
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
    outbox.notify::<ProgressNotification>(json!({ "token": token, "value": value }));
}

/// `$/progress` with whatever belongs to its token: the protocol's library knows of work alone.
enum ProgressNotification {}

impl Notification for ProgressNotification {
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

fn unchanged(uri: Uri, version: Option<i32>, result_id: String) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
        uri,
        version: version.map(i64::from),
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    })
}

fn nothing(uri: Uri) -> WorkspaceDocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id: None, items: Vec::new() };
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport { uri, version: None, full_document_diagnostic_report })
}
