//! State of the owner's thread.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analysis::{Analysis, AnalysisHost, Change, Passing, Prefetch, ReadError, Settings, document_kind};
use syntax::Autoload;
use workspace::discover;
use world::{Guarded, World};

use crate::client::ClientInfo;
use crate::document::Document;
use crate::fence::Fence;
use crate::made::Made;
use crate::own::Own;
use crate::owner::Owner;
use crate::pasts::Pasts;
use crate::pool::Pool;
use crate::publish::Publisher;
use crate::pulled::Pulled;
use crate::refresh::Shown;
use crate::transport::Outbox;
use crate::uris;

/// Open documents, by their file. Reads share them; whoever changes them takes a copy, if need be.
pub(crate) type Documents = Arc<HashMap<Arc<str>, Arc<Document>>>;

pub(crate) struct State {
    host: AnalysisHost,
    revision: Arc<Revision>,
    /// The documents that the editor has open, by their file.
    documents: Documents,
    pub(crate) world: Arc<dyn World>,
    fence: Arc<Guarded<Fence>>,
    /// Folders of the workspace.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) client: Arc<ClientInfo>,
    pub(crate) enabled: bool,
    pub(crate) pool: Pool,
    pub(crate) owner: Owner,
    /// Files that may have other findings than were published.
    pub(crate) changed: HashSet<Arc<str>>,
    /// Other open documents than the edited one: their findings may change, too.
    pub(crate) other_documents: HashSet<Arc<str>>,
    /// Every file may have other findings, which can wait for those of what is typed into.
    pub(crate) all_changed: bool,
    /// How many jobs look for the findings of documents that were edited.
    pub(crate) looking: usize,
    /// Many files are being analysed, one batch after the other.
    pub(crate) looks_around: bool,
    /// Evaluations that the closed files of this state of the workspace share.
    pub(crate) passing: Arc<Passing>,
    /// Evaluations that open documents needed last time.
    pub(crate) prefetch: Prefetch,
    pub(crate) publisher: Publisher,
    pub(crate) pulled: Arc<Pulled>,
    pub(crate) made: Made,
    own: Own,
    pub(crate) pasts: Pasts,
}

/// One state of the workspace. Readers take their own copy when they start; the owner empties it before it writes, so
/// that a reader that has not started yet keeps nobody waiting.
pub(crate) struct Revision {
    analysis: Mutex<Option<Analysis>>,
    /// The documents that are evaluated in advance, or were.
    prefetched: Mutex<HashSet<Arc<str>>>,
    /// Answers that clients received before they were complete, by document, and whether a refresh was requested since.
    refreshes: Mutex<HashMap<(Shown, Arc<str>), Refresh>>,
}

/// How far it has come that a client asks again for what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refresh {
    /// The receiver sees to it.
    Due,
    UnderWay,
    /// The client asks again because of a refresh. It waits for the whole answer now: else it would ask without end.
    Done,
}

impl Revision {
    pub(crate) fn new(analysis: Analysis) -> Arc<Revision> {
        Arc::new(Revision { analysis: Mutex::new(Some(analysis)), prefetched: Mutex::default(), refreshes: Mutex::default() })
    }

    /// A copy to read, unless the workspace has changed since.
    pub(crate) fn get(&self) -> Option<Analysis> {
        self.analysis.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn is_evaluated_ahead_for_the_first_time(&self, key: &Arc<str>) -> bool {
        self.prefetched.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone())
    }

