//! Iterators: values that are iterated step by step.

use crate::Value;

/// The functions that make these are given what is known at once, so the elements are, too.
#[derive(Debug)]
pub struct Iter {
    pub elements: Vec<Value>,
    /// How Puppet names what it goes over, for printing its type.
    pub element_type: crate::Type,
}
