//! The values of rendered files, in one store: lists and maps may be shared, as anchors of YAML share them, and change in place.

mod map;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::place::{FileId, Span};

pub use map::Map;

/// A shared text.
pub type Str = Arc<str>;

/// Items of a list. Nearly all lists are so short that they need no memory of their own.
pub type Items = SmallVec<[Id; 4]>;

/// A value in a [`Heap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id(u32);

impl Id {
    /// The same value after it was added with others.
    pub(crate) fn after(self, Id(start): Id) -> Id {
        Id(self.0.saturating_add(start))
    }
}

#[derive(Clone, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    /// A whole number that needs more than 64 bits, in decimal digits.
    Big(Str),
    Float(f64),
    Str(Str),
    Bytes(Arc<[u8]>),
    List(Items),
    Map(Map),
    /// A value that cannot be known without the minion.
    Unknown,
}

impl Value {
    /// The value as a key, if it may be one.
    pub fn to_key(&self) -> Option<Key> {
        Some(match self {
            Value::Null => Key::Null,
            Value::Bool(it) => Key::Bool(*it),
            Value::Int(it) => Key::Int(*it),
            Value::Big(it) => Key::Big(it.clone()),
            Value::Float(it) => Key::Float(*it),
            Value::Str(it) => Key::Str(it.clone()),
            Value::Bytes(it) => Key::Bytes(it.clone()),
            Value::List(_) | Value::Map(_) | Value::Unknown => return None,
        })
    }
}

/// The value of a key, and where the key stands.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub key: Span,
    pub value: Id,
}

/// A key of a map. Keys are equal as Python's values are: `1`, `1.0` and `true` are one key.
#[derive(Clone, Debug)]
pub enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Big(Str),
    Float(f64),
    Str(Str),
    Bytes(Arc<[u8]>),
}

impl Key {
    pub fn text(text: &str) -> Key {
        Key::Str(text.into())
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Key::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether it is this text.
    pub fn is(&self, text: &str) -> bool {
        self.as_str() == Some(text)
    }

    fn number(&self) -> Option<f64> {
        match self {
            Key::Bool(it) => Some(f64::from(u8::from(*it))),
            #[expect(clippy::cast_precision_loss, reason = "only compared")]
            Key::Int(it) => Some(*it as f64),
            Key::Float(it) => Some(*it),
            _ => None,
        }
    }

    pub fn to_value(&self) -> Value {
        match self {
            Key::Null => Value::Null,
            Key::Bool(it) => Value::Bool(*it),
            Key::Int(it) => Value::Int(*it),
            Key::Big(it) => Value::Big(it.clone()),
            Key::Float(it) => Value::Float(*it),
            Key::Str(it) => Value::Str(it.clone()),
            Key::Bytes(it) => Value::Bytes(it.clone()),
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        match (self, other) {
            (Key::Null, Key::Null) => true,
            (Key::Str(a), Key::Str(b)) | (Key::Big(a), Key::Big(b)) => a == b,
            (Key::Bytes(a), Key::Bytes(b)) => a == b,
            (Key::Int(a), Key::Int(b)) => a == b,
            _ => matches!((self.number(), other.number()), (Some(a), Some(b)) if a.to_bits() == b.to_bits() || a == b),
        }
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Key::Null => 0_u8.hash(state),
            Key::Str(text) => text.hash(state),
            Key::Big(text) => text.hash(state),
            Key::Bytes(bytes) => bytes.hash(state),
            Key::Bool(_) | Key::Int(_) | Key::Float(_) => {
                let number = self.number().unwrap_or_default();
                // Zero and its negative are one key.
                (if number == 0.0 { 0.0 } else { number }).to_bits().hash(state);
            }
        }
    }
}

/// Looking up a text needs no key to be made.
impl indexmap::Equivalent<Key> for str {
    fn equivalent(&self, key: &Key) -> bool {
        key.is(self)
    }
}

/// Copies of lists and maps by what they are copies of. Nearly always they are few.
#[derive(Debug, Default)]
pub struct Copies {
    few: SmallVec<[(Id, Id); 8]>,
    many: FxHashMap<Id, Id>,
}

impl Copies {
    fn get(&self, id: Id) -> Option<Id> {
        self.few.iter().find(|it| it.0 == id).map(|it| it.1).or_else(|| self.many.get(&id).copied())
    }

