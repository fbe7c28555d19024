//! Types without what is special to one value.

use super::Type;

impl Type {
    pub fn generalize(&self) -> Type {
        self.clone()
    }

    /// The same type without repetitions, with enums and ranges merged.
    pub fn normalize(&self) -> Type {
        self.clone()
    }
}
