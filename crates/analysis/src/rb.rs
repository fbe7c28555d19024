//! Declarations in the Ruby files of functions and types.

use std::sync::Arc;

use ruby::Declarations;
use ruby::function_file::FunctionFile;
use workspace::{Db, File};

use crate::Snapshot;

#[salsa::tracked(returns(clone))]
fn declarations(db: &dyn Db, file: File) -> Arc<Declarations> {
    Arc::new(Declarations::new(&file.text(db).unwrap_or_default()))
}

#[salsa::tracked(returns(clone))]
fn function_file(db: &dyn Db, file: File) -> Arc<FunctionFile> {
    Arc::new(FunctionFile::new(&file.text(db).unwrap_or_default()))
}

impl Snapshot<'_> {
    /// The functions that a Ruby file declares and calls.
    pub fn ruby_function_file(&self, file: File) -> Arc<FunctionFile> {
        function_file(self.db(), file)
    }

    /// The declarations and syntax errors of a Ruby file.
    pub fn ruby_declarations(&self, file: File) -> Arc<Declarations> {
        declarations(self.db(), file)
    }
}
