//! Mounted file systems.

use serde_json::{Value as Json, json};

use super::Machine;
use crate::{Facts, Space, units};

pub struct Mount {
    pub device: String,
    pub path: String,
    pub kind: String,
    pub options: Vec<String>,
}

pub fn mounts(machine: &Machine) -> Vec<Mount> {
    let text = machine.text("/proc/self/mounts").or_else(|| machine.text("/etc/mtab")).unwrap_or_default();
    let mount = |line: &str| {
        let mut fields = line.split(' ');
        let (device, path, kind) = (unescape(fields.next()?), unescape(fields.next()?), fields.next()?.to_owned());
        let options = fields.next()?.split(',').map(|it| it.trim().to_owned()).collect();
        let device = if device == "/dev/root" { root_device(machine).unwrap_or(device) } else { device };
        Some(Mount { device, path, kind, options })
    };
    text.lines().filter_map(mount).collect()
}

pub fn resolve(machine: &Machine) -> Option<Json> {
    let mut facts = Facts::new();
    for mount in mounts(machine) {
        let of_kernel = ["/proc", "/sys"].iter().any(|it| mount.path.starts_with(it)) && mount.kind != "tmpfs";
        if of_kernel || mount.kind == "autofs" {
            continue;
        }
        let space = machine.host.space(mount.path.as_ref()).unwrap_or(Space { total: 0, free: 0, available: 0 });
        let used = space.total.saturating_sub(space.free);
        facts.insert(
            mount.path,
            json!({
                "available": units::bytes(space.available),
                "available_bytes": space.available,
                "capacity": capacity(used, used.saturating_add(space.available)),
                "device": mount.device,
                "filesystem": mount.kind,
                "options": mount.options,
                "size": units::bytes(space.total),
                "size_bytes": space.total,
                "used": units::bytes(used),
                "used_bytes": used,
            }),
        );
    }
    Some(Json::Object(facts))
}

fn capacity(used: u64, total: u64) -> String {
    match used {
        _ if used == total => "100%".to_owned(),
        0 => "0%".to_owned(),
        _ => units::percent(used, total),
    }
}

/// Those that need a device.
pub fn file_systems(machine: &Machine) -> Option<Json> {
    let text = machine.text("/proc/filesystems")?;
    let mut names: Vec<&str> = text.lines().filter(|it| !it.starts_with("nodev")).map(str::trim).collect();
    names.retain(|it| !it.is_empty() && *it != "fuseblk");
    names.sort_unstable();
    Some(names.join(",").into())
}

/// The device that the kernel was started with.
fn root_device(machine: &Machine) -> Option<String> {
    let line = machine.line("/proc/cmdline")?;
    let root = line.split_whitespace().find_map(|it| it.strip_prefix("root="))?;
    let link = match root.split_once('=') {
        Some(("PARTUUID", id)) => format!("/dev/disk/by-partuuid/{id}"),
        Some(("UUID", id)) => format!("/dev/disk/by-uuid/{id}"),
        _ => return Some(root.to_owned()),
    };
    Some(machine.world.real_path(link.as_ref()).ok()?.to_string_lossy().into_owned())
}

/// Spaces and the like are written in octal: `\040`.
fn unescape(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        let digits: Vec<u8> = bytes.clone().take(3).collect();
        let code =
            std::str::from_utf8(&digits).ok().filter(|it| byte == b'\\' && it.len() == 3).and_then(|it| u8::from_str_radix(it, 8).ok());
        match code {
            Some(code) => {
                out.push(code);
                bytes.nth(2);
            }
            None => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::FixedHost;

    #[test]
    fn mounts_have_their_room() {
        let mut world = MemoryWorld::new();
        let text = "/dev/root / ext4 rw,relatime 0 0\nproc /proc proc rw 0 0\ntmpfs /sys/fs/x tmpfs ro 0 0\na /mnt/a\\040b autofs rw 0 0\nc /mnt/c\\040d nfs rw 0 0\n";
        world.add_file("/proc/self/mounts", text);
        world.add_file("/proc/cmdline", "quiet root=PARTUUID=12-34 ro\n");
        world.add_file("/dev/vda1", "");
        world.add_link("/dev/disk/by-partuuid/12-34", "../../vda1");
        let mut host = FixedHost::default();
        host.spaces.insert("/".into(), Space { total: 4096, free: 3072, available: 1024 });
        let found = resolve(&Machine { world: &world, host: &host }).expect("facts");
        let root = &found["/"];
        assert_eq!((&root["device"], &root["capacity"], &root["used"]), (&"/dev/vda1".into(), &"50.00%".into(), &"1.00 KiB".into()));
        assert_eq!(found.as_object().expect("an object").keys().collect::<Vec<_>>(), ["/", "/sys/fs/x", "/mnt/c d"]);
    }
}