    /// A client is about to receive what is known of the document that it shows.
    pub(crate) fn begin_refresh(&self, shown: Shown, key: &Arc<str>) -> Refresh {
        match self.refreshes().entry((shown, key.clone())) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                free.insert(Refresh::UnderWay);
                Refresh::Due
            }
        }
    }

    /// The whole of it is known.
    pub(crate) fn end_refresh(&self, shown: Shown, key: &Arc<str>) {
        self.refreshes().insert((shown, key.clone()), Refresh::Done);
    }

    /// Nothing was sent after all.
    pub(crate) fn give_up_refresh(&self, shown: Shown, key: &Arc<str>) {
        self.refreshes().remove(&(shown, key.clone()));
    }

    fn refreshes(&self) -> MutexGuard<'_, HashMap<(Shown, Arc<str>), Refresh>> {
        self.refreshes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        drop(self.analysis.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl State {
    pub(crate) fn new(fence: Arc<Guarded<Fence>>, pool: Pool, outbox: Outbox, owner: Owner) -> State {
        let world: Arc<dyn World> = fence.clone();
        let host = AnalysisHost::new(world.clone());
        State {
            revision: Revision::new(host.analysis()),
            host,
            documents: Arc::default(),
            world,
            fence,
            folders: Vec::new(),
            client: Arc::default(),
            enabled: true,
            pool,
            prefetch: Prefetch::default(),
            publisher: Publisher::new(outbox),
            owner,
            changed: HashSet::new(),
            other_documents: HashSet::new(),
            all_changed: false,
            looking: 0,
            looks_around: false,
            passing: Arc::default(),
            pulled: Arc::default(),
            made: Made::default(),
            own: Own::default(),
            pasts: Pasts::default(),
        }
    }

    /// Changes the workspace, and stops whoever reads it.
    pub(crate) fn apply(&mut self, change: Change) {
        self.revision.close();
        self.passing = Arc::default();
        self.host.apply(change);
        self.revision = Revision::new(self.host.analysis());
    }

    /// Frees what nothing has asked for in a while. Whoever reads at the moment is asked to begin anew.
    pub(crate) fn forget(&mut self) {
        self.revision.close();
        self.host.forget();
        self.revision = Revision::new(self.host.analysis());
    }

    /// Frees most of the memory that many files needed, once all of them have been analysed, and prepares for the open documents.
    pub(crate) fn rest(&mut self) {
        self.passing = Arc::default();
        if std::mem::take(&mut self.looks_around) {
            self.revision.close();
            self.host.rest();
            self.revision = Revision::new(self.host.analysis());
        }
        self.prepare_open();
    }

    pub(crate) fn revision(&self) -> Arc<Revision> {
        self.revision.clone()
    }

    pub(crate) fn settings(&self) -> Settings {
        self.host.settings()
    }

    /// Takes over which folders are open. Where nobody trusts them, no link leads out of them before anything in them is read.
    pub(crate) fn open_folders(&mut self, folders: Vec<PathBuf>) {
        self.folders = folders;
        self.own = Own::default();
        self.put_fence(&self.settings());
    }

    /// Lets what the editor's own settings name be read, where the open folders are not trusted.
    pub(crate) fn put_fence(&self, settings: &Settings) {
        let folders = Some(self.folders.as_slice()).filter(|_| self.client.is_untrusted);
        let named = settings.named_paths().into_iter().chain(analysis::base_modulepath()).filter(|it| it.is_absolute());
        self.fence.guard.put_around(folders, named.collect(), &*self.fence.world);
    }

    /// Settings of the editor, for the folders that are open and whether they are trusted.
    pub(crate) fn given(&self, settings: Settings) -> Settings {
        settings.confined_to(Some(self.folders.as_slice()).filter(|_| self.client.is_untrusted))
    }

    /// Settings of a file, from the editor and from files.
    pub(crate) fn settings_of(&self, key: &str) -> Settings {
        self.host.settings_of(key)
    }

    pub(crate) fn autoload(&self, key: &str) -> Option<Autoload> {
        self.host.autoload(key)
    }

    /// An open document, or a file of the workspace as it is on disk.
    pub(crate) fn document(&self, key: &Arc<str>) -> Option<Arc<Document>> {
        if let Some(document) = self.documents.get(key) {
            return Some(document.clone());
        }
        let text = self.host.text(key)?;
        let uri = uris::of_key(key)?;
        Some(Arc::new(Document::new(uri, key.clone(), document_kind(&**key).dialect(), None, text, self.client.encoding)))
    }

    pub(crate) fn open_document(&self, key: &Arc<str>) -> Option<&Arc<Document>> {
        self.documents.get(key)
    }

    pub(crate) fn open_documents(&self) -> Documents {
        self.documents.clone()
    }

    /// Takes a version of a document over from the editor.
    pub(crate) fn set_document(&mut self, document: Document) {
        let change =
            Change::new().dialect(document.key.clone(), document.dialect).editor(document.key.clone(), Some(document.text.clone()));
        self.apply(change);
        self.note_change(&document.key);
        // What is written here may be what is missing there. Nobody waits for that at the keyboard.
        self.other_documents.extend(self.documents.keys().cloned());
        Arc::make_mut(&mut self.documents).insert(document.key.clone(), Arc::new(document));
    }

    /// The editor has closed a document: the disk's text counts again.
    pub(crate) fn close_document(&mut self, key: &Arc<str>) -> Option<Arc<Document>> {
        let document = Arc::make_mut(&mut self.documents).remove(key)?;
        self.apply(Change::new().editor(key.clone(), None).dialect(key.clone(), document_kind(&**key).dialect()));
        self.pulled.forget_document(key);
        self.note_change(key);
        // What was written there and not saved is missing elsewhere now.
        self.other_documents.extend(self.documents.keys().cloned());
        Some(document)
    }

    /// A file may have other findings; where it is read by others, so may they.
    pub(crate) fn note_change(&mut self, key: &Arc<str>) {
        self.changed.insert(key.clone());
        if discover::is_input(Path::new(&**key)) {
            self.all_changed = true;
        }
    }

    /// Whether the disk or the editor has a text for the file.
    pub(crate) fn has_text(&self, key: &str) -> bool {
        self.host.text(key).is_some()
    }

    /// Whether a file is judged though nobody has it open: it is not of a module that others maintain.
    pub(crate) fn is_own(&mut self, key: &str) -> bool {
        self.own.has(&*self.world, &self.folders, Path::new(key))
    }

    /// Whose a folder is may have changed.
    pub(crate) fn look_for_own_anew(&mut self) {
        self.own = Own::default();
        self.check_all();
    }

    /// Whether a file lies in a folder of the workspace.
    pub(crate) fn is_in_workspace(&self, key: &str) -> bool {
        self.folders.iter().any(|folder| Path::new(key).starts_with(folder))
    }

    /// Every file that has a text.
    pub(crate) fn files(&self) -> Vec<Arc<str>> {
        let list = |analysis: Analysis| -> Result<Vec<Arc<str>>, ReadError> {
            analysis.run(|snapshot| snapshot.files().into_iter().map(|file| snapshot.path(file)).collect())
        };
        list(self.host.analysis()).unwrap_or_default()
    }
}
