//! Lists, tuples, maps, ranges and generators.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use indexmap::IndexMap;

use super::{Value, work};
use crate::error::{Error, Outcome};

pub type Map = IndexMap<Key, Value>;

/// A list that is shared and can change.
#[derive(Clone)]
pub struct List(Rc<Shared<Vec<Value>>>);

/// A map that is shared and can change. It keeps the order in which keys came.
#[derive(Clone)]
pub struct Dict(Rc<Shared<Map>>);

/// What is shared, and whether it is known.
struct Shared<T: Content> {
    content: RefCell<T>,
    known: Cell<bool>,
    /// The variables of a scope: each is known or not by itself.
    scope: bool,
}

trait Content: Default {
    /// Moves the values out.
    fn dismantle(&mut self, into: &mut Vec<Value>);
}

impl Content for Vec<Value> {
    fn dismantle(&mut self, into: &mut Vec<Value>) {
        into.append(self);
    }
}

impl Content for Map {
    fn dismantle(&mut self, into: &mut Vec<Value>) {
        into.extend(std::mem::take(self).into_iter().flat_map(|(key, value)| [key.0, value]));
    }
}

impl<T: Content> Drop for Shared<T> {
    fn drop(&mut self) {
        let mut values = Vec::new();
        self.content.get_mut().dismantle(&mut values);
        drop_all(values);
    }
}

/// Drops values without a call for each level of what they contain.
fn drop_all(mut values: Vec<Value>) {
    while let Some(value) = values.pop() {
        match value {
            Value::List(it) => {
                if let Ok(mut shared) = Rc::try_unwrap(it.0) {
                    shared.content.get_mut().dismantle(&mut values);
                }
            }
            Value::Dict(it) => {
                if let Ok(mut shared) = Rc::try_unwrap(it.0) {
                    shared.content.get_mut().dismantle(&mut values);
                }
            }
            Value::View(it) => values.push(Value::Dict(it.dict)),
            Value::Tuple(mut it) => {
                if let Some(items) = Rc::get_mut(&mut it.0) {
                    values.append(&mut items.0);
                }
            }
            Value::Iter(it) => {
                if let Ok(state) = Rc::try_unwrap(it.0) {
                    values.extend(state.into_inner().0.drain(..));
                }
            }
            _ => {}
        }
    }
}

/// What changed while both branches of a decision were tried.
pub(crate) enum Saved {
    List(List, Vec<Value>, bool),
    Dict(Dict, Map, bool),
}

/// What was changed, by its address: what is saved lives on, so that no address comes twice.
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
    /// What was changed, with its content before.
    pub(crate) fn take(self) -> Changes {
        JOURNAL.with_borrow_mut(|it| it.last_mut().map(std::mem::take)).unwrap_or_default()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        JOURNAL.with_borrow_mut(Vec::pop);
    }
}

impl Saved {
    /// How much was saved.
    pub(crate) fn size(&self) -> usize {
        match self {
            Saved::List(_, content, _) => content.len(),
            Saved::Dict(_, content, _) => content.len(),
        }
    }

    /// Puts the content back, and returns the content that it replaces.
    pub(crate) fn swap(self) -> Saved {
        match self {
            Saved::List(list, content, known) => {
                let now = list.0.content.replace(content);
                let was = list.0.known.replace(known);
                Saved::List(list, now, was)
            }
            Saved::Dict(dict, content, known) => {
                let now = dict.0.content.replace(content);
                let was = dict.0.known.replace(known);
                Saved::Dict(dict, now, was)
            }
        }
    }

    /// What was changed, for an outer journal too.
    pub(crate) fn note(&self) {
        match self {
            Saved::List(list, ..) => list.save(),
            Saved::Dict(dict, ..) => dict.save(),
        }
    }

    /// Whether both contents are equal.
    pub(crate) fn has_content_of(&self, other: Option<&Saved>) -> bool {
        let equal = |a: Value, b: Value| a.equals(&b).unwrap_or(false);
        match (self, other) {
            (Saved::List(_, content, known), Some(Saved::List(_, other, other_known))) => {
                *known && *other_known && equal(Value::list(content.clone()), Value::list(other.clone()))
            }
            (Saved::List(list, content, known), None) => {
                *known && list.is_known() && equal(Value::list(content.clone()), Value::list(list.to_vec()))
            }
            (Saved::Dict(_, content, known), Some(Saved::Dict(_, other, other_known))) => {
                *known && *other_known && equal(Value::Dict(Dict::new(content.clone())), Value::Dict(Dict::new(other.clone())))
            }
            (Saved::Dict(dict, content, known), None) => {
                *known && dict.is_known() && equal(Value::Dict(Dict::new(content.clone())), Value::Dict(Dict::new(dict.to_map())))
            }
            _ => false,
        }
    }

