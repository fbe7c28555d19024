//! Declarations in the Ruby files of functions and types.

use std::sync::Arc;

use ruby::Declarations;
use workspace::{Db, File};

use crate::Snapshot;

#[salsa::tracked(returns(clone))]
fn declarations(db: &dyn Db, file: File) -> Arc<Declarations> {
    Arc::new(Declarations::new(&file.text(db).unwrap_or_default()))
}

impl Snapshot<'_> {
    /// The declarations and syntax errors of a Ruby file.
    pub fn ruby_declarations(&self, file: File) -> Arc<Declarations> {
        declarations(self.db(), file)
    }
}
