//! The functions of widely used modules, ported.

mod openstacklib;
mod stdlib;

use crate::Function;

/// All that are ported.
pub(crate) fn functions() -> Vec<Function> {
    stdlib::functions().chain(openstacklib::functions()).collect()
}
