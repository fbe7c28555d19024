//! Completion at a cursor.
//!
//! [`context`] says what belongs there, a file for each kind of thing says what there is. The tokens before the cursor decide, so
//! that it works in texts with errors, which is where it is asked.

mod attribute_values;
mod attributes;
mod classes;
pub(crate) mod context;
mod data_types;
mod documentation;
pub(crate) mod expected;
pub(crate) mod facts;
mod functions;
pub(crate) mod hiera_keys;
pub(crate) mod item;
mod keywords;
pub(crate) mod node_keys;
mod paths;
mod resource_types;
mod tasks;
#[cfg(test)]
pub(crate) mod tests;
mod titles;
mod variables;

use std::cell::OnceCell;

use analysis::{File, Snapshot};
use hir::{ItemMap, ItemTree, Name};
use syntax::{SyntaxKind, TextRange, TextSize};
use values::Type;

use crate::cursor::{Cursor, InString};
use context::{Expected, Place, place};
use functions::For;
use item::Found;

pub use documentation::completion_documentation;
pub use item::{CompletionItem, CompletionKind, Insert};

/// Limit of the items: further typing brings up others.
pub(crate) const MOST: usize = 200;

/// Completions at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The best first.
    pub items: Vec<CompletionItem>,
    /// Range that an item replaces when it is inserted: up to the cursor.
    pub insert: TextRange,
    /// The same if the text after the cursor is removed, too.
    pub replace: TextRange,
    /// There are more.
    pub is_cut: bool,
}

/// The question, as all who answer need it.
pub(crate) struct Ask<'a> {
    pub(crate) snapshot: Snapshot<'a>,
    pub(crate) file: File,
    pub(crate) cursor: &'a Cursor,
    pub(crate) text: &'a str,
    pub(crate) string: Option<InString>,
    /// Typed part before the cursor.
    pub(crate) typed: &'a str,
    /// The module of the file.
    pub(crate) module: Option<Name>,
    pub(crate) replace: TextRange,
    /// Somebody asked; it was not a character by itself.
    pub(crate) is_asked: bool,
    items: OnceCell<(ItemTree, ItemMap)>,
}

/// Completions at an offset of a file. Nothing where only the user can know, as in a comment. If a character that asks by itself was typed,
/// only what it certainly asks for: nobody wants a list after every blank.
pub fn completion(snapshot: Snapshot<'_>, file: File, offset: TextSize, trigger: Option<char>) -> Option<Completion> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::completion::completion(snapshot, file, offset);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::completion::completion(snapshot, file, offset);
    }
    if crate::rb::is_ruby(snapshot, file) {
        return crate::rb::completion::completion(snapshot, file, offset, trigger);
    }
    if crate::data::is_data(snapshot, file) {
        return crate::data::completion::completion(snapshot, file, offset, trigger);
    }
    let text = snapshot.text(file);
    let cursor = Cursor::new(&text, snapshot.dialect(file), offset)?;
    let place = place(&cursor);
    let is_asked = trigger.is_none();
    let string = cursor.string();
    let begun = match &string {
        Some(it) => Some(text.get(usize::from(it.content.start())..usize::from(offset))?),
        None => None,
    };
    if let Some(trigger) = trigger
        && !is_meant(trigger, &place, text.get(..usize::from(offset))?, begun)
    {
        return None;
    }
    let (insert, replace) = match &string {
        Some(it) => (TextRange::new(it.content.start(), offset), it.content),
        None => cursor.word(&text),
    };
    let typed = text.get(usize::from(insert.start())..usize::from(insert.end()))?;
    if string.is_none() && typed.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let module = snapshot.module_of(file).map(|it| it.module);
    let ask = Ask { snapshot, file, cursor: &cursor, text: &text, string, typed, module, replace, is_asked, items: OnceCell::new() };
    let mut found = Found::default();
    ask.answer(&place, &mut found);
    let is_cut = found.finish(ask.typed, ask.string.is_some(), MOST);
    for it in &mut found.items {
        // What was not read whole is not read for that.
        it.is_deprecated |= it.definition.and_then(|it| snapshot.item(it)).is_some_and(crate::deprecated::says_so);
    }
    (!found.items.is_empty()).then_some(Completion { items: found.items, insert, replace, is_cut })
}

/// Whether a character that was typed asks for what belongs there; `begun` is what a string has so far.
fn is_meant(trigger: char, place: &Place, before: &str, begun: Option<&str>) -> bool {
    match begun {
        Some(url) if matches!(trigger, ':' | '/') && url.starts_with("puppet:") => return true,
        Some(_) if trigger == '/' => return matches!(place, Place::Title(_) | Place::Value(Expected::Argument(..))),
        None if trigger == '/' => return false,
        _ => {}
    }
    match place {
        Place::Nothing | Place::Statement | Place::Words(_) | Place::Query(_) => false,
        Place::Value(Expected::Anything) => matches!(trigger, '\'' | '"' | '$'),
        Place::Variable => matches!(trigger, '$' | '{') || trigger == ':' && before.ends_with("::"),
        // A type comes first in a list of parameters; elsewhere a blank asks for nothing.
        Place::DataType => match trigger {
            '[' => true,
            ':' => before.ends_with("::"),
            '(' | ',' | ' ' => before.trim_end_matches(' ').ends_with(['(', ',', '|']),
            _ => false,
        },
        Place::Attribute(_) => matches!(trigger, ',' | ' ') && !before.ends_with(",\n"),
        Place::Method => trigger == '.',
        _ if trigger == ':' => before.ends_with("::"),
        _ if trigger == '>' => before.ends_with("=>"),
        _ => true,
    }
}

