//! State of the machine that a type reads once for all of its resources: installed packages, files with many entries.

use std::any::{Any, TypeId};

use rustc_hash::FxHashMap;

/// One value of each Rust type.
#[derive(Default)]
pub struct Store {
    values: FxHashMap<TypeId, Box<dyn Any + Send>>,
}

impl Store {
    /// The value of a type, an empty one at first.
    pub fn get<T: Default + Send + 'static>(&mut self) -> &mut T {
        self.put_default::<T>();
        // What was put there under this key is of this type.
        let found = self.values.get_mut(&TypeId::of::<T>()).and_then(|it| it.downcast_mut::<T>());
        match found {
            Some(found) => found,
            None => unreachable!("a value is kept under its own type"),
        }
    }

    fn put_default<T: Default + Send + 'static>(&mut self) {
        self.values.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
    }
}
