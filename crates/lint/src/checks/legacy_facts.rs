//! A fact that Facter 4 has only for old manifests.

mod in_data;

use super::keys::in_facts;
use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check { name: "legacy_facts", description: None, help: None, by_default: true, fixes: true, run };

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    if crate::is_data(data.path) {
        return in_data::run(data, found);
    }
    for id in data.of_kinds(Kind::Variable, Kind::UnencVariable) {
        let value = data.token(id).value.as_ref();
        let name = if let Some(name) = in_facts(value) {
            name
        } else if value == "facts" {
            key(data, id).unwrap_or("")
        } else {
            value.strip_prefix("::").unwrap_or("")
        };
        if !is_legacy(name) {
            continue;
        }
        let replacement = replacement(name);
        found.warning(data, id, format!("legacy fact '{name}'")).fix(move |edit| fix(edit, id, replacement.clone()));
    }
}

fn is_legacy(name: &str) -> bool {
    WITHOUT_REPLACEMENT.contains(&name) || replacement(name).is_some()
}

/// The key in brackets after `facts`, where they are tokens of their own.
fn key<'t>(data: &Data<'t>, facts: Id) -> Option<&'t str> {
    let bracket = data.next_code(facts).filter(|id| data.token(*id).kind == Kind::LBrack)?;
    let key = data.token(data.next_code(bracket)?);
    matches!(key.kind, Kind::String | Kind::SString | Kind::Name).then_some(key.value.as_ref())
}

fn fix(edit: &mut Edit<'_>, id: Id, replacement: Option<String>) -> Option<()> {
    let is_split = edit.value(id)? == "facts";
    let Some(replacement) = replacement else {
        // puppet-lint says that it is fixed, and takes the key away where it can.
        return if is_split { None } else { Some(()) };
    };
    let mut is_key = is_split;
    while is_key {
        let next = edit.next(id)?;
        edit.remove(next)?;
        is_key = edit.kind(next) != Some(Kind::RBrack);
    }
    edit.set_value(id, replacement)
}

/// The fact that says the same, as it is written.
fn replacement(name: &str) -> Option<String> {
    let path = |keys: &[&str]| {
        let keys: String = keys.iter().map(|key| format!("['{key}']")).collect();
        Some(format!("facts{keys}"))
    };
    if let Ok(index) = REPLACEMENTS.binary_search_by_key(&name, |(name, _)| name) {
        return REPLACEMENTS.get(index).and_then(|(_, keys)| path(keys));
    }
    if let Some((device, attribute)) =
        name.strip_prefix("blockdevice_").and_then(|it| it.rsplit_once('_')).filter(|(_, it)| matches!(*it, "model" | "size" | "vendor"))
    {
        return path(&["disks", device, attribute]);
    }
    if let Some((attribute, interface)) = name.split_once('_') {
        match attribute {
            "ipaddress" | "ipaddress6" | "macaddress" | "mtu" | "netmask" | "netmask6" | "network" | "network6" => {
                return path(&["networking", "interfaces", interface, &attribute.replacen("address", "", 1)]);
            }
            "sp" => return path(&["system_profiler", interface]),
            "ldom" => return path(&["ldom", interface]),
            "zone" => {
                if let Some((zone, attribute)) = interface.rsplit_once('_')
                    && matches!(attribute, "brand" | "iptype" | "name" | "uuid" | "id" | "path" | "status")
                {
                    return path(&["solaris_zones", "zones", zone, attribute]);
                }
            }
            _ => {}
        }
    }
    if let Some(number) = name.strip_prefix("processor")
        && !number.is_empty()
        && number.bytes().all(|it| it.is_ascii_digit())
    {
        return Some(format!("facts['processors']['models'][{number}]"));
    }
    let algorithm = name.strip_prefix("ssh")?.strip_suffix("key")?;
    if matches!(algorithm, "dsa" | "ecdsa" | "ed25519" | "rsa") { path(&["ssh", algorithm, "key"]) } else { None }
}

const WITHOUT_REPLACEMENT: &[&str] = &[
    "memoryfree_mb",
    "memorysize_mb",
    "swapfree_mb",
    "swapsize_mb",
    "blockdevices",
    "interfaces",
    "zones",
    "sshfp_dsa",
    "sshfp_ecdsa",
    "sshfp_ed25519",
    "sshfp_rsa",
];

