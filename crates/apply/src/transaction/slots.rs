//! Data of each step or resource in a vector, by its number.

use std::marker::PhantomData;

use crate::plan::NodeId;

/// An item with a number of its own.
pub(super) trait Numbered {
    fn number(&self) -> usize;
}

impl Numbered for usize {
    fn number(&self) -> usize {
        *self
    }
}

impl Numbered for NodeId {
    fn number(&self) -> usize {
        self.0
    }
}

/// A map whose keys are small numbers.
pub(super) struct Slots<K, T> {
    places: Vec<Option<T>>,
    filled: usize,
    keys: PhantomData<K>,
}

impl<K: Numbered, T> Slots<K, T> {
    /// With this initial capacity, which may grow.
    pub fn new(count: usize) -> Slots<K, T> {
        Slots { places: Vec::with_capacity(count), filled: 0, keys: PhantomData }
    }

    /// How many places have something.
    pub fn len(&self) -> usize {
        self.filled
    }

    pub fn get(&self, key: &K) -> Option<&T> {
        self.places.get(key.number())?.as_ref()
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut T> {
        self.places.get_mut(key.number())?.as_mut()
    }

    pub fn insert(&mut self, key: K, value: T) {
        let number = key.number();
        if number >= self.places.len() {
            self.places.resize_with(number + 1, || None);
        }
        if let Some(place) = self.places.get_mut(number) {
            self.filled += usize::from(place.is_none());
            *place = Some(value);
        }
    }

    pub fn remove(&mut self, key: &K) -> Option<T> {
        let taken = self.places.get_mut(key.number())?.take();
        self.filled -= usize::from(taken.is_some());
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_there_is_there_until_it_is_taken() {
        let mut slots: Slots<usize, &str> = Slots::new(1);
        slots.insert(3, "a");
        slots.insert(3, "b");
        slots.insert(0, "c");
        assert_eq!((slots.len(), slots.get(&3), slots.get(&1), slots.get(&9)), (2, Some(&"b"), None, None));
        assert_eq!((slots.remove(&3), slots.remove(&3), slots.len()), (Some("b"), None, 1));
        *slots.get_mut(&0).unwrap() = "d";
        assert_eq!(slots.get(&0), Some(&"d"));
    }
}
