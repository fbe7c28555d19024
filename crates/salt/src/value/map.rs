//! Maps in the order of their keys, as Python's are.

use std::hash::Hash;
use std::iter::Chain;
use std::{option, vec};

use indexmap::{Equivalent, IndexMap};
use rustc_hash::FxBuildHasher;

use super::{Key, Slot};

/// Most keys of a map that are compared one after the other.
const FEW: usize = 8;

/// A map in the order of its keys. Most maps of a tree have one key, which needs no memory of its own. Nearly all have a few, and a table
/// for them would be most of their memory.
#[derive(Clone, Debug, Default)]
pub struct Map(Entries);

type Entry = (Key, Slot);

#[derive(Clone, Debug, Default)]
enum Entries {
    #[default]
    None,
    One(Entry),
    Few(Vec<Entry>),
    Many(Box<IndexMap<Key, Slot, FxBuildHasher>>),
}

/// Entries as they are searched: one after the other, or by a table.
enum Searched<'m> {
    List(&'m [Entry]),
    Table(&'m IndexMap<Key, Slot, FxBuildHasher>),
}

impl Map {
    /// Makes a map with room for a number of keys.
    pub fn with_capacity(keys: usize) -> Map {
        Map(match keys {
            0 | 1 => Entries::None,
            2..=FEW => Entries::Few(Vec::with_capacity(keys)),
            _ => Entries::Many(Box::new(IndexMap::with_capacity_and_hasher(keys, FxBuildHasher))),
        })
    }

    /// Makes a map of one key.
    pub fn single(key: Key, slot: Slot) -> Map {
        Map(Entries::One((key, slot)))
    }

    /// Returns the same keys with other values.
    pub fn with_slots(&self, slot: impl Fn(&Slot) -> Slot) -> Map {
        Map(match &self.0 {
            Entries::None => Entries::None,
            Entries::One((key, it)) => Entries::One((key.clone(), slot(it))),
            Entries::Few(entries) => Entries::Few(entries.iter().map(|(key, it)| (key.clone(), slot(it))).collect()),
            Entries::Many(entries) => {
                let mut entries = entries.clone();
                entries.values_mut().for_each(|it| *it = slot(it));
                Entries::Many(entries)
            }
        })
    }

    fn searched(&self) -> Searched<'_> {
        match &self.0 {
            Entries::None => Searched::List(&[]),
            Entries::One(entry) => Searched::List(std::slice::from_ref(entry)),
            Entries::Few(entries) => Searched::List(entries),
            Entries::Many(entries) => Searched::Table(entries),
        }
    }

    pub fn len(&self) -> usize {
        match self.searched() {
            Searched::List(entries) => entries.len(),
            Searched::Table(entries) => entries.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get<Q: ?Sized + Hash + Equivalent<Key>>(&self, key: &Q) -> Option<&Slot> {
        match self.searched() {
            Searched::List(entries) => entries.iter().find(|it| key.equivalent(&it.0)).map(|it| &it.1),
            Searched::Table(entries) => entries.get(key),
        }
    }

    pub fn get_mut<Q: ?Sized + Hash + Equivalent<Key>>(&mut self, key: &Q) -> Option<&mut Slot> {
        match &mut self.0 {
            Entries::None => None,
            Entries::One(entry) => key.equivalent(&entry.0).then_some(&mut entry.1),
            Entries::Few(entries) => entries.iter_mut().find(|it| key.equivalent(&it.0)).map(|it| &mut it.1),
            Entries::Many(entries) => entries.get_mut(key),
        }
    }

    pub fn contains_key<Q: ?Sized + Hash + Equivalent<Key>>(&self, key: &Q) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key. One that is there keeps its place. Returns the value before.
    pub fn insert(&mut self, key: Key, slot: Slot) -> Option<Slot> {
        if let Some(known) = self.get_mut(&key) {
            return Some(std::mem::replace(known, slot));
        }
        self.0 = match std::mem::take(&mut self.0) {
            Entries::None => Entries::One((key, slot)),
            Entries::One(first) => {
                let mut entries = Vec::with_capacity(4);
                entries.extend([first, (key, slot)]);
                Entries::Few(entries)
            }
            Entries::Few(mut entries) if entries.len() < FEW => {
                entries.push((key, slot));
                Entries::Few(entries)
            }
            Entries::Few(entries) => Entries::Many(Box::new(entries.into_iter().chain([(key, slot)]).collect())),
            Entries::Many(mut entries) => {
                entries.insert(key, slot);
                Entries::Many(entries)
            }
        };
        None
    }

    /// Removes a key. The others keep their order.
    pub fn shift_remove<Q: ?Sized + Hash + Equivalent<Key>>(&mut self, key: &Q) -> Option<Slot> {
        match &mut self.0 {
            Entries::None => None,
            Entries::One(entry) => {
                let slot = key.equivalent(&entry.0).then_some(entry.1)?;
                self.0 = Entries::None;
                Some(slot)
            }
            Entries::Few(entries) => {
                let place = entries.iter().position(|it| key.equivalent(&it.0))?;
                Some(entries.remove(place).1)
            }
            Entries::Many(entries) => entries.shift_remove(key),
        }
    }

    pub fn first(&self) -> Option<(&Key, &Slot)> {
        self.get_index(0)
    }

    pub fn last(&self) -> Option<(&Key, &Slot)> {
        self.get_index(self.len().checked_sub(1)?)
    }

    pub fn get_index(&self, index: usize) -> Option<(&Key, &Slot)> {
        match self.searched() {
            Searched::List(entries) => entries.get(index).map(|(key, slot)| (key, slot)),
            Searched::Table(entries) => entries.get_index(index),
        }
    }

    pub fn iter(&self) -> Iter<'_> {
        Iter { map: self, range: 0..self.len() }
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Key> + ExactSizeIterator {
        self.iter().map(|it| it.0)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Slot> + ExactSizeIterator {
        self.iter().map(|it| it.1)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Slot> {
        let (list, table): (&mut [Entry], _) = match &mut self.0 {
            Entries::None => (&mut [], None),
            Entries::One(entry) => (std::slice::from_mut(entry), None),
            Entries::Few(entries) => (entries, None),
            Entries::Many(entries) => (&mut [], Some(entries.values_mut())),
        };
        list.iter_mut().map(|it| &mut it.1).chain(table.into_iter().flatten())
    }
}

/// The entries of a map in their order.
#[derive(Clone, Debug)]
pub struct Iter<'m> {
    map: &'m Map,
    range: std::ops::Range<usize>,
}

impl<'m> Iterator for Iter<'m> {
    type Item = (&'m Key, &'m Slot);

    fn next(&mut self) -> Option<Self::Item> {
        self.map.get_index(self.range.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.map.get_index(self.range.next_back()?)
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'m> IntoIterator for &'m Map {
    type Item = (&'m Key, &'m Slot);
    type IntoIter = Iter<'m>;

    fn into_iter(self) -> Iter<'m> {
        self.iter()
    }
}

impl IntoIterator for Map {
    type Item = Entry;
    type IntoIter = Chain<Chain<option::IntoIter<Entry>, vec::IntoIter<Entry>>, indexmap::map::IntoIter<Key, Slot>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, few, many) = match self.0 {
            Entries::None => (None, Vec::new(), IndexMap::default()),
            Entries::One(entry) => (Some(entry), Vec::new(), IndexMap::default()),
            Entries::Few(entries) => (None, entries, IndexMap::default()),
            Entries::Many(entries) => (None, Vec::new(), *entries),
        };
        one.into_iter().chain(few).chain(many)
    }
}

impl FromIterator<(Key, Slot)> for Map {
    fn from_iter<I: IntoIterator<Item = (Key, Slot)>>(entries: I) -> Map {
        let entries = entries.into_iter();
        let mut map = Map::with_capacity(entries.size_hint().0);
        map.extend(entries);
        map
    }
}

impl Extend<(Key, Slot)> for Map {
    fn extend<I: IntoIterator<Item = (Key, Slot)>>(&mut self, entries: I) {
        for (key, slot) in entries {
            self.insert(key, slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Heap;
    use super::*;
    use crate::place::Span;
    use crate::value::Value;

    /// A map and one with a table, after the same changes; more than a few keys and back.
    #[test]
    fn few_keys_and_many_keep_their_order() {
        let mut heap = Heap::default();
        let (mut map, mut expected) = (Map::default(), IndexMap::<Key, u32>::new());
        let mut state = 7_u32;
        for step in 0..4000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // At first few keys, later many, and in the end few again.
            let most = if (1000..3000).contains(&step) { 40 } else { 10 };
            let key = Key::text(&format!("k{}", (state >> 16) % most));
            if (state >> 8).is_multiple_of(3) {
                assert_eq!(map.shift_remove(&key).is_some(), expected.shift_remove(&key).is_some());
            } else {
                let value = heap.add(Value::Int(i64::from(step)), Span::NONE);
                map.insert(key.clone(), Slot { key: Span::NONE, value });
                expected.insert(key.clone(), step);
            }
            assert_eq!(map.get(&key).is_some(), expected.contains_key(&key));
            assert!(map.keys().eq(expected.keys()), "step {step}");
            let numbers: Vec<u32> = map.values().filter_map(|it| as_number(&heap, *it)).collect();
            assert!(numbers.iter().eq(expected.values()), "step {step}");
        }
        assert!(map.iter().rev().map(|it| it.0).eq(expected.keys().rev()));
        assert!(map.clone().into_iter().map(|it| it.0).eq(expected.into_keys()));
    }

    fn as_number(heap: &Heap, slot: Slot) -> Option<u32> {
        match heap.get(slot.value) {
            Value::Int(it) => u32::try_from(*it).ok(),
            _ => None,
        }
    }

    #[test]
    fn numbers_that_python_takes_for_equal_are_one_key() {
        let mut heap = Heap::default();
        let value = heap.add(Value::Null, Span::NONE);
        let slot = Slot { key: Span::NONE, value };
        let map: Map = [(Key::Int(1), slot), (Key::Bool(true), slot), (Key::Float(1.0), slot)].into_iter().collect();
        assert_eq!(map.len(), 1);
    }
}