/// In the order of the alphabet.
const REPLACEMENTS: &[(&str, &[&str])] = &[
    ("architecture", &["os", "architecture"]),
    ("augeasversion", &["augeas", "version"]),
    ("bios_release_date", &["dmi", "bios", "release_date"]),
    ("bios_vendor", &["dmi", "bios", "vendor"]),
    ("bios_version", &["dmi", "bios", "version"]),
    ("boardassettag", &["dmi", "board", "asset_tag"]),
    ("boardmanufacturer", &["dmi", "board", "manufacturer"]),
    ("boardproductname", &["dmi", "board", "product"]),
    ("boardserialnumber", &["dmi", "board", "serial_number"]),
    ("chassisassettag", &["dmi", "chassis", "asset_tag"]),
    ("chassistype", &["dmi", "chassis", "type"]),
    ("domain", &["networking", "domain"]),
    ("fqdn", &["networking", "fqdn"]),
    ("gid", &["identity", "group"]),
    ("hardwareisa", &["processors", "isa"]),
    ("hardwaremodel", &["os", "hardware"]),
    ("hostname", &["networking", "hostname"]),
    ("id", &["identity", "user"]),
    ("ipaddress", &["networking", "ip"]),
    ("ipaddress6", &["networking", "ip6"]),
    ("lsbdistcodename", &["os", "distro", "codename"]),
    ("lsbdistdescription", &["os", "distro", "description"]),
    ("lsbdistid", &["os", "distro", "id"]),
    ("lsbdistrelease", &["os", "distro", "release", "full"]),
    ("lsbmajdistrelease", &["os", "distro", "release", "major"]),
    ("lsbminordistrelease", &["os", "distro", "release", "minor"]),
    ("lsbrelease", &["os", "distro", "release", "specification"]),
    ("macaddress", &["networking", "mac"]),
    ("macosx_buildversion", &["os", "macosx", "build"]),
    ("macosx_productname", &["os", "macosx", "product"]),
    ("macosx_productversion", &["os", "macosx", "version", "full"]),
    ("macosx_productversion_major", &["os", "macosx", "version", "major"]),
    ("macosx_productversion_minor", &["os", "macosx", "version", "minor"]),
    ("manufacturer", &["dmi", "manufacturer"]),
    ("memoryfree", &["memory", "system", "available"]),
    ("memorysize", &["memory", "system", "total"]),
    ("netmask", &["networking", "netmask"]),
    ("netmask6", &["networking", "netmask6"]),
    ("network", &["networking", "network"]),
    ("network6", &["networking", "network6"]),
    ("operatingsystem", &["os", "name"]),
    ("operatingsystemmajrelease", &["os", "release", "major"]),
    ("operatingsystemrelease", &["os", "release", "full"]),
    ("osfamily", &["os", "family"]),
    ("physicalprocessorcount", &["processors", "physicalcount"]),
    ("processorcount", &["processors", "count"]),
    ("productname", &["dmi", "product", "name"]),
    ("rubyplatform", &["ruby", "platform"]),
    ("rubysitedir", &["ruby", "sitedir"]),
    ("rubyversion", &["ruby", "version"]),
    ("selinux", &["os", "selinux", "enabled"]),
    ("selinux_config_mode", &["os", "selinux", "config_mode"]),
    ("selinux_config_policy", &["os", "selinux", "config_policy"]),
    ("selinux_current_mode", &["os", "selinux", "current_mode"]),
    ("selinux_enforced", &["os", "selinux", "enforced"]),
    ("selinux_policyversion", &["os", "selinux", "policy_version"]),
    ("serialnumber", &["dmi", "product", "serial_number"]),
    ("swapencrypted", &["memory", "swap", "encrypted"]),
    ("swapfree", &["memory", "swap", "available"]),
    ("swapsize", &["memory", "swap", "total"]),
    ("system32", &["os", "windows", "system32"]),
    ("uptime", &["system_uptime", "uptime"]),
    ("uptime_days", &["system_uptime", "days"]),
    ("uptime_hours", &["system_uptime", "hours"]),
    ("uptime_seconds", &["system_uptime", "seconds"]),
    ("uuid", &["dmi", "product", "uuid"]),
    ("xendomains", &["xen", "domains"]),
    ("zonename", &["solaris_zones", "current"]),
];

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn old_facts_have_new_names() {
        let text = "$a = $::osfamily\n$b = $facts['ipaddress_eth0']\n$c = \"${facts['uuid']} ${::processor3}\"\n$d = $osfamily\n$e = $facts['os']\n";
        check(
            "legacy_facts",
            text,
            expect![[r#"
            1:6: warning: legacy fact 'osfamily'
            2:6: warning: legacy fact 'ipaddress_eth0'
            3:9: warning: legacy fact 'uuid'
            3:26: warning: legacy fact 'processor3'
        "#]],
        );
        fixes(
            "legacy_facts",
            text,
            "$a = $facts['os']['family']\n$b = $facts['networking']['interfaces']['eth0']['ip']\n$c = \"${facts['dmi']['product']['uuid']} ${facts['processors']['models'][3]}\"\n$d = $osfamily\n$e = $facts['os']\n",
        );
    }

    #[test]
    fn some_have_none() {
        let text = "$a = $::interfaces\n$b = \"${facts['zones']}\"\n";
        check(
            "legacy_facts",
            text,
            expect![[r#"
            1:6: warning: legacy fact 'interfaces'
            2:9: warning: legacy fact 'zones'
        "#]],
        );
        fixes("legacy_facts", text, text);
    }

    #[test]
    fn the_old_names_can_be_searched() {
        assert!(super::REPLACEMENTS.is_sorted());
    }
}
