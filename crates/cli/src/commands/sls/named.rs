//! The SLS trees that a command line names, by their folders or by files in them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use analysis::salt::{Place, Role, find_place, states_of_pillar};
use world::{RealWorld, World};

use super::SaltArgs;
use super::check::{absolute, pillar_of, recognize};

/// A tree to check, or some of its files.
#[derive(Debug, Default)]
pub struct Part {
    pub salt: SaltArgs,
    /// SLS names to compile together; the highstate without any.
    pub names: Vec<String>,
    /// Absolute paths of the files to report; all files without any. The whole tree decides what is missing.
    pub files: Option<HashSet<PathBuf>>,
    /// SLS names of those that are states.
    pub states: Vec<String>,
}

/// Splits paths into trees of states and paths that belong to none.
pub fn split(paths: &[PathBuf]) -> (Vec<Part>, Vec<PathBuf>) {
    let mut parts: Vec<Part> = Vec::new();
    let mut others = Vec::new();
    for path in paths {
        let Some(part) = part_of(path) else {
            others.push(path.clone());
            continue;
        };
        match parts.iter_mut().find(|it| it.has_tree_of(&part)) {
            Some(known) => known.add(part),
            None => parts.push(part),
        }
    }
    (parts, others)
}

impl Part {
    fn has_tree_of(&self, other: &Part) -> bool {
        let real = |folders: &[PathBuf]| folders.iter().map(|it| RealWorld.real_path(it).ok()).collect::<Vec<_>>();
        let pillar = |it: &Part| real(it.salt.pillar_root.as_slice());
        let is_whole = self.files.is_none() || other.files.is_none();
        real(&self.salt.salt_root) == real(&other.salt.salt_root) && (is_whole || pillar(self) == pillar(other))
    }

    fn add(&mut self, other: Part) {
        self.files = match (self.files.take(), other.files) {
            (Some(mut files), Some(more)) => {
                files.extend(more);
                Some(files)
            }
            _ => None,
        };
        self.states.extend(other.states);
    }

    /// A tree as a whole.
    pub fn whole(salt: SaltArgs) -> Part {
        Part { salt, ..Part::default() }
    }
}

/// Whether a file is one of a tree of states, by its name.
pub fn is_in_tree(path: &Path) -> bool {
    find_place(&RealWorld, &absolute(&RealWorld, path)).is_some()
}

fn part_of(path: &Path) -> Option<Part> {
    if path.is_dir() {
        let salt = recognize(path)?;
        let root = absolute(&RealWorld, salt.salt_root.first()?);
        let place = find_place(&RealWorld, &root.join("any.sls"));
        // A repository of its own, such as a formula, is a tree of its own.
        let is_repository = |it: &Path| it.join(".git").exists();
        let is_within = |it: &Place| !root.ancestors().take_while(|above| *above != it.root).any(is_repository);
        return match place.filter(|it| (it.root != root && is_within(it)) || it.role == Role::Pillar) {
            None => Some(Part::whole(salt)),
            Some(place) => {
                let tree = salt::Tree::open(&RealWorld, std::slice::from_ref(&root));
                let files: Vec<PathBuf> = tree.paths().map(|it| it.1.to_path_buf()).collect();
                Some(part_of_files(&place, &files))
            }
        };
    }
    let file = absolute(&RealWorld, path);
    let place = find_place(&RealWorld, &file).filter(|_| path.is_file())?;
    Some(part_of_files(&place, &[file]))
}

/// Files of the tree in which a place is.
fn part_of_files(place: &Place, files: &[PathBuf]) -> Part {
    let places = files.iter().filter_map(|it| find_place(&RealWorld, it));
    let states = places.filter(|it| it.role == Role::States).map(|it| it.name.to_string()).collect();
    let root = match place.role {
        Role::Pillar => states_of_pillar(&RealWorld, &place.root).into_iter().find(|it| it.is_dir()),
        _ => Some(place.root.clone()),
    };
    let own_pillar = Some(&place.root).filter(|it| place.role == Role::Pillar && it.join("top.sls").is_file()).cloned();
    let pillar_root = own_pillar.or_else(|| pillar_of(root.as_deref()?)).map(|it| relative(&it));
    let salt_root = root.iter().map(|it| relative(it)).collect();
    let salt = SaltArgs { salt_root, pillar_root, is_found: true, ..SaltArgs::default() };
    Part { salt, files: Some(files.iter().cloned().collect()), states, ..Part::default() }
}

/// A path as seen from the current folder, if it is below that.
fn relative(path: &Path) -> PathBuf {
    let here = RealWorld.current_dir().unwrap_or_default();
    match path.strip_prefix(&here) {
        Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) => below.to_owned(),
        Err(_) => path.to_owned(),
    }
}