    /// Values that differ between the contents of one map become unknown; other containers become unknown as a whole.
    pub(crate) fn blur(&self, other: Option<&Saved>) {
        let Saved::Dict(dict, one, _) = self else {
            return self.forget();
        };
        let two = match other {
            Some(Saved::Dict(_, two, _)) => two.clone(),
            Some(_) => return self.forget(),
            None => dict.to_map(),
        };
        let same_keys = one.len() == two.len() && one.keys().zip(two.keys()).all(|(a, b)| a == b);
        if !same_keys && !dict.0.scope {
            return self.forget();
        }
        let mut merged = Map::with_capacity(one.len());
        for (key, value) in one.iter().chain(two.iter().filter(|it| !one.contains_key(it.0))) {
            let kept = one.contains_key(key)
                && two.get(key).is_some_and(|it| value.equals(it).unwrap_or(false) && value.type_name() == it.type_name());
            let value = if kept { value.clone() } else { Value::unknown("set where a decision is not known") };
            merged.insert(key.clone(), value);
        }
        dict.save();
        dict.0.content.replace(merged);
    }

    fn forget(&self) {
        match self {
            Saved::List(list, ..) => list.forget(),
            Saved::Dict(dict, ..) => dict.forget(),
        }
    }
}

impl List {
    pub fn new(items: Vec<Value>) -> List {
        List(Rc::new(Shared { content: RefCell::new(items), known: Cell::new(true), scope: false }))
    }

    pub fn len(&self) -> usize {
        self.0.content.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn to_vec(&self) -> Vec<Value> {
        self.0.content.borrow().clone()
    }

    pub fn get(&self, index: usize) -> Option<Value> {
        self.0.content.borrow().get(index).cloned()
    }

    pub fn same(&self, other: &List) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub fn is_known(&self) -> bool {
        self.0.known.get()
    }

    fn save(&self) {
        JOURNAL.with_borrow_mut(|journals| {
            if let Some(journal) = journals.last_mut() {
                journal.entry(self.address()).or_insert_with(|| Saved::List(self.clone(), self.to_vec(), self.is_known()));
            }
        });
    }

    /// Changes the content.
    pub fn edit<T>(&self, change: impl FnOnce(&mut Vec<Value>) -> T) -> T {
        self.save();
        change(&mut self.0.content.borrow_mut())
    }

    /// From now on the content is not known.
    pub fn forget(&self) {
        self.save();
        self.0.known.set(false);
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }
}

impl Dict {
    pub(crate) fn scope() -> Dict {
        Dict(Rc::new(Shared { content: RefCell::default(), known: Cell::new(true), scope: true }))
    }

    pub fn new(map: Map) -> Dict {
        Dict(Rc::new(Shared { content: RefCell::new(map), known: Cell::new(true), scope: false }))
    }

    pub fn len(&self) -> usize {
        self.0.content.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, key: &Key) -> Option<Value> {
        self.0.content.borrow().get(key).cloned()
    }

    /// The value of a text.
    pub fn get_str(&self, key: &str) -> Option<Value> {
        self.get(&Key::text(Rc::from(key)))
    }

    pub fn to_map(&self) -> Map {
        self.0.content.borrow().clone()
    }

    pub fn keys(&self) -> Vec<Value> {
        self.0.content.borrow().keys().map(|it| it.0.clone()).collect()
    }

    pub(crate) fn entry(&self, index: usize) -> Option<(Value, Value)> {
        self.0.content.borrow().get_index(index).map(|(key, value)| (key.0.clone(), value.clone()))
    }

    pub fn pairs(&self) -> Vec<(Value, Value)> {
        self.0.content.borrow().iter().map(|(key, value)| (key.0.clone(), value.clone())).collect()
    }

    pub fn same(&self, other: &Dict) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub fn is_known(&self) -> bool {
        self.0.known.get()
    }

    fn save(&self) {
        JOURNAL.with_borrow_mut(|journals| {
            if let Some(journal) = journals.last_mut() {
                journal.entry(self.address()).or_insert_with(|| Saved::Dict(self.clone(), self.to_map(), self.is_known()));
            }
        });
    }

    /// Changes the content.
    pub fn edit<T>(&self, change: impl FnOnce(&mut Map) -> T) -> T {
        self.save();
        change(&mut self.0.content.borrow_mut())
    }

    /// From now on the content is not known.
    pub fn forget(&self) {
        self.save();
        self.0.known.set(false);
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
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

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }
}

impl std::ops::Deref for Tuple {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.0
    }
}

