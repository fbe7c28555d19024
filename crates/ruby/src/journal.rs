//! Changes of values, recorded so that they can be undone.
//!
//! Code that may not run is evaluated, and then undone. A value whose content then depends on something unknown is lost: who reads it
//! depends on that, too.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::value::{Array, Bytes, Entries, Exception, Fields, Hash, Object, Proc, Scope, Text, Value};

/// Something whose content can change.
#[derive(Clone, Debug)]
pub enum Thing {
    Text(Rc<Text>),
    Bytes(Rc<Bytes>),
    Array(Rc<Array>),
    Hash(Rc<Hash>),
    Object(Rc<Object>),
    Exception(Rc<Exception>),
    Scope(Rc<Scope>),
}

/// Its content at a time.
#[derive(Clone, Debug)]
pub enum Content {
    Text { text: Rc<str>, frozen: bool, is_utf8: bool, lost: bool },
    Bytes { bytes: Rc<[u8]>, frozen: bool, lost: bool },
    Array { items: Vec<Value>, frozen: bool, lost: bool },
    Hash { entries: Entries, default: Option<Value>, default_of: Option<Rc<Proc>>, frozen: bool, lost: bool },
    Object { fields: Fields, frozen: bool },
    Exception { message: Rc<str>, fields: Fields },
    Scope(Vec<Value>),
}

/// The things that have changed, by their addresses, and a content of each.
pub type Changes = IndexMap<usize, (Thing, Content), FxBuildHasher>;

#[derive(Debug, Default)]
struct Journal {
    before: Changes,
    /// The addresses of what was made since it is open, which needs no restoring.
    made: FxHashSet<usize>,
}

thread_local! {
    /// Those that are open, one inside of another.
    static OPEN: RefCell<Vec<Journal>> = const { RefCell::new(Vec::new()) };
    static IS_OPEN: Cell<bool> = const { Cell::new(false) };
    /// Whether something has read a lost content.
    static LOST_READ: Cell<bool> = const { Cell::new(false) };
}

/// Changes are recorded as long as it lives. A query that the analysis cancels unwinds, and its thread evaluates other code later.
#[must_use]
pub struct Recording {
    is_open: bool,
}

/// Begins to record changes.
pub fn open() -> Recording {
    OPEN.with_borrow_mut(|all| all.push(Journal::default()));
    IS_OPEN.set(true);
    Recording { is_open: true }
}

impl Recording {
    /// Ends it: the contents from before.
    pub fn close(mut self) -> Changes {
        self.is_open = false;
        close()
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if self.is_open {
            close();
        }
    }
}

fn close() -> Changes {
    OPEN.with_borrow_mut(|all| {
        let Journal { before, made } = all.pop().unwrap_or_default();
        if let Some(outer) = all.last_mut() {
            outer.made.extend(made);
        }
        IS_OPEN.set(!all.is_empty());
        before
    })
}

/// Notes that something was made.
pub fn made<T>(thing: &Rc<T>) {
    OPEN.with_borrow_mut(|all| {
        if let Some(journal) = all.last_mut() {
            journal.made.insert(address(thing));
        }
    });
}

fn address<T>(thing: &Rc<T>) -> usize {
    Rc::as_ptr(thing).cast::<u8>() as usize
}

/// Whether changes are recorded.
#[inline]
pub fn is_open() -> bool {
    IS_OPEN.get()
}

/// Records the content of something before it changes.
pub fn note(thing: Thing) {
    OPEN.with_borrow_mut(|all| {
        if let Some(journal) = all.last_mut().filter(|it| !it.made.contains(&thing.address())) {
            journal.before.entry(thing.address()).or_insert_with(|| {
                let content = thing.content();
                (thing, content)
            });
        }
    });
}

/// Notes that something depends on a lost content.
pub fn note_lost_read() {
    LOST_READ.set(true);
}

/// Whether something has read a lost content.
pub fn was_lost_read() -> bool {
    LOST_READ.get()
}

/// An evaluation of its own, maybe inside of another, whose records it leaves alone.
#[derive(Debug)]
pub struct Evaluation {
    outer: Vec<Journal>,
    lost_read: bool,
}

impl Evaluation {
    pub fn begin() -> Evaluation {
        IS_OPEN.set(false);
        Evaluation { outer: OPEN.take(), lost_read: LOST_READ.replace(false) }
    }
}

impl Drop for Evaluation {
    fn drop(&mut self) {
        let outer = std::mem::take(&mut self.outer);
        IS_OPEN.set(!outer.is_empty());
        let own = OPEN.replace(outer);
        LOST_READ.set(self.lost_read);
        drop(own);
    }
}

impl Thing {
    fn address(&self) -> usize {
        match self {
            Thing::Text(it) => address(it),
            Thing::Bytes(it) => address(it),
            Thing::Array(it) => address(it),
            Thing::Hash(it) => address(it),
            Thing::Object(it) => address(it),
            Thing::Exception(it) => address(it),
            Thing::Scope(it) => address(it),
        }
    }

    pub fn content(&self) -> Content {
        match self {
            Thing::Text(it) => it.content(),
            Thing::Bytes(it) => it.content(),
            Thing::Array(it) => it.content(),
            Thing::Hash(it) => it.content(),
            Thing::Object(it) => Content::Object { fields: it.fields.borrow().clone(), frozen: it.frozen.get() },
            Thing::Exception(it) => Content::Exception { message: it.message(), fields: it.fields.borrow().clone() },
            Thing::Scope(it) => Content::Scope(it.values.borrow().clone()),
        }
    }

    /// Gives it another content. What was there is returned, as it may be the last to hold something.
    pub fn put(&self, content: Content) -> Content {
        let before = self.content();
        match (self, content) {
            (Thing::Text(it), content) => it.put(content),
            (Thing::Bytes(it), content) => it.put(content),
            (Thing::Array(it), content) => it.put(content),
            (Thing::Hash(it), content) => it.put(content),
            (Thing::Object(it), Content::Object { fields, frozen }) => {
                it.fields.replace(fields);
                it.frozen.set(frozen);
            }
            (Thing::Exception(it), Content::Exception { message, fields }) => {
                it.put_message(message);
                it.fields.replace(fields);
            }
            (Thing::Scope(it), Content::Scope(values)) => {
                it.values.replace(values);
            }
            _ => {}
        }
        before
    }
}

impl Content {
    /// The values that it holds.
    pub fn values(&self) -> Box<dyn Iterator<Item = &Value> + '_> {
        match self {
            Content::Text { .. } | Content::Bytes { .. } => Box::new(std::iter::empty()),
            Content::Array { items, .. } => Box::new(items.iter()),
            Content::Hash { entries, default, .. } => Box::new(entries.values().flat_map(|it| [&it.0, &it.1]).chain(default)),
            Content::Object { fields, .. } | Content::Exception { fields, .. } => Box::new(fields.values()),
            Content::Scope(values) => Box::new(values.iter()),
        }
    }

    /// Bytes that a copy of it takes.
    pub fn size(&self) -> usize {
        let values = match self {
            Content::Text { .. } | Content::Bytes { .. } => 0,
            Content::Array { items, .. } => items.len(),
            Content::Hash { entries, .. } => 4 * entries.len(),
            Content::Object { fields, .. } | Content::Exception { fields, .. } => 3 * fields.len(),
            Content::Scope(values) => values.len(),
        };
        (values + 8) * size_of::<Value>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_no_longer_recorded_where_a_query_unwinds() {
        let unwound = std::panic::catch_unwind(|| {
            let _recording = open();
            assert!(is_open());
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(unwound.is_err() && !is_open());
    }
}
