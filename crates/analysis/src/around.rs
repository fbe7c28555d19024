//! The surroundings of a file: the modules of its site, their files, and the settings of the site.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use environment::{Metadata, puppetfile};
use hir::Symbol;
use rustc_hash::FxHashSet;
use syntax::model::{Data, Model, NodeId};
use values::Str;
use workspace::{Db, File};

use crate::Snapshot;
use crate::below::manifests_below;
use crate::index::main_manifests;
use crate::outside::{self, Outside, with_db};
use crate::queries::model;
use crate::site::{Root, environment_of, native, root};

/// Statements of a site that realize virtual resources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Realized {
    /// The types, in lower case, of which some are realized.
    pub types: FxHashSet<Str>,
    /// Some are realized by a name that only the evaluation knows.
    pub any: bool,
}

impl Realized {
    /// Whether something may realize a resource of a type.
    pub fn has(&self, lower: &str) -> bool {
        self.any || self.types.contains(lower)
    }
}

#[salsa::tracked(returns(clone))]
fn realized_in(db: &dyn Db, file: File) -> Arc<Realized> {
    let model = model(db, file);
    let mut found = Realized::default();
    for id in model.ids() {
        match model.data(id) {
            Data::Collect { type_expr, .. } => note(&model, *type_expr, &mut found),
            Data::Call { functor, arguments, .. } if is_realize(&model, *functor) => {
                arguments.iter().for_each(|it| note_all(&model, *it, &mut found));
            }
            Data::MethodCall { functor, .. } => match model.data(*functor) {
                Data::NamedAccess { left, right } if is_realize(&model, *right) => note_all(&model, *left, &mut found),
                _ => {}
            },
            _ => {}
        }
    }
    Arc::new(found)
}

fn is_realize(model: &Model, functor: NodeId) -> bool {
    matches!(model.data(functor), Data::Name(name) if name.trim_start_matches("::") == "realize")
}

/// A reference, or a list of them.
fn note_all(model: &Model, node: NodeId, found: &mut Realized) {
    match model.data(node) {
        Data::List { values } => values.iter().for_each(|it| match model.data(*it) {
            Data::Access { left, .. } => note(model, *left, found),
            _ => found.any = true,
        }),
        Data::Access { left, .. } => note(model, *left, found),
        _ => found.any = true,
    }
}

fn note(model: &Model, type_expr: NodeId, found: &mut Realized) {
    match model.data(type_expr) {
        Data::Reference(name) => {
            found.types.insert(name.trim_start_matches("::").to_lowercase().into());
        }
        _ => found.any = true,
    }
}

/// Returns what realizes virtual resources in a site with main manifests; nothing for a module alone, whose users may do as they like.
#[salsa::tracked(returns(clone))]
fn realized<'db>(db: &'db dyn Db, root: Root<'db>) -> Option<Arc<Realized>> {
    if main_manifests(db, root).is_empty() {
        return None;
    }
    environment_of(db, root)?;
    let mut all = Realized::default();
    for file in code_of_site(db, root) {
        let own = realized_in(db, file);
        all.any |= own.any;
        all.types.extend(own.types.iter().cloned());
    }
    Some(Arc::new(all))
}

/// The main manifests of a site, and what may declare something in the modules that it finds.
pub(crate) fn code_of_site(db: &dyn Db, root: Root<'_>) -> Vec<File> {
    let mut files: Vec<File> = main_manifests(db, root).iter().map(|path| db.files().at(db, &path.to_string_lossy())).collect();
    let Some(environment) = environment_of(db, root) else { return files };
    let mut folders: Vec<&PathBuf> = environment.modules().map(|it| it.1).collect();
    folders.sort();
    folders.into_iter().for_each(|it| files.extend(code_of_module(db, it)));
    files
}

/// Files that may declare something in the module of a folder.
pub(crate) fn code_of_module(db: &dyn Db, folder: &Path) -> Vec<File> {
    ["manifests", "functions"].iter().flat_map(|it| manifests_below(db, &folder.join(it))).collect()
}

/// The module that a file lies in, as its site finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    pub module: Str,
    pub folder: PathBuf,
}

