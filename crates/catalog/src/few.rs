//! Maps of a few entries.

use std::ops::Deref;

use rustc_hash::FxHashMap;

/// A map by name that keeps the order of insertion. Most resources have two or three attributes, and there are many resources: as
/// long as there are few entries, they are all that is kept.
#[derive(Clone, Debug)]
pub struct Few<K, V> {
    entries: Vec<(K, V)>,
    /// Where each entry is, once there are more than [`FEW`].
    index: Option<Box<FxHashMap<K, usize>>>,
}

/// Number of entries up to which a search is faster than hashing.
const FEW: usize = 16;

impl<K, V> Default for Few<K, V> {
    fn default() -> Few<K, V> {
        Few { entries: Vec::new(), index: None }
    }
}

impl<K: Deref<Target = str> + std::borrow::Borrow<str> + Clone + Eq + std::hash::Hash, V> Few<K, V> {
    pub fn new() -> Few<K, V> {
        Few::default()
    }

    /// Reserves room for exactly this number more.
    pub fn reserve_exact(&mut self, more: usize) {
        self.entries.reserve_exact(more);
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.entries.iter().position(|(it, _)| **it == *name),
        }
    }

    pub fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    pub fn get(&self, name: &str) -> Option<&V> {
        self.entries.get(self.position(name)?).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        let at = self.position(name)?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Puts a value where the name has one, and after the others where it has none.
    pub fn insert(&mut self, name: K, value: V) -> Option<V> {
        if let Some(there) = self.get_mut(&name) {
            return Some(std::mem::replace(there, value));
        }
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), self.entries.len());
        }
        self.entries.push((name, value));
        if self.index.is_none() && self.entries.len() > FEW {
            self.count();
        }
        None
    }

    fn count(&mut self) {
        self.index = Some(Box::new(self.entries.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect()));
    }

    /// Takes an entry out; those after it move up.
    pub fn shift_remove(&mut self, name: &str) -> Option<V> {
        let at = self.position(name)?;
        let (_, value) = self.entries.remove(at);
        self.index = None;
        if self.entries.len() > FEW {
            self.count();
        }
        Some(value)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> + Clone {
        self.entries.iter().map(pair)
    }

    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> + Clone {
        self.entries.iter().map(|(name, _)| name)
    }

    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(name, value)| (&*name, value))
    }
}

fn pair<K, V>((name, value): &(K, V)) -> (&K, &V) {
    (name, value)
}

/// As maps are: whatever the order.
impl<K: Deref<Target = str> + std::borrow::Borrow<str> + Clone + Eq + std::hash::Hash, V: PartialEq> PartialEq for Few<K, V> {
    fn eq(&self, other: &Few<K, V>) -> bool {
        self.len() == other.len() && self.iter().all(|(name, value)| other.get(name).is_some_and(|it| it == value))
    }
}

impl<K: Deref<Target = str> + std::borrow::Borrow<str> + Clone + Eq + std::hash::Hash, V> Extend<(K, V)> for Few<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, iter: T) {
        for (name, value) in iter {
            self.insert(name, value);
        }
    }
}

impl<K: Deref<Target = str> + std::borrow::Borrow<str> + Clone + Eq + std::hash::Hash, V> FromIterator<(K, V)> for Few<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(iter: T) -> Few<K, V> {
        let iter = iter.into_iter();
        let mut all = Few::default();
        all.reserve_exact(iter.size_hint().0);
        all.extend(iter);
        all
    }
}

impl<K, V> IntoIterator for Few<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Few<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(pair)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn map(names: impl IntoIterator<Item = usize>) -> Few<Arc<str>, usize> {
        names.into_iter().map(|it| (Arc::from(it.to_string()), it)).collect()
    }

    #[test]
    fn few_and_many_are_found_in_the_order_of_insertion() {
        for length in [0, 1, FEW, FEW + 1, 5 * FEW] {
            let mut it = map((0..length).rev());
            assert_eq!(it.len(), length);
            assert!((0..length).all(|at| it.get(&at.to_string()) == Some(&at)));
            assert_eq!(it.get("x"), None);
            assert!(it.iter().map(|(_, value)| *value).eq((0..length).rev()));
            assert_eq!(it.insert("x".into(), 7), None);
            assert_eq!(it.insert("x".into(), 8), Some(7));
            assert_eq!(it.len(), length + 1);
        }
    }

    #[test]
    fn what_is_taken_out_leaves_the_others_in_order() {
        for length in [3, FEW, FEW + 1, FEW + 2, 5 * FEW] {
            let mut it = map(0..length);
            assert_eq!(it.shift_remove("1"), Some(1));
            assert_eq!(it.shift_remove("1"), None);
            assert!(it.iter().map(|(_, value)| *value).eq((0..length).filter(|it| *it != 1)));
            assert_eq!(it.get("2"), Some(&2));
        }
    }

    #[test]
    fn the_order_does_not_tell_maps_apart() {
        assert_eq!(map(0..40), map((0..40).rev()));
        assert!(map(0..2) != map(0..3));
    }
}
