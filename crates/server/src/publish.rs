//! Publishes diagnostics.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analysis::{File, Passing, ReadError, Snapshot, Systems, document_kind};
use diagnostics::Finding;
use tower_lsp::ls_types::notification::PublishDiagnostics;
use tower_lsp::ls_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use crate::client::ClientInfo;
use crate::document::Document;
use crate::others::Others;
use crate::owner::Owner;
use crate::pool::Lane;
use crate::read::{Asker, Question};
use crate::state::State;
use crate::transport::Outbox;
use crate::{to_proto, uris};

/// The findings of a document for the client.
pub(crate) fn to_client(document: &Document, client: &ClientInfo, snapshot: Snapshot<'_>, found: &[Finding]) -> Vec<Diagnostic> {
    let others = Others::new(document, snapshot);
    found.iter().map(|it| to_proto::diagnostic(&others, client, it)).collect()
}

/// All findings of a document, on all systems.
pub(crate) fn all(question: &Question, snapshot: Snapshot<'_>, file: File) -> Vec<Diagnostic> {
    let Question { document, client, around, .. } = question;
    if !question.is_quick() {
        around.evaluate_ahead(&document.key);
    }
    to_client(document, client, snapshot, &ide::diagnostics(snapshot, file, Systems::All))
}

/// The same for a file that nobody has open: what is evaluated for it is not kept.
pub(crate) fn in_passing(
    document: &Document,
    client: &ClientInfo,
    snapshot: Snapshot<'_>,
    file: File,
    passing: &Passing,
) -> Vec<Diagnostic> {
    to_client(document, client, snapshot, &ide::diagnostics_in_passing(snapshot, file, passing))
}

