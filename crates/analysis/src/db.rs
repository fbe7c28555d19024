//! The database: salsa's storage and the table of files.

use workspace::Files;

#[salsa::db]
#[derive(Clone)]
pub(crate) struct Database {
    storage: salsa::Storage<Self>,
    files: Files,
}

impl Database {
    pub(crate) fn new(on_event: Option<Box<dyn Fn(salsa::Event) + Send + Sync + 'static>>) -> Database {
        Database { storage: salsa::Storage::new(on_event), files: Files::default() }
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl workspace::Db for Database {
    fn files(&self) -> &Files {
        &self.files
    }
}
