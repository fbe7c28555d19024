//! The functions of widely used modules, ported.

mod apache;
mod archive;
mod collectd;
mod datacat;
mod inifile;
mod ironic;
mod mcollective;
mod memcached;
mod monit;
mod mysql;
mod neutron;
mod nova;
mod openstack_extras;
mod openstacklib;
mod postgresql;
mod small;
mod ssh;
mod stdlib;

pub use stdlib::json_text;

use crate::Function;

/// A value without the wrapper that keeps it secret.
fn bare(value: &values::Value) -> &values::Value {
    match value {
        values::Value::Sensitive(inner) => inner,
        other => other,
    }
}

/// All that are ported.
pub(crate) fn functions() -> Vec<Function> {
    let mut all: Vec<Function> = stdlib::functions().collect();
    all.extend(apache::functions());
    all.extend(archive::functions());
    all.extend(collectd::functions());
    all.extend(datacat::functions());
    all.extend(inifile::functions());
    all.extend(ironic::functions());
    all.extend(mcollective::functions());
    all.extend(memcached::functions());
    all.extend(monit::functions());
    all.extend(mysql::functions());
    all.extend(neutron::functions());
    all.extend(nova::functions());
    all.extend(openstack_extras::functions());
    all.extend(openstacklib::functions());
    all.extend(postgresql::functions());
    all.extend(small::functions());
    all.extend(ssh::functions());
    all
}
