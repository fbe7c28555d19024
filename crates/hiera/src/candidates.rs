//! The files that a path may be while a part of it is not known, and an index of the keys in them.
//!
//! A site may have thousands of them, and each key that is looked up may be in any: they are read once, and the index is asked.

use rustc_hash::{FxHashMap, FxHashSet};
use values::{Str, Value};
use world::World;

use crate::files::{Content, Parsed};

/// The files that a pattern matches.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    files: Vec<Str>,
    numbers: FxHashMap<Str, u32>,
    /// Whether these are all; a walk over too many files ends early.
    is_whole: bool,
}

impl Candidates {
    /// Finds the files that an absolute pattern matches.
    pub fn find(world: &dyn World, pattern: &str) -> Candidates {
        let found = world::glob::files(world, pattern);
        let is_whole = !found.is_cut && found.files.len() < world::glob::MOST;
        let files: Vec<Str> = found.files.into_iter().map(Str::from).collect();
        let numbers = files.iter().cloned().zip(0..).collect();
        Candidates { files, numbers, is_whole }
    }

    pub fn files(&self) -> &[Str] {
        &self.files
    }

    pub(crate) fn number(&self, path: &str) -> Option<u32> {
        self.numbers.get(path).copied()
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// The outermost keys of a file of data.
#[derive(Debug, PartialEq, Eq)]
pub enum FileKeys {
    These(Vec<Str>),
    /// The file cannot be read as data: whoever asks it for a key gets an error.
    Error,
}

impl FileKeys {
    /// Returns the keys that a lookup can name, which are texts.
    pub fn from_content(content: &Content) -> FileKeys {
        match &content.0 {
            Parsed::Hash { hash, .. } => {
                let texts = hash.keys().filter_map(|it| if let Value::String(text) = it { Some(text.clone()) } else { None });
                FileKeys::These(texts.collect())
            }
            // A file of YAML that says nothing has no key.
            Parsed::Other(Value::Undef | Value::Boolean(false)) => FileKeys::These(Vec::new()),
            Parsed::Other(_) | Parsed::Unreadable(_) | Parsed::Malformed(_) => FileKeys::Error,
        }
    }
}

/// Which of some candidates have a key, by their numbers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct KeyIndex {
    keys: FxHashMap<Str, Vec<u32>>,
    errors: Vec<u32>,
}

impl KeyIndex {
    /// Makes the index from the keys of each candidate, in the order of [`Candidates::files`].
    pub fn new<'k>(files: impl IntoIterator<Item = &'k FileKeys>) -> KeyIndex {
        let mut index = KeyIndex::default();
        for (file, number) in files.into_iter().zip(0..) {
            index.add(number, file);
        }
        index
    }

    fn add(&mut self, number: u32, file: &FileKeys) {
        match file {
            FileKeys::These(keys) => keys.iter().for_each(|key| self.keys.entry(key.clone()).or_default().push(number)),
            FileKeys::Error => self.errors.push(number),
        }
    }

    /// Returns the first candidate with a key. Files that cannot be read as data have none.
    pub(crate) fn first_with(&self, key: &str) -> Option<u32> {
        self.keys.get(key)?.first().copied()
    }

    /// Returns the first candidate that gives something other than "not found" for a key: a value, or an error.
    pub(crate) fn first(&self, key: &str, without: &FxHashSet<u32>) -> Option<u32> {
        let first = |numbers: &[u32]| numbers.iter().copied().find(|it| !without.contains(it));
        let with_key = self.keys.get(key).and_then(|it| first(it));
        with_key.into_iter().chain(first(&self.errors)).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn these(keys: &[&str]) -> FileKeys {
        FileKeys::These(keys.iter().copied().map(Str::from).collect())
    }

    #[test]
    fn the_first_file_that_answers_is_found() {
        let index = KeyIndex::new(&[these(&["a"]), these(&["a", "b"]), FileKeys::Error, these(&["c", "b"])]);
        let none = FxHashSet::default();
        let first = |key: &str, without: &[u32]| index.first(key, &without.iter().copied().collect());
        assert_eq!(index.first("a", &none), Some(0));
        assert_eq!((first("b", &[]), first("b", &[1, 2])), (Some(1), Some(3)));
        assert_eq!((first("c", &[]), first("c", &[2])), (Some(2), Some(3)));
        assert_eq!((first("d", &[]), first("d", &[2])), (Some(2), None));
        assert_eq!((index.first_with("c"), index.first_with("d")), (Some(3), None));
    }
}
