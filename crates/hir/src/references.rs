//! Every name in a file, its place, and what it means.

mod calls;
mod facts;
mod resources;
mod scopes;
mod titles;
mod walk;
mod words;

#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;
use smol_str::SmolStr;
use syntax::{TextRange, TextSize};

use crate::Symbol;

/// One name at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The text that spells the name: no `$`, no quotes, no leading `::`, and of `$a::b` the `b` alone.
    pub range: TextRange,
    pub symbol: Symbol,
    pub role: Role,
    pub spelling: Spelling,
}

/// Role of a name at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It gives a class, function, parameter … its name, or a variable its value.
    Definition,
    /// It puts something into the catalog: `include x`, `file { 'x': }`.
    Declaration,
    /// It gives a parameter a value: an attribute, a key of a hash of parameters.
    Argument,
    /// It names the parent of a class.
    Inherits,
    /// It says whose variable is meant: `$a::b`.
    Qualifier,
    Use,
}

/// How the text at the place spells the name, and so how another would have to be written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// A word.
    Bare,
    /// Inside of single quotes.
    Single,
    /// Inside of double quotes.
    Double,
    /// A word whose parts begin with capitals.
    Capitalized,
    /// A variable: a word, though other rules hold for it.
    Variable,
    /// It is no text that could be replaced: put together from variables, or a variable's value.
    Computed,
}

/// The names of a file in the order of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// Sorted by where they begin, and of those that begin together the shorter before the longer.
    pub all: Vec<Reference>,
    /// The name and the reach of each [`Symbol::Local`], by its number.
    pub locals: Vec<(SmolStr, TextRange)>,
}

impl References {
    /// The names at a place, the innermost first. One that ends there counts, so that a cursor after a word means the word.
    pub fn at(&self, offset: TextSize) -> Vec<&Reference> {
        let end = self.all.partition_point(|it| it.range.start() <= offset);
        let mut found: Vec<&Reference> =
            self.all.get(..end).unwrap_or_default().iter().filter(|it| it.range.contains_inclusive(offset)).collect();
        // What begins at the place is meant rather than what ends there.
        found.sort_by_key(|it| (it.range.end() == offset && it.range.start() != offset, it.range.len()));
        found
    }

    /// Names that the file mentions: a quick test whether a closer look is useful.
    pub fn mentions(&self) -> Mentions {
        let mut hashes: Vec<u32> = self.all.iter().filter_map(|it| it.symbol.search_word()).map(|it| hash(&it)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        Mentions { hashes: hashes.into() }
    }

    /// All places of a symbol.
    pub fn of_symbol<'r>(&'r self, symbol: &'r Symbol) -> impl Iterator<Item = &'r Reference> {
        self.all.iter().filter(move |it| it.symbol == *symbol)
    }
}

/// The words that the symbols of a file are found by, as numbers: a file without the number does not mention the word, and one
/// that has it most likely does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    hashes: Arc<[u32]>,
}

impl Mentions {
    /// Whether a file may mention the word of a symbol: [`Symbol::search_word`].
    pub fn may_have(&self, word: &str) -> bool {
        self.hashes.binary_search(&hash(word)).is_ok()
    }
}

fn hash(word: &str) -> u32 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    let hash = hasher.finish();
    // Both halves take part.
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or_default()
}

pub(crate) fn collect(parse: &syntax::Parse) -> References {
    walk::Walker::new(parse.dialect()).run(&parse.syntax_node())
}

pub(crate) fn bindings(parse: &syntax::Parse, offset: TextSize) -> References {
    walk::Walker::new(parse.dialect()).only_seen_from(offset).run(&parse.syntax_node())
}
