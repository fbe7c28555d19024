//! Reads: asked in order, answered later, about the text as it was when they were asked.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use analysis::{Analysis, Canceller, File, Prefetch, ReadError, Settings, Snapshot};
use revisions::RevisionError;
use syntax::Autoload;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::Uri;
use world::World;

use crate::client::ClientInfo;
use crate::document::Document;
use crate::made::Made;
use crate::owner::Owner;
use crate::pasts::Pasts;
use crate::pool::{Lane, Pool};
use crate::pulled::Pulled;
use crate::refresh::Shown;
use crate::state::{Documents, Refresh, Revision, State};
use crate::uris;

/// Why there is no answer about an earlier revision.
pub(crate) enum PastError {
    Read(ReadError),
    Revision(RevisionError),
}

impl From<ReadError> for PastError {
    fn from(stopped: ReadError) -> PastError {
        PastError::Read(stopped)
    }
}

impl From<RevisionError> for PastError {
    fn from(error: RevisionError) -> PastError {
        PastError::Revision(error)
    }
}

/// Subject of a read of one document. It holds the very version that preceded the read on the wire.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) document: Arc<Document>,
    pub(crate) client: Arc<ClientInfo>,
    pub(crate) around: Surroundings,
    /// Other files are not read.
    is_alone: bool,
    settings: Settings,
    autoload: Option<Autoload>,
}

/// All but the document: the workspace as it was when the question was asked.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) client: Arc<ClientInfo>,
    pub(crate) world: Arc<dyn World>,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) open: Documents,
    pub(crate) pulled: Arc<Pulled>,
    pub(crate) made: Made,
    /// Nobody waits any longer: nothing is evaluated.
    pub(crate) is_quick: bool,
    /// Settings of the editor.
    given: Settings,
    pasts: Pasts,
    revision: Arc<Revision>,
    pool: Pool,
    /// Evaluations that open documents needed last time.
    prefetch: Prefetch,
}

impl Surroundings {
    pub(crate) fn new(state: &State) -> Surroundings {
        Surroundings {
            client: state.client.clone(),
            world: state.world.clone(),
            folders: state.folders.clone(),
            open: state.open_documents(),
            pulled: state.pulled.clone(),
            made: state.made.clone(),
            is_quick: false,
            given: state.settings(),
            pasts: state.pasts.clone(),
            revision: state.revision(),
            pool: state.pool.clone(),
            prefetch: state.prefetch.clone(),
        }
    }

    /// Answers from the workspace as it was.
    pub(crate) fn read<T>(&self, asker: &Asker, read: impl Fn(Snapshot<'_>) -> T) -> std::result::Result<T, ReadError> {
        let analysis = self.revision.get().ok_or(ReadError::Modified)?;
        asker.run(&analysis, |snapshot| read(self.as_far_as_needed(snapshot)))
    }

    fn as_far_as_needed<'db>(&self, snapshot: Snapshot<'db>) -> Snapshot<'db> {
        if self.is_quick { snapshot.without_evaluations() } else { snapshot }
    }

    /// Has a second thread evaluate what a document is going to need, in the workspace as it is when that begins. Whoever asks for it
    /// once more has it already, or soon.
    pub(crate) fn evaluate_ahead(&self, key: &Arc<str>) {
        if self.revision.is_evaluated_ahead_for_the_first_time(key) {
            self.run_ahead(key, |snapshot, file, prefetch| snapshot.evaluate_ahead(file, prefetch));
        }
    }

    /// The same of what can be read of torn texts alone, which no finding needs.
    pub(crate) fn evaluate_torn_ahead(&self, key: &Arc<str>) {
        self.run_ahead(key, |snapshot, file, prefetch| snapshot.evaluate_torn_ahead(file, prefetch));
    }

    fn run_ahead(&self, key: &Arc<str>, evaluate: impl Fn(Snapshot<'_>, File, &Prefetch) + Send + 'static) {
        let (revision, key, prefetch) = (self.revision.clone(), key.clone(), self.prefetch.clone());
        let job = move || {
            let Some(analysis) = revision.get() else { return };
            // An edit stops it, and whoever needs something evaluates it himself then.
            let _ = analysis.run(|snapshot| snapshot.file(&key).map(|file| evaluate(snapshot, file, &prefetch)));
        };
        self.pool.run(Lane::Prefetch, Box::new(job));
    }
}

