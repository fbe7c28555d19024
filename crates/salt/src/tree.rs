//! The SLS files of the roots, by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use world::{FileKind, World};

use crate::fnmatch;
use crate::value::Str;

/// No tree has more files; what has is not a tree of states.
const MAX_FILES: usize = 100_000;
/// The files of larger trees are not compared with misspelt names.
const MAX_COMPARED: usize = 20_000;
/// No file of states is longer.
pub const MAX_LENGTH: usize = 16 << 20;

/// The files of a tree: those of the first root that has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Paths below the roots, with slashes, and where they lie.
    files: BTreeMap<String, PathBuf>,
    /// Paths of the folders below the roots.
    folders: BTreeSet<String>,
    /// The names of all SLS files, sorted.
    names: Vec<Str>,
    /// Place and kind of each of them, which are asked for all files at each keystroke.
    listed: FxHashMap<Str, Listed>,
    /// Links that lead out of their root, by their paths below it: what they lead to is not read.
    links: BTreeSet<String>,
}

/// Meaning of a name of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    /// The path below its root, and where the file lies.
    file: Option<(String, PathBuf)>,
    is_of_another_kind: bool,
}

impl Tree {
    /// Lists the files of the roots. What lies outside of them is left alone, also where a link leads to it.
    pub fn open(world: &dyn World, roots: &[PathBuf]) -> Tree {
        let mut tree = Tree::default();
        for root in roots {
            tree.list(world, root);
        }
        tree.names = tree.files.keys().filter_map(|it| name(it)).map(Into::into).collect();
        tree.names.sort_unstable();
        tree.names.dedup();
        let listed = |name: &Str| {
            let file = tree.find_state(name).map(|(below, path)| (below.to_owned(), path.to_path_buf()));
            (name.clone(), Listed { file, is_of_another_kind: tree.lies_among_others(name) })
        };
        let listed = tree.names.iter().map(listed).collect();
        Tree { listed, ..tree }
    }

    /// The SLS files whose names match a pattern, sorted.
    pub fn matching(&self, pattern: &str) -> Vec<Str> {
        if !fnmatch::is_pattern(pattern) {
            return self.listed.get_key_value(pattern).map(|it| it.0.clone()).into_iter().collect();
        }
        let pattern = fnmatch::Pattern::new(pattern);
        self.names.iter().filter(|it| pattern.matches(it)).cloned().collect()
    }

    /// The SLS files whose names match a pattern; the pattern itself where there are none, for a finding.
    pub fn named(&self, pattern: &Str) -> Vec<Str> {
        let found = self.matching(pattern);
        if found.is_empty() { vec![pattern.clone()] } else { found }
    }

    /// Returns whether an SLS file has this name.
    pub fn has(&self, name: &str) -> bool {
        self.names.binary_search_by(|it| (**it).cmp(name)).is_ok()
    }

    pub fn names(&self) -> &[Str] {
        &self.names
    }

    /// Returns whether a file is no state of this tree: pillar data, the states of another environment, or what a master runs.
    pub fn is_of_another_kind(&self, name: &str) -> bool {
        self.listed.get(name).map_or_else(|| self.lies_among_others(name), |it| it.is_of_another_kind)
    }

    fn lies_among_others(&self, name: &str) -> bool {
        const OTHERS: [&str; 7] = ["pillar", "pillars", "reactor", "reactors", "orch", "orchestrate", "orchestration"];
        let parts: Vec<&str> = name.split('.').collect();
        let folders = parts.get(..parts.len() - 1).unwrap_or_default();
        let has_top = |count: usize| self.has(&format!("{}.top", parts.get(..count).unwrap_or_default().join(".")));
        folders.iter().any(|it| OTHERS.contains(it)) || (1..parts.len()).any(has_top)
    }

    /// The paths of all files below the roots, with where they lie.
    pub fn paths(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.files.iter().map(|(below, path)| (&**below, path.as_path()))
    }

    /// The paths of all folders below the roots, empty ones too, sorted.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }

    /// Where an SLS lies, and its path below the root.
    pub fn state(&self, sls: &str) -> Option<(&str, &Path)> {
        match self.listed.get(sls) {
            Some(listed) => listed.file.as_ref().map(|(below, path)| (&**below, path.as_path())),
            None => self.find_state(sls),
        }
    }

