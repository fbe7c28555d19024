//! Files that are no code: data of Hiera, its `hiera.yaml`, a module's `metadata.json`. What they are, by where they lie, and
//! what stands in them.

mod keys;
mod looked_up;
mod read_keys;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use environment::{environment_conf, puppetfile};
use hiera::levels::{self, Level, Reads};
use hir::Symbol;
use rustc_hash::FxHashSet;
use values::regex::Regex;
use values::{Hash, Str, Type, Value};
use workspace::{Db, File};
use world::FileKind;
use yaml::Tree;

use crate::below::paths_below;
use crate::names::resolve;
use crate::outside::{kind, with_db};
use crate::site::{Root, environment_of, root, settings_of};
use crate::{Evaluation, Snapshot, Systems, nodes};

pub use looked_up::{Given, LookedUp};

/// Whose data a file has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    Global,
    Environment,
    Module(Str),
}

/// Role of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A `hiera.yaml`.
    Config,
    /// A `metadata.json`.
    Metadata,
    /// An `environment.conf`.
    Settings,
    /// A `Puppetfile`.
    Puppetfile,
    /// A file that a level of the hierarchy reads. The levels are those that may read it, by their numbers in
    /// [`Snapshot::levels`].
    Data { levels: Vec<usize>, is_sealed: bool, is_json: bool },
}

/// Where a file that is no code belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPlace {
    pub layer: Layer,
    /// The folder of the environment or module.
    pub folder: Arc<Path>,
    pub role: Role,
}

impl DataPlace {
    /// The name of the module that it belongs to.
    pub fn module(&self) -> Option<&Str> {
        match &self.layer {
            Layer::Module(name) => Some(name),
            _ => None,
        }
    }

    pub fn is_json(&self) -> bool {
        matches!(self.role, Role::Metadata | Role::Data { is_json: true, .. })
    }
}

/// A text of YAML or JSON.
#[derive(Debug, Default, PartialEq)]
pub struct DataText {
    pub tree: Tree,
    /// As Puppet reads it; none where it does not, or where it is no hash.
    pub hash: Option<Arc<Hash>>,
}

/// Lookup options in data.
#[derive(Debug, Default)]
pub struct LookupOptions {
    keys: FxHashSet<String>,
    patterns: Vec<Regex>,
}

impl LookupOptions {
    /// Whether a key is merged or converted, so that one value alone says nothing of the whole.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains(key) || self.patterns.iter().any(|it| it.is_match(key))
    }
}

#[salsa::interned(debug)]
struct Folder<'db> {
    #[returns(ref)]
    path: Arc<Path>,
}

#[salsa::interned(debug)]
struct ClassName<'db> {
    #[returns(ref)]
    name: Str,
}

#[salsa::tracked(returns(clone), lru = 128)]
fn data_text(db: &dyn Db, file: File, is_json: bool) -> Arc<DataText> {
    let text = file.text(db).unwrap_or_else(|| Arc::from(""));
    let (tree, value) = match is_json {
        true => (Tree::of_json(&text), serde_json::from_str(&text).ok().map(|it| values::data::from_json(&it))),
        false => {
            let (tree, data) = yaml::read(text.as_bytes());
            (tree, data.map(|it| values::data::from_yaml(&it)))
        }
    };
    let hash = match value {
        Some(Value::Hash(hash)) => Some(hash),
        _ => None,
    };
    Arc::new(DataText { tree, hash })
}

/// The levels of the hierarchy of a folder.
#[salsa::tracked(returns(clone), no_eq)]
fn levels_of<'db>(db: &'db dyn Db, folder: Folder<'db>) -> Arc<Vec<Level>> {
    let path = folder.path(db).join("hiera.yaml");
    if kind(db, &path) != Some(FileKind::File) {
        return Arc::default();
    }
    let text = db.files().at(db, &path.to_string_lossy()).text(db);
    Arc::new(levels::levels(folder.path(db), &text.unwrap_or_else(|| Arc::from(""))))
}

