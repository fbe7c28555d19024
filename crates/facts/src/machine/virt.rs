//! On what the machine runs, if it is none of its own.

use super::{Machine, containers, dmi};

/// Parts of what the firmware calls the product.
const PRODUCTS: &[(&str, &str)] = &[
    ("VMware", "vmware"),
    ("VirtualBox", "virtualbox"),
    ("Parallels", "parallels"),
    ("KVM", "kvm"),
    ("Virtual Machine", "hyperv"),
    ("RHEV Hypervisor", "rhev"),
    ("oVirt Node", "ovirt"),
    ("HVM domU", "xenhvm"),
    ("Bochs", "bochs"),
    ("OpenBSD", "vmm"),
    ("BHYVE", "bhyve"),
];

/// Who makes devices that only virtual machines have.
const MAKERS: &[(&str, &str)] = &[
    ("0x1af4", "kvm"),
    ("0x15ad", "vmware"),
    ("0x80ee", "virtualbox"),
    ("0x1ab8", "parallels"),
    ("0x5853", "xenhvm"),
    ("0x1414", "hyperv"),
];

/// Machines of their own that others may run on.
const PHYSICAL: &[&str] = &["physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host"];

pub fn resolve(machine: &Machine) -> &'static str {
    containers::kind(machine)
        .or_else(|| firmware(machine))
        .or_else(|| open_vz(machine))
        .or_else(|| xen(machine))
        .or_else(|| product(machine))
        .or_else(|| devices(machine))
        .unwrap_or("physical")
}

pub fn is_virtual(virt: &str) -> bool {
    !PHYSICAL.contains(&virt)
}

fn firmware(machine: &Machine) -> Option<&'static str> {
    let vendor = dmi::id(machine, "bios_vendor")?;
    if vendor.contains("Google") {
        Some("gce")
    } else if vendor.contains("Amazon EC2") {
        Some("kvm")
    } else {
        None
    }
}

fn product(machine: &Machine) -> Option<&'static str> {
    let name = dmi::id(machine, "product_name")?;
    let known = PRODUCTS.iter().find(|(part, _)| name.contains(part)).map(|(_, kind)| *kind);
    known.or_else(|| (dmi::id(machine, "sys_vendor")? == "QEMU").then_some("kvm"))
}

fn open_vz(machine: &Machine) -> Option<&'static str> {
    if !machine.is_folder("/proc/vz") || machine.is_file("/proc/lve/list") {
        return None;
    }
    let status = machine.text("/proc/self/status")?;
    let id = status.lines().find_map(|it| it.strip_prefix("envID:"))?;
    Some(if id.trim() == "0" { "openvzhn" } else { "openvzve" })
}

fn xen(machine: &Machine) -> Option<&'static str> {
    let file = |path: &str| machine.world.metadata(path.as_ref()).is_ok();
    if file("/dev/xen/evtchn") {
        Some("xen0")
    } else if file("/proc/xen") {
        Some("xenu")
    } else {
        None
    }
}

fn devices(machine: &Machine) -> Option<&'static str> {
    let folder = "/sys/bus/pci/devices";
    let makers: Vec<String> = machine.names(folder).iter().filter_map(|it| machine.line(format!("{folder}/{it}/vendor"))).collect();
    MAKERS.iter().find(|(id, _)| makers.iter().any(|it| it == id)).map(|(_, kind)| *kind)
}
