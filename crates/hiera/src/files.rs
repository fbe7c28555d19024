//! Files of data, read and parsed once for all lookups of an environment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use values::{Hash, Value};
use world::World;

use crate::yaml::{self, Data, Places};

/// No file of data is read beyond this many bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// The files of a site. What was read is kept.
pub struct Files {
    pub world: Arc<dyn World>,
    known: DashMap<(PathBuf, Format), Arc<Content>, FxBuildHasher>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Format {
    Yaml,
    Json,
}

/// What is in a file.
#[derive(Debug)]
pub(crate) enum Content {
    Hash {
        hash: Arc<Hash>,
        places: Places,
    },
    /// Something that is no hash.
    Other(Value),
    Unreadable(String),
    /// What the parser says of it, with the name of the file.
    Malformed(String),
}

impl Files {
    pub fn new(world: Arc<dyn World>) -> Files {
        Files { world, known: DashMap::default() }
    }

    /// Forgets what was read of a file, which has changed.
    pub fn forget(&self, path: &Path) {
        for format in [Format::Yaml, Format::Json] {
            self.known.remove(&(path.to_owned(), format));
        }
    }

    /// Where a key of a file of data stands: line and column, from 1.
    pub fn place<'k>(&self, path: &Path, keys: impl IntoIterator<Item = &'k str>) -> Option<(u32, u32)> {
        match &*self.content(path, Format::Yaml) {
            Content::Hash { places, .. } => places.find(keys),
            _ => None,
        }
    }

    pub(crate) fn exists(&self, path: &Path) -> bool {
        self.world.metadata(path).is_ok()
    }

    pub(crate) fn content(&self, path: &Path, format: Format) -> Arc<Content> {
        let key = (path.to_owned(), format);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let content = Arc::new(self.read(path, format));
        self.known.entry(key).or_insert(content).clone()
    }

    pub(crate) fn text(&self, path: &Path) -> Result<String, String> {
        let bytes = self.world.read(path, LARGEST_FILE).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn read(&self, path: &Path, format: Format) -> Content {
        let bytes = match self.world.read(path, LARGEST_FILE) {
            Ok(bytes) => bytes,
            Err(error) => return Content::Unreadable(format!("{error} - {}", path.display())),
        };
        let file = path.to_string_lossy();
        match format {
            Format::Yaml => match yaml::load(&bytes) {
                Ok(None) => Content::Other(Value::Boolean(false)),
                Ok(Some(document)) => match document.data {
                    data @ Data::Hash(_) => match data.value() {
                        Value::Hash(hash) => Content::Hash { hash, places: document.places },
                        other => Content::Other(other),
                    },
                    other => Content::Other(other.value()),
                },
                Err(problem) => Content::Malformed(problem.told(&file)),
            },
            Format::Json => match crate::json::load(&bytes) {
                Ok(Value::Hash(hash)) => Content::Hash { hash, places: Places::default() },
                Ok(other) => Content::Other(other),
                Err(message) => Content::Malformed(format!("({file}): {message}")),
            },
        }
    }
}