/// The same for a configuration of any name.
fn levels_in_file(db: &dyn Db, config: &Path) -> Vec<Level> {
    let text = db.files().at(db, &config.to_string_lossy()).text(db).unwrap_or_else(|| Arc::from(""));
    config.parent().map(|root| levels::levels(root, &text)).unwrap_or_default()
}

#[salsa::tracked(returns(clone))]
fn data_place(db: &dyn Db, file: File) -> Option<Arc<DataPlace>> {
    let path = file.path(db);
    let path = Path::new(&*path);
    if path.file_name()? == puppetfile::FILE_NAME {
        let folder = root(db, file)?.path(db).clone();
        let is_it = path == folder.join(puppetfile::FILE_NAME);
        return is_it.then(|| Arc::new(DataPlace { layer: Layer::Environment, folder, role: Role::Puppetfile }));
    }
    let extension = path.extension()?.to_str()?;
    if !matches!(extension, "yaml" | "yml" | "eyaml" | "json" | "conf") {
        return None;
    }
    let root = root(db, file)?;
    if extension == "conf" {
        let folder = root.path(db).clone();
        let is_it = path == folder.join(environment_conf::FILE_NAME);
        return is_it.then(|| Arc::new(DataPlace { layer: Layer::Environment, folder, role: Role::Settings }));
    }
    let environment = environment_of(db, root)?;
    if let Some((name, folder)) = environment.module_around(path) {
        // Where modules lie in the site's own folder, its data lie in what could be one.
        let in_module = place_in(db, Layer::Module(name.clone()), Arc::from(folder.as_path()), path);
        if in_module.is_some() {
            return in_module;
        }
    }
    let settings = settings_of(db, root);
    if let Some(config) = settings.hiera_config() {
        let folder: Arc<Path> = Arc::from(config.parent()?);
        let found = match path == config {
            true => Some(Role::Config),
            false => data_role(&levels_in_file(db, config), path),
        };
        if let Some(role) = found {
            return Some(Arc::new(DataPlace { layer: Layer::Global, folder, role }));
        }
    }
    place_in(db, Layer::Environment, root.path(db).clone(), path)
}

fn place_in(db: &dyn Db, layer: Layer, folder: Arc<Path>, path: &Path) -> Option<Arc<DataPlace>> {
    let role = if path == folder.join("hiera.yaml") {
        Role::Config
    } else if path == folder.join("metadata.json") {
        Role::Metadata
    } else {
        data_role(&levels_of(db, Folder::new(db, folder.clone())), path)?
    };
    Some(Arc::new(DataPlace { layer, folder, role }))
}

fn data_role(levels: &[Level], path: &Path) -> Option<Role> {
    let may_read = |(_, it): &(usize, &Level)| it.reads != Reads::Other && it.may_read(path);
    let found: Vec<(usize, &Level)> = levels.iter().enumerate().filter(may_read).collect();
    if found.is_empty() {
        return None;
    }
    Some(Role::Data {
        levels: found.iter().map(|(index, _)| *index).collect(),
        is_sealed: found.iter().any(|(_, it)| it.reads == Reads::Eyaml),
        is_json: found.iter().any(|(_, it)| it.reads == Reads::Json),
    })
}

/// The files of a hierarchy, by their paths, each with the numbers of its levels.
fn files_of_levels(db: &dyn Db, levels: &[Level]) -> Vec<(File, Vec<usize>)> {
    let mut folders: Vec<&PathBuf> = levels.iter().filter(|it| it.reads != Reads::Other).map(|it| &it.folder).collect();
    folders.sort();
    folders.dedup();
    let mut paths: Vec<PathBuf> = folders.into_iter().flat_map(|it| paths_below(db, it, |_| true)).collect();
    paths.sort();
    paths.dedup();
    let found = paths.into_iter().filter_map(|path| match data_role(levels, &path)? {
        Role::Data { levels, .. } => Some((db.files().at(db, &path.to_string_lossy()), levels)),
        _ => None,
    });
    found.collect()
}

#[salsa::tracked(returns(clone))]
fn files_of<'db>(db: &'db dyn Db, folder: Folder<'db>) -> Arc<Vec<(File, Vec<usize>)>> {
    Arc::new(files_of_levels(db, &levels_of(db, folder)))
}

