//! Where a file of states lies: the root of its tree, and what it is there.

use std::path::{Path, PathBuf};

use salt::configuration::ConfigurationError;
use salt::{Heap, Minion, Span, Str, Value};
use settings::SaltTarget;
use workspace::discover::{DocumentKind, document_kind};
use world::{FileKind, World};

/// Role of a file in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    States,
    /// The top file.
    Top,
    /// Pillar data, or their top file.
    Pillar,
    /// A template that others import.
    Template,
    /// A file that a master runs.
    Other,
}

/// A file of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder that names count from.
    pub root: PathBuf,
    /// As `web.nginx`.
    pub name: Str,
    /// As `web/nginx.sls`.
    pub below: String,
    pub role: Role,
}

impl Place {
    /// Whether the root of a pillar file is that of the pillar, and not that of states around it.
    pub fn is_in_own_root(&self, tree: &salt::Tree) -> bool {
        let folders = self.below.split('/').rev().skip(1);
        tree.has("top") && folders.into_iter().all(|it| !PILLARS.contains(&it))
    }
}

/// Folders of pillar data.
const PILLARS: [&str; 2] = ["pillar", "pillars"];

/// Folders further above are ignored.
const HIGHEST: usize = 12;

/// Finds the root of a file: the nearest folder with a top file, else the highest one of those with SLS files, whose own parent is the
/// root where it lies as `init.sls` next to the example of a pillar, as formulas have it.
pub fn find(kind: &dyn Fn(&Path) -> Option<FileKind>, path: &Path) -> Option<Place> {
    let is_template = match document_kind(path) {
        DocumentKind::Sls => false,
        DocumentKind::Jinja => true,
        _ => return None,
    };
    if !path.is_absolute() {
        return None;
    }
    let folder = path.parent()?;
    let is_file = |path: PathBuf| kind(&path) == Some(FileKind::File);
    let above = || folder.ancestors().take(HIGHEST);
    let with_top = above().find(|it| is_file(it.join("top.sls")));
    let root = with_top.or_else(|| above().find(|it| is_file(it.join("pillar.example")) || is_file(it.join("FORMULA"))));
    let root = root.unwrap_or_else(|| {
        // Above a file that is the folder's own, and above those around it.
        let named = above().take_while(|it| is_file(it.join("init.sls"))).last();
        named.and_then(Path::parent).unwrap_or(folder)
    });
    let below = path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
    // The root of a pillar is its folder, or that of one of its environments.
    let parts: Vec<&str> = root.iter().rev().take(2).filter_map(|it| it.to_str()).chain(below.split('/')).collect();
    let folders = parts.get(..parts.len() - 1).unwrap_or_default();
    let has = |names: &[&str]| folders.iter().any(|it| names.contains(it));
    let role = if has(&PILLARS) {
        Role::Pillar
    } else if is_template {
        Role::Template
    } else if has(&["reactor", "reactors", "orch", "orchestrate", "orchestration"]) {
        Role::Other
    } else if below == "top.sls" {
        Role::Top
    } else {
        Role::States
    };
    let name = if is_template { below.clone() } else { salt::sls_name(&below)? };
    Some(Place { root: root.to_path_buf(), name: name.into(), below, role })
}

/// A minion as settings have it. Without a pillar of its own it has the one that lies next to its states: files with a top file, or an
/// example.
pub fn minion(world: &dyn World, root: &Path, target: Option<&SaltTarget>) -> Minion {
    let mut heap = Heap::default();
    let configuration = match target.and_then(|it| it.config.as_ref()).map(|it| configuration(world, &mut heap, it)) {
        Some(Ok(configuration)) => Some(configuration),
        // What it would have changed is not known.
        Some(Err(_)) => return Minion { id: target.map(|it| it.id.clone()).unwrap_or_default(), ..unknown_minion() },
        None => None,
    };
    let own = configuration.as_ref().and_then(|it| it.grains);
    let grains = target.and_then(|it| grains(world, &mut heap, it, own));
    let grains = grains.unwrap_or_else(|| heap.add(Value::Map(salt::Map::default()), Span::NONE));
    let near: Vec<&Path> = [Some(root), root.parent()].into_iter().flatten().collect();
    let own = target.and_then(|it| it.pillar.clone());
    let data = own.as_ref().and_then(|it| data(world, &mut heap, it));
    let under = configuration.as_ref().and_then(|it| it.pillar);
    let data = match (under, data) {
        (Some(under), Some(data)) => Some(salt::pillar::merged(&mut heap, under, data)),
        (under, data) => under.or(data),
    };
    let pillar = data.or_else(|| near.iter().find_map(|it| data_of_example(world, &mut heap, it)));
    let pillar = pillar.unwrap_or_else(|| heap.add(Value::Unknown, Span::NONE));
    let id = target.map(|it| it.id.clone()).unwrap_or_default();
    let mut minion = Minion { id, heap, grains, pillar, all_grains: false, options: configuration.map(|it| it.options) };
    minion.settle_grains();
    if let Some(folder) = pillar_root(world, root, target) {
        let pillar = salt::pillar::read(world, std::slice::from_ref(&folder), &minion, under, None);
        minion.set_pillar(&pillar);
    }
    minion
}

