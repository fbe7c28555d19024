//! Features in ERB templates: what a variable means is read from the classes and defined types that render the template.

pub(crate) mod completion;
pub(crate) mod goto;
pub(crate) mod hover;
pub(crate) mod locals;
mod member;
mod receiver;
pub(crate) mod references;
pub(crate) mod symbols;
pub(crate) mod tokens;
mod values;

use std::path::Path;

use analysis::{File, Snapshot};
use hir::{FileKind, Owner, Symbol, name};
use ruby::outline::Role;
use smol_str::SmolStr;
use syntax::{TextRange, TextSize, text_range};

/// Whether a file is a template of Ruby.
pub(crate) fn is_erb(snapshot: Snapshot<'_>, file: File) -> bool {
    analysis::is_erb(Path::new(&*snapshot.path(file)))
}

/// A name in a template.
pub(crate) struct Word {
    pub(crate) range: TextRange,
    pub(crate) kind: Kind,
    pub(crate) is_write: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `@name`, `scope['name']`
    Variable(SmolStr),
    /// Anything that has a meaning by itself.
    Named(Symbol),
}

/// The names of a template.
pub(crate) fn words(snapshot: Snapshot<'_>, file: File) -> Vec<Word> {
    let outline = snapshot.erb_outline(file);
    let variables = outline.variables.iter().map(|it| Word {
        range: text_range(&it.range),
        kind: Kind::Variable(it.name.as_str().into()),
        is_write: it.is_write,
    });
    let names = outline.names.iter().filter_map(|it| {
        let (kind, skipped) = match it.role {
            Role::Variable | Role::Tested => variable(&it.name),
            Role::Function | Role::LegacyFunction => (Kind::Named(Symbol::Function(name::normal(&it.name))), 0),
            Role::Template => (Kind::Named(Symbol::File(FileKind::Erb, it.name.as_str().into())), 0),
            Role::AnyTemplate => return None,
        };
        let range = it.range.start + u32::try_from(skipped).ok()?..it.range.end;
        Some(Word { range: text_range(&range), kind, is_write: false })
    });
    let mut all: Vec<Word> = variables.chain(names).collect();
    all.sort_by_key(|it| it.range.start());
    all
}

/// The variable that a name of the scope means, and how much of the name stands before the variable itself.
fn variable(written: &str) -> (Kind, usize) {
    match written.rsplit_once("::") {
        None => (Kind::Variable(written.into()), 0),
        Some(("", name)) => (Kind::Named(Symbol::Top(name.into())), 2),
        Some((class, member)) => {
            let owner = Owner::Class(name::normal(class.trim_start_matches("::")));
            (Kind::Named(Symbol::Member { owner, name: member.into() }), class.len() + 2)
        }
    }
}

/// The name at a place; a cursor before the `@` or after the name means it, too.
pub(crate) fn word_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Word> {
    let words = words(snapshot, file);
    let is_at = |it: &Word| it.range.contains_inclusive(offset) || it.range.start() == offset + TextSize::from(1);
    let best = words.iter().position(|it| it.range.contains(offset)).or_else(|| words.iter().position(is_at))?;
    words.into_iter().nth(best)
}

/// Meanings of a name for each class or defined type that renders the template: the file of the rendering code, and the symbol there.
pub(crate) fn meanings(snapshot: Snapshot<'_>, file: File, kind: &Kind) -> Vec<(File, Symbol)> {
    let name = match kind {
        Kind::Named(symbol) => return vec![(file, symbol.clone())],
        Kind::Variable(name) => name,
    };
    let mut found = Vec::new();
    for renderer in snapshot.erb_renderers(file) {
        let visible = renderer.definition.and_then(|it| snapshot.erb_visible(it).all.into_iter().find(|it| it.name == *name));
        let meant = match visible {
            Some(it) => (it.file, it.symbol),
            None => (renderer.file, Symbol::Top(name.clone())),
        };
        if !found.contains(&meant) {
            found.push(meant);
        }
    }
    found
}