    fn find_state(&self, sls: &str) -> Option<(&str, &Path)> {
        let base = sls.replace('.', "/");
        let found = [format!("{base}.sls"), format!("{base}/init.sls")].into_iter().find_map(|it| self.files.get_key_value(&it));
        found.map(|(below, path)| (&**below, path.as_path()))
    }

    /// Returns whether another root may have what a path names: nothing of this tree has its first part.
    pub fn is_foreign(&self, path: &str) -> bool {
        let first = path.split('/').next().unwrap_or_default();
        let is_of_first = |it: &String| it.strip_prefix(first).is_some_and(|it| it.starts_with('/') || it == ".sls");
        !self.files.range(first.to_owned()..).take_while(|it| it.0.starts_with(first)).any(|it| is_of_first(it.0))
    }

    /// The link that leads out of its root, and that a path is or goes through.
    pub fn link_around(&self, path: &str) -> Option<&str> {
        let ends = path.match_indices('/').map(|it| it.0).chain([path.len()]);
        ends.filter_map(|end| path.get(..end)).find_map(|it| self.links.get(it)).map(String::as_str)
    }

    /// Returns whether files lie below a path.
    pub fn has_folder(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        self.files.range(folder.clone()..).next().is_some_and(|it| it.0.starts_with(&folder))
    }

    /// Returns whether names of this tree are suggested: comparing with more takes too long.
    pub(crate) fn is_small(&self) -> bool {
        self.files.len() <= MAX_COMPARED
    }

    /// A file by its path below the roots.
    pub fn file(&self, path: &str) -> Option<&Path> {
        self.files.get(path).map(PathBuf::as_path)
    }

    /// Adds the files below a root.
    fn list(&mut self, world: &dyn World, root: &Path) {
        let Ok(real_root) = world.real_path(root) else { return };
        let mut folders = 0;
        let mut open = vec![(root.to_path_buf(), String::new(), 0_usize)];
        while let Some((folder, prefix, depth)) = open.pop() {
            for entry in world.read_dir(&folder).unwrap_or_default() {
                let Some(entry_name) = entry.name.to_str() else { continue };
                let path = folder.join(entry_name);
                let below = format!("{prefix}{entry_name}");
                if entry.kind == FileKind::Link {
                    // A folder in itself has nothing new.
                    let real = world.real_path(&path).ok();
                    if real.as_ref().is_some_and(|it| !it.starts_with(&real_root)) && self.links.len() < MAX_FILES {
                        self.links.insert(below.clone());
                    }
                    let target = real.filter(|it| it.starts_with(&real_root));
                    if target.is_none_or(|it| world.real_path(&folder).is_ok_and(|folder| folder.starts_with(&it))) {
                        continue;
                    }
                }
                let Ok(found) = world.metadata(&path) else { continue };
                match found.kind {
                    FileKind::Directory if entry_name != ".git" && depth < 60 && folders < MAX_FILES => {
                        folders += 1;
                        open.push((path, format!("{below}/"), depth + 1));
                        self.folders.insert(below);
                    }
                    FileKind::File if self.files.len() < MAX_FILES => {
                        self.files.entry(below).or_insert(path);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The name of an SLS file by its path below a root.
pub fn name(path: &str) -> Option<String> {
    let base = path.strip_suffix(".sls")?;
    let base = base.strip_suffix("/init").unwrap_or(base);
    Some(base.replace('/', "."))
}

/// Reads a file as text; what is no UTF-8 is an error of the kind `InvalidData`.
pub fn read(world: &dyn World, path: &Path) -> std::io::Result<String> {
    let bytes = world.read(path, MAX_LENGTH as u64)?;
    String::from_utf8(bytes).map_err(|it| {
        let at = it.utf8_error().valid_up_to();
        let byte = it.as_bytes().get(at).copied().unwrap_or_default();
        std::io::Error::new(std::io::ErrorKind::InvalidData, format!("'utf-8' codec can't decode byte 0x{byte:02x} in position {at}"))
    })
}
