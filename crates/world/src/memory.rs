//! A world in memory, for tests and for texts that lie on no disk.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use crate::{Entry, FileKind, Metadata, World};

/// A symbolic link may lead to another this many times, as on Linux.
const MAX_LINKS: usize = 40;

/// A world in memory. Paths are absolute, or relative to its current directory, which is `/` until set.
#[derive(Clone, Debug)]
pub struct MemoryWorld {
    nodes: BTreeMap<PathBuf, Node>,
    env: BTreeMap<String, OsString>,
    current_dir: PathBuf,
    now: SystemTime,
}

#[derive(Clone, Debug)]
enum Node {
    File(Vec<u8>),
    Directory,
    Link(PathBuf),
    Special,
}

impl Default for MemoryWorld {
    fn default() -> MemoryWorld {
        let root = PathBuf::from("/");
        MemoryWorld {
            nodes: BTreeMap::from([(root.clone(), Node::Directory)]),
            env: BTreeMap::new(),
            current_dir: root,
            now: SystemTime::UNIX_EPOCH,
        }
    }
}

impl MemoryWorld {
    pub fn new() -> MemoryWorld {
        MemoryWorld::default()
    }

    /// Adds a file, and the directories above it.
    pub fn add_file(&mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.add(path.as_ref(), Node::File(bytes.into()));
    }

    /// Adds a directory, and those above it.
    pub fn add_dir(&mut self, path: impl AsRef<Path>) {
        self.add(path.as_ref(), Node::Directory);
    }

    /// Adds a symbolic link; a relative target counts from the folder of the link.
    pub fn add_link(&mut self, path: impl AsRef<Path>, target: impl Into<PathBuf>) {
        self.add(path.as_ref(), Node::Link(target.into()));
    }

    /// Adds something that is neither file, directory nor link, as a named pipe.
    pub fn add_special(&mut self, path: impl AsRef<Path>) {
        self.add(path.as_ref(), Node::Special);
    }

    /// Removes a path and everything under it.
    pub fn remove(&mut self, path: impl AsRef<Path>) {
        let path = self.absolute(path.as_ref());
        self.nodes.retain(|it, _| !it.starts_with(&path));
    }

    pub fn set_env(&mut self, name: impl Into<String>, value: impl Into<OsString>) {
        self.env.insert(name.into(), value.into());
    }

    pub fn set_current_dir(&mut self, path: impl AsRef<Path>) {
        self.add_dir(path.as_ref());
        self.current_dir = self.absolute(path.as_ref());
    }

    pub fn set_now(&mut self, now: SystemTime) {
        self.now = now;
    }

    fn add(&mut self, path: &Path, node: Node) {
        let path = self.absolute(path);
        for parent in path.ancestors().skip(1) {
            self.nodes.entry(parent.to_path_buf()).or_insert(Node::Directory);
        }
        // The root stays a directory.
        if path.parent().is_some() {
            self.nodes.insert(path, node);
        }
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        normalize(&self.current_dir.join(path))
    }

    /// The path without links, and what lies there. The last component's link is followed if asked for.
    fn resolve(&self, path: &Path, follow_last: bool) -> io::Result<(PathBuf, &Node)> {
        let mut todo: Vec<OsString> = components(&self.current_dir.join(path));
        todo.reverse();
        let mut done = PathBuf::from("/");
        let mut links = 0;
        while let Some(name) = todo.pop() {
            if name == ".." {
                done.pop();
                continue;
            }
            if !matches!(self.nodes.get(&done), Some(Node::Directory)) {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            let next = done.join(&name);
            match self.nodes.get(&next) {
                None => return Err(io::ErrorKind::NotFound.into()),
                Some(Node::Link(target)) if follow_last || !todo.is_empty() => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(io::Error::other("too many levels of symbolic links"));
                    }
                    if target.has_root() {
                        done = PathBuf::from("/");
                    }
                    todo.extend(components(target).into_iter().rev());
                }
                Some(_) => done = next,
            }
        }
        let node = self.nodes.get(&done).ok_or(io::ErrorKind::NotFound)?;
        Ok((done, node))
    }
}

impl World for MemoryWorld {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.resolve(path, true).map(|(_, node)| node.metadata())
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.resolve(path, false).map(|(_, node)| node.metadata())
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        match self.resolve(path, true)?.1 {
            Node::File(bytes) if bytes.len() as u64 > limit => Err(io::ErrorKind::FileTooLarge.into()),
            Node::File(bytes) => Ok(bytes.clone()),
            Node::Directory => Err(io::ErrorKind::IsADirectory.into()),
            Node::Link(_) | Node::Special => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let (dir, node) = self.resolve(path, true)?;
        if !matches!(node, Node::Directory) {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let under = self.nodes.range(dir.clone()..).take_while(|(path, _)| path.starts_with(&dir));
        let children = under.filter(|(path, _)| path.parent() == Some(&dir));
        Ok(children.filter_map(|(path, node)| Some(Entry { name: path.file_name()?.to_owned(), kind: node.kind() })).collect())
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.resolve(path, true).map(|(path, _)| path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        match self.resolve(path, false)?.1 {
            Node::Link(target) => Ok(target.clone()),
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        Ok(self.current_dir.clone())
    }

    fn env(&self, name: &str) -> Option<OsString> {
        self.env.get(name).cloned()
    }

    fn now(&self) -> SystemTime {
        self.now
    }
}

impl Node {
    fn kind(&self) -> FileKind {
        match self {
            Node::File(_) => FileKind::File,
            Node::Directory => FileKind::Directory,
            Node::Link(_) => FileKind::Link,
            Node::Special => FileKind::Special,
        }
    }

    fn metadata(&self) -> Metadata {
        let len = match self {
            Node::File(bytes) => bytes.len() as u64,
            Node::Directory | Node::Link(_) | Node::Special => 0,
        };
        Metadata { kind: self.kind(), len, modified: None }
    }
}

/// The names of a path; `..` stays, as what it means depends on links.
fn components(path: &Path) -> Vec<OsString> {
    let names = path.components().filter_map(|it| match it {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some(OsString::from("..")),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    });
    names.collect()
}

/// The path from the root, without `.` and `..`.
fn normalize(path: &Path) -> PathBuf {
    let mut result = PathBuf::from("/");
    for name in components(path) {
        if name == ".." {
            result.pop();
        } else {
            result.push(name);
        }
    }
    result
}
