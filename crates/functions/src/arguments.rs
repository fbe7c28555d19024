//! How functions read what they were given.

use values::Value;

use crate::{Block, Call, Failure};

impl<'a> Call<'a> {
    pub(crate) fn get(&self, index: usize) -> Option<&'a Value> {
        self.arguments.get(index)
    }

    /// The argument, or undef where it was left out.
    pub(crate) fn at(&self, index: usize) -> &'a Value {
        self.arguments.get(index).unwrap_or(&Value::Undef)
    }

    /// A text that the signature guarantees.
    pub(crate) fn text(&self, index: usize) -> &'a str {
        self.at(index).as_str().unwrap_or_default()
    }

    /// The block that the signature guarantees.
    pub(crate) fn block(&self) -> Result<&'a Block, Failure> {
        self.block.ok_or_else(|| Failure::plain(format!("'{}' expects a block", self.name)))
    }
}

impl Block {
    /// Whether it can be called with that many arguments.
    pub fn takes(&self, count: usize) -> bool {
        match &self.ty.parameters {
            None => true,
            Some(_) => self.ty.size_range().contains(i64::try_from(count).unwrap_or(i64::MAX)),
        }
    }
}
