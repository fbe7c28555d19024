//! The values that an evaluation makes, and how much memory they take.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Array, Entries, Exception, Hash, Object, REFERENCES, Scope, Text, Value};
use crate::journal;

/// Keeps what an evaluation makes, and how much. No value is freed before the end, so that none is freed inside of another.
#[derive(Default)]
pub struct Heap {
    values: RefCell<Vec<Value>>,
    scopes: RefCell<Vec<Rc<Scope>>>,
    used: Cell<usize>,
    /// Whether anything is not known.
    pub has_unknown: Cell<bool>,
    /// Whether the content of anything depends on something unknown.
    pub has_lost: Cell<bool>,
    /// Whether something unknown may be an object or a block of the program.
    pub unknown_has_code: Cell<bool>,
    /// How many results were not known.
    pub unknown_results: Cell<u64>,
    /// Whether a file is loaded whose objects stay from call to call.
    pub is_loading: Cell<bool>,
    /// Whether the host takes over what changes of its lists and hashes.
    pub follows: Cell<bool>,
    /// The lists and hashes of the host that have changed, each once.
    pub followed: RefCell<Vec<Value>>,
}

impl Heap {
    pub fn text(&self, text: impl Into<Rc<str>>) -> Value {
        let text = text.into();
        self.count(text.len() + 32);
        let text = Rc::new(Text { early: self.is_loading.get(), ..Text::new(text, false) });
        if journal::is_open() {
            journal::made(&text);
        }
        Value::String(text)
    }

    /// A text whose encoding is UTF-8 without doubt.
    pub fn utf8(&self, text: impl Into<Rc<str>>) -> Value {
        let value = self.text(text);
        if let Value::String(it) = &value {
            it.is_utf8.set(true);
        }
        value
    }

    pub fn frozen(&self, text: impl Into<Rc<str>>) -> Value {
        let text = text.into();
        self.count(text.len() + 32);
        Value::String(Rc::new(Text::new(text, true)))
    }

    pub fn array(&self, items: Vec<Value>) -> Value {
        self.count(items.len() * size_of::<Value>() + size_of::<Array>() + REFERENCES);
        let array = Rc::new(Array { early: self.is_loading.get(), ..Array::new(items) });
        if journal::is_open() {
            journal::made(&array);
        }
        let value = Value::Array(array);
        self.values.borrow_mut().push(value.clone());
        value
    }

    pub fn hash(&self, entries: Entries) -> Value {
        self.hash_of(Hash::new(entries))
    }

    pub fn hash_of(&self, mut hash: Hash) -> Value {
        hash.early = self.is_loading.get();
        self.count(hash.len() * 3 * size_of::<Value>() + size_of::<Hash>() + REFERENCES);
        let hash = Rc::new(hash);
        if journal::is_open() {
            journal::made(&hash);
        }
        let value = Value::Hash(hash);
        self.values.borrow_mut().push(value.clone());
        value
    }

    /// A new object, which is kept elsewhere.
    pub fn object(&self, object: Object) -> Rc<Object> {
        let object = Rc::new(object);
        if journal::is_open() {
            journal::made(&object);
        }
        object
    }

    /// A new exception, which is kept elsewhere.
    pub fn exception(&self, exception: Exception) -> Rc<Exception> {
        let exception = Rc::new(exception);
        if journal::is_open() {
            journal::made(&exception);
        }
        exception
    }

    pub fn keep(&self, value: Value) -> Value {
        self.count(64);
        self.values.borrow_mut().push(value.clone());
        value
    }

    pub fn scope(&self, mut scope: Scope) -> Rc<Scope> {
        scope.early = self.is_loading.get();
        self.count(scope.size());
        let scope = Rc::new(scope);
        if journal::is_open() {
            journal::made(&scope);
        }
        self.scopes.borrow_mut().push(scope.clone());
        scope
    }

    /// Frees the scope of a call that has ended, if it is the last one and nothing else refers to it: a loop of a million rounds needs no
    /// more memory than one of a few. What its variables hold is kept by the heap.
    pub fn release(&self, scope: Rc<Scope>) {
        let mut scopes = self.scopes.borrow_mut();
        let method = scope.context.method.as_ref().filter(|it| it.is_of(&scope));
        // This reference, that of the list, and that of its own method.
        let own = if method.is_some() { 3 } else { 2 };
        if Rc::strong_count(&scope) == own && scopes.last().is_some_and(|it| Rc::ptr_eq(it, &scope)) {
            if let Some(method) = method {
                method.scope.borrow_mut().take();
            }
            self.used.set(self.used.get().saturating_sub(scope.size()));
            scopes.pop();
        }
    }

    /// A text of the host.
    pub fn shared_text(&self, text: &str) -> Value {
        self.count(text.len() + 32);
        Value::String(Rc::new(Text { shared: true, ..Text::new(text, false) }))
    }

    /// A list of the host.
    pub fn shared_array(&self, items: Vec<Value>) -> Value {
        self.count(items.len() * size_of::<Value>() + 64);
        self.keep(Value::Array(Rc::new(Array { shared: true, ..Array::new(items) })))
    }

    /// A hash of the host; the keys are its own.
    pub fn shared_hash(&self, entries: Entries) -> Value {
        let hash = Hash { shared: true, ..Hash::new(entries) };
        self.hash_of(hash)
    }

    pub fn unknown(&self) -> Value {
        self.has_unknown.set(true);
        Value::Unknown
    }

    /// Notes that a list or hash of the host changes; false where the host would not learn of it.
    pub fn follow(&self, value: &Value) -> bool {
        if !self.follows.get() {
            return false;
        }
        let is_same = |other: &Value| match (other, value) {
            (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
            (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        let mut followed = self.followed.borrow_mut();
        if !followed.iter().any(is_same) {
            followed.push(value.clone());
        }
        true
    }

    pub fn count(&self, bytes: usize) {
        self.used.set(self.used.get().saturating_add(bytes));
    }

    pub fn used(&self) -> usize {
        self.used.get()
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        // What each holds is taken out first, so that cycles end and nothing is freed inside of another.
        let mut parts = Vec::new();
        for value in self.values.borrow().iter() {
            match value {
                Value::Array(it) => parts.append(&mut it.items.borrow_mut()),
                Value::Hash(it) => {
                    it.fill(|entries| parts.extend(std::mem::take(entries).into_iter().flat_map(|(_, (key, value))| [key, value])));
                    parts.extend(it.default.borrow_mut().take());
                    parts.extend(it.default_of.borrow_mut().take().map(Value::Proc));
                }
                Value::Object(it) => parts.extend(std::mem::take(&mut *it.fields.borrow_mut()).into_values()),
                Value::Exception(it) => parts.extend(std::mem::take(&mut *it.fields.borrow_mut()).into_values()),
                _ => {}
            }
        }
        for scope in self.scopes.borrow().iter() {
            parts.append(&mut scope.values.borrow_mut());
            if let Some(running) = &scope.context.method {
                running.scope.borrow_mut().take();
            }
        }
        // Procs and ranges hold others one in another; each is kept, and freed by itself.
        let values = std::mem::take(&mut *self.values.borrow_mut());
        let scopes = std::mem::take(&mut *self.scopes.borrow_mut());
        drop(parts);
        for value in values.into_iter().rev() {
            drop(value);
        }
        for scope in scopes.into_iter().rev() {
            drop(scope);
        }
    }
}