/// A value that can be a key: it has a hash in Python.
#[derive(Clone)]
pub struct Key(Value);

impl Key {
    pub fn new(value: Value) -> Outcome<Key> {
        check_hashable(&value, 0)?;
        Ok(Key(value))
    }

    pub fn text(text: Rc<str>) -> Key {
        Key(Value::str(text))
    }

    pub fn value(&self) -> &Value {
        &self.0
    }
}

fn check_hashable(value: &Value, depth: u32) -> Outcome<()> {
    work::charge(1)?;
    match value.defined()? {
        Value::List(_) | Value::Dict(_) | Value::View(_) => {
            Err(Error::type_error(format!("unhashable type: {}", super::repr_str(&value.type_name()))))
        }
        Value::Tuple(_) if depth > 50 => Err(Error::new(crate::ErrorKind::Limit("depth"), "a tuple is nested too deep")),
        Value::Tuple(items) => items.iter().try_for_each(|it| check_hashable(it, depth + 1)),
        _ => Ok(()),
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.0.equals(&other.0).unwrap_or(false)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash(&self.0, state);
    }
}

fn hash<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::None => 0u8.hash(state),
        Value::Bool(it) => i64::from(*it).hash(state),
        Value::Int(it) => it.hash(state),
        #[expect(clippy::cast_possible_truncation, reason = "a whole number in the range of integers")]
        Value::Float(it) if it.fract() == 0.0 && it.abs() < 9e18 => (*it as i64).hash(state),
        Value::Float(it) => it.to_bits().hash(state),
        Value::Big(it) => it.to_string().parse::<f64>().unwrap_or(0.0).to_bits().hash(state),
        Value::Str(it) => str::hash(it, state),
        Value::Tuple(_) if work::is_over() => 2u8.hash(state),
        Value::Tuple(items) => items.iter().for_each(|it| hash(it, state)),
        Value::Object(it) => (Rc::as_ptr(it) as *const u8 as usize).hash(state),
        _ => 1u8.hash(state),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewKind {
    Keys,
    Values,
    Items,
}

impl ViewKind {
    pub fn type_name(self) -> &'static str {
        match self {
            ViewKind::Keys => "dict_keys",
            ViewKind::Values => "dict_values",
            ViewKind::Items => "dict_items",
        }
    }
}

/// `keys()`, `values()`, `items()` of a map.
#[derive(Clone)]
pub struct DictView {
    pub kind: ViewKind,
    pub dict: Dict,
}

impl DictView {
    pub fn items(&self) -> Vec<Value> {
        let pairs = self.dict.pairs().into_iter();
        match self.kind {
            ViewKind::Keys => pairs.map(|it| it.0).collect(),
            ViewKind::Values => pairs.map(|it| it.1).collect(),
            ViewKind::Items => pairs.map(|(key, value)| Value::tuple(vec![key, value])).collect(),
        }
    }
}

/// Whole numbers from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}

impl Range {
    pub fn len(&self) -> usize {
        let (start, stop, step) = (i128::from(self.start), i128::from(self.stop), i128::from(self.step));
        let count = match step {
            0 => 0,
            1.. => (stop - start + step - 1).div_euclid(step),
            _ => (start - stop - step - 1).div_euclid(-step),
        };
        usize::try_from(count.max(0)).unwrap_or(usize::MAX)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, index: usize) -> Option<i64> {
        let index = (index < self.len()).then(|| i64::try_from(index).ok())??;
        self.step.checked_mul(index)?.checked_add(self.start)
    }

    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).filter_map(|it| self.get(it))
    }

    pub fn contains(&self, value: i64) -> bool {
        let (from, step) = (i128::from(value) - i128::from(self.start), i128::from(self.step));
        step != 0 && from % step == 0 && from / step >= 0 && usize::try_from(from / step).is_ok_and(|it| it < self.len())
    }
}

/// A generator. What it gives is known when it is made; an error on the way comes when it is reached.
#[derive(Clone)]
pub struct Iter(Rc<RefCell<(VecDeque<Value>, Option<Error>)>>);

impl Iter {
    pub fn new(items: Vec<Value>, error: Option<Error>) -> Iter {
        Iter(Rc::new(RefCell::new((items.into(), error))))
    }

    pub(crate) fn take_all(&self) -> (Vec<Value>, Option<Error>) {
        let mut state = self.0.borrow_mut();
        (state.0.drain(..).collect(), state.1.take())
    }

    pub(crate) fn next(&self) -> Outcome<Option<Value>> {
        let mut state = self.0.borrow_mut();
        match state.0.pop_front() {
            Some(value) => Ok(Some(value)),
            None => state.1.take().map_or(Ok(None), Err),
        }
    }
}
