//! Facts of real Facter on machines whose files were recorded with it.

use std::net::IpAddr;

use facts::{Address, Facts, FixedHost, Identity, Interface, legacy, machine};
use serde_json::Value as Json;
use world::MemoryWorld;

/// Facts that Facter lacked there, for want of libraries or rights.
const NOT_TOLD: [&str; 6] = ["mountpoints", "partitions", "is_virtual", "virtual", "load_averages", "system_uptime"];

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn entries(json: &Json) -> impl Iterator<Item = (&String, &Json)> {
    json.as_object().expect("an object").iter()
}

fn world(recorded: &Json) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    for (path, content) in entries(&recorded["files"]) {
        world.add_file(path, text(content));
    }
    for (name, value) in entries(&recorded["environment"]) {
        world.set_env(name, text(value));
    }
    world
}

fn host(recorded: &Json) -> FixedHost {
    let number = |it: &Json| u32::try_from(it.as_u64().expect("a number")).expect("a small one");
    let address = |it: &Json| {
        let (ip, prefix) = it.as_str()?.split_once('/')?;
        Some(Address { ip: ip.parse::<IpAddr>().ok()?, prefix: prefix.parse().ok()? })
    };
    let interface = |it: &Json| Interface {
        name: text(&it["name"]),
        mac: it["mac"].as_str().map(str::to_owned),
        addresses: it["addresses"].as_array().expect("a list").iter().map(|it| address(it).expect("an address")).collect(),
    };
    let identity = &recorded["identity"];
    FixedHost {
        interfaces: recorded["interfaces"].as_array().expect("a list").iter().map(interface).collect(),
        identity: Some(Identity {
            uid: number(&identity["uid"]),
            user: text(&identity["user"]),
            gid: number(&identity["gid"]),
            group: text(&identity["group"]),
        }),
        machine: Some(text(&recorded["machine"])),
        timezone: Some(text(&recorded["timezone"])),
        ..FixedHost::default()
    }
}

/// Where two facts differ, a line each.
fn differences(path: &str, theirs: &Json, ours: &Json, found: &mut Vec<String>) {
    match (theirs, ours) {
        (Json::Object(theirs), Json::Object(ours)) => {
            for (name, value) in theirs {
                differences(&format!("{path}.{name}"), value, ours.get(name).unwrap_or(&Json::Null), found);
            }
            for name in ours.keys().filter(|it| !theirs.contains_key(*it)) {
                found.push(format!("{path}.{name}: Facter does not tell it"));
            }
        }
        (theirs, ours) if theirs == ours => {}
        (theirs, ours) => found.push(format!("{path}: {theirs} by Facter, {ours} by us")),
    }
}

fn without(facts: &Facts, names: &[&str]) -> Json {
    Json::Object(
        facts.iter().filter(|(name, _)| !names.contains(&name.as_str())).map(|(name, value)| (name.clone(), value.clone())).collect(),
    )
}

#[test]
fn a_debian_is_told_as_facter_tells_it() {
    let recorded: Json = serde_json::from_str(include_str!("machines/debian12.json")).expect("JSON");
    let ours = machine(&world(&recorded), &host(&recorded));
    let theirs = recorded["facter"].as_object().expect("an object");
    let mut found = Vec::new();
    differences("", &without(theirs, &NOT_TOLD), &without(&ours, &NOT_TOLD), &mut found);
    assert_eq!(found, Vec::<String>::new());

    let theirs = recorded["legacy"].as_object().expect("an object");
    let there = |name: &String| !theirs.contains_key(name) && name.starts_with("uptime");
    let ours: Facts = legacy(&ours).into_iter().filter(|(name, _)| !there(name)).collect();
    differences("", &without(theirs, &["dhcp_servers"]), &Json::Object(ours), &mut found);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_machine_that_says_nothing_has_few_facts() {
    let found = machine(&MemoryWorld::new(), &FixedHost::default());
    let names: Vec<&String> = found.keys().collect();
    assert_eq!(names, ["facterversion", "fips_enabled", "is_virtual", "os", "virtual"]);
}
