//! Where the value of an old fact is now. Puppet 8 and Facter do not give the old ones by themselves.

use crate::legacy::{DISKS, INTERFACES, MEGABYTES, NAMES};

/// Replacement of a legacy fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modern {
    /// The keys that lead to it: `os`, `family`.
    pub path: Vec<String>,
    /// It has the value that the old one had. If not, it is what that was made of.
    pub same: bool,
}

/// Old facts that several things were put together in, or that were written otherwise.
const MADE_OF: &[(&str, &str)] = &[
    ("blockdevices", "disks"),
    ("dhcp_servers", "networking.dhcp"),
    ("interfaces", "networking.interfaces"),
    ("zones", "solaris_zones.zones"),
];

/// Facts of each Solaris zone.
const ZONES: &[&str] = &["brand", "id", "iptype", "name", "path", "status", "uuid"];

/// Replacement of a legacy fact, as `osfamily` or `ipaddress_eth0`; none for other names.
pub fn modern(name: &str) -> Option<Modern> {
    let path = |path: &str| path.split('.').map(str::to_owned).collect::<Vec<_>>();
    let listed = |table: &[(&str, &str)]| table.iter().find(|(old, _)| *old == name).map(|(_, new)| path(new));
    let found = |path: Vec<String>, same: bool| Some(Modern { path, same });
    // Every variable of a manifest is asked about.
    if let Some((_, new)) = NAMES.binary_search_by_key(&name, |(old, _)| old).ok().and_then(|at| NAMES.get(at)) {
        return found(path(new), true);
    }
    if let Some(path) = listed(MEGABYTES).or_else(|| listed(MADE_OF)) {
        return found(path, false);
    }
    if let Some(number) = name.strip_prefix("processor").filter(|it| is_number(it)) {
        return found(path(&format!("processors.models.{number}")), true);
    }
    if let Some(kind) = name.strip_prefix("ssh").and_then(|it| it.strip_suffix("key")).filter(|it| !it.is_empty()) {
        return found(path(&format!("ssh.{kind}.key")), true);
    }
    if let Some(kind) = name.strip_prefix("sshfp_").filter(|it| !it.is_empty()) {
        return found(path(&format!("ssh.{kind}.fingerprints")), false);
    }
    if let Some(rest) = name.strip_prefix("blockdevice_") {
        let (old, new) = DISKS.iter().find(|(old, _)| rest.strip_suffix(old).is_some_and(|it| it.ends_with('_')))?;
        let disk = rest.strip_suffix(old)?.strip_suffix('_').filter(|it| !it.is_empty())?;
        return found(vec!["disks".to_owned(), disk.to_owned(), (*new).to_owned()], true);
    }
    if let Some((zone, what)) = name.strip_prefix("zone_").and_then(|it| it.rsplit_once('_'))
        && ZONES.contains(&what)
    {
        return found(vec!["solaris_zones".to_owned(), "zones".to_owned(), zone.to_owned(), what.to_owned()], true);
    }
    let is_name = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    let (old, interface) = name.split_once('_').filter(|(_, it)| is_name(it))?;
    let (_, new) = INTERFACES.iter().find(|(it, _)| *it == old)?;
    // Characters that no variable may have were written as `_`: the original one is unknown.
    let same = !interface.contains('_');
    found(vec!["networking".to_owned(), "interfaces".to_owned(), interface.to_owned(), (*new).to_owned()], same)
}

/// Old facts by name with the dotted paths of their values now: those that every machine had.
pub fn old_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().copied()
}

/// Old facts by name with the dotted paths of what they were made of, as [`old_names`].
pub fn made_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    MADE_OF.iter().chain(MEGABYTES).copied()
}

impl Modern {
    /// Keys after `$facts` in a manifest: `['os']['family']`.
    pub fn keys(&self) -> String {
        self.path.iter().map(|key| if is_number(key) { format!("[{key}]") } else { format!("['{key}']") }).collect()
    }
}

/// With dots, as lookups and `fact()` take it.
impl std::fmt::Display for Modern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.path.join("."))
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    #[track_caller]
    fn check(name: &str, expected: &str) {
        let found = modern(name).map_or("none".to_owned(), |it| format!("$facts{}{}", it.keys(), if it.same { "" } else { " (made of)" }));
        assert_eq!(found, expected);
    }

    #[test]
    fn old_facts_have_new_places() {
        check("osfamily", "$facts['os']['family']");
        check("ipaddress_eth0", "$facts['networking']['interfaces']['eth0']['ip']");
        check("macaddress_br_1", "$facts['networking']['interfaces']['br_1']['mac'] (made of)");
        check("processor1", "$facts['processors']['models'][1]");
        check("sshrsakey", "$facts['ssh']['rsa']['key']");
        check("blockdevice_sda_size", "$facts['disks']['sda']['size_bytes']");
        check("memorysize_mb", "$facts['memory']['system']['total_bytes'] (made of)");
        check("interfaces", "$facts['networking']['interfaces'] (made of)");
        check("windows_product_name", "$facts['os']['windows']['product_name']");
    }

    #[test]
    fn names_can_be_searched() {
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn other_facts_have_none() {
        for name in ["os", "kernel", "processors", "processor", "processorspeed", "network_", "blockdevice_sda", "sshkey", "mine", "", "_"]
        {
            check(name, "none");
        }
    }

    /// Facts that Facter 4.3 adds with `--show-legacy` to the structured facts, on a machine with Debian 12.
    #[test]
    fn all_that_facter_tells_is_known() {
        let names = "architecture augeasversion blockdevice_vda_size blockdevice_vda_vendor blockdevices dhcp_servers fqdn gid \
                     hardwareisa hardwaremodel hostname id interfaces ipaddress ipaddress6 ipaddress6_eth0 ipaddress6_lo \
                     ipaddress_eth0 ipaddress_lo lsbdistcodename lsbdistdescription lsbdistid lsbdistrelease lsbmajdistrelease \
                     lsbminordistrelease macaddress macaddress_eth0 macaddress_ifb0 memoryfree memoryfree_mb memorysize memorysize_mb \
                     mtu_eth0 mtu_lo netmask netmask6 netmask6_eth0 netmask6_lo netmask_eth0 netmask_lo network network6 \
                     network6_eth0 network6_lo network_eth0 network_lo operatingsystem operatingsystemmajrelease \
                     operatingsystemrelease osfamily physicalprocessorcount processor0 processor1 processorcount rubyplatform \
                     rubysitedir rubyversion scope6 scope6_eth0 scope6_lo selinux";
        for name in names.split_whitespace() {
            assert!(modern(name).is_some(), "{name}");
        }
    }

    /// A legacy fact is made of its replacement.
    #[test]
    fn the_new_place_has_the_old_value() {
        let mut compared = 0;
        for built_in in crate::sets::all() {
            let facts = built_in.facts().expect("facts");
            for (name, old) in crate::legacy(&facts) {
                let new = modern(&name).unwrap_or_else(|| panic!("{name} of {}", built_in.name));
                if new.same {
                    let pointer: String = new.path.iter().map(|it| format!("/{it}")).collect();
                    assert_eq!(Json::Object(facts.clone()).pointer(&pointer), Some(&old), "{name} of {}", built_in.name);
                    compared += 1;
                }
            }
        }
        assert!(compared > 2_000, "{compared}");
    }
}