impl Ask<'_> {
    /// The definitions of the text with a word at the cursor.
    fn items(&self) -> &(ItemTree, ItemMap) {
        self.items.get_or_init(|| hir::items(&self.cursor.parse))
    }

    fn answer(&self, place: &Place, found: &mut Found) {
        if self.string.is_some() {
            return self.in_string(place, found);
        }
        match place {
            Place::Nothing => {}
            Place::Words(words) => keywords::words(words, found),
            Place::Variable => variables::add(self, found),
            Place::Statement => {
                keywords::statements(self, found);
                functions::add(self, For::Statement, found);
                resource_types::add(self, found);
                self.anything(None, found);
            }
            Place::Value(expected) => self.value(expected, found),
            Place::Attribute(body) => attributes::add(self, body, found),
            Place::Query(ty) => attributes::names(self, ty, found),
            Place::Title(ty) => titles::add(self, ty, found),
            Place::Class => classes::add(self, found),
            Place::ResourceTitle(ty) => {
                titles::of_new(self, ty, found);
                keywords::words(&["default"], found);
                variables::with_dollar(self, None, found);
            }
            Place::DataType => data_types::add(self, found),
            Place::FactKey(path) => facts::keys(self, path, found),
            Place::NodeKey(variable, path) => node_keys::add(self, variable, path, found),
            Place::Key(expected) => {
                expected::keys(self, expected, found);
                variables::with_dollar(self, None, found);
            }
            Place::Method => functions::methods(self, found),
            Place::Name(word) => self.name(*word, found),
        }
    }

    /// Something with a value: what fits first, then all others.
    fn value(&self, expected: &Expected, found: &mut Found) {
        if matches!(expected, Expected::Argument(function, _) if matches!(function.as_str(), "include" | "contain" | "require")) {
            return classes::references(self, found);
        }
        expected::values(self, expected, found);
        if !self.is_asked {
            return;
        }
        let wanted = expected::type_expected(self, expected);
        keywords::values(found);
        functions::add(self, For::Value(wanted.as_ref()), found);
        self.anything(wanted.as_ref(), found);
    }

    fn anything(&self, wanted: Option<&Type>, found: &mut Found) {
        variables::with_dollar(self, wanted, found);
        let last = crate::cursor::before(&self.cursor.token).map(|it| it.kind());
        let is_behind_arrow = last.is_some_and(|it| {
            matches!(it, SyntaxKind::IN_EDGE | SyntaxKind::IN_EDGE_SUB | SyntaxKind::OUT_EDGE | SyntaxKind::OUT_EDGE_SUB)
        });
        let is_type = self.typed.trim_start_matches(':').starts_with(|it: char| it.is_ascii_uppercase());
        found.is_partial |= self.typed.is_empty();
        if is_behind_arrow || is_type {
            titles::types(self, found);
        }
        if is_type {
            data_types::add(self, found);
        }
    }

    /// In quotes, only what is certainly meant.
    fn in_string(&self, place: &Place, found: &mut Found) {
        match place {
            Place::Class => classes::add(self, found),
            Place::Title(ty) => titles::add(self, ty, found),
            Place::ResourceTitle(ty) => titles::of_new(self, ty, found),
            Place::FactKey(path) => facts::keys(self, path, found),
            Place::NodeKey(variable, path) => node_keys::add(self, variable, path, found),
            Place::Key(expected) => expected::keys(self, expected, found),
            Place::Value(expected) => expected::values(self, expected, found),
            Place::Attribute(_) | Place::Statement | Place::Nothing | Place::Variable | Place::Query(_) | Place::DataType => {}
            Place::Method | Place::Name(_) | Place::Words(_) => {}
        }
        if self.typed.starts_with('p')
            || self.typed.is_empty() && matches!(place, Place::Value(Expected::Attribute(_, name)) if name == "source")
        {
            paths::urls(self, found);
        }
    }

    /// The name that a definition must have where it stands.
    fn name(&self, word: SyntaxKind, found: &mut Found) {
        use item::{CompletionItem, Rank};
        let Some(name) = self.snapshot.namespace(self.file) else { return };
        let label = match word {
            SyntaxKind::TYPE_KW => hir::name::capitalized(&name),
            _ => name.to_string(),
        };
        let folder = match word {
            SyntaxKind::CLASS_KW | SyntaxKind::DEFINE_KW => "/manifests/",
            SyntaxKind::FUNCTION_KW => "/functions/",
            SyntaxKind::PLAN_KW => "/plans/",
            _ => "/types/",
        };
        if self.snapshot.path(self.file).contains(folder) {
            found.add(CompletionItem::new(label, CompletionKind::Class, Rank::Expected).detail("the name of the file"));
        }
    }
}
