//! The processors.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{Machine, object};
use crate::units;

pub fn resolve(machine: &Machine, os: &Json) -> Option<Json> {
    let text = machine.text("/proc/cpuinfo")?;
    let mut count = 0_u64;
    let (mut models, mut packages, mut speed) = (Vec::new(), BTreeSet::new(), None);
    for line in text.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.trim() {
            "processor" => count += 1,
            "model name" | "cpu" => models.push(Json::from(value)),
            "physical id" => {
                packages.insert(value.to_owned());
            }
            "cpu MHz" | "clock" => speed = value.split(|it: char| !it.is_ascii_digit()).next().and_then(|it| it.parse::<u64>().ok()),
            _ => {}
        }
    }
    let topology = Topology::read(machine);
    let physical = if packages.is_empty() { topology.packages } else { packages.len() };
    let machine_name = machine.host.machine().unwrap_or_default();
    // Debian's `uname -p` does not know.
    let isa = if os["family"] == "Debian" { "unknown".to_owned() } else { machine_name };
    Some(object([
        ("cores", topology.cores().map(Json::from)),
        ("count", Some(count.into())),
        ("isa", Some(isa.into())),
        ("models", Some(models.into())),
        ("physicalcount", Some(physical.into())),
        ("speed", speed.and_then(|it| units::hertz(it.saturating_mul(1_000_000))).map(Json::from)),
        ("threads", topology.threads().map(Json::from)),
    ]))
}

/// How many there are of each.
struct Topology {
    threads: usize,
    cores: usize,
    packages: usize,
}

impl Topology {
    fn read(machine: &Machine) -> Topology {
        let folder = "/sys/devices/system/cpu";
        let (mut threads, mut cores, mut packages) = (0, BTreeSet::new(), BTreeSet::new());
        for name in machine.names(folder) {
            if !name.strip_prefix("cpu").is_some_and(|it| !it.is_empty() && it.bytes().all(|c| c.is_ascii_digit())) {
                continue;
            }
            let id = |file: &str| machine.line(format!("{folder}/{name}/topology/{file}"));
            if let Some(package) = id("physical_package_id") {
                threads += 1;
                cores.insert((package.clone(), id("core_id")));
                packages.insert(package);
            }
        }
        Topology { threads, cores: cores.len(), packages: packages.len() }
    }

    /// In each package.
    fn cores(&self) -> Option<usize> {
        self.cores.checked_div(self.packages)
    }

    /// On each core.
    fn threads(&self) -> Option<usize> {
        self.threads.checked_div(self.cores)
    }
}