/// The folder of a minion's pillar files, if it has a top file.
pub fn pillar_root(world: &dyn World, root: &Path, target: Option<&SaltTarget>) -> Option<PathBuf> {
    let has_top = |it: &PathBuf| world.metadata(&it.join("top.sls")).is_ok_and(|it| it.kind == FileKind::File);
    let neighbour = pillar_folders(root).into_iter().find(has_top);
    target.and_then(|it| it.pillar.clone()).or(neighbour).filter(has_top)
}

/// The roots of states that a pillar with this root may be for: the folder around it, if that is one, and those next to it.
pub fn states_of_pillar(kind: &dyn Fn(&Path) -> Option<FileKind>, root: &Path) -> Vec<PathBuf> {
    let is_pillar = |it: &&Path| it.file_name().and_then(|it| it.to_str()).is_some_and(|it| PILLARS.contains(&it));
    let Some(pillar) = root.ancestors().take(2).find(is_pillar) else {
        // The pillar has no top file: its root is that of the states.
        return vec![root.to_path_buf()];
    };
    let Some(around) = pillar.parent() else { return Vec::new() };
    let has_top = |it: &Path| kind(&it.join("top.sls")) == Some(FileKind::File);
    let mut roots: Vec<PathBuf> = has_top(around).then(|| around.to_path_buf()).into_iter().collect();
    for folder in ["salt", "states"].map(|it| around.join(it)) {
        let base = folder.join("base");
        roots.push(if has_top(&base) { base } else { folder });
    }
    roots
}

/// The folders in which to look for a pillar that no setting names: `pillar` in the root of the states or next to it, and `base` in that.
pub fn pillar_folders(root: &Path) -> Vec<PathBuf> {
    let is_environment = root.file_name().is_some_and(|it| it == "base");
    let above = match root.parent() {
        Some(parent) if parent != Path::new("") || root.file_name().is_some() => parent.to_path_buf(),
        _ => root.join(".."),
    };
    let highest = above.parent().filter(|_| is_environment).map(Path::to_path_buf);
    let folders = [Some(root.to_path_buf()), Some(above), highest].into_iter().flatten().map(|it| it.join("pillar"));
    folders.flat_map(|it| [it.clone(), it.join("base")]).collect()
}

/// A minion of which nothing is known.
pub fn unknown_minion() -> Minion {
    let mut heap = Heap::default();
    let grains = heap.add(Value::Map(salt::Map::default()), Span::NONE);
    let pillar = heap.add(Value::Unknown, Span::NONE);
    Minion { id: String::new(), heap, grains, pillar, all_grains: false, options: None }
}

fn data_of_example(world: &dyn World, heap: &mut Heap, folder: &Path) -> Option<salt::Id> {
    data(world, heap, &folder.join("pillar.example"))
}

/// A configuration that the settings of a project name, with nothing in it that is not supported.
pub fn configuration(world: &dyn World, heap: &mut Heap, path: &Path) -> Result<salt::Configuration, ConfigurationError> {
    let folder = path.parent().unwrap_or(path);
    let is_below = |it: &Path| it.starts_with(folder) && !it.components().any(|it| it == std::path::Component::ParentDir);
    salt::configuration::read(world, heap, path, &|it| it == path || is_below(it))
}

/// The grains of a system, with those of a configuration and of a file.
fn grains(world: &dyn World, heap: &mut Heap, target: &SaltTarget, own: Option<salt::Id>) -> Option<salt::Id> {
    let of_system = target.system.as_deref().and_then(salt::grains::of_system).map(|it| salt::data::from_json(heap, &it));
    let of_file = target.grains.as_ref().and_then(|it| data(world, heap, it)).map(|it| salt::grains::of_minion(heap, it));
    let mut known = [of_system, own, of_file].into_iter().flatten();
    let mut all = heap.map(known.next()?)?.clone();
    for id in known {
        all.extend(heap.map(id)?.clone());
    }
    Some(heap.add(Value::Map(all), Span::NONE))
}

/// The map in a file of YAML or JSON.
fn data(world: &dyn World, heap: &mut Heap, path: &Path) -> Option<salt::Id> {
    let text = String::from_utf8(world.read(path, 16 << 20).ok()?).ok()?;
    salt::read(heap, salt::FileId(u32::MAX), &text).ok().flatten().filter(|it| heap.map(*it).is_some())
}
