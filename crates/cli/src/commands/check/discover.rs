//! Finds the files to check.
//!
//! Folders are walked without following links, so that the path of a file is its own wherever possible. The links
//! found on the way are followed afterwards, each to what has not been seen: so every real path is checked once, and
//! links that lead in circles end.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};
use world::{FileKind, World};

use super::failure::{Failure, show};

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    pub files: Vec<FileInput>,
    pub failures: Vec<Failure>,
    /// What a user may wonder about, though everything was checked.
    pub notes: Vec<Failure>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileInput {
    /// To open the file with.
    pub path: PathBuf,
    /// The absolute path without links.
    pub real: PathBuf,
    /// The path as it is shown.
    pub shown: String,
}

/// Finds the files to check under the paths given, which are files or folders.
pub fn discover(world: &dyn World, roots: &[PathBuf], honour_ignored: bool) -> Found {
    let mut search =
        Search { world, honour_ignored, found: Found::default(), files: HashSet::new(), folders: Arc::default(), links: VecDeque::new() };
    for root in roots {
        search.root(root);
    }
    while let Some(link) = search.links.pop_front() {
        search.link(&link);
    }
    let mut found = search.found;
    found.files.sort_by(|a, b| a.path.cmp(&b.path));
    found.failures.sort();
    found.failures.dedup();
    found.notes.sort();
    found
}

struct Search<'w> {
    world: &'w dyn World,
    honour_ignored: bool,
    found: Found,
    /// Real paths.
    files: HashSet<PathBuf>,
    /// Real paths; shared with the filter of a walk.
    folders: Arc<Mutex<HashSet<PathBuf>>>,
    links: VecDeque<PathBuf>,
}

impl Search<'_> {
    /// A path that the user named: a file is checked whatever its name.
    fn root(&mut self, path: &Path) {
        match self.world.metadata(path) {
            Ok(metadata) => match metadata.kind {
                FileKind::File => self.file(path),
                FileKind::Directory => self.folder(path),
                FileKind::Link | FileKind::Special => self.special(path),
            },
            Err(error) => self.fail(Failure::missing(self.world, path, show(path), &error)),
        }
    }

    fn file(&mut self, path: &Path) {
        match self.world.real_path(path) {
            Ok(real) => self.add(path.to_owned(), real),
            Err(error) => self.fail(Failure::io(show(path), &error)),
        }
    }

    fn add(&mut self, path: PathBuf, real: PathBuf) {
        if !self.files.insert(real.clone()) {
            return;
        }
        let shown = show(&path);
        if path.to_str().is_none() {
            self.fail(Failure::new(shown, "the path is not UTF-8"));
        } else {
            self.found.files.push(FileInput { path, real, shown });
        }
    }

    fn special(&mut self, path: &Path) {
        self.fail(Failure::new(show(path), "not a regular file but a pipe, a socket or a device"));
    }

    fn fail(&mut self, failure: Failure) {
        self.found.failures.push(failure);
    }

    fn folder(&mut self, top: &Path) {
        let real_top = match self.world.real_path(top) {
            Ok(real) => real,
            Err(error) => return self.fail(Failure::io(show(top), &error)),
        };
        if !lock(&self.folders).insert(real_top.clone()) {
            return;
        }
        for entry in self.walk(top, &real_top) {
            match entry {
                Ok(entry) => self.entry(entry, top, &real_top),
                Err(error) => self.walk_error(&error, top),
            }
        }
    }

    fn walk(&self, top: &Path, real_top: &Path) -> ignore::Walk {
        let folders = self.folders.clone();
        let (top_of_filter, real_top) = (top.to_owned(), real_top.to_owned());
        let filter = move |entry: &DirEntry| {
            if !entry.file_type().is_some_and(|it| it.is_dir()) {
                return true;
            }
            // The first walk that enters a folder has it.
            entry.file_name() != ".git" && lock(&folders).insert(real_path(entry.path(), &top_of_filter, &real_top))
        };
        let mut builder = WalkBuilder::new(top);
        builder.standard_filters(self.honour_ignored).hidden(false).follow_links(false);
        builder.sort_by_file_name(std::ffi::OsStr::cmp).filter_entry(filter);
        builder.build()
    }

    fn entry(&mut self, entry: DirEntry, top: &Path, real_top: &Path) {
        let Some(kind) = entry.file_type() else { return };
        if kind.is_symlink() && entry.depth() > 0 {
            self.links.push_back(entry.into_path());
        } else if kind.is_file() && is_manifest(entry.path()) {
            let real = real_path(entry.path(), top, real_top);
            self.add(entry.into_path(), real);
        } else if !kind.is_file() && !kind.is_dir() && !kind.is_symlink() && is_manifest(entry.path()) {
            self.special(entry.path());
        }
    }

    fn link(&mut self, path: &Path) {
        match self.world.metadata(path) {
            Ok(metadata) => match metadata.kind {
                FileKind::File if is_manifest(path) => self.file(path),
                FileKind::Directory => self.linked_folder(path),
                FileKind::Special if is_manifest(path) => self.special(path),
                FileKind::File | FileKind::Link | FileKind::Special => {}
            },
            Err(error) => {
                let failure = Failure::missing(self.world, path, show(path), &error);
                // A link of another name was not ours to read.
                if is_manifest(path) { self.fail(failure) } else { self.found.notes.push(failure) }
            }
        }
    }

    fn linked_folder(&mut self, path: &Path) {
        let above = path.parent().map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it });
        let real_above = above.and_then(|it| self.world.real_path(it).ok());
        let target = self.world.real_path(path).ok();
        if let (Some(target), Some(above)) = (target, real_above)
            && above.starts_with(&target)
        {
            let note = Failure::new(show(path), "a symbolic link to a folder above it: what is there is checked once");
            self.found.notes.push(note);
        }
        self.folder(path);
    }

    fn walk_error(&mut self, error: &ignore::Error, top: &Path) {
        let path = error_path(error).unwrap_or(top);
        let failure = match error.io_error() {
            Some(io) => Failure::io(show(path), io),
            None => Failure::new(show(path), super::failure::one_line(&error.to_string())),
        };
        self.fail(failure);
    }
}

fn lock(folders: &Mutex<HashSet<PathBuf>>) -> std::sync::MutexGuard<'_, HashSet<PathBuf>> {
    folders.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The real path of what a walk found: there is no link between it and the top.
fn real_path(path: &Path, top: &Path, real_top: &Path) -> PathBuf {
    match path.strip_prefix(top) {
        Ok(inside) if !inside.as_os_str().is_empty() => real_top.join(inside),
        _ => real_top.to_owned(),
    }
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "pp" || it == "epp")
}

fn error_path(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => error_path(err),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::Partial(errors) => errors.first().and_then(error_path),
        _ => None,
    }
}
