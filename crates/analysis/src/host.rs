//! Who owns the database, who reads it, and how a read ends early.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use salsa::{Cancelled, Database as _};
use syntax::{Autoload, Dialect};
use workspace::{Change, File, Settings};
use world::{MemoryWorld, World};

use crate::db::Database;
use crate::{Snapshot, evaluate, names, queries, site};

/// The only one that changes the workspace.
pub struct AnalysisHost {
    db: Database,
}

impl Default for AnalysisHost {
    /// A workspace that knows only what it receives.
    fn default() -> Self {
        AnalysisHost::new(Arc::new(MemoryWorld::new()))
    }
}

impl AnalysisHost {
    /// Files that nobody has opened are read from a world on demand.
    pub fn new(world: Arc<dyn World>) -> AnalysisHost {
        AnalysisHost::with_events(world, None)
    }

    pub(crate) fn with_events(world: Arc<dyn World>, on_event: Option<Box<dyn Fn(salsa::Event) + Send + Sync + 'static>>) -> AnalysisHost {
        let mut db = Database::new(world, on_event);
        Change::new().settings(Settings::default()).apply(&mut db);
        AnalysisHost { db }
    }

    /// Stops every reader and changes the workspace. Blocks until the last [`Analysis`] is dropped.
    pub fn apply(&mut self, change: Change) {
        change.apply(&mut self.db);
    }

    /// Forgets what was computed long ago, beyond what each query is to keep: queries by themselves do so only when the
    /// workspace changes. Stops every reader.
    pub fn forget(&mut self) {
        self.db.trigger_lru_eviction();
    }

    /// The same after many files were analysed and no more are expected: results of the last of them are not worth their memory, and are
    /// computed again when needed. Stops every reader.
    pub fn rest(&mut self) {
        for few in [true, false] {
            evaluate::keep_few(&mut self.db, few);
            names::keep_few(&mut self.db, few);
            queries::keep_few(&mut self.db, few);
            site::keep_few(&mut self.db, few);
            self.db.trigger_lru_eviction();
        }
    }

    /// The workspace as it is now.
    pub fn analysis(&self) -> Analysis {
        Analysis { db: self.db.clone() }
    }

    /// Settings of the editor, which win over those in files.
    pub fn settings(&self) -> Settings {
        workspace::given(&self.db)
    }

    /// Settings of a file, from the editor and from files.
    pub fn settings_of(&self, path: &str) -> Settings {
        Settings::clone(&crate::settings::settings_at(&self.db, Path::new(path)))
    }

    /// Definitions that a file may hold by its place, as far as that was set.
    pub fn autoload(&self, path: &str) -> Option<Autoload> {
        workspace::Db::files(&self.db).get(path)?.autoload(&self.db)
    }

    /// The text of a file as it is now.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        let file = workspace::Db::files(&self.db).get(path)?;
        file.text(&self.db)
    }
}

/// One state of the workspace. Holding it makes writers wait: run, then drop.
#[derive(Clone)]
pub struct Analysis {
    db: Database,
}

/// Why a read has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The workspace has changed, or is about to.
    Modified,
    /// Whoever asked does not want it any more.
    Cancelled,
    /// There is a bug. The hook for panics has had its say.
    Panicked,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReadError::Modified => "the workspace has changed",
            ReadError::Cancelled => "cancelled",
            ReadError::Panicked => "a panic",
        })
    }
}

impl std::error::Error for ReadError {}

impl Analysis {
    /// A workspace of one text, which nobody ever changes: for an answer about a text that has since been edited.
    pub fn of_text(path: &str, dialect: Dialect, autoload: Option<Autoload>, text: Arc<str>, settings: Settings) -> Analysis {
        let mut host = AnalysisHost::default();
        let change = Change::new().settings(settings).dialect(path, dialect).autoload(path, autoload);
        host.apply(change.editor(path, Some(text)));
        host.analysis()
    }

    /// Asks queries. The one place where unwinding is caught.
    pub fn run<T>(&self, read: impl FnOnce(Snapshot<'_>) -> T) -> Result<T, ReadError> {
        // What unwinding may leave half done is the answer alone, and that is dropped.
        let run = AssertUnwindSafe(|| salsa::attach(&self.db, || read(Snapshot::new(&self.db))));
        catch_unwind(run).map_err(|payload| match payload.downcast_ref::<Cancelled>() {
            Some(Cancelled::Local) => ReadError::Cancelled,
            // The other: this run waited for a query of another one that has unwound. A write is why, most of the time; after a
            // panic, whoever asks again meets it for himself.
            Some(Cancelled::PendingWrite | Cancelled::PropagatedPanic) => ReadError::Modified,
            _ => ReadError::Panicked,
        })
    }

    /// Handle that stops a run of this state from another thread. It counts only while the run goes on.
    pub fn canceller(&self) -> Canceller {
        Canceller(self.db.cancellation_token())
    }

    /// The file at a path, if it has a text.
    pub fn file(&self, path: &str) -> Option<File> {
        self.run(|snapshot| snapshot.file(path)).ok().flatten()
    }
}

/// Stops a run.
#[derive(Clone, Debug)]
pub struct Canceller(salsa::CancellationToken);

impl Canceller {
    pub fn cancel(&self) {
        self.0.cancel();
    }
}