/// Id of these findings, so that they are not sent again to a client that has them.
pub(crate) fn result_id(found: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(found).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Sends findings, and knows for which files the client shows some.
#[derive(Clone)]
pub(crate) struct Publisher {
    outbox: Outbox,
    shown: Arc<Mutex<HashMap<Arc<str>, Shown>>>,
}

/// Findings of a file that the client has received last.
#[derive(PartialEq)]
struct Shown {
    uri: Uri,
    version: Option<i32>,
    findings: String,
}

impl Publisher {
    pub(crate) fn new(outbox: Outbox) -> Publisher {
        Publisher { outbox, shown: Arc::default() }
    }

    /// The channel to the client.
    pub(crate) fn outbox(&self) -> Outbox {
        self.outbox.clone()
    }

    /// An editor wants to hear of each version of a document, once. Of a closed file it hears when there is something to say.
    fn publish(&self, document: &Document, diagnostics: Vec<Diagnostic>) {
        let mut shown = self.lock();
        let news = Shown { uri: document.uri.clone(), version: document.version, findings: result_id(&diagnostics) };
        let is_news = match (shown.get(&document.key), diagnostics.is_empty()) {
            (Some(before), _) if *before == news => false,
            (None, true) => document.version.is_some(),
            _ => true,
        };
        if diagnostics.is_empty() && document.version.is_none() {
            shown.remove(&document.key);
        } else {
            shown.insert(document.key.clone(), news);
        }
        if is_news {
            self.send(document.uri.clone(), diagnostics, document.version);
        }
    }

    /// Clears the findings that the client shows for a file, if there are any; with the version of a document that is open.
    fn publish_none(&self, key: &Arc<str>, version: Option<i32>) {
        if let Some(shown) = self.lock().remove(key) {
            self.send(shown.uri, Vec::new(), version);
        }
    }

    fn send(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        self.outbox.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
    }

    fn keys(&self) -> Vec<Arc<str>> {
        self.lock().keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the jobs that look for the findings of what is typed into, for as long as they are there.
struct Looking(Owner);

impl Looking {
    fn new(state: &mut State) -> Looking {
        state.looking += 1;
        Looking(state.owner.clone())
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        self.0.send(|state| state.looking = state.looking.saturating_sub(1));
    }
}

/// Number of closed files that are analysed before memory is freed.
const AT_ONCE: usize = 16;

/// Limit of open documents that are analysed again in advance: more than are on a screen.
const MOST_PREPARED: usize = 8;

impl State {
    /// Looks for what is wrong in every file that has changed since the last look, and publishes it.
    pub(crate) fn check_changed(&mut self) {
        if self.client.pulls_diagnostics {
            return self.note_changed();
        }
        // An open document comes first: the others may be all files of the workspace.
        let open: Vec<Arc<Document>> = self.open_documents().values().filter(|it| self.changed.contains(&it.key)).cloned().collect();
        for document in open {
            self.changed.remove(&document.key);
            self.other_documents.remove(&document.key);
            match self.enabled && self.has_text(&document.key) {
                true => self.check_open(document, Lane::Evaluation),
                false => self.publisher.publish_none(&document.key, document.version),
            }
        }
        // What is typed into has the processors to itself.
        if self.looking > 0 {
            return;
        }
        if std::mem::take(&mut self.all_changed) {
            self.check_all();
            // Those that are open are among the other documents.
            let open = self.open_documents();
            self.changed.retain(|it| !open.contains_key(it));
        }
        for key in std::mem::take(&mut self.other_documents) {
            if self.enabled
                && let Some(document) = self.open_document(&key).cloned()
            {
                self.check_open(document, Lane::Worker);
            }
        }
        // What a file needs may be among those that are not read yet: it would be wrong for a moment, and analysed again.
        if !self.owner.has_all_files() {
            return;
        }
        let mut closed = Vec::new();
        for key in std::mem::take(&mut self.changed) {
            if self.enabled && self.has_text(&key) && self.is_own(&key) {
                closed.push(key);
            } else {
                self.publisher.publish_none(&key, None);
            }
        }
        if !closed.is_empty() {
            // The files of a module follow each other: their evaluations are shared, and few are stored.
            closed.sort_unstable();
            self.check_closed(closed);
        }
    }

    /// The same for a client that pulls: changes are analysed when it asks.
    pub(crate) fn note_changed(&mut self) {
        if std::mem::take(&mut self.all_changed) {
            self.check_all();
        }
        if !self.changed.is_empty() || !self.other_documents.is_empty() {
            self.pulled.forget(self.changed.drain().chain(self.other_documents.drain()).collect::<HashSet<_>>().iter());
        }
    }

    fn check_open(&mut self, document: Arc<Document>, lane: Lane) {
        let question = Question::new(self, document);
        let (publisher, owner) = (self.publisher.clone(), self.owner.clone());
        let looking = (lane == Lane::Evaluation).then(|| Looking::new(self));
        let job = move || {
            let _looking = looking;
            let document = &question.document;
            if lane == Lane::Evaluation {
                // The states of the first minion are little work: another thread begins with the last one at once.
                match analysis::is_states(Path::new(&*document.key)) {
                    true => question.around.evaluate_ahead(&document.key),
                    false => question.around.evaluate_torn_ahead(&document.key),
                }
            }
            // Published from inside of the read: no write comes before it has ended, so that no older findings can follow newer ones. Those
            // of the first system arrive long before those of the others, which are sent where they add something.
            let answer = question.read(&Asker::default(), |snapshot, file| {
                let (entries, at_once) = snapshot.count_of_entries(file);
                if entries > at_once && !publisher.lock().contains_key(&document.key) {
                    tracing::info!("{}: showing findings of {at_once} of {entries} nodes and definitions first", document.key);
                }
                let first = ide::diagnostics(snapshot, file, Systems::First);
                publisher.publish(document, to_client(document, &question.client, snapshot, &first));
                publisher.publish(document, all(&question, snapshot, file));
            });
            if answer == Err(ReadError::Modified) {
                let key = document.key.clone();
                owner.send(move |state| {
                    match lane {
                        Lane::Keyboard | Lane::AtOnce | Lane::Alone | Lane::Evaluation | Lane::Prefetch => state.changed.insert(key),
                        Lane::Worker => state.other_documents.insert(key),
                    };
                });
            }
        };
        self.pool.run(lane, Box::new(job));
    }

    /// One job for many, so that what an edit stops can go on in one piece. Between two jobs memory is freed: over a whole
    /// workspace, far more is computed than is worth keeping.
    fn check_closed(&self, mut keys: Vec<Arc<str>>) {
        let (revision, client) = (self.revision(), self.client.clone());
        let (publisher, owner, passing) = (self.publisher.clone(), self.owner.clone(), self.passing.clone());
        let later = keys.split_off(keys.len().min(AT_ONCE));
        let open = self.some_open();
        let job = move || {
            // Whoever types does not wait until all are analysed. An edit stops this, and the rest, too.
            if let Some(analysis) = revision.get() {
                let _ = analysis
                    .run(|snapshot| open.iter().filter_map(|key| snapshot.file(key)).for_each(|it| snapshot.prepare_completion(it)));
            }
            let (files, evaluations) = (keys.len(), passing.count());
            let mut left = keys.into_iter();
            while let Some(key) = left.next() {
                let checked = revision.get().ok_or(ReadError::Modified).and_then(|analysis| {
                    analysis.run(|snapshot| {
                        let (Some(file), Some(uri)) = (snapshot.file(&key), uris::of_key(&key)) else { return };
                        let dialect = document_kind(&*key).dialect();
                        let document = Document::new(uri, key.clone(), dialect, None, snapshot.text(file), client.encoding);
                        publisher.publish(&document, in_passing(&document, &client, snapshot, file, &passing));
                        // The tree is at hand now.
                        snapshot.prepare_search(file);
                    })
                });
                if checked == Err(ReadError::Modified) {
                    let left: Vec<Arc<str>> = std::iter::once(key).chain(left).chain(later).collect();
                    owner.send(move |state| state.changed.extend(left));
                    return;
                }
            }
            tracing::info!("{files} closed files analysed with {} evaluations", passing.count() - evaluations);
            if !later.is_empty() {
                return owner.send(move |state| {
                    state.forget();
                    state.looks_around = true;
                    state.changed.extend(later);
                });
            }
            owner.send(State::rest);
        };
        self.pool.run(Lane::Worker, Box::new(job));
    }

    /// Computes again what open documents will be asked for, before a key is pressed.
    pub(crate) fn prepare_open(&self) {
        let (revision, open) = (self.revision(), self.some_open());
        let job = move || {
            let prepare = |snapshot: Snapshot<'_>, file: File| {
                snapshot.prepare_completion(file);
                ide::diagnostics(snapshot, file, Systems::All);
            };
            let Some(analysis) = revision.get() else { return };
            // An edit stops it, and reads it itself.
            let _ = analysis.run(|snapshot| open.iter().filter_map(|key| snapshot.file(key)).for_each(|it| prepare(snapshot, it)));
        };
        self.pool.run(Lane::Worker, Box::new(job));
    }

    /// The open documents that are prepared for what may be asked next.
    fn some_open(&self) -> Vec<Arc<str>> {
        let mut open: Vec<Arc<str>> = self.open_documents().keys().cloned().collect();
        open.sort_unstable();
        open.truncate(MOST_PREPARED);
        open
    }

    /// Tells that a document which was open has nothing wrong any more.
    pub(crate) fn publish_closed(&self, document: &Document) {
        if !self.client.pulls_diagnostics {
            self.publisher.lock().remove(&document.key);
            self.publisher.send(document.uri.clone(), Vec::new(), None);
        }
    }

    /// Everything may have other findings now.
    pub(crate) fn check_all(&mut self) {
        self.changed.extend(self.files());
        // Findings of a removed text that are still shown must be cleared.
        self.changed.extend(self.publisher.keys());
    }
}
