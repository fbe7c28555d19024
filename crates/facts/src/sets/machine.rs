//! Facts that differ from machine to machine: a built-in set comes from one, and a finding in a module holds for many. Some of it the
//! machine of the set did not have, or Facter did not find.

use super::FactSet;

/// Whole where even which parts there are differs.
const PATHS: &[&str] = &[
    "clientcert",
    "cloud",
    "disks",
    "dmi",
    "ec2_metadata",
    "fips_enabled",
    "gce",
    "hypervisors",
    "is_virtual",
    "load_averages",
    "memory",
    "mountpoints",
    "networking.dhcp",
    "networking.domain",
    "networking.fqdn",
    "networking.hostname",
    "networking.interfaces",
    "networking.ip",
    "networking.ip6",
    "networking.mac",
    "networking.mtu",
    "networking.netmask",
    "networking.netmask6",
    "networking.network",
    "networking.network6",
    "networking.primary",
    "networking.scope6",
    "os.selinux",
    "partitions",
    "processors",
    "ssh",
    "system_uptime",
    "timezone",
    "virtual",
    "xen",
    "zpool_featureflags",
    "zpool_version",
];

pub(super) fn forget(set: &mut FactSet) {
    set.doubt(PATHS);
}
