//! Grains that all machines with an operating system have, and those that Salt printed. Others are unknown.

use serde_json::{Value, json};

use crate::value::{Heap, Id};

/// Grains about Salt itself, which files written by hand lack.
const OF_SALT: [&str; 2] = ["pythonpath", "saltpath"];

/// Returns whether a minion has no grains but these: they are what `grains.items` gives.
pub fn are_all(heap: &Heap, grains: Id) -> bool {
    OF_SALT.iter().all(|it| heap.entry(grains, it).is_some())
}

/// Returns the grains in what `salt-call --out json grains.items` prints, which has them below the name of the minion; or the data as
/// they are.
pub fn of_minion(heap: &Heap, data: Id) -> Id {
    let Some(map) = heap.map(data).filter(|it| it.len() == 1) else { return data };
    map.values().map(|it| it.value).find(|it| are_all(heap, *it)).unwrap_or(data)
}

/// System, `os`, `os_family`, `osfinger`, `osrelease`, `oscodename`.
const SYSTEMS: &[[&str; 6]] = &[
    ["almalinux-8", "AlmaLinux", "RedHat", "AlmaLinux-8", "8", ""],
    ["almalinux-9", "AlmaLinux", "RedHat", "AlmaLinux-9", "9", ""],
    ["amazon-2023", "Amazon", "RedHat", "Amazon Linux-2023", "2023", ""],
    ["debian-11", "Debian", "Debian", "Debian-11", "11", "bullseye"],
    ["debian-12", "Debian", "Debian", "Debian-12", "12", "bookworm"],
    ["debian-13", "Debian", "Debian", "Debian-13", "13", "trixie"],
    ["redhat-8", "RedHat", "RedHat", "Red Hat Enterprise Linux-8", "8", "Ootpa"],
    ["redhat-9", "RedHat", "RedHat", "Red Hat Enterprise Linux-9", "9", "Plow"],
    ["rocky-8", "Rocky", "RedHat", "Rocky Linux-8", "8", ""],
    ["rocky-9", "Rocky", "RedHat", "Rocky Linux-9", "9", ""],
    ["sles-15", "SUSE", "Suse", "SLES-15", "15", ""],
    ["ubuntu-20.04", "Ubuntu", "Debian", "Ubuntu-20.04", "20.04", "focal"],
    ["ubuntu-22.04", "Ubuntu", "Debian", "Ubuntu-22.04", "22.04", "jammy"],
    ["ubuntu-24.04", "Ubuntu", "Debian", "Ubuntu-24.04", "24.04", "noble"],
];

/// Returns the grains of a system, as `debian-12`.
pub fn of_system(name: &str) -> Option<Value> {
    let [_, os, family, finger, release, codename] = SYSTEMS.iter().find(|it| it.first() == Some(&name))?;
    let major: Option<u32> = release.split('.').next().and_then(|it| it.parse().ok());
    let mut grains =
        json!({ "kernel": "Linux", "init": "systemd", "os": os, "os_family": family, "osfinger": finger, "osmajorrelease": major });
    // Those of RedHat have minor numbers, too.
    if matches!(*family, "Debian") {
        grains["osrelease"] = json!(release);
    }
    if !codename.is_empty() {
        grains["oscodename"] = json!(codename);
    }
    Some(grains)
}

/// The names of all systems.
pub fn systems() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().filter_map(|it| it.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_have_grains() {
        assert_eq!(of_system("debian-12").map(|it| it["os_family"].clone()), Some(json!("Debian")));
        assert_eq!(of_system("ubuntu-22.04").map(|it| it["osmajorrelease"].clone()), Some(json!(22)));
        assert_eq!(of_system("plan9"), None);
    }

    #[test]
    fn grains_that_salt_printed_are_all() {
        let mut heap = Heap::default();
        let all = json!({ "os": "Debian", "saltpath": "/opt/salt", "pythonpath": [] });
        let printed = crate::data::from_json(&mut heap, &json!({ "local": all }));
        let grains = of_minion(&heap, printed);
        assert_ne!(grains, printed);
        assert!(are_all(&heap, grains) && !are_all(&heap, printed));
        let some = crate::data::from_json(&mut heap, &json!({ "ip_interfaces": { "os": "Debian" } }));
        assert_eq!(of_minion(&heap, some), some);
        assert!(!are_all(&heap, some));
    }
}
