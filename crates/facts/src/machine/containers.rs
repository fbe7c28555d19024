//! Whether the machine is a container, and whose.

use serde_json::{Value as Json, json};

use super::{Machine, object};

/// The kind of the container.
pub fn kind(machine: &Machine) -> Option<&'static str> {
    let groups = machine.text("/proc/1/cgroup").unwrap_or_default();
    let environment = machine.text("/proc/1/environ").unwrap_or_default();
    if groups.contains("docker/") || machine.is_file("/.dockerenv") {
        Some("docker")
    } else if lxc(&groups).is_some() || environment.contains("container=lxc") {
        Some("lxc")
    } else if environment.contains("container=systemd-nspawn") {
        Some("systemd_nspawn")
    } else if machine.is_file("/run/.containerenv") {
        Some("podman")
    } else {
        None
    }
}

pub fn hypervisors(machine: &Machine) -> Option<Json> {
    let groups = machine.text("/proc/1/cgroup").unwrap_or_default();
    let kind = kind(machine)?;
    let about = match kind {
        "docker" => object([("id", groups.lines().find_map(|it| it.split_once("docker/")).map(|(_, id)| id.into()))]),
        "lxc" => object([("name", lxc(&groups).map(Json::from))]),
        "systemd_nspawn" => object([("id", machine.line("/etc/machine-id").map(Json::from))]),
        _ => json!({}),
    };
    Some(json!({kind: about}))
}

fn lxc(groups: &str) -> Option<&str> {
    let name = groups.lines().find_map(|it| it.rsplit(':').next()?.strip_prefix("/lxc/"))?;
    name.split('/').next().filter(|it| !it.is_empty())
}
