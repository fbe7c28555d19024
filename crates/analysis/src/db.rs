//! The database: salsa's storage, the tables of files and folders, and where the others are read.

use std::sync::Arc;

use workspace::{Files, Folders};
use world::World;

#[salsa::db]
#[derive(Clone)]
pub(crate) struct Database {
    storage: salsa::Storage<Self>,
    files: Files,
    folders: Folders,
    world: Arc<dyn World>,
}

impl Database {
    pub(crate) fn new(world: Arc<dyn World>, on_event: Option<Box<dyn Fn(salsa::Event) + Send + Sync + 'static>>) -> Database {
        Database { storage: salsa::Storage::new(on_event), files: Files::default(), folders: Folders::default(), world }
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl workspace::Db for Database {
    fn files(&self) -> &Files {
        &self.files
    }

    fn folders(&self) -> &Folders {
        &self.folders
    }

    fn world(&self) -> &Arc<dyn World> {
        &self.world
    }
}
