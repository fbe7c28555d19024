//! The SLS trees that a command line names, by their folders or by files in them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use analysis::salt::{Place, Role, find_place, states_of_pillar};
use salt::outline::Outline;
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
        add_part(&mut parts, part);
    }
    (parts, others)
}

fn add_part(parts: &mut Vec<Part>, part: Part) {
    match parts.iter_mut().find(|it| it.has_tree_of(&part)) {
        Some(known) => known.add(part),
        None => parts.push(part),
    }
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

/// A file of states, with its place.
type Found = (Place, PathBuf);

/// The trees of files that were found in a folder which is none itself, such as a repository of several formulas.
pub fn trees_of(files: &[PathBuf]) -> Vec<Part> {
    let mut trees: Vec<Vec<Found>> = Vec::new();
    for file in files.iter().map(|it| absolute(&RealWorld, it)) {
        let Some(place) = find_place(&RealWorld, &file) else { continue };
        match trees.iter_mut().rev().find(|it| it.first().is_some_and(|it| it.0.root == place.root)) {
            Some(tree) => tree.push((place, file)),
            None => trees.push(vec![(place, file)]),
        }
    }
    let mut parts = Vec::new();
    for files in &trees {
        let Some((place, _)) = files.iter().find(|it| it.0.role != Role::Pillar).or(files.first()) else { continue };
        let around = root_by_includes(place, files).map(|root| Place { root: root.to_owned(), ..place.clone() });
        let paths: Vec<PathBuf> = files.iter().map(|it| it.1.clone()).collect();
        let part = part_of_files(around.as_ref().unwrap_or(place), &paths);
        let is_whole = around.is_none() && place.role != Role::Pillar;
        add_part(&mut parts, if is_whole { Part::whole(part.salt) } else { part });
    }
    parts
}

/// The folder around a root that was guessed, if files below it include others by the name of the root: `include: [web.nginx]` in
/// `web/site.sls`.
fn root_by_includes<'a>(place: &'a Place, files: &[Found]) -> Option<&'a Path> {
    if place.root.join("top.sls").is_file() {
        return None;
    }
    let name = place.root.file_name()?.to_str()?;
    let includes = |it: &Found| Some(Outline::read(&salt::read_text(&RealWorld, &it.1).ok()?).includes());
    let mut names = files.iter().filter_map(includes).flatten();
    let is_below = names.any(|it| it.strip_prefix(name).is_some_and(|it| it.starts_with('.')));
    place.root.parent().filter(|_| is_below)
}

/// Files of the tree in which a place is.
fn part_of_files(place: &Place, files: &[PathBuf]) -> Part {
    let is_states = |it: &&PathBuf| find_place(&RealWorld, it).is_some_and(|it| it.role == Role::States);
    let below = files.iter().filter(is_states).filter_map(|it| it.strip_prefix(&place.root).ok()?.to_str());
    let states = below.filter_map(|it| salt::sls_name(&it.replace('\\', "/"))).collect();
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
