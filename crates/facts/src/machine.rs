//! The facts of a Linux machine.

mod containers;
mod disks;
mod dmi;
mod kernel;
mod memory;
mod mounts;
mod networking;
mod os;
mod packages;
mod processors;
mod selinux;
mod ssh;
mod uptime;
mod virt;

use std::path::Path;

use serde_json::{Value as Json, json};
use world::{FileKind, World};

use crate::{Facts, Host, sorted};

/// Files that say something of a machine are small.
const LARGEST: u64 = 16 << 20;

/// The version of Facter whose facts these are.
const FACTER_VERSION: &str = "4.3.0";

/// Everything that can be said of a machine without starting a program.
pub fn machine(world: &dyn World, host: &dyn Host) -> Facts {
    let machine = Machine { world, host };
    let mut facts = Facts::new();
    let mut put = |name: &str, value: Option<Json>| {
        let empty = |it: &Json| it.is_null() || it.as_object().is_some_and(Facts::is_empty);
        if let Some(value) = value.filter(|it| !empty(it)) {
            facts.insert(name.to_owned(), value);
        }
    };
    let os = os::resolve(&machine);
    let virt = virt::resolve(&machine);
    put("augeas", packages::augeas(&machine));
    put("disks", disks::disks(&machine));
    put("dmi", dmi::resolve(&machine));
    put("facterversion", Some(FACTER_VERSION.into()));
    put("filesystems", mounts::file_systems(&machine));
    put("fips_enabled", Some((machine.line("/proc/sys/crypto/fips_enabled").as_deref() == Some("1")).into()));
    put("hypervisors", containers::hypervisors(&machine));
    put("identity", kernel::identity(&machine));
    put("is_virtual", Some(virt::is_virtual(virt).into()));
    put("kernel", machine.line("/proc/sys/kernel/ostype").map(Json::from));
    put("kernelmajversion", kernel::release(&machine).map(|it| kernel::major(&it).into()));
    put("kernelrelease", kernel::release(&machine).map(Json::from));
    put("kernelversion", kernel::release(&machine).map(|it| kernel::version(&it).into()));
    put("load_averages", kernel::load_averages(&machine));
    put("memory", memory::resolve(&machine));
    put("mountpoints", mounts::resolve(&machine));
    put("networking", networking::resolve(&machine));
    put("partitions", disks::partitions(&machine));
    put("path", world.env("PATH").map(|it| it.to_string_lossy().into_owned().into()));
    put("processors", processors::resolve(&machine, &os));
    put("ruby", packages::ruby(&machine));
    put("ssh", ssh::resolve(&machine));
    put("system_uptime", uptime::resolve(&machine));
    put("timezone", host.timezone().map(Json::from));
    put("virtual", Some(virt.into()));
    put("os", Some(os));
    sorted(facts)
}

/// Sources of the facts.
struct Machine<'a> {
    world: &'a dyn World,
    host: &'a dyn Host,
}

impl Machine<'_> {
    fn bytes(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        self.world.read(path.as_ref(), LARGEST).ok()
    }

    /// A text; what is no text in it is replaced.
    fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        Some(String::from_utf8_lossy(&self.bytes(path)?).into_owned())
    }

    /// A file with one line; none if it is empty.
    fn line(&self, path: impl AsRef<Path>) -> Option<String> {
        Some(self.text(path)?.trim().to_owned()).filter(|it| !it.is_empty())
    }

    fn number(&self, path: impl AsRef<Path>) -> Option<u64> {
        self.line(path)?.parse().ok()
    }

    /// The names in a folder, in their order.
    fn names(&self, path: impl AsRef<Path>) -> Vec<String> {
        let entries = self.world.read_dir(path.as_ref()).unwrap_or_default();
        entries.into_iter().filter_map(|it| it.name.into_string().ok()).collect()
    }

    fn is_folder(&self, path: impl AsRef<Path>) -> bool {
        self.world.metadata(path.as_ref()).is_ok_and(|it| it.kind == FileKind::Directory)
    }

    fn is_file(&self, path: impl AsRef<Path>) -> bool {
        self.world.metadata(path.as_ref()).is_ok_and(|it| it.kind == FileKind::File)
    }
}

/// An object of those fields that there are.
fn object<const N: usize>(fields: [(&str, Option<Json>); N]) -> Json {
    let there = |(name, value): (&str, Option<Json>)| Some((name.to_owned(), value?));
    Json::Object(fields.into_iter().filter_map(there).collect())
}

/// `12.11` is the major release 12 and the minor release 11.
fn release(full: &str) -> Json {
    let mut parts = full.split('.');
    let major = parts.next().unwrap_or(full);
    match parts.next() {
        Some(minor) => json!({"full": full, "major": major, "minor": minor}),
        None => json!({"full": full, "major": major}),
    }
}