/// The module of a site that a file lies in.
pub(crate) fn module_around(db: &dyn Db, root: Root<'_>, file: File) -> Option<Around> {
    let environment = environment_of(db, root)?;
    let around = environment.module_around(Path::new(&*file.path(db)));
    around.map(|(module, folder)| Around { module: module.clone(), folder: folder.clone() })
}

impl Snapshot<'_> {
    /// The module of its site that a file lies in.
    pub fn own_module(&self, file: File) -> Option<Around> {
        module_around(self.db(), root(self.db(), file)?, file)
    }

    /// The folder of a module, as the site of a file finds it.
    pub fn module_folder(&self, file: File, module: &str) -> Option<PathBuf> {
        environment_of(self.db(), root(self.db(), file)?)?.module(module).cloned()
    }

    /// The names of all modules that the site of a file finds.
    pub fn module_names(&self, file: File) -> Vec<Str> {
        let Some(environment) = root(self.db(), file).and_then(|root| environment_of(self.db(), root)) else { return Vec::new() };
        let mut names: Vec<Str> = environment.modules().map(|it| it.0.clone()).collect();
        names.sort();
        names
    }

    /// Returns the names of modules that the `Puppetfile` of the site of a file lists and that are not installed.
    pub fn uninstalled_modules(&self, file: File) -> FxHashSet<String> {
        let db = self.db();
        let Some(root) = root(db, file) else { return FxHashSet::default() };
        let path = root.path(db).join(puppetfile::FILE_NAME);
        let (Some(listed), Some(environment)) = (self.file_at(&path), environment_of(db, root)) else { return FxHashSet::default() };
        let text = listed.text(db).unwrap_or_else(|| Arc::from(""));
        let missing = puppetfile::modules(&text).into_iter().filter(|it| environment.module(it.name).is_none());
        missing.map(|it| it.name.to_owned()).collect()
    }

    /// Metadata of the module in a folder.
    pub fn metadata(&self, folder: &Path) -> Option<Metadata> {
        with_db(self.db(), || Metadata::read(&Outside, folder))
    }

    /// Whether there is something at a path.
    pub fn exists(&self, path: &Path) -> bool {
        outside::kind(self.db(), path).is_some()
    }

    /// Whether there is a resource type of Ruby code, as the site of a file sees it.
    pub fn has_native_type(&self, file: File, lower: &str) -> bool {
        root(self.db(), file).is_some_and(|root| native(self.db(), root, lower).is_some())
    }

    /// Returns what realizes virtual resources in the site of a file; nothing where others than the site may.
    pub fn realized(&self, file: File) -> Option<Arc<Realized>> {
        realized(self.db(), root(self.db(), file)?)
    }

    /// The module that should define a name, and that the site of a file does not have.
    pub fn absent_module(&self, file: File, symbol: &Symbol) -> Option<Str> {
        let name = match symbol {
            Symbol::File(_, path) => {
                let module = path.split_once('/').map(|it| it.0)?;
                let environment = environment_of(self.db(), root(self.db(), file)?)?;
                return (environment::is_module_name(module) && environment.module(module).is_none()).then(|| module.into());
            }
            Symbol::Class(name) | Symbol::Type(name) | Symbol::Function(name) | Symbol::Plan(name) => name,
            _ => return None,
        };
        let root = root(self.db(), file)?;
        let environment = environment_of(self.db(), root)?;
        let is_absent = |module: &str| !matches!(module, "" | "environment" | "settings") && environment.module(module).is_none();
        let module: Str = match (name.split_once("::"), symbol) {
            (Some((module, _)), _) => module.into(),
            (None, Symbol::Class(_)) => name.as_str().into(),
            (None, Symbol::Type(_)) => {
                let of = resource_types::type_info(name)?.module.as_deref()?;
                if native(self.db(), root, name).is_some() {
                    return None;
                }
                of.into()
            }
            (None, Symbol::Function(_)) => compiler::module_of_function(name)?.into(),
            _ => return None,
        };
        (is_absent(&module) && self.resolve(symbol, file).is_empty()).then_some(module)
    }
}