/// The names of nodes that a file of data is for.
fn nodes_of(levels: &[Level], path: &Path, numbers: &[usize]) -> Vec<String> {
    let mut names: Vec<String> = numbers.iter().filter_map(|it| levels.get(*it)?.node_of(path)).collect();
    names.dedup();
    names
}

/// The names of all nodes that data of a site are for.
#[salsa::tracked(returns(clone))]
pub(crate) fn nodes_with_data<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<Vec<String>> {
    let folder = Folder::new(db, root.path(db).clone());
    let levels = levels_of(db, folder);
    let files = files_of(db, folder);
    let mut names: Vec<String> = files.iter().flat_map(|(file, of)| nodes_of(&levels, Path::new(&*file.path(db)), of)).collect();
    names.sort();
    names.dedup();
    Arc::new(names)
}

/// Lookup options in the data of a layer.
#[salsa::tracked(returns(clone), no_eq)]
fn options_of<'db>(db: &'db dyn Db, folder: Folder<'db>) -> Arc<LookupOptions> {
    let mut found = LookupOptions::default();
    for (file, _) in files_of(db, folder).iter() {
        add_options(db, *file, &mut found);
    }
    Arc::new(found)
}

fn add_options(db: &dyn Db, file: File, found: &mut LookupOptions) {
    let is_json = file.path(db).ends_with(".json");
    let text = data_text(db, file, is_json);
    let Some(Value::Hash(options)) = text.hash.as_ref().and_then(|it| it.get(&Value::string("lookup_options"))) else { return };
    for key in options.keys().filter_map(Value::as_str) {
        match key.strip_prefix('^') {
            Some(_) => found.patterns.extend(Regex::new(key).ok()),
            None => {
                found.keys.insert(key.to_owned());
            }
        }
    }
}

/// The types of a class's parameters, by their names; nothing for one whose type is not known here.
#[salsa::tracked(returns(clone))]
fn parameter_types<'db>(db: &'db dyn Db, root: Root<'db>, class: ClassName<'db>, from: File) -> Arc<Vec<(Str, Option<Type>)>> {
    let symbol = Symbol::Class(hir::Name::new(class.name(db)));
    let found = resolve::resolve(db, &symbol, from);
    let (Some(environment), [definition]) = (environment_of(db, root), found.as_slice()) else { return Arc::default() };
    let Some(item) = crate::names::item_tree(db, definition.file).items.get(definition.item) else { return Arc::default() };
    let written: Vec<&str> = item.parameters.iter().map(|it| it.ty.as_deref().unwrap_or("Any")).collect();
    let types = with_db(db, || compiler::types_of_texts(&environment, &written));
    Arc::new(item.parameters.iter().map(|it| Str::from(it.name.as_str())).zip(types).collect())
}

