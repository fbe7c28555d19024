//! Declarations in the Ruby files of functions and types.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ruby::Declarations;
use ruby::function_file::FunctionFile;
use workspace::{Db, File};

use crate::Snapshot;
use crate::below::paths_below;

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

    /// The files of functions in Ruby of the workspace's modules, and of the module of a file.
    pub fn ruby_function_files(&self, from: File) -> Vec<File> {
        let below = |root: &Path| {
            let folders = ["lib/puppet/functions", "lib/puppet/parser/functions"].map(|it| root.join(it));
            folders.into_iter().flat_map(|it| paths_below(self.db(), &it, |name| name.ends_with(".rb"))).collect::<Vec<_>>()
        };
        let mut roots: Vec<PathBuf> = self.modules().into_iter().map(|it| it.root.into()).collect();
        roots.extend(self.own_module(from).map(|it| it.folder).filter(|own| !roots.contains(own)));
        roots.iter().flat_map(|it| below(it)).map(|it| self.db().files().at(self.db(), &it.to_string_lossy())).collect()
    }

    /// The declarations and syntax errors of a Ruby file.
    pub fn ruby_declarations(&self, file: File) -> Arc<Declarations> {
        declarations(self.db(), file)
    }
}
