//! Disks and their partitions.

use serde_json::Value as Json;

use super::{Machine, mounts, object};
use crate::{Facts, units};

/// Disks count in such units whatever their own are.
const SECTOR: u64 = 512;

pub fn disks(machine: &Machine) -> Option<Json> {
    let mut facts = Facts::new();
    for name in machine.names("/sys/block") {
        let folder = format!("/sys/block/{name}");
        if !machine.is_folder(format!("{folder}/device")) {
            continue;
        }
        let file = |path: &str| machine.line(format!("{folder}/{path}")).map(Json::from);
        let size = machine.number(format!("{folder}/size")).map(|it| it.saturating_mul(SECTOR));
        let udev = Udev::new(machine, &folder);
        let rotates = machine.line(format!("{folder}/queue/rotational"));
        let fact = object([
            ("model", file("device/model")),
            ("serial", udev.first(&["ID_SCSI_SERIAL", "ID_SERIAL_SHORT", "ID_SERIAL"])),
            ("size", size.map(|it| units::bytes(it).into())),
            ("size_bytes", size.map(Json::from)),
            ("type", rotates.map(|it| if it == "0" { "ssd" } else { "hdd" }.into())),
            ("vendor", file("device/vendor")),
            ("wwn", udev.first(&["ID_WWN_WITH_EXTENSION", "ID_WWN"])),
        ]);
        facts.insert(name, fact);
    }
    Some(Json::Object(facts))
}

pub fn partitions(machine: &Machine) -> Option<Json> {
    let mut facts = Facts::new();
    for name in machine.names("/sys/block") {
        let folder = format!("/sys/block/{name}");
        if machine.is_folder(format!("{folder}/device")) {
            for inside in machine.names(&folder).into_iter().filter(|it| it.contains(&name)) {
                let path = format!("{folder}/{inside}");
                if machine.is_folder(&path) {
                    facts.insert(format!("/dev/{inside}"), partition(machine, &path, None));
                }
            }
        } else if machine.is_folder(format!("{folder}/dm")) {
            let mapped = machine.line(format!("{folder}/dm/name"));
            let device = mapped.map_or_else(|| format!("/dev/{name}"), |it| format!("/dev/mapper/{it}"));
            facts.insert(device, partition(machine, &folder, None));
        } else if machine.is_folder(format!("{folder}/loop")) {
            let backing = machine.line(format!("{folder}/loop/backing_file"));
            facts.insert(format!("/dev/{name}"), partition(machine, &folder, backing));
        }
    }
    for mount in mounts::mounts(machine).into_iter().rev() {
        if let Some(Json::Object(fact)) = facts.get_mut(&mount.device) {
            fact.insert("mount".to_owned(), mount.path.into());
        }
    }
    Some(Json::Object(facts))
}

fn partition(machine: &Machine, folder: &str, backing: Option<String>) -> Json {
    let size = machine.number(format!("{folder}/size")).unwrap_or(0).saturating_mul(SECTOR);
    let udev = Udev::new(machine, folder);
    object([
        ("backing_file", backing.map(Json::from)),
        ("filesystem", udev.first(&["ID_FS_TYPE"])),
        ("label", udev.first(&["ID_FS_LABEL"])),
        ("partlabel", udev.first(&["ID_PART_ENTRY_NAME"])),
        ("partuuid", udev.first(&["ID_PART_ENTRY_UUID"])),
        ("size", Some(units::bytes(size).into())),
        ("size_bytes", Some(size.into())),
        ("uuid", udev.first(&["ID_FS_UUID"])),
    ])
}

/// Record of a device that the daemon for devices has stored.
struct Udev(String);

impl Udev {
    fn new(machine: &Machine, folder: &str) -> Udev {
        let number = machine.line(format!("{folder}/dev"));
        Udev(number.and_then(|it| machine.text(format!("/run/udev/data/b{it}"))).unwrap_or_default())
    }

    /// The first of these that there is.
    fn first(&self, names: &[&str]) -> Option<Json> {
        let find = |name: &str| self.0.lines().find_map(|line| line.strip_prefix("E:")?.strip_prefix(name)?.strip_prefix('='));
        names.iter().find_map(|it| find(it)).map(Json::from)
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::FixedHost;

    #[test]
    fn disks_have_partitions() {
        let mut world = MemoryWorld::new();
        for (path, text) in [
            ("sda/device/model", "X 1\n"),
            ("sda/queue/rotational", "0\n"),
            ("sda/size", "4096\n"),
            ("sda/dev", "8:0\n"),
            ("sda/sda1/size", "2048\n"),
            ("sda/sda1/dev", "8:1\n"),
            ("dm-0/dm/name", "root\n"),
            ("loop0/loop/backing_file", "/a\n"),
            ("loop1/size", "0\n"),
        ] {
            world.add_file(format!("/sys/block/{path}"), text);
        }
        world.add_file("/run/udev/data/b8:0", "E:ID_SERIAL=long\nE:ID_SERIAL_SHORT=short\n");
        world.add_file("/run/udev/data/b8:1", "E:ID_FS_TYPE=ext4\nE:ID_FS_UUID=12\n");
        world.add_file("/proc/self/mounts", "/dev/sda1 / ext4 rw 0 0\n/dev/sda1 /again ext4 rw 0 0\n");
        let host = FixedHost::default();
        let machine = Machine { world: &world, host: &host };
        let found = disks(&machine).expect("facts");
        let expected =
            serde_json::json!({"sda": {"model": "X 1", "serial": "short", "size": "2.00 MiB", "size_bytes": 2_097_152, "type": "ssd"}});
        assert_eq!(found, expected);
        let found = partitions(&machine).expect("facts");
        assert_eq!(
            found.as_object().map(|it| it.keys().collect::<Vec<_>>()),
            Some(vec![&"/dev/mapper/root".to_owned(), &"/dev/loop0".to_owned(), &"/dev/sda1".to_owned()])
        );
        assert_eq!((&found["/dev/sda1"]["filesystem"], &found["/dev/sda1"]["mount"]), (&"ext4".into(), &"/".into()));
        assert_eq!(found["/dev/loop0"]["backing_file"], "/a");
    }
}
