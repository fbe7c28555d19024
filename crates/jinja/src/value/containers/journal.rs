//! The changes that are made while both branches of a decision are tried.

use std::cell::RefCell;

use indexmap::IndexMap;

use super::{Content, Map, Shared, Value};

/// A list or a map with what it held before it was changed.
pub struct Before<T: Content> {
    pub(super) shared: Shared<T>,
    pub(super) content: T,
    pub(super) known: bool,
}

/// A list or a map that was changed.
pub enum Saved {
    List(Before<Vec<Value>>),
    Dict(Before<Map>),
}

/// Changes by address: saved values live on, so that no address comes twice.
pub(crate) type Changes = IndexMap<usize, Saved>;

thread_local! {
    static JOURNAL: RefCell<Vec<Changes>> = const { RefCell::new(Vec::new()) };
}

/// Records what is changed until it is taken.
pub(crate) struct Journal(());

pub(crate) fn journal() -> Journal {
    JOURNAL.with_borrow_mut(|it| it.push(Changes::new()));
    Journal(())
}

impl Journal {
    /// Changed containers, with their content before.
    pub(crate) fn take(self) -> Changes {
        JOURNAL.with_borrow_mut(|it| it.last_mut().map(std::mem::take)).unwrap_or_default()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        JOURNAL.with_borrow_mut(Vec::pop);
    }
}

/// Records what something holds that is about to change, unless the journal has it.
pub(super) fn save(address: usize, saved: impl FnOnce() -> Saved) {
    JOURNAL.with_borrow_mut(|journals| {
        if let Some(journal) = journals.last_mut() {
            journal.entry(address).or_insert_with(saved);
        }
    });
}

impl<T: Content> Before<T> {
    /// Puts the content back, and returns the content that it replaces.
    fn swap(self) -> Self {
        let content = self.shared.0.content.replace(self.content);
        let known = self.shared.0.known.replace(self.known);
        Before { shared: self.shared, content, known }
    }

    /// Whether this content is equal to the other one, or to that of now; both must be known.
    fn has_content_of(&self, other: Option<&Self>, value: fn(Shared<T>) -> Value) -> bool {
        let known = other.map_or_else(|| self.shared.is_known(), |it| it.known);
        let equal = |other: T| value(Shared::new(self.content.clone())).equals(&value(Shared::new(other))).unwrap_or(false);
        self.known && known && equal(other.map_or_else(|| self.shared.content(), |it| it.content.clone()))
    }
}

impl Saved {
    /// How much was saved.
    pub(crate) fn size(&self) -> usize {
        match self {
            Saved::List(it) => it.content.len(),
            Saved::Dict(it) => it.content.len(),
        }
    }

    /// Puts the content back, and returns the content that it replaces.
    pub(crate) fn swap(self) -> Saved {
        match self {
            Saved::List(it) => Saved::List(it.swap()),
            Saved::Dict(it) => Saved::Dict(it.swap()),
        }
    }

    /// Notes the changes for an outer journal too.
    pub(crate) fn note(&self) {
        match self {
            Saved::List(it) => it.shared.save(),
            Saved::Dict(it) => it.shared.save(),
        }
    }

    /// Whether both contents are equal.
    pub(crate) fn has_content_of(&self, other: Option<&Saved>) -> bool {
        match (self, other) {
            (Saved::List(it), None) => it.has_content_of(None, Value::List),
            (Saved::List(it), Some(Saved::List(other))) => it.has_content_of(Some(other), Value::List),
            (Saved::Dict(it), None) => it.has_content_of(None, Value::Dict),
            (Saved::Dict(it), Some(Saved::Dict(other))) => it.has_content_of(Some(other), Value::Dict),
            _ => false,
        }
    }

    /// Values that differ between the contents of one map become unknown; other containers become unknown as a whole.
    pub(crate) fn blur(&self, other: Option<&Saved>) {
        let Saved::Dict(Before { shared: dict, content: one, .. }) = self else {
            return self.forget();
        };
        let two = match other {
            Some(Saved::Dict(it)) => it.content.clone(),
            Some(_) => return self.forget(),
            None => dict.to_map(),
        };
        let same_keys = one.len() == two.len() && one.keys().zip(two.keys()).all(|(a, b)| a == b);
        if !same_keys && !dict.is_scope() {
            return self.forget();
        }
        let mut merged = Map::with_capacity(one.len());
        for (key, value) in one.iter().chain(two.iter().filter(|it| !one.contains_key(it.0))) {
            let is_unchanged = one.contains_key(key)
                && two.get(key).is_some_and(|it| value.equals(it).unwrap_or(false) && value.type_name() == it.type_name());
            let value = if is_unchanged { value.clone() } else { Value::unknown("a value that is set where a condition is unknown") };
            merged.insert(key.clone(), value);
        }
        dict.save();
        dict.0.content.replace(merged);
    }

    fn forget(&self) {
        match self {
            Saved::List(it) => it.shared.forget(),
            Saved::Dict(it) => it.shared.forget(),
        }
    }
}
