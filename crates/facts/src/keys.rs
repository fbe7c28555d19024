//! The keys that Facter's own structured facts have, on whatever system.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Where all keys are known, each with what may stand below it. Facts whose keys are names of things (interfaces, disks, keys of
/// SSH) are left out, and so is what lies deeper than this.
const KEYS: &[(&str, &str)] = &[
    ("augeas", "version"),
    ("dmi", "bios board chassis manufacturer product"),
    ("dmi.bios", "release_date vendor version"),
    ("dmi.board", "asset_tag manufacturer product serial_number"),
    ("dmi.chassis", "asset_tag type"),
    ("dmi.product", "name serial_number uuid version"),
    ("identity", "gid group privileged uid user"),
    ("load_averages", "1m 5m 15m"),
    ("memory", "swap system"),
    ("memory.swap", "available available_bytes capacity encrypted total total_bytes used used_bytes"),
    ("memory.system", "available available_bytes capacity total total_bytes used used_bytes"),
    (
        "networking",
        "dhcp domain fqdn hostname interfaces ip ip6 mac mtu netmask netmask6 network network6 primary scope6 speed duplex operational_state",
    ),
    ("os", "architecture distro family hardware macosx name release selinux windows"),
    ("os.distro", "codename description id release specification"),
    ("os.distro.release", "full major minor"),
    ("os.macosx", "build product version"),
    ("os.macosx.version", "extra full major minor patch"),
    ("os.release", "branch full major minor patch patchlevel"),
    ("os.selinux", "config_mode config_policy current_mode enabled enforced policy_version"),
    ("os.windows", "display_version edition_id installation_type product_name release_id system32"),
    ("processors", "cores count extensions isa models physicalcount speed threads"),
    ("ruby", "platform sitedir version"),
    ("system_uptime", "days hours seconds uptime"),
];

/// The keys of a structured fact, as `os` or `os.release`, if it can have no others.
pub fn keys_of(path: &str) -> Option<impl Iterator<Item = &'static str>> {
    KEYS.iter().find(|(it, _)| *it == path).map(|(_, keys)| keys.split(' '))
}

/// Facts that no built-in set has, because its machine lacked them.
const RARE: &str = "aio_agent_version augeas az_metadata chassistype clientcert clientnoop clientversion cloud dhcp_servers \
                    disks dmi ec2_metadata ec2_userdata env_windows_installdir facterversion filesystems fips_enabled gce hypervisors \
                    identity is_virtual kernel kernelmajversion kernelrelease kernelversion ldom load_averages memory mountpoints \
                    networking nim_type os partitions path processors ruby scope6 serialnumber solaris_zones ssh system_profiler \
                    system_uptime timezone virtual xen zfs_featurenumbers zfs_version zpool_featureflags zpool_featurenumbers \
                    zpool_version puppetversion puppet_vardir puppet_inventory_metadata package_provider root_home service_provider \
                    trusted agent_specified_environment implementation";

static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let of_sets = crate::sets::all().filter_map(|it| it.facts()).flat_map(|it| it.into_iter().map(|(name, _)| name));
    of_sets.chain(RARE.split_whitespace().map(str::to_owned)).collect()
});

/// The names of the facts that Facter and the agent have on some system.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(String::as_str)
}

/// Whether Facter or the agent has a fact of that name on some system.
pub fn is_name(name: &str) -> bool {
    NAMES.contains(name)
}

/// Whether only a custom or external fact can have a name: neither Facter nor the agent reports one of that name, nor did they once.
pub fn is_custom(name: &str) -> bool {
    !is_name(name) && !crate::is_legacy(name)
}

#[cfg(test)]
mod tests {
    use values::Value;

    use super::*;

    /// Walks all facts of a set.
    fn check(path: &str, value: &Value, wrong: &mut Vec<String>) {
        let Value::Hash(entries) = value else { return };
        for (key, value) in entries.iter() {
            let Value::String(key) = key else { continue };
            if !path.is_empty() && keys_of(path).is_some_and(|mut it| !it.any(|it| it == &**key)) {
                wrong.push(format!("{path}.{key}"));
            }
            let below = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            check(&below, value, wrong);
        }
    }

    #[test]
    fn real_facts_have_no_others() {
        let mut wrong = Vec::new();
        let mut seen = 0;
        for set in crate::sets::all().filter_map(|it| it.set()) {
            check("", &set.facts, &mut wrong);
            seen += 1;
        }
        wrong.sort();
        wrong.dedup();
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(seen > 30, "only {seen} sets");
    }

    #[test]
    fn facts_have_names() {
        assert!(is_name("os") && is_name("ec2_metadata") && !is_name("osfamily") && !is_name("kernal"));
        assert!(names().count() > 40);
    }

    #[test]
    fn names_of_things_are_left_out() {
        assert!(keys_of("networking.interfaces").is_none());
        assert!(keys_of("nosuch").is_none());
        assert_eq!(keys_of("memory").map(|it| it.collect::<Vec<_>>()), Some(vec!["swap", "system"]));
    }
}