    fn insert(&mut self, id: Id, copy: Id) {
        if self.few.len() < self.few.inline_size() {
            self.few.push((id, copy));
        } else {
            self.many.insert(id, copy);
        }
    }
}

/// All values of a compilation.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    values: Vec<(Value, Span)>,
}

static NOTHING: Value = Value::Unknown;

impl Heap {
    /// Makes room for more values.
    pub fn reserve(&mut self, more: usize) {
        self.values.reserve(more);
    }

    pub fn add(&mut self, value: Value, at: Span) -> Id {
        let id = Id(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
        self.values.push((value, at));
        id
    }

    /// Adds all values of another heap, as those of a file. Returns where they begin.
    pub(crate) fn append(&mut self, other: &Heap, file: FileId) -> Id {
        let start = Id(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
        // The states get more values later.
        self.values.reserve(other.values.len() * 2);
        let moved = |at: Span| if at.is_some() { Span { file, ..at } } else { at };
        self.values.extend(other.values.iter().map(|(value, at)| {
            let value = match value {
                Value::List(items) => Value::List(items.iter().map(|it| it.after(start)).collect()),
                Value::Map(map) => Value::Map(map.with_slots(|it| Slot { key: moved(it.key), value: it.value.after(start) })),
                other => other.clone(),
            };
            (value, moved(*at))
        }));
        start
    }

    pub fn get(&self, id: Id) -> &Value {
        self.values.get(id.0 as usize).map_or(&NOTHING, |it| &it.0)
    }

    /// Where a value stands.
    pub fn place(&self, id: Id) -> Span {
        self.values.get(id.0 as usize).map_or(Span::NONE, |it| it.1)
    }

    pub fn set(&mut self, id: Id, value: Value) {
        if let Some(slot) = self.values.get_mut(id.0 as usize) {
            slot.0 = value;
        }
    }

    pub fn text(&mut self, text: &str, at: Span) -> Id {
        self.add(Value::Str(text.into()), at)
    }

    /// A map of one key.
    pub fn single(&mut self, key: Key, at: Span, value: Id) -> Id {
        self.add(Value::Map(Map::single(key, Slot { key: at, value })), at)
    }

    pub fn str(&self, id: Id) -> Option<&Str> {
        match self.get(id) {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    pub fn list(&self, id: Id) -> Option<&[Id]> {
        match self.get(id) {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn list_mut(&mut self, id: Id) -> Option<&mut Items> {
        match self.values.get_mut(id.0 as usize) {
            Some((Value::List(items), _)) => Some(items),
            _ => None,
        }
    }

    pub fn map(&self, id: Id) -> Option<&Map> {
        match self.get(id) {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The first key of a map, and its value.
    pub fn first(&self, id: Id) -> Option<(&Key, Slot)> {
        self.map(id)?.first().map(|(key, slot)| (key, *slot))
    }

    /// The value of a key that is a text.
    pub fn entry(&self, id: Id, key: &str) -> Option<Id> {
        self.map(id)?.get(key).map(|it| it.value)
    }

    /// The value as a key, if it may be one.
    pub fn key(&self, id: Id) -> Option<Key> {
        self.get(id).to_key()
    }

    /// Returns whether Python takes the value for true.
    pub fn is_truthy(&self, id: Id) -> bool {
        match self.get(id) {
            Value::Null => false,
            Value::Bool(it) => *it,
            Value::Int(it) => *it != 0,
            Value::Float(it) => *it != 0.0,
            Value::Str(it) => !it.is_empty(),
            Value::Bytes(it) => !it.is_empty(),
            Value::List(it) => !it.is_empty(),
            Value::Map(it) => !it.is_empty(),
            Value::Big(_) | Value::Unknown => true,
        }
    }

    /// Returns whether two values are equal; the order of keys counts.
    pub fn equal(&self, a: Id, b: Id) -> bool {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            if a == b {
                continue;
            }
            match (self.get(a), self.get(b)) {
                (Value::List(a), Value::List(b)) => {
                    if a.len() != b.len() {
                        return false;
                    }
                    open.extend(a.iter().copied().zip(b.iter().copied()));
                }
                (Value::Map(a), Value::Map(b)) => {
                    if a.len() != b.len() || !a.keys().eq(b.keys()) {
                        return false;
                    }
                    open.extend(a.values().map(|it| it.value).zip(b.values().map(|it| it.value)));
                }
                _ => match (self.key(a), self.key(b)) {
                    (Some(a), Some(b)) if a == b => {}
                    _ => return false,
                },
            }
        }
        true
    }

    /// Copies a value with all that is in it. What is shared inside of it is shared in the copy, too.
    pub fn copy(&mut self, id: Id, known: &mut Copies) -> Id {
        // Scalars never change.
        if !matches!(self.get(id), Value::List(_) | Value::Map(_)) {
            return id;
        }
        if let Some(copy) = known.get(id) {
            return copy;
        }
        let at = self.place(id);
        let value = match self.get(id).clone() {
            Value::List(items) => Value::List(items.into_iter().map(|it| self.copy(it, known)).collect()),
            Value::Map(mut map) => {
                for slot in map.values_mut() {
                    slot.value = self.copy(slot.value, known);
                }
                Value::Map(map)
            }
            other => other,
        };
        let copy = self.add(value, at);
        known.insert(id, copy);
        copy
    }

    /// Returns a number that equal values share, of the first values in each.
    pub fn fingerprint(&self, id: Id) -> u64 {
        const COUNTED: usize = 256;
        let mut hasher = rustc_hash::FxHasher::default();
        let mut open = vec![id];
        for _ in 0..COUNTED {
            let Some(id) = open.pop() else { break };
            match self.get(id) {
                Value::List(items) => {
                    items.len().hash(&mut hasher);
                    open.extend(items.iter().take(COUNTED).rev());
                }
                Value::Map(map) => {
                    map.len().hash(&mut hasher);
                    for (key, _) in map.iter().take(COUNTED) {
                        key.hash(&mut hasher);
                    }
                    open.extend(map.values().take(COUNTED).rev().map(|it| it.value));
                }
                _ => self.key(id).hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    /// Returns how many values are in a value, with what is shared counted each time; at most this many.
    pub fn size(&self, id: Id, most: usize) -> usize {
        let (mut size, mut open) = (0, vec![id]);
        while let Some(id) = open.pop() {
            size += 1;
            match self.get(id) {
                Value::List(items) if items.len() < most - size => open.extend(items),
                Value::Map(map) if map.len() < most - size => open.extend(map.values().map(|it| it.value)),
                Value::List(_) | Value::Map(_) => return most,
                _ => {}
            }
            if size >= most {
                return most;
            }
        }
        size
    }

    /// Returns whether a value is small enough to be walked through: limits of the values, with shared ones counted each time, and of the
    /// levels.
    pub fn is_within(&self, id: Id, mut values: usize, levels: usize) -> bool {
        let mut open = vec![(id, 0)];
        while let Some((id, level)) = open.pop() {
            let count = match self.get(id) {
                Value::List(items) => items.len(),
                Value::Map(map) => map.len(),
                _ => continue,
            };
            if count > values || (count > 0 && level >= levels) {
                return false;
            }
            values -= count;
            match self.get(id) {
                Value::List(items) => open.extend(items.iter().map(|it| (*it, level + 1))),
                Value::Map(map) => open.extend(map.values().map(|it| (it.value, level + 1))),
                _ => {}
            }
        }
        true
    }

    /// Returns whether something in the value is unknown.
    pub fn has_unknown(&self, id: Id) -> bool {
        let mut open: SmallVec<[Id; 8]> = smallvec![id];
        while let Some(id) = open.pop() {
            match self.get(id) {
                Value::Unknown => return true,
                Value::List(items) => open.extend_from_slice(items),
                Value::Map(map) => open.extend(map.values().map(|it| it.value)),
                _ => {}
            }
        }
        false
    }
}
