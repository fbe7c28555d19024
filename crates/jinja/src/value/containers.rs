//! Lists, tuples and maps.

pub(crate) mod journal;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use indexmap::IndexMap;

use super::{Key, Value};
use journal::{Before, Saved};

pub type Map = IndexMap<Key, Value>;

/// A list that is shared and can change.
pub type List = Shared<Vec<Value>>;

/// A map that is shared and can change. It keeps the order in which keys came.
pub type Dict = Shared<Map>;

/// A list or a map, and whether its content is known. A copy shares the content.
#[derive(Clone)]
pub struct Shared<T: Content>(Rc<Inner<T>>);

struct Inner<T: Content> {
    content: RefCell<T>,
    known: Cell<bool>,
    form: Form,
}

/// The form of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    /// The variables of a scope: each is known or not by itself.
    Scope,
    /// An `OrderedDict`: two of them are equal only in the same order, and the text is another one.
    Ordered,
}

/// Content of a list or a map.
pub trait Content: Clone + Default {
    fn length(&self) -> usize;

    /// Moves the values out.
    fn dismantle(&mut self, into: &mut Vec<Value>);

    fn saved(before: Before<Self>) -> Saved;
}

impl Content for Vec<Value> {
    fn length(&self) -> usize {
        self.len()
    }

    fn dismantle(&mut self, into: &mut Vec<Value>) {
        into.append(self);
    }

    fn saved(before: Before<Self>) -> Saved {
        Saved::List(before)
    }
}

impl Content for Map {
    fn length(&self) -> usize {
        self.len()
    }

    fn dismantle(&mut self, into: &mut Vec<Value>) {
        into.extend(std::mem::take(self).into_iter().flat_map(|(key, value)| [key.into_value(), value]));
    }

    fn saved(before: Before<Self>) -> Saved {
        Saved::Dict(before)
    }
}

impl<T: Content> Drop for Inner<T> {
    fn drop(&mut self) {
        let mut values = Vec::new();
        self.content.get_mut().dismantle(&mut values);
        drop_all(values);
    }
}

thread_local! {
    /// Values that are dropped while others are: namespaces and the like drop what they contain themselves.
    static PENDING: RefCell<Option<Vec<Value>>> = const { RefCell::new(None) };
}

/// Drops values without a call for each level of what they contain.
fn drop_all(mut values: Vec<Value>) {
    if values.is_empty() {
        return;
    }
    let is_inside = PENDING.try_with(|pending| {
        let mut pending = pending.borrow_mut();
        let is_inside = pending.is_some();
        pending.get_or_insert_default().append(&mut values);
        is_inside
    });
    if is_inside == Ok(true) {
        return;
    }
    loop {
        while let Some(value) = values.pop() {
            dismantle(value, &mut values);
        }
        let more = PENDING.try_with(|it| it.borrow_mut().as_mut().map(std::mem::take));
        match more.ok().flatten().filter(|it| !it.is_empty()) {
            Some(more) => values = more,
            None => break,
        }
    }
    let _ = PENDING.try_with(|it| it.borrow_mut().take());
}

/// Drops one value, and adds what it contained.
fn dismantle(value: Value, values: &mut Vec<Value>) {
    match value {
        Value::List(it) => {
            if let Ok(mut inner) = Rc::try_unwrap(it.0) {
                inner.content.get_mut().dismantle(values);
            }
        }
        Value::Dict(it) => {
            if let Ok(mut inner) = Rc::try_unwrap(it.0) {
                inner.content.get_mut().dismantle(values);
            }
        }
        Value::View(it) => values.push(Value::Dict(it.dict)),
        Value::Tuple(mut it) => {
            if let Some(items) = Rc::get_mut(&mut it.0) {
                values.append(&mut items.0);
            }
        }
        Value::Iter(it) => values.extend(it.into_items()),
        _ => {}
    }
}

impl<T: Content> Shared<T> {
    pub fn new(content: T) -> Self {
        Self::with(content, Form::Plain)
    }

    fn with(content: T, form: Form) -> Self {
        Shared(Rc::new(Inner { content: RefCell::new(content), known: Cell::new(true), form }))
    }

    pub fn len(&self) -> usize {
        self.0.content.borrow().length()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A copy of the content.
    fn content(&self) -> T {
        self.0.content.borrow().clone()
    }

    pub fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub fn is_known(&self) -> bool {
        self.0.known.get()
    }

    fn save(&self) {
        journal::save(self.address(), || T::saved(Before { shared: self.clone(), content: self.content(), known: self.is_known() }));
    }

    /// Changes the content.
    pub fn edit<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        self.save();
        change(&mut self.0.content.borrow_mut())
    }

    /// From now on the content is not known.
    pub fn forget(&self) {
        self.save();
        self.0.known.set(false);
    }

    /// Identity of the list or the map.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }
}

impl List {
    pub fn to_vec(&self) -> Vec<Value> {
        self.content()
    }

    pub fn get(&self, index: usize) -> Option<Value> {
        self.0.content.borrow().get(index).cloned()
    }
}

impl Dict {
    pub(crate) fn scope() -> Dict {
        Dict::with(Map::default(), Form::Scope)
    }

    /// Makes an `OrderedDict`.
    pub fn ordered(content: Map) -> Dict {
        Dict::with(content, Form::Ordered)
    }

    /// Whether these are the variables of a scope.
    fn is_scope(&self) -> bool {
        self.0.form == Form::Scope
    }

    pub fn is_ordered(&self) -> bool {
        self.0.form == Form::Ordered
    }

    /// Makes a map of the same form with another content.
    pub fn of_same_form(&self, content: Map) -> Dict {
        Dict::with(content, if self.is_ordered() { Form::Ordered } else { Form::Plain })
    }

    pub fn get(&self, key: &Key) -> Option<Value> {
        self.0.content.borrow().get(key).cloned()
    }

    /// The value of a text.
    pub fn get_str(&self, key: &str) -> Option<Value> {
        self.0.content.borrow().get(key).cloned()
    }

    pub fn to_map(&self) -> Map {
        self.content()
    }

    pub fn keys(&self) -> Vec<Value> {
        self.0.content.borrow().keys().map(|it| it.value().clone()).collect()
    }

    /// Returns whether a key comes at a place.
    pub(crate) fn has_at(&self, index: usize, key: &Key) -> bool {
        self.0.content.borrow().get_index_of(key) == Some(index)
    }

    pub(crate) fn entry(&self, index: usize) -> Option<(Value, Value)> {
        self.0.content.borrow().get_index(index).map(|(key, value)| (key.value().clone(), value.clone()))
    }

    pub fn pairs(&self) -> Vec<(Value, Value)> {
        self.0.content.borrow().iter().map(|(key, value)| (key.value().clone(), value.clone())).collect()
    }
}

/// Values that do not change.
#[derive(Clone)]
pub struct Tuple(Rc<Items>);

struct Items(Vec<Value>);

impl Drop for Items {
    fn drop(&mut self) {
        drop_all(std::mem::take(&mut self.0));
    }
}

impl Tuple {
    pub fn new(items: Vec<Value>) -> Tuple {
        Tuple(Rc::new(Items(items)))
    }

    /// Identity of the tuple.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }
}

impl std::ops::Deref for Tuple {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.0
    }
}