impl Question {
    pub(crate) fn new(state: &State, document: Arc<Document>) -> Question {
        let autoload = state.autoload(&document.key);
        Question {
            client: state.client.clone(),
            around: Surroundings::new(state),
            is_alone: false,
            settings: state.settings_of(&document.key),
            autoload,
            document,
        }
    }

    fn quick(mut self, is_quick: bool) -> Question {
        self.around.is_quick = is_quick;
        self
    }

    /// Nobody waits any longer: nothing is evaluated for the answer.
    pub(crate) fn is_quick(&self) -> bool {
        self.around.is_quick
    }

    /// Answers from the workspace as it was.
    pub(crate) fn read<T>(&self, asker: &Asker, read: impl Fn(Snapshot<'_>, File) -> T) -> std::result::Result<T, ReadError> {
        if self.is_alone {
            return self.read_apart(asker, read);
        }
        let read = |snapshot: Snapshot<'_>| snapshot.file(&self.document.key).map(|file| read(snapshot, file));
        self.around.read(asker, read)?.ok_or(ReadError::Modified)
    }

    /// Answers from the workspace as it was at a revision of the repository around the document; nothing where there was no such
    /// document.
    pub(crate) fn read_past<T>(
        &self,
        asker: &Asker,
        revision: &str,
        read: impl Fn(Snapshot<'_>, File) -> T,
    ) -> std::result::Result<Option<T>, PastError> {
        let Surroundings { pasts, world, folders, given, .. } = &self.around;
        // Git would read what lies outside, and what the folder's configuration names.
        if given.is_confined() {
            return Err(RevisionError::Untrusted.into());
        }
        let analysis = pasts.at(world, folders, given, Path::new(&*self.document.key), revision)?;
        Ok(asker.run(&analysis, |snapshot| snapshot.file(&self.document.key).map(|file| read(snapshot, file)))?)
    }

    /// Frees what [`Question::read_past`] needed.
    pub(crate) fn forget_past(&self) {
        self.around.pasts.forget();
    }

    /// Answers from the document alone. When the workspace changes meanwhile, the version that was asked about is
    /// still here: what depends on nothing else is then computed from it again, apart from the workspace.
    pub(crate) fn read_alone<T>(&self, asker: &Asker, read: impl Fn(Snapshot<'_>, File) -> T) -> std::result::Result<T, ReadError> {
        match self.read(asker, &read) {
            Err(ReadError::Modified) => {}
            answer => return answer,
        }
        self.read_apart(asker, read)
    }

    /// Answers from the document in a database of its own.
    fn read_apart<T>(&self, asker: &Asker, read: impl Fn(Snapshot<'_>, File) -> T) -> std::result::Result<T, ReadError> {
        let Document { key, dialect, text, .. } = &*self.document;
        let analysis = Analysis::of_text(key, *dialect, self.autoload.clone(), text.clone(), self.settings.clone());
        let read = |snapshot: Snapshot<'_>| snapshot.file(key).map(|file| read(self.around.as_far_as_needed(snapshot), file));
        asker.run(&analysis, read)?.ok_or(ReadError::Modified)
    }
}

/// Whoever waits for an answer. When it goes, the read stops.
#[derive(Clone, Default)]
pub(crate) struct Asker(Arc<Mutex<Asking>>);

#[derive(Default)]
struct Asking {
    is_gone: bool,
    running: Option<Canceller>,
}

impl Asker {
    /// Runs a read that stops when the asker goes.
    fn run<T>(&self, analysis: &Analysis, read: impl FnOnce(Snapshot<'_>) -> T) -> std::result::Result<T, ReadError> {
        let answer = analysis.run(|snapshot| {
            // Salsa forgets a cancellation from before the run: so look once more, inside.
            let mut asking = self.lock();
            if asking.is_gone {
                return None;
            }
            asking.running = Some(analysis.canceller());
            drop(asking);
            Some(read(snapshot))
        });
        self.lock().running = None;
        answer?.ok_or(ReadError::Cancelled)
    }

    fn go(&self) {
        let mut asking = self.lock();
        asking.is_gone = true;
        if let Some(canceller) = asking.running.take() {
            canceller.cancel();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Asking> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells a read that its asker has gone.
struct Leaving(Asker);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.go();
    }
}

/// Kinds of documents that a request accepts.
#[derive(Clone, Copy)]
enum Kinds {
    Code,
    CodeOrStates,
    Coloured,
    CodeOrData,
    /// Settings, too.
    Any,
}

impl Kinds {
    fn have(self, path: &Path) -> bool {
        match self {
            Kinds::Code => !analysis::is_input(path),
            Kinds::CodeOrStates => !analysis::is_input(path) || analysis::is_states(path),
            Kinds::Coloured => !analysis::is_input(path) || analysis::is_states(path) || analysis::is_erb(path),
            Kinds::CodeOrData => path.extension().is_none_or(|it| it != "toml" && it != "conf"),
            Kinds::Any => true,
        }
    }
}

/// A document that somebody asks about. Nothing comes of it where we know no such document or are switched off.
#[derive(Clone)]
pub(crate) struct About {
    uri: Uri,
    kinds: Kinds,
    lane: Lane,
    shown: Option<Shown>,
    is_of_document: bool,
    needs_all_files: bool,
}

/// A manifest or a template.
pub(crate) fn code(uri: Uri) -> About {
    About { uri, kinds: Kinds::Code, lane: Lane::Keyboard, shown: None, is_of_document: false, needs_all_files: false }
}

/// The same, or a file of states.
pub(crate) fn code_or_states(uri: Uri) -> About {
    About { kinds: Kinds::CodeOrStates, ..code(uri) }
}

/// The same, or a template of Ruby: what has colours by the meaning of words.
pub(crate) fn coloured(uri: Uri) -> About {
    About { kinds: Kinds::Coloured, ..code(uri) }
}

/// Code, or data of YAML or JSON.
pub(crate) fn code_or_data(uri: Uri) -> About {
    About { kinds: Kinds::CodeOrData, ..code(uri) }
}

/// Any document, settings too.
pub(crate) fn any(uri: Uri) -> About {
    About { kinds: Kinds::Any, ..code(uri) }
}

impl About {
    /// Marks a read that needs evaluations: it waits for those under way, and never comes before quick ones.
    pub(crate) fn evaluated(self) -> About {
        About { lane: Lane::Evaluation, ..self }
    }

    /// The client goes on showing the answer, until it is asked to refresh.
    pub(crate) fn shown(self, shown: Shown) -> About {
        About { shown: Some(shown), ..self }
    }

    /// Marks a read for which the document alone is better than nothing.
    pub(crate) fn or_of_document(self) -> About {
        About { is_of_document: true, ..self }
    }

    /// Marks a read whose answer changes files: an answer that lacks some would be wrong, however late it comes.
    pub(crate) fn in_all_files(self) -> About {
        About { needs_all_files: true, ..self }
    }

    fn find(&self, state: &State) -> Option<Arc<Document>> {
        let key = uris::key(&self.uri).filter(|key| state.enabled && self.kinds.have(Path::new(&**key)))?;
        state.document(&key)
    }

    /// Asks what depends on this document alone, most of the time. Answered [in time](in_time).
    pub(crate) async fn alone<T: Send + 'static>(
        self,
        owner: &Owner,
        read: impl Fn(&Question, &Asker) -> std::result::Result<T, ReadError> + Clone + Send + Sync + 'static,
    ) -> Result<Option<T>> {
        let asked: Arc<OnceLock<Option<Question>>> = Arc::default();
        let ask = |extent: Extent| {
            let (owner, about, read, asked) = (owner.clone(), self.clone(), read.clone(), asked.clone());
            async move {
                let answer = workspace(&owner, extent.lane(about.lane), move |state| {
                    // By the time that it is asked once more, the document may have another text.
                    let question = asked.get_or_init(|| about.find(state).map(|document| Question::new(state, document)));
                    let question = question.clone().map(|it| it.quick(extent.is_quick()));
                    move |asker: &Asker| question.map(|question| read(&question, asker)).transpose()
                });
                answer.await.map(Early::from_answer)
            }
        };
        in_time(owner, None, false, ask).await
    }

    /// Asks what other files have a part in. When one of those changes meanwhile, it is asked again; when the document itself has
    /// changed, the place that was asked about is no more. Answered [in time](in_time).
    pub(crate) async fn read_workspace<T: Send + 'static>(
        self,
        owner: &Owner,
        read: impl Fn(&Question, &Asker) -> std::result::Result<T, ReadError> + Clone + Send + Sync + 'static,
    ) -> Result<Option<T>> {
        let (about, asked) = (Arc::new(self), Arc::default());
        let ask = |extent: Extent| ask_workspace(about.clone(), owner.clone(), Arc::clone(&asked), read.clone(), extent);
        if about.needs_all_files {
            let has_all = owner.has_all_files();
            // This comes before the first wait: see `in_order`. So it is about the text that the client sees, whatever comes later.
            let answer = in_time(owner, None, false, &ask).await?;
            if has_all {
                return Ok(answer);
            }
            owner.all_files().await;
            return in_time(owner, None, false, ask).await;
        }
        in_time(owner, about.shown.map(|shown| (shown, about.uri.clone())), about.is_of_document, ask).await
    }
}

/// An answer, and what else is due where it is not the whole one.
struct Early<T> {
    answer: Option<T>,
    /// The client is asked to refresh once the whole answer is known; nothing where that is under way.
    due: Option<Due>,
    /// It was asked to refresh once, and this request gets the whole answer.
    is_last: bool,
}

impl<T> Early<T> {
    fn from_answer(answer: Option<T>) -> Early<T> {
        Early { answer, due: None, is_last: false }
    }
}

/// A task asks the client to refresh. If it fails, the next one does.
struct Due {
    revision: Arc<Revision>,
    shown: Shown,
    key: Arc<str>,
    is_done: bool,
}

impl Due {
    fn end(mut self) {
        self.revision.end_refresh(self.shown, &self.key);
        self.is_done = true;
    }
}

impl Drop for Due {
    fn drop(&mut self) {
        if !self.is_done {
            self.revision.give_up_refresh(self.shown, &self.key);
        }
    }
}

/// How much of an answer is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Whole,
    /// Known without evaluations.
    Known,
    /// Known from the document itself.
    Alone,
}

impl Extent {
    fn is_quick(self) -> bool {
        self != Extent::Whole
    }

    fn lane(self, of_whole: Lane) -> Lane {
        match self {
            Extent::Whole => of_whole,
            Extent::Known => Lane::AtOnce,
            Extent::Alone => Lane::Alone,
        }
    }
}

/// The one rule for all requests: where the answer takes long it is asked once more for what is known without evaluations, and that is the
/// answer. What is evaluated is there the next time. Of what the client goes on showing nothing is lost: the whole answer is worked out,
/// and then the client is asked to refresh. One that does not support that gets the whole answer.
///
/// Answers in time: even known answers are late where the files of a large site are read for the first time. Where `is_of_document` says
/// that something of the document alone is better than nothing, that is the answer then.
async fn in_time<T, F>(owner: &Owner, shown: Option<(Shown, Uri)>, is_of_document: bool, ask: impl Fn(Extent) -> F) -> Result<Option<T>>
where
    T: Send + 'static,
    F: Future<Output = Result<Early<T>>> + Send + 'static,
{
    let mut whole = Box::pin(ask(Extent::Whole));
    let refresher = owner.refresher.clone();
    let is_able = |it: &(Shown, Uri)| refresher.as_ref().is_some_and(|refresher| refresher.can(it.0));
    let Some(within) = owner.within.filter(|_| shown.as_ref().is_none_or(is_able)) else {
        return whole.await.map(|it| it.answer);
    };
    tokio::select! {
        biased;
        answer = &mut whole => return answer.map(|it| it.answer),
        () = tokio::time::sleep(within) => {}
    }
    let known = tokio::select! {
        biased;
        answer = &mut whole => return answer.map(|it| it.answer),
        known = ask(Extent::Known) => known,
        alone = after_delay(within, || ask(Extent::Alone)), if is_of_document => alone,
    };
    let Ok(Early { answer, due, is_last: false }) = known else { return whole.await.map(|it| it.answer) };
    if let (Some(due), Some((shown, uri)), Some(refresher)) = (due, shown, refresher) {
        tokio::spawn(async move {
            let is_known = whole.await.is_ok();
            due.end();
            if is_known {
                refresher.ask(shown, uri).await;
            }
        });
    }
    Ok(answer)
}

async fn after_delay<F: Future>(within: Duration, ask: impl FnOnce() -> F) -> F::Output {
    tokio::time::sleep(within).await;
    ask().await
}

/// Asks about a document; again while other files change. `asked` keeps the text that was asked about.
async fn ask_workspace<T: Send + 'static>(
    about: Arc<About>,
    owner: Owner,
    asked: Arc<OnceLock<Arc<str>>>,
    read: impl Fn(&Question, &Asker) -> std::result::Result<T, ReadError> + Clone + Send + Sync + 'static,
    extent: Extent,
) -> Result<Early<T>> {
    let answer = retry(|| {
        let (read, about, asked) = (read.clone(), about.clone(), asked.clone());
        workspace(&owner, extent.lane(about.lane), move |state| {
            let document = about.find(state);
            let is_other = document.as_ref().is_some_and(|it| *asked.get_or_init(|| it.text.clone()) != it.text);
            let question = document.map(|document| Question::new(state, document).quick(extent.is_quick()));
            let mut early = Early::from_answer(None);
            if let Some(question) = question.as_ref().filter(|_| extent.is_quick()) {
                let (revision, key) = (&question.around.revision, &question.document.key);
                question.around.evaluate_ahead(key);
                if let Some(shown) = about.shown {
                    match revision.begin_refresh(shown, key) {
                        Refresh::Due => {
                            early.due = Some(Due { revision: revision.clone(), shown, key: key.clone(), is_done: false });
                        }
                        Refresh::Done => early.is_last = true,
                        Refresh::UnderWay => {}
                    }
                }
            }
            let question = question.map(|it| Question { is_alone: extent == Extent::Alone, ..it });
            move |asker: &Asker| match is_other {
                true => Ok(Asked::OfAnother),
                false if early.is_last => Ok(Asked::Answered(early)),
                false => {
                    let answer = question.map(|question| read(&question, asker)).transpose();
                    answer.map(|answer| Asked::Answered(Early { answer, ..early }))
                }
            }
        })
    });
    match answer.await? {
        Asked::Answered(answer) => Ok(answer),
        Asked::OfAnother => Err(Error::content_modified()),
    }
}

/// Result of a repeated question.
enum Asked<T> {
    Answered(Early<T>),
    /// The document has another text by now.
    OfAnother,
}

/// Asks about all files; asked again while they change. Answered [in time](in_time).
pub(crate) async fn everywhere<T: Send + 'static>(
    owner: &Owner,
    read: impl Fn(&Surroundings, &Asker) -> std::result::Result<T, ReadError> + Clone + Send + Sync + 'static,
) -> Result<Option<T>> {
    let ask = |extent: Extent| {
        let (owner, read) = (owner.clone(), read.clone());
        async move {
            let answer = retry(|| {
                let read = read.clone();
                workspace(&owner, extent.lane(Lane::Worker), move |state| {
                    let around = state.enabled.then(|| Surroundings { is_quick: extent.is_quick(), ..Surroundings::new(state) });
                    move |asker: &Asker| around.map(|around| read(&around, asker)).transpose()
                })
            });
            answer.await.map(Early::from_answer)
        }
    };
    in_time(owner, None, false, ask).await
}

/// So often a question over many files is asked anew while others change.
const ATTEMPTS: usize = 100;

/// Asks again while the workspace changes under the answer.
pub(crate) async fn retry<T, F: Future<Output = Result<T>>>(mut ask: impl FnMut() -> F) -> Result<T> {
    let mut attempts = 0;
    loop {
        let answer = ask().await;
        attempts += 1;
        match answer {
            Err(error) if error.code == ErrorCode::ContentModified && attempts < ATTEMPTS => {}
            answer => return answer,
        }
    }
}

/// Asks about anything. `prepare` runs in order, on the owner's thread; what it returns runs in a lane.
pub(crate) async fn workspace<T, R>(owner: &Owner, lane: Lane, prepare: impl FnOnce(&mut State) -> R + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    R: FnOnce(&Asker) -> std::result::Result<T, ReadError> + Send + 'static,
{
    let asker = Asker::default();
    let (answer, answered) = oneshot::channel();
    // This comes before the first wait: see `in_order`.
    owner.send({
        let asker = asker.clone();
        move |state| {
            let read = prepare(state);
            state.pool.run(lane, Box::new(move || drop(answer.send(read(&asker)))));
        }
    });
    let _leaving = Leaving(asker);
    match answered.await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(ReadError::Modified)) => Err(Error::content_modified()),
        Ok(Err(ReadError::Cancelled)) => Err(Error::request_cancelled()),
        // A panic, in the read or on its way there.
        Ok(Err(ReadError::Panicked)) | Err(_) => Err(Error::internal_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer where the whole one and what is known without evaluations never come.
    fn answer(is_of_document: bool, extent: Extent) -> Option<Option<Extent>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let owner = Owner::idle(Duration::from_millis(1));
        let ask = move |asked: Extent| async move {
            if asked != extent {
                std::future::pending::<()>().await;
            }
            Ok(Early::from_answer(Some(asked)))
        };
        let answer = in_time(&owner, None, is_of_document, ask);
        // Whoever waits for nothing waits for ever.
        let found = runtime.block_on(async { tokio::time::timeout(Duration::from_millis(100), answer).await });
        found.ok().and_then(Result::ok)
    }

    #[test]
    fn what_is_known_is_the_answer_and_else_what_the_document_shows() {
        for extent in [Extent::Whole, Extent::Known, Extent::Alone] {
            assert_eq!(answer(true, extent), Some(Some(extent)));
        }
        assert_eq!(answer(false, Extent::Known), Some(Some(Extent::Known)));
        assert_eq!(answer(false, Extent::Alone), None);
    }

    #[test]
    fn a_client_is_told_once_to_ask_again_by_whoever_is_still_there() {
        let host = analysis::AnalysisHost::new(Arc::new(world::MemoryWorld::new()));
        let revision = Revision::new(host.analysis());
        let key: Arc<str> = Arc::from("/a.pp");
        let due = || Due { revision: revision.clone(), shown: Shown::Hints, key: key.clone(), is_done: false };
        assert_eq!(revision.begin_refresh(Shown::Hints, &key), Refresh::Due);
        assert_eq!(revision.begin_refresh(Shown::Hints, &key), Refresh::UnderWay);
        drop(due());
        assert_eq!(revision.begin_refresh(Shown::Hints, &key), Refresh::Due);
        due().end();
        assert_eq!(revision.begin_refresh(Shown::Hints, &key), Refresh::Done);
    }
}
