//! All places of a name.

use hir::{Owner, Reference, Symbol, name};
use workspace::File;

use super::words::Word;
use super::{mentions, references, resolve};
use crate::Snapshot;

/// A name at a place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence<'db> {
    pub file: File,
    pub reference: &'db Reference,
}

impl<'db> Snapshot<'db> {
    /// Every file that has a text, in the order of their paths.
    pub fn all_files(&self) -> std::sync::Arc<[File]> {
        File::all(self.db())
    }

    /// The files of code that look up some of these keys of data by name.
    pub fn readers_of(&self, keys: &std::collections::BTreeSet<&str>) -> Vec<File> {
        let db = self.db();
        let words: Vec<&str> = keys.iter().map(|it| name::last(it)).collect();
        let may_look = |file: &File| {
            let names = |text: &str| ["lookup", "hiera"].iter().any(|it| text.contains(it));
            file.text(db).is_some_and(|text| names(&text)) && words.iter().any(|it| mentions(db, *file).may_have(it))
        };
        let looks =
            |file: &File| references(db, *file).all.iter().any(|it| matches!(&it.symbol, Symbol::Key(key) if keys.contains(&**key)));
        File::all(db).iter().copied().filter(|file| may_look(file) && looks(file)).collect()
    }

    /// All places of what a symbol means in a file, definitions too, in the order of the files' paths.
    pub fn places(&self, symbol: &Symbol, from: File) -> Vec<Occurrence<'db>> {
        if matches!(symbol, Symbol::Local(_)) {
            return self.places_here(symbol, from);
        }
        let meant = self.meaning(symbol, from);
        if matches!(meant, Symbol::Member { owner: Owner::ThisTemplate, .. }) {
            return self.places_here(&meant, from);
        }
        let definers = self.definers(&meant, from);
        let mut found = Vec::new();
        for file in self.mentioning(&meant) {
            self.places_in(&meant, file, &definers, &mut found);
        }
        found
    }

    fn places_here(&self, symbol: &Symbol, file: File) -> Vec<Occurrence<'db>> {
        let all = references(self.db(), file).all.iter();
        all.filter(|it| it.symbol == *symbol).map(|reference| Occurrence { file, reference }).collect()
    }

    /// The files that may mention what a symbol means. Most texts do not have the word at all: they need not be read as code.
    fn mentioning(&self, meant: &Symbol) -> Vec<File> {
        let Some(word) = meant.search_word() else { return Vec::new() };
        let written = Word::from_symbol(meant);
        let all = File::all(self.db());
        let has_word = |file: &File| written.as_ref().is_none_or(|it| file.text(self.db()).is_some_and(|text| it.may_be_in(&text)));
        all.iter().copied().filter(|file| has_word(file) && mentions(self.db(), *file).may_have(&word)).collect()
    }

    /// Whether some file has a symbol as it stands, whatever others turn out to mean.
    pub(super) fn is_mentioned(&self, symbol: &Symbol) -> bool {
        self.mentioning(symbol).into_iter().any(|file| references(self.db(), file).of_symbol(symbol).next().is_some())
    }

    fn places_in(&self, meant: &Symbol, file: File, definers: &[File], found: &mut Vec<Occurrence<'db>>) {
        // Another environment may have a module of the same name: what is meant there is another thing.
        let mut is_same: Option<bool> = None;
        for reference in &references(self.db(), file).all {
            if !could_mean(&reference.symbol, meant) || self.meaning(&reference.symbol, file) != *meant {
                continue;
            }
            let same =
                *is_same.get_or_insert_with(|| definers.is_empty() || self.definers(meant, file).iter().any(|it| definers.contains(it)));
            if same {
                found.push(Occurrence { file, reference });
            }
        }
    }

    /// The files that define a thing, or what it is a part of.
    fn definers(&self, meant: &Symbol, from: File) -> Vec<File> {
        let definition = match meant {
            Symbol::Member { owner, .. } => match owner {
                Owner::Class(name) => Symbol::Class(name.clone()),
                Owner::Type(name) => Symbol::Type(name.clone()),
                Owner::Plan(name) => Symbol::Plan(name.clone()),
                Owner::Template(_) | Owner::ThisTemplate => return Vec::new(),
            },
            other => other.clone(),
        };
        resolve::resolve(self.db(), &definition, from).into_iter().map(|it| it.file).collect()
    }
}

/// A quick look before the real one: whether a symbol of a file could turn out to mean a thing.
fn could_mean(symbol: &Symbol, meant: &Symbol) -> bool {
    let member = |symbol: &Symbol| match symbol {
        Symbol::Member { name, .. } | Symbol::Inherited { name, .. } | Symbol::Top(name) => Some(name.clone()),
        Symbol::Key(key) => Some(name::last(key).into()),
        _ => None,
    };
    match (member(symbol), member(meant)) {
        (Some(one), Some(other)) => one == other,
        _ => symbol == meant,
    }
}
