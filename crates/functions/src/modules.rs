//! The functions of widely used modules, ported.

use crate::Function;

/// All that are ported.
pub(crate) fn functions() -> Vec<Function> {
    vec![]
}