impl Snapshot<'_> {
    /// Role and place of a file that is not code; none where nothing reads it.
    pub fn data_place(&self, file: File) -> Option<Arc<DataPlace>> {
        data_place(self.db(), file)
    }

    /// Parsed YAML or JSON of a file, with ranges.
    pub fn data_text(&self, file: File) -> Arc<DataText> {
        let path = self.path(file);
        if path.ends_with(environment_conf::FILE_NAME) || path.ends_with(puppetfile::FILE_NAME) {
            return Arc::default();
        }
        data_text(self.db(), file, path.ends_with(".json"))
    }

    /// Evaluations of the nodes that a file of data is for, as far as the main manifest names or matches them.
    pub fn evaluations_of_data(&self, file: File, systems: Systems) -> Vec<Evaluation> {
        let Some(root) = root(self.db(), file) else { return Vec::new() };
        let Some(place) = self.data_place(file).filter(|it| it.layer == Layer::Environment) else { return Vec::new() };
        let Role::Data { levels: numbers, .. } = &place.role else { return Vec::new() };
        let names = nodes_of(&self.levels(&place, file), Path::new(&*self.path(file)), numbers);
        names.iter().filter(|it| nodes::is_told(self.db(), root, it)).flat_map(|it| self.evaluations_of_node(root, it, systems)).collect()
    }

    /// The levels of the hierarchy that a file belongs to.
    pub fn levels(&self, place: &DataPlace, file: File) -> Arc<Vec<Level>> {
        let db = self.db();
        match place.layer {
            Layer::Global => {
                let config = root(db, file).and_then(|it| settings_of(db, it).hiera_config().map(Path::to_owned));
                Arc::new(config.map(|it| levels_in_file(db, &it)).unwrap_or_default())
            }
            _ => levels_of(db, Folder::new(db, place.folder.clone())),
        }
    }

    /// The files of data that may have a key of a module, as seen from a file: those of the global layer, those of the
    /// environment, those of the module. Each with the names of its levels.
    pub fn data_files(&self, module: &str, from: File) -> Vec<(Layer, File, Vec<usize>)> {
        let db = self.db();
        let Some(root) = root(db, from) else { return Vec::new() };
        let mut found = Vec::new();
        if let Some(config) = settings_of(db, root).hiera_config() {
            let files = files_of_levels(db, &levels_in_file(db, config));
            found.extend(files.into_iter().map(|(file, levels)| (Layer::Global, file, levels)));
        }
        let environment = environment_of(db, root);
        let module_folder = environment.as_ref().and_then(|it| it.module(module)).map(|it| Arc::<Path>::from(it.as_path()));
        if module_folder.as_ref() != Some(root.path(db)) {
            let files = files_of(db, Folder::new(db, root.path(db).clone()));
            found.extend(files.iter().map(|(file, levels)| (Layer::Environment, *file, levels.clone())));
        }
        if let Some(folder) = module_folder {
            let layer = Layer::Module(module.into());
            let files = files_of(db, Folder::new(db, folder));
            found.extend(files.iter().map(|(file, levels)| (layer.clone(), *file, levels.clone())));
        }
        found
    }

    /// Whether data say of a key how it is looked up, in any layer that a file sees.
    pub fn has_lookup_options(&self, key: &str, from: File) -> bool {
        let db = self.db();
        let Some(root) = root(db, from) else { return false };
        let mut own = LookupOptions::default();
        add_options(db, from, &mut own);
        if let Some(config) = settings_of(db, root).hiera_config() {
            files_of_levels(db, &levels_in_file(db, config)).into_iter().for_each(|(file, _)| add_options(db, file, &mut own));
        }
        let module = key.split("::").next().unwrap_or_default();
        let folder = self.module_folder(from, module).map(|it| Folder::new(db, Arc::from(it)));
        own.has(key)
            || options_of(db, Folder::new(db, root.path(db).clone())).has(key)
            || folder.is_some_and(|it| options_of(db, it).has(key))
    }

    /// The file at a path, if there is one, known so far or not.
    pub fn file_at(&self, path: &Path) -> Option<File> {
        let db = self.db();
        (kind(db, path) == Some(FileKind::File)).then(|| db.files().at(db, &path.to_string_lossy()))
    }

    /// Whether there is a folder at a path.
    pub fn is_folder(&self, path: &Path) -> bool {
        self.db().folders().at(self.db(), path).entries(self.db()).is_some()
    }

    /// The types of a class's parameters, by their names; nothing for one whose type is not known.
    pub fn parameter_types(&self, class: &str, from: File) -> Arc<Vec<(Str, Option<Type>)>> {
        let db = self.db();
        let Some(root) = root(db, from) else { return Arc::default() };
        parameter_types(db, root, ClassName::new(db, Str::from(class)), from)
    }

    /// The texts of the files below a folder with one of some endings, closed files read from the disk.
    pub fn texts_below(&self, folder: &Path, endings: &[&str]) -> Vec<(File, Arc<str>)> {
        let db = self.db();
        let paths = paths_below(db, folder, |name| endings.iter().any(|it| name.ends_with(it)));
        let files = paths.iter().map(|path| db.files().at(db, &path.to_string_lossy()));
        files.filter_map(|file| Some((file, file.text(db)?))).collect()
    }
}
