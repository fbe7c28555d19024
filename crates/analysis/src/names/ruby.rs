//! Functions and resource types in Ruby code: their declarations and documentation. Nothing of it is run.

use std::path::Path;
use std::sync::Arc;

use resource_types::{FunctionInfo, TypeDocs};
use workspace::{Db, File};

use super::{modules, offer};
use crate::Snapshot;
use crate::site::root;

/// The folders of functions below that of a module.
const FUNCTIONS: [&str; 2] = ["/lib/puppet/functions/", "/lib/puppet/parser/functions/"];

/// The function that a file declares, by the name that its place asks for.
#[salsa::tracked(returns(clone))]
fn function_in(db: &dyn Db, file: File) -> Option<Arc<FunctionInfo>> {
    let path = file.path(db);
    let rest = FUNCTIONS.iter().find_map(|it| path.rsplit_once(it)).map(|(_, rest)| rest)?;
    let name = rest.strip_suffix(".rb")?.replace('/', "::");
    resource_types::read_function(&name, &file.text(db)?).map(Arc::new)
}

/// Documentation in the file of a resource type.
#[salsa::tracked(returns(clone))]
fn type_in(db: &dyn Db, file: File) -> Option<Arc<TypeDocs>> {
    let path = file.path(db);
    let name = Path::new(&*path).file_stem()?.to_str()?;
    resource_types::read_type_docs(name, &file.text(db)?).map(Arc::new)
}

impl Snapshot<'_> {
    /// A function of Ruby code as the site of a file finds it, with the file that declares it.
    pub fn ruby_function(&self, from: File, name: &str) -> Option<(File, Arc<FunctionInfo>)> {
        let db = self.db();
        let mut all = self.ruby_functions(from).iter().filter(|it| it.name == name);
        all.find_map(|it| {
            let file = db.files().at(db, &it.path);
            Some((file, function_in(db, file)?))
        })
    }

    /// Documentation in the Ruby code of a resource type, with the file that declares it.
    pub fn ruby_type(&self, from: File, name: &str) -> Option<(File, Arc<TypeDocs>)> {
        let db = self.db();
        modules::all_modules(db, root(db, from)).into_iter().find_map(|place| {
            let folder = format!("{}/lib/puppet/type", place.root);
            let is_there = offer::list(db, &folder, ".rb").iter().any(|it| it.strip_suffix(".rb") == Some(name));
            let file = is_there.then(|| db.files().at(db, &format!("{folder}/{name}.rb")))?;
            Some((file, type_in(db, file)?))
        })
    }

    /// The providers that modules have for a resource type: their names and files.
    pub fn providers(&self, from: File, ty: &str) -> Vec<(String, String)> {
        let db = self.db();
        let mut found = Vec::new();
        for place in modules::all_modules(db, root(db, from)) {
            let folder = format!("{}/lib/puppet/provider/{ty}", place.root);
            let own = offer::list(db, &folder, ".rb").iter().filter(|it| !it.contains('/'));
            found.extend(own.map(|it| (it.trim_end_matches(".rb").to_owned(), format!("{folder}/{it}"))));
        }
        found
    }
}
