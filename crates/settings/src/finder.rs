//! Which `bunraku.toml` counts for a file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, io};

use world::{FileKind, World};

use crate::{Layer, Problem, ProblemKind};

/// The name of the file with the settings of a project.
pub const FILE_NAME: &str = "bunraku.toml";

/// No such file is larger.
const LARGEST: u64 = 1 << 20;

/// Why a `bunraku.toml` cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    Folder,
    /// A pipe, a socket or a device.
    Special,
    /// A link that leads out of the repository, or nowhere.
    Link,
    TooLarge,
    NoText,
    Other(io::ErrorKind),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Folder => f.write_str("a folder, and no file of settings"),
            Unread::Special => f.write_str("not a regular file but a pipe, a socket or a device: it is not read"),
            Unread::Link => f.write_str("a symbolic link out of the repository or to nothing: it is not followed"),
            Unread::TooLarge => write!(f, "longer than {} MiB: it is not read", LARGEST >> 20),
            Unread::NoText => f.write_str("not UTF-8: it is not read"),
            Unread::Other(kind) => write!(f, "{kind}"),
        }
    }
}

/// A folder with its `bunraku.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The folder that it lies in.
    pub folder: PathBuf,
    pub text: Arc<str>,
    pub layer: Arc<Layer>,
    /// Problems that can be seen without who knows names.
    pub problems: Arc<[Problem]>,
}

impl Project {
    pub fn new(folder: &Path, text: impl Into<Arc<str>>) -> Project {
        let text = text.into();
        let (layer, problems) = crate::read(&text, folder, None);
        Project { folder: folder.to_owned(), text, layer: Arc::new(layer), problems: problems.into() }
    }

    /// Returns why a setting cannot be read, if it cannot: of itself, or as the file is no TOML.
    pub fn refused(&self, key: &str) -> Option<&Problem> {
        self.problems.iter().find(|it| it.kind == ProblemKind::Invalid && (it.key == key || it.key.is_empty()))
    }

    /// The path of the file.
    pub fn file(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    /// The one that counts for a file: the nearest above it.
    pub fn nearest<'a>(projects: impl IntoIterator<Item = &'a Project>, file: &Path) -> Option<&'a Project> {
        let above = projects.into_iter().filter(|it| file.starts_with(&it.folder));
        above.max_by_key(|it| it.folder.components().count())
    }
}

/// Looks for `bunraku.toml`, from files upwards. What is found is kept: make one for each run.
pub struct Finder<'w> {
    world: &'w dyn World,
    /// By folder; nothing where none counts there.
    known: Mutex<HashMap<PathBuf, Option<Arc<Project>>>>,
    /// The files that count for nothing, though they are there.
    unread: Mutex<Vec<(PathBuf, Unread)>>,
}

impl<'w> Finder<'w> {
    pub fn new(world: &'w dyn World) -> Finder<'w> {
        Finder { world, known: Mutex::default(), unread: Mutex::default() }
    }

    /// The settings that count for a file, by its absolute path: those of the nearest folder above that has some. The
    /// search ends at the top of the repository.
    pub fn project(&self, file: &Path) -> Option<Arc<Project>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut passed: Vec<PathBuf> = Vec::new();
        let mut found = None;
        for folder in file.ancestors().skip(1) {
            if let Some(project) = known.get(folder) {
                found = project.clone();
                break;
            }
            passed.push(folder.to_owned());
            found = self.read(folder);
            if found.is_some() || self.world.link_metadata(&folder.join(".git")).is_ok() {
                break;
            }
        }
        known.extend(passed.into_iter().map(|folder| (folder, found.clone())));
        found
    }

