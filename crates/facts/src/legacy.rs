//! The names that facts had before they were structured. They are made of the structured ones.

use serde_json::Value as Json;

use crate::{Facts, sorted};

/// Where the value of each is now; in the order of the alphabet.
pub(crate) const NAMES: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("augeasversion", "augeas.version"),
    ("bios_release_date", "dmi.bios.release_date"),
    ("bios_vendor", "dmi.bios.vendor"),
    ("bios_version", "dmi.bios.version"),
    ("boardassettag", "dmi.board.asset_tag"),
    ("boardmanufacturer", "dmi.board.manufacturer"),
    ("boardproductname", "dmi.board.product"),
    ("boardserialnumber", "dmi.board.serial_number"),
    ("chassisassettag", "dmi.chassis.asset_tag"),
    ("chassistype", "dmi.chassis.type"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("gid", "identity.group"),
    ("hardwareisa", "processors.isa"),
    ("hardwaremodel", "os.hardware"),
    ("hostname", "networking.hostname"),
    ("id", "identity.user"),
    ("ipaddress", "networking.ip"),
    ("ipaddress6", "networking.ip6"),
    ("ldom_domainchassis", "ldom.domainchassis"),
    ("ldom_domaincontrol", "ldom.domaincontrol"),
    ("ldom_domainname", "ldom.domainname"),
    ("ldom_domainrole_control", "ldom.domainrole.control"),
    ("ldom_domainrole_impl", "ldom.domainrole.impl"),
    ("ldom_domainrole_io", "ldom.domainrole.io"),
    ("ldom_domainrole_root", "ldom.domainrole.root"),
    ("ldom_domainrole_service", "ldom.domainrole.service"),
    ("ldom_domainuuid", "ldom.domainuuid"),
    ("lsbdistcodename", "os.distro.codename"),
    ("lsbdistdescription", "os.distro.description"),
    ("lsbdistid", "os.distro.id"),
    ("lsbdistrelease", "os.distro.release.full"),
    ("lsbmajdistrelease", "os.distro.release.major"),
    ("lsbminordistrelease", "os.distro.release.minor"),
    ("lsbrelease", "os.distro.specification"),
    ("macaddress", "networking.mac"),
    ("macosx_buildversion", "os.macosx.build"),
    ("macosx_productname", "os.macosx.product"),
    ("macosx_productversion", "os.macosx.version.full"),
    ("macosx_productversion_major", "os.macosx.version.major"),
    ("macosx_productversion_minor", "os.macosx.version.minor"),
    ("macosx_productversion_patch", "os.macosx.version.patch"),
    ("manufacturer", "dmi.manufacturer"),
    ("memoryfree", "memory.system.available"),
    ("memorysize", "memory.system.total"),
    ("netmask", "networking.netmask"),
    ("netmask6", "networking.netmask6"),
    ("network", "networking.network"),
    ("network6", "networking.network6"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("physicalprocessorcount", "processors.physicalcount"),
    ("processorcount", "processors.count"),
    ("productname", "dmi.product.name"),
    ("rubyplatform", "ruby.platform"),
    ("rubysitedir", "ruby.sitedir"),
    ("rubyversion", "ruby.version"),
    ("scope6", "networking.scope6"),
    ("selinux", "os.selinux.enabled"),
    ("selinux_config_mode", "os.selinux.config_mode"),
    ("selinux_config_policy", "os.selinux.config_policy"),
    ("selinux_current_mode", "os.selinux.current_mode"),
    ("selinux_enforced", "os.selinux.enforced"),
    ("selinux_policyversion", "os.selinux.policy_version"),
    ("serialnumber", "dmi.product.serial_number"),
    ("sp_boot_mode", "system_profiler.boot_mode"),
    ("sp_boot_rom_version", "system_profiler.boot_rom_version"),
    ("sp_boot_volume", "system_profiler.boot_volume"),
    ("sp_cpu_type", "system_profiler.processor_name"),
    ("sp_current_processor_speed", "system_profiler.processor_speed"),
    ("sp_kernel_version", "system_profiler.kernel_version"),
    ("sp_l2_cache_core", "system_profiler.l2_cache_per_core"),
    ("sp_l3_cache", "system_profiler.l3_cache"),
    ("sp_local_host_name", "system_profiler.computer_name"),
    ("sp_machine_model", "system_profiler.model_identifier"),
    ("sp_machine_name", "system_profiler.model_name"),
    ("sp_number_processors", "system_profiler.cores"),
    ("sp_os_version", "system_profiler.system_version"),
    ("sp_packages", "system_profiler.processors"),
    ("sp_physical_memory", "system_profiler.memory"),
    ("sp_platform_uuid", "system_profiler.hardware_uuid"),
    ("sp_secure_vm", "system_profiler.secure_virtual_memory"),
    ("sp_serial_number", "system_profiler.serial_number"),
    ("sp_smc_version_system", "system_profiler.smc_version"),
    ("sp_uptime", "system_profiler.uptime"),
    ("sp_user_name", "system_profiler.username"),
    ("swapencrypted", "memory.swap.encrypted"),
    ("swapfree", "memory.swap.available"),
    ("swapsize", "memory.swap.total"),
    ("system32", "os.windows.system32"),
    ("uptime", "system_uptime.uptime"),
    ("uptime_days", "system_uptime.days"),
    ("uptime_hours", "system_uptime.hours"),
    ("uptime_seconds", "system_uptime.seconds"),
    ("uuid", "dmi.product.uuid"),
    ("windows_display_version", "os.windows.display_version"),
    ("windows_edition_id", "os.windows.edition_id"),
    ("windows_installation_type", "os.windows.installation_type"),
    ("windows_product_name", "os.windows.product_name"),
    ("windows_release_id", "os.windows.release_id"),
    ("xendomains", "xen.domains"),
    ("zonename", "solaris_zones.current"),
];

/// Those that count megabytes.
pub(crate) const MEGABYTES: &[(&str, &str)] = &[
    ("memoryfree_mb", "memory.system.available_bytes"),
    ("memorysize_mb", "memory.system.total_bytes"),
    ("swapfree_mb", "memory.swap.available_bytes"),
    ("swapsize_mb", "memory.swap.total_bytes"),
];

/// Those that there are for each interface.
pub(crate) const INTERFACES: &[(&str, &str)] = &[
    ("ipaddress", "ip"),
    ("ipaddress6", "ip6"),
    ("macaddress", "mac"),
    ("mtu", "mtu"),
    ("netmask", "netmask"),
    ("netmask6", "netmask6"),
    ("network", "network"),
    ("network6", "network6"),
    ("scope6", "scope6"),
];

pub(crate) const DISKS: &[(&str, &str)] = &[("model", "model"), ("size", "size_bytes"), ("vendor", "vendor")];

/// The old facts that structured ones amount to, without these.
pub fn legacy(facts: &Facts) -> Facts {
    let mut old = Facts::new();
    let mut put = |name: String, value: Option<&Json>| {
        if let Some(value) = value {
            old.insert(name, value.clone());
        }
    };
    for (name, path) in NAMES {
        put((*name).to_owned(), find(facts, path));
    }
    for (name, path) in MEGABYTES {
        let bytes = find(facts, path).and_then(Json::as_f64);
        put((*name).to_owned(), bytes.map(|it| Json::from(it / f64::from(1 << 20))).as_ref());
    }
    let entries = |path: &str| find(facts, path).and_then(Json::as_object).into_iter().flatten();
    let names = |path: &str| {
        let mut names: Vec<&str> = entries(path).map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        Some(Json::from(names.join(","))).filter(|_| !names.is_empty())
    };
    for (interface, about) in entries("networking.interfaces") {
        for (name, field) in INTERFACES {
            put(format!("{name}_{interface}"), about.get(field));
        }
    }
    put("interfaces".to_owned(), names("networking.interfaces").as_ref());
    for (disk, about) in entries("disks") {
        for (name, field) in DISKS {
            put(format!("blockdevice_{disk}_{name}"), about.get(field));
        }
    }
    put("blockdevices".to_owned(), names("disks").as_ref());
    for (number, model) in find(facts, "processors.models").and_then(Json::as_array).into_iter().flatten().enumerate() {
        put(format!("processor{number}"), Some(model));
    }
    for (kind, about) in entries("ssh") {
        put(format!("ssh{kind}key"), about.get("key"));
        let prints = about.get("fingerprints");
        let print = |name: &str| prints.and_then(|it| it.get(name)).and_then(Json::as_str).unwrap_or("");
        put(format!("sshfp_{kind}"), prints.map(|_| Json::from(format!("{}\n{}", print("sha1"), print("sha256")))).as_ref());
    }
    sorted(old)
}

/// Whether a fact of that name is one of those that structured ones have replaced.
pub fn is_legacy(name: &str) -> bool {
    crate::old_names().chain(crate::made_names()).any(|(old, _)| old == name)
}

fn find<'f>(facts: &'f Facts, path: &str) -> Option<&'f Json> {
    let mut parts = path.split('.');
    let first = facts.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}
