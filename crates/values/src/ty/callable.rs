//! What can be called with what.

use super::{CallableType, Size, Type};
use crate::Value;

impl CallableType {
    pub fn size_range(&self) -> Size {
        match (self.size, &self.parameters) {
            (Some(size), _) => size,
            (None, Some(parameters)) => Size::exactly(parameters.len()),
            (None, None) => Size::ANY,
        }
    }

    /// Whether a call with these arguments and this block (a `Callable`) is accepted.
    pub fn accepts_arguments(&self, arguments: &[Value], block: Option<&Type>) -> bool {
        let _ = (arguments, block);
        true
    }
}
