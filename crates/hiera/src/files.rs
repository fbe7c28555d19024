//! Files of data, read and parsed once for all lookups of an environment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use values::{Hash, Value};
use world::World;

use crate::candidates::{Candidates, FileKeys, KeyIndex};

/// No file of data is read beyond this many bytes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// The files of a site. What was read is kept: here, or by whoever reads instead.
pub struct Files {
    pub world: Arc<dyn World>,
    reader: Option<Arc<dyn Reader>>,
    known: DashMap<(PathBuf, Format), Arc<Content>, FxBuildHasher>,
}

/// Reads files of data, and knows when they change.
pub trait Reader: Send + Sync {
    fn content(&self, path: &Path, format: Format) -> Arc<Content>;

    /// Returns the files that an absolute pattern matches.
    fn candidates(&self, pattern: &str) -> Arc<Candidates>;

    /// Returns the index of their keys.
    fn key_index(&self, pattern: &str, format: Format) -> Arc<KeyIndex>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Yaml,
    Json,
}

/// Content of a file.
#[derive(Debug, PartialEq)]
pub struct Content(pub(crate) Parsed);

impl Content {
    /// Parses the text of a file, or keeps why it cannot be read.
    pub fn new(path: &Path, format: Format, read: std::io::Result<Vec<u8>>) -> Content {
        Content(parse(path, format, read))
    }
}

#[derive(Debug, PartialEq)]
pub(crate) enum Parsed {
    Hash {
        hash: Arc<Hash>,
        /// Where its keys stand; not known of JSON.
        root: Option<yaml::Node>,
    },
    /// Something that is no hash.
    Other(Value),
    Unreadable(String),
    /// The parser's message, with the name of the file.
    Malformed(String),
}

impl Files {
    pub fn new(world: Arc<dyn World>) -> Files {
        Files { world, reader: None, known: DashMap::default() }
    }

    /// Lets somebody else read and remember.
    pub fn read_by(world: Arc<dyn World>, reader: Arc<dyn Reader>) -> Files {
        Files { world, reader: Some(reader), known: DashMap::default() }
    }

    /// Forgets what was read of a file, which has changed.
    pub fn forget(&self, path: &Path) {
        for format in [Format::Yaml, Format::Json] {
            self.known.remove(&(path.to_owned(), format));
        }
    }

    /// Where a key of a file of data stands: line and column, from 1.
    pub fn place<'k>(&self, path: &Path, keys: impl IntoIterator<Item = &'k str>) -> Option<(u32, u32)> {
        match &self.content(path, Format::Yaml).0 {
            Parsed::Hash { root: Some(root), .. } => root.key_place(keys),
            _ => None,
        }
    }

    pub(crate) fn exists(&self, path: &Path) -> bool {
        self.world.metadata(path).is_ok()
    }

    pub(crate) fn content(&self, path: &Path, format: Format) -> Arc<Content> {
        if let Some(reader) = &self.reader {
            return reader.content(path, format);
        }
        let key = (path.to_owned(), format);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let content = Arc::new(Content::new(path, format, self.world.read(path, LARGEST_FILE)));
        self.known.entry(key).or_insert(content).clone()
    }

    pub(crate) fn candidates(&self, pattern: &str) -> Arc<Candidates> {
        match &self.reader {
            Some(reader) => reader.candidates(pattern),
            None => Arc::new(Candidates::find(&*self.world, pattern)),
        }
    }

    pub(crate) fn key_index(&self, pattern: &str, format: Format) -> Arc<KeyIndex> {
        if let Some(reader) = &self.reader {
            return reader.key_index(pattern, format);
        }
        let candidates = self.candidates(pattern);
        let keys: Vec<FileKeys> =
            candidates.files().iter().map(|it| FileKeys::from_content(&self.content(Path::new(&**it), format))).collect();
        Arc::new(KeyIndex::new(&keys))
    }

    pub(crate) fn text(&self, path: &Path) -> std::io::Result<String> {
        let bytes = self.world.read(path, LARGEST_FILE)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn parse(path: &Path, format: Format, read: std::io::Result<Vec<u8>>) -> Parsed {
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) => return Parsed::Unreadable(format!("{error} - {}", path.display())),
    };
    let file = path.to_string_lossy();
    match format {
        Format::Yaml => match yaml::load(&bytes) {
            Ok(None) => Parsed::Other(Value::Boolean(false)),
            Ok(Some(document)) => match values::data::from_yaml(&document.data) {
                Value::Hash(hash) => Parsed::Hash { hash, root: Some(document.root) },
                other => Parsed::Other(other),
            },
            Err(problem) => Parsed::Malformed(problem.render(&file)),
        },
        Format::Json => match crate::json::load(&bytes) {
            Ok(Value::Hash(hash)) => Parsed::Hash { hash, root: None },
            Ok(other) => Parsed::Other(other),
            Err(error) => Parsed::Malformed(format!("({file}): {error}")),
        },
    }
}