    /// All that were found so far, by folder.
    pub fn projects(&self) -> Vec<Arc<Project>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut projects: Vec<Arc<Project>> = known.values().flatten().cloned().collect();
        projects.sort_by(|a, b| a.folder.cmp(&b.folder));
        projects.dedup_by(|a, b| a.folder == b.folder);
        projects
    }

    /// The files that were found so far and cannot be read, and why.
    pub fn unread(&self) -> Vec<(PathBuf, Unread)> {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner).clone();
        unread.sort_by(|a, b| a.0.cmp(&b.0));
        unread
    }

    fn read(&self, folder: &Path) -> Option<Arc<Project>> {
        let file = folder.join(FILE_NAME);
        let kind = self.world.link_metadata(&file).ok()?.kind;
        match self.text(folder, &file, kind) {
            Ok(text) => Some(Arc::new(Project::new(folder, text))),
            Err(why) => {
                self.unread.lock().unwrap_or_else(PoisonError::into_inner).push((file, why));
                None
            }
        }
    }

    fn text(&self, folder: &Path, file: &Path, kind: FileKind) -> Result<String, Unread> {
        if kind == FileKind::Link && !self.stays_inside(folder, file) {
            return Err(Unread::Link);
        }
        match self.world.metadata(file).map_err(|it| Unread::Other(it.kind()))?.kind {
            FileKind::File => {}
            FileKind::Directory => return Err(Unread::Folder),
            FileKind::Special | FileKind::Link => return Err(Unread::Special),
        }
        let bytes = self.world.read(file, LARGEST).map_err(|it| match it.kind() {
            io::ErrorKind::FileTooLarge => Unread::TooLarge,
            kind => Unread::Other(kind),
        })?;
        String::from_utf8(bytes).map_err(|_| Unread::NoText)
    }

    /// Whether a link leads to something in the repository around a folder, or in the folder itself. Findings show excerpts.
    fn stays_inside(&self, folder: &Path, file: &Path) -> bool {
        let top = folder.ancestors().find(|it| self.world.link_metadata(&it.join(".git")).is_ok()).unwrap_or(folder);
        let (Ok(top), Ok(real)) = (self.world.real_path(top), self.world.real_path(file)) else { return false };
        real.starts_with(top)
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn the_nearest_file_counts() {
        let mut world = MemoryWorld::new();
        world.add_file("/site/bunraku.toml", "node = 'a'");
        world.add_file("/site/modules/m/bunraku.toml", "node = 'b'");
        let finder = Finder::new(&world);
        let node = |path: &str| finder.project(Path::new(path)).and_then(|it| it.layer.node.clone());
        assert_eq!(node("/site/manifests/site.pp").as_deref(), Some("a"));
        assert_eq!(node("/site/modules/m/manifests/init.pp").as_deref(), Some("b"));
        assert_eq!(node("/site/modules/n/manifests/init.pp").as_deref(), Some("a"));
        assert_eq!(node("/other/a.pp"), None);
        assert_eq!(finder.projects().len(), 2);
    }

    #[test]
    fn the_search_ends_at_the_top_of_the_repository() {
        let mut world = MemoryWorld::new();
        world.add_file("/home/bunraku.toml", "node = 'a'");
        world.add_file("/home/site/.git/HEAD", "");
        world.add_file("/home/site/a.pp", "");
        assert_eq!(Finder::new(&world).project(Path::new("/home/site/a.pp")), None);
        assert!(Finder::new(&world).project(Path::new("/home/b.pp")).is_some());
    }

    #[test]
    fn of_several_the_nearest_is_taken() {
        let projects = [Project::new(Path::new("/a"), ""), Project::new(Path::new("/a/b"), ""), Project::new(Path::new("/a/bc"), "")];
        let nearest = |path: &str| Project::nearest(&projects, Path::new(path)).map(|it| it.folder.to_string_lossy().into_owned());
        assert_eq!(nearest("/a/b/c.pp").as_deref(), Some("/a/b"));
        assert_eq!(nearest("/a/c.pp").as_deref(), Some("/a"));
        assert_eq!(nearest("/c.pp"), None);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let mut world = MemoryWorld::new();
        world.add_file("/etc/passwd", "root:x:0:0:");
        world.add_file("/site/.git/HEAD", "");
        world.add_file("/site/shared.toml", "node = 'a'");
        world.add_special("/site/pipe/bunraku.toml");
        world.add_link("/site/out/bunraku.toml", "/etc/passwd");
        world.add_link("/site/in/bunraku.toml", "../shared.toml");
        world.add_file("/site/folder/bunraku.toml/a", "");
        world.add_file("/site/bytes/bunraku.toml", b"\xff".as_slice());
        world.add_file("/site/large/bunraku.toml", "#".repeat(2 << 20));
        let finder = Finder::new(&world);
        let node = |path: &str| finder.project(Path::new(path)).and_then(|it| it.layer.node.clone());
        assert_eq!(node("/site/in/a.pp").as_deref(), Some("a"));
        for folder in ["pipe", "out", "folder", "bytes", "large"] {
            assert_eq!(node(&format!("/site/{folder}/a.pp")), None);
        }
        let unread: Vec<Unread> = finder.unread().into_iter().map(|it| it.1).collect();
        assert_eq!(unread, [Unread::NoText, Unread::Folder, Unread::TooLarge, Unread::Link, Unread::Special]);
    }
}
