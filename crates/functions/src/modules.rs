//! The functions of widely used modules, ported.

mod mysql;
mod neutron;
mod openstacklib;
mod stdlib;

use crate::Function;

/// All that are ported.
pub(crate) fn functions() -> Vec<Function> {
    stdlib::functions().chain(openstacklib::functions()).chain(neutron::functions()).chain(mysql::functions()).collect()
}
