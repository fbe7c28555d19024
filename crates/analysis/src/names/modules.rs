//! The location of files in modules, from their paths alone.

use rustc_hash::FxHashMap;
use syntax::Dialect;
use workspace::{Db, File};

use hir::{FileKind, Name};

use super::installed;
use crate::Snapshot;
use crate::erb::module_by_manifest;
use crate::site::{Root, root};

/// A module that a file belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub module: Name,
    /// The folder of the module.
    pub root: String,
}

/// For each namespace the files that may define names in it.
#[salsa::tracked(returns(ref))]
pub(crate) fn by_namespace(db: &dyn Db) -> FxHashMap<Name, Vec<File>> {
    let mut found: FxHashMap<Name, Vec<File>> = FxHashMap::default();
    for file in File::all(db).iter() {
        if let Some(namespace) = file.autoload(db).and_then(|it| it.namespace) {
            found.entry(hir::name::normal(&namespace)).or_default().push(*file);
        }
    }
    found
}

/// The folder of each module, for modules of which some manifest is known; more than one where a name is used twice.
#[salsa::tracked(returns(ref))]
pub(crate) fn roots(db: &dyn Db) -> FxHashMap<Name, Vec<String>> {
    let mut found: FxHashMap<Name, Vec<String>> = FxHashMap::default();
    for file in File::all(db).iter() {
        if let Some(place) = place_by_namespace(db, *file) {
            let roots = found.entry(place.module).or_default();
            if !roots.contains(&place.root) {
                roots.push(place.root);
            }
        }
    }
    found
}

/// The module of a file that definitions may be loaded from.
fn place_by_namespace(db: &dyn Db, file: File) -> Option<Place> {
    let namespace = file.autoload(db)?.namespace?;
    let mut parts = namespace.split("::");
    let module = parts.next()?;
    let path = file.path(db);
    // `a::b::c` lies two levels below `manifests`, and `a` in `init.pp` there.
    let levels = parts.count().max(1) + 1;
    let mut root = &*path;
    for _ in 0..levels {
        root = root.rsplit_once('/')?.0;
    }
    Some(Place { module: module.into(), root: root.to_owned() })
}

/// The module whose folder a path lies in: the innermost of those that are known.
pub(crate) fn place_of(db: &dyn Db, path: &str) -> Option<Place> {
    let mut best: Option<Place> = None;
    for (module, folders) in roots(db) {
        for root in folders {
            let is_inside = path.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/'));
            if is_inside && best.as_ref().is_none_or(|it| it.root.len() < root.len()) {
                best = Some(Place { module: module.clone(), root: root.clone() });
            }
        }
    }
    best
}

/// Where a file named as `apache/vhost.epp` lies in a module's folder.
pub fn module_file(root: &str, kind: FileKind, rest: &str) -> String {
    format!("{root}/{}/{rest}", kind.folder())
}

fn own(db: &dyn Db) -> Vec<Place> {
    let places = |(module, roots): (&Name, &Vec<String>)| -> Vec<Place> {
        roots.iter().map(|root| Place { module: module.clone(), root: root.clone() }).collect()
    };
    let mut all: Vec<Place> = roots(db).iter().flat_map(places).collect();
    all.sort_by(|a, b| (&a.module, &a.root).cmp(&(&b.module, &b.root)));
    all
}

/// The folders of all modules, by name: those of the workspace, and those that a site finds.
pub(super) fn all_modules<'db>(db: &'db dyn Db, site: Option<Root<'db>>) -> Vec<Place> {
    let mut all = own(db);
    for (module, root) in installed::modules(db, site) {
        if all.iter().all(|it| it.root != root) {
            all.push(Place { module, root });
        }
    }
    all
}

impl Snapshot<'_> {
    /// The module that a file belongs to.
    pub fn module_of(&self, file: File) -> Option<Place> {
        place_of(self.db(), &file.path(self.db()))
    }

    /// Prefix of definitions in a file, in lower case, if it lies where a module's definitions are loaded from.
    pub fn namespace(&self, file: File) -> Option<Name> {
        file.autoload(self.db())?.namespace.map(|it| hir::name::normal(&it))
    }

    /// The files below a folder.
    pub fn files_below(&self, folder: &str) -> impl Iterator<Item = File> {
        let is_below = |file: &File| file.path(self.db()).strip_prefix(folder).is_some_and(|it| it.starts_with('/'));
        let files: Vec<File> = File::all(self.db()).iter().copied().filter(is_below).collect();
        files.into_iter()
    }

    /// The folders of all modules, by name: those of the workspace, and those that the site of a file finds.
    pub fn modules_around(&self, from: File) -> Vec<Place> {
        all_modules(self.db(), root(self.db(), from))
    }

    /// The folders of the workspace's modules, by name.
    pub fn modules(&self) -> Vec<Place> {
        own(self.db())
    }

    /// Where a file of a module lies that is named as `apache/vhost.epp`: the paths where it would have to be, the likeliest
    /// first.
    pub fn paths_of(&self, kind: FileKind, name: &str, from: File) -> Vec<String> {
        let Some((module, rest)) = name.split_once('/') else { return Vec::new() };
        if rest.split('/').any(|it| it == "..") {
            return Vec::new();
        }
        let mut paths: Vec<String> = roots(self.db()).get(module).into_iter().flatten().map(|root| module_file(root, kind, rest)).collect();
        if paths.is_empty() {
            let installed = installed::modules(self.db(), root(self.db(), from)).into_iter().filter(|(name, _)| name == module);
            paths.extend(installed.map(|(_, root)| module_file(&root, kind, rest)));
        }
        if paths.is_empty() && kind == FileKind::Erb {
            let own = module_by_manifest(self.db(), from).filter(|it| it.module == module);
            paths.extend(own.map(|it| module_file(&it.root, kind, rest)));
        }
        let from = from.path(self.db());
        paths.sort_by_key(|it| std::cmp::Reverse(super::resolve::shared(it, &from)));
        paths
    }

    /// The name by which a template is called, as `apache/vhost.epp`.
    pub fn template_name(&self, file: File) -> Option<String> {
        if file.dialect(self.db()) != Dialect::Epp {
            return None;
        }
        let place = self.module_of(file)?;
        let path = file.path(self.db());
        let rest = path.strip_prefix(place.root.as_str())?.strip_prefix("/templates/")?;
        Some(format!("{}/{rest}", place.module))
    }
}
