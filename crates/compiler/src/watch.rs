//! The values of expressions, stored only for files that an editor shows.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use syntax::TextRange;
use values::{Str, Value};

use crate::source::Program;

/// Limit of stored different values of one expression.
pub const MOST_VALUES: usize = 8;

/// An expression that is evaluated more often has been seen.
const MOST_VISITS: u32 = 200;

/// Limit of the expressions of a file that are recorded.
const MOST_PLACES: usize = 50_000;

/// Whose values are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Watching {
    #[default]
    Nothing,
    File(Str),
    /// All files that their reader has marked: see [`Program::is_marked`].
    Marked,
}

/// Values of expressions in files, by the ranges of their texts.
#[derive(Debug, Default)]
pub struct Watched {
    /// Few files, and the same one most of the time.
    files: Vec<(Str, FxHashMap<TextRange, Seen>)>,
    /// The one that was noted last.
    last: usize,
    /// In the order in which classes were evaluated.
    pub bound: Vec<Bound>,
}

/// The values of one expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// Different ones, in order of first occurrence.
    pub values: Vec<Value>,
    /// There were more.
    pub more: bool,
    visits: u32,
}

/// A parameter of a class that data gave its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    pub class: Str,
    pub parameter: Str,
    pub value: Value,
    /// The files that had the key; several where they were merged.
    pub sources: Vec<String>,
}

impl Bound {
    /// The key in data.
    pub fn key(&self) -> String {
        key(&self.class, &self.parameter)
    }
}

pub fn key(class: &str, parameter: &str) -> String {
    format!("{class}::{parameter}")
}

impl Watching {
    pub fn means(&self, program: &Program) -> bool {
        match self {
            Watching::Nothing => false,
            Watching::File(file) => program.file.as_ref() == Some(file),
            Watching::Marked => program.is_marked,
        }
    }
}

impl Watched {
    /// The values of the expression that is written there.
    pub fn at(&self, file: &str, range: TextRange) -> Option<&Seen> {
        self.files.iter().find(|it| *it.0 == *file)?.1.get(&range)
    }

    /// Whether anybody can ask for this: most evaluations meet none of the files that are marked, and need not keep what data gave.
    pub(crate) fn tells_of(&self, watching: &Watching) -> bool {
        *watching != Watching::Marked || !self.files.is_empty()
    }

    /// Values of a file's expressions.
    pub fn file_mut(&mut self, file: &Str) -> Option<&mut FxHashMap<TextRange, Seen>> {
        if self.files.get(self.last).is_none_or(|it| it.0 != *file) {
            self.last = self.files.iter().position(|it| it.0 == *file).unwrap_or_else(|| {
                self.files.push((file.clone(), FxHashMap::default()));
                self.files.len() - 1
            });
        }
        self.files.get_mut(self.last).map(|it| &mut it.1)
    }

    pub fn note(&mut self, file: &Str, range: TextRange, value: &Value) {
        let Some(places) = self.file_mut(file) else { return };
        if places.len() >= MOST_PLACES && !places.contains_key(&range) {
            return;
        }
        // Most have one value: no more room is taken for it than it needs.
        let seen = match places.entry(range) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => {
                free.insert(Seen { values: vec![value.clone()], more: false, visits: 1 });
                return;
            }
        };
        if seen.visits >= MOST_VISITS {
            seen.more = true;
            return;
        }
        seen.visits += 1;
        if seen.values.contains(value) {
            return;
        }
        match seen.values.len() < MOST_VALUES {
            true => seen.values.push(value.clone()),
            false => seen.more = true,
        }
    }
}
