//! The functions of widely used modules, ported.

mod apache;
mod datacat;
mod inifile;
mod mcollective;
mod mysql;
mod neutron;
mod openstacklib;
mod postgresql;
mod small;
mod stdlib;

use crate::Function;

/// All that are ported.
pub(crate) fn functions() -> Vec<Function> {
    let mut all: Vec<Function> = stdlib::functions().collect();
    all.extend(apache::functions());
    all.extend(datacat::functions());
    all.extend(inifile::functions());
    all.extend(mcollective::functions());
    all.extend(mysql::functions());
    all.extend(neutron::functions());
    all.extend(openstacklib::functions());
    all.extend(postgresql::functions());
    all.extend(small::functions());
    all
}
