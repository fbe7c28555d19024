//! Firmware data of the machine.

use serde_json::Value as Json;

use super::{Machine, object};

/// By their numbers, which begin with 1.
const CHASSIS: [&str; 32] = [
    "Other",
    "",
    "Desktop",
    "Low Profile Desktop",
    "Pizza Box",
    "Mini Tower",
    "Tower",
    "Portable",
    "Laptop",
    "Notebook",
    "Hand Held",
    "Docking Station",
    "All in One",
    "Sub Notebook",
    "Space-Saving",
    "Lunch Box",
    "Main System Chassis",
    "Expansion Chassis",
    "SubChassis",
    "Bus Expansion Chassis",
    "Peripheral Chassis",
    "Storage Chassis",
    "Rack Mount Chassis",
    "Sealed-Case PC",
    "Multi-system",
    "CompactPCI",
    "AdvancedTCA",
    "Blade",
    "Blade Enclosure",
    "Tablet",
    "Convertible",
    "Detachable",
];

pub fn id(machine: &Machine, name: &str) -> Option<String> {
    machine.line(format!("/sys/class/dmi/id/{name}"))
}

pub fn resolve(machine: &Machine) -> Option<Json> {
    let file = |name: &str| id(machine, name).map(Json::from);
    let part = |it: Json| Some(it).filter(|it| it.as_object().is_some_and(|it| !it.is_empty()));
    let kind = id(machine, "chassis_type").and_then(|it| it.parse::<usize>().ok()).and_then(|it| CHASSIS.get(it.checked_sub(1)?));
    let kind = kind.filter(|it| !it.is_empty()).map(|it| Json::from(*it));
    Some(object([
        ("bios", part(object([("release_date", file("bios_date")), ("vendor", file("bios_vendor")), ("version", file("bios_version"))]))),
        (
            "board",
            part(object([
                ("asset_tag", file("board_asset_tag")),
                ("manufacturer", file("board_vendor")),
                ("product", file("board_name")),
                ("serial_number", file("board_serial")),
            ])),
        ),
        ("chassis", part(object([("asset_tag", file("chassis_asset_tag")), ("type", kind)]))),
        ("manufacturer", file("sys_vendor")),
        (
            "product",
            part(object([("name", file("product_name")), ("serial_number", file("product_serial")), ("uuid", file("product_uuid"))])),
        ),
    ]))
}
