//! Files that were read, shared by all evaluations of the process: a template that a thousand catalogs render is parsed once.
//!
//! Results depend on the text alone: they hold for whoever asks, and a changed file needs no notification.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHasher};

use crate::{Problem, Program, Template};

/// Longer texts are parsed each time.
const LONGEST: usize = 1 << 20;

/// With more text than this, all is forgotten: what is still in use is soon read again.
const MOST_BYTES: usize = 16 << 20;

/// A file, or its errors.
pub type Read<T> = Result<Arc<T>, Arc<[Problem]>>;

static TEMPLATES: LazyLock<Mutex<Known<Template>>> = LazyLock::new(Mutex::default);
static PROGRAMS: LazyLock<Mutex<Known<Program>>> = LazyLock::new(Mutex::default);

struct Entry<T> {
    file: Box<str>,
    text: Box<str>,
    read: Read<T>,
}

struct Known<T> {
    /// By a hash of name and text.
    entries: HashMap<u64, Entry<T>, BuildHasherDefault<FxHasher>>,
    bytes: usize,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Known { entries: HashMap::default(), bytes: 0 }
    }
}

/// Returns what was read of a text before, or reads it.
fn known<T>(all: &Mutex<Known<T>>, file: &str, text: &str, read: impl FnOnce() -> Read<T>) -> Read<T> {
    if text.len() > LONGEST {
        return read();
    }
    let key = FxBuildHasher.hash_one((file, text));
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |it: &&Entry<T>| *it.file == *file && *it.text == *text;
    if let Some(entry) = lock().entries.get(&key).filter(is_same) {
        return entry.read.clone();
    }
    // Not under the lock: another thread that reads the same text does no harm.
    let read = read();
    let mut all = lock();
    if all.bytes > MOST_BYTES {
        *all = Known::default();
    }
    all.bytes += text.len();
    all.entries.insert(key, Entry { file: file.into(), text: text.into(), read: read.clone() });
    read
}

impl Template {
    /// Reads a template, once for all that ask for the same text.
    pub fn shared(text: &str) -> Read<Template> {
        Template::shared_as(text, "")
    }

    /// The same for one with the name of a file.
    pub(crate) fn shared_as(text: &str, file: &str) -> Read<Template> {
        known(&TEMPLATES, file, text, || Template::parse_as(text, file).map(Arc::new).map_err(Arc::from))
    }
}

impl Program {
    /// Reads a file, once for all that ask for the same text of the same name.
    pub fn shared(text: &str, file: &str) -> Read<Program> {
        known(&PROGRAMS, file, text, || Program::parse(text, file).map(Arc::new).map_err(Arc::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once() {
        let read = |text: &str| Template::shared(text).ok().unwrap();
        let first = read("<%= 1 %> of its own");
        assert!(Arc::ptr_eq(&first, &read("<%= 1 %> of its own")));
        assert!(!Arc::ptr_eq(&first, &read("<%= 2 %> of its own")));
        assert_eq!(Template::shared("<% if %>").err().unwrap().len(), Template::parse("<% if %>").err().unwrap().len());
    }

    #[test]
    fn the_name_of_a_program_counts() {
        let read = |file: &str| Program::shared("__FILE__", file).ok().unwrap();
        let (one, two) = (read("one.rb"), read("two.rb"));
        assert_eq!((&*one.file, &*two.file), ("one.rb", "two.rb"));
    }

    #[test]
    fn too_much_text_is_forgotten() {
        let all = Mutex::new(Known::<Program>::default());
        let text = "#".repeat(LONGEST - 20);
        for number in 0..40 {
            let text = format!("{text}\n{number}");
            known(&all, "", &text, || Program::parse("1", "").map(Arc::new).map_err(Arc::from)).ok().unwrap();
        }
        assert!(all.lock().unwrap().bytes <= MOST_BYTES + LONGEST);
    }
}
