//! Names and addresses.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};

use serde_json::{Value as Json, json};

use super::Machine;
use crate::{Address, Facts, Interface};

/// Flags of an address, in the order of output.
const FLAGS: [(&str, u32); 8] = [
    ("temporary", 0x01),
    ("noad", 0x02),
    ("optimistic", 0x04),
    ("dadfailed", 0x08),
    ("homeaddress", 0x10),
    ("deprecated", 0x20),
    ("tentative", 0x40),
    ("permanent", 0x80),
];

/// Where programs that ask for an address keep what they got.
const LEASES: [&str; 5] = ["/var/lib/dhclient", "/var/lib/dhcp", "/var/lib/dhcp3", "/var/lib/NetworkManager", "/var/db"];

pub fn resolve(machine: &Machine) -> Option<Json> {
    let interfaces = machine.host.interfaces();
    let flags = flags(machine);
    let mut described: Vec<(String, Facts)> = interfaces.iter().map(|it| (it.name.clone(), interface(machine, it, &flags))).collect();
    let primary = default_route(machine).or_else(|| first_with_an_address(&interfaces));
    let mut facts = names(machine);
    if let Some(primary) = primary {
        let own = described.iter().find(|(name, _)| *name == primary).map(|(_, it)| it);
        for (name, value) in own.into_iter().flatten() {
            if !name.starts_with("bindings") {
                facts.insert(name.clone(), value.clone());
            }
        }
        facts.insert("primary".to_owned(), primary.into());
    }
    described.sort_by(|(a, _), (b, _)| a.cmp(b));
    if !described.is_empty() {
        let all: Facts = described.into_iter().map(|(name, it)| (name, Json::Object(crate::sorted(it)))).collect();
        facts.insert("interfaces".to_owned(), Json::Object(all));
    }
    Some(Json::Object(facts))
}

// ---- names ----

fn names(machine: &Machine) -> Facts {
    let mut facts = Facts::new();
    let Some(full) = machine.line("/proc/sys/kernel/hostname") else { return facts };
    let (host, mut domain) = match full.split_once('.') {
        Some((host, domain)) => (host.to_owned(), Some(domain.to_owned())),
        None => (full, None),
    };
    if domain.is_none() {
        domain = full_name(machine, &host).and_then(|it| it.split_once('.').map(|(_, domain)| domain.to_owned()));
    }
    let domain = domain.or_else(|| search_domain(machine)).filter(|it| !it.is_empty());
    let fqdn = domain.as_ref().map_or_else(|| host.clone(), |domain| format!("{host}.{domain}"));
    if let Some(domain) = domain {
        facts.insert("domain".to_owned(), domain.into());
    }
    facts.insert("fqdn".to_owned(), fqdn.into());
    facts.insert("hostname".to_owned(), host.into());
    facts
}

/// The name that the machine's own list of hosts gives to a short one.
fn full_name(machine: &Machine, host: &str) -> Option<String> {
    let text = machine.text("/etc/hosts")?;
    for line in text.lines() {
        let mut names = line.split('#').next().unwrap_or("").split_whitespace().skip(1);
        let Some(first) = names.next() else { continue };
        if first == host || names.any(|it| it == host) {
            let full = first.strip_prefix(host).is_some_and(|it| it.starts_with('.'));
            return full.then(|| first.to_owned());
        }
    }
    None
}

fn search_domain(machine: &Machine) -> Option<String> {
    let text = machine.text("/etc/resolv.conf")?;
    let setting = |name: &str| {
        let line = |it: &str| Some(it.strip_prefix(name)?.split_whitespace().next()?.to_owned());
        text.lines().filter(|it| it.strip_prefix(name).is_some_and(|it| it.starts_with([' ', '\t']))).find_map(line)
    };
    setting("domain").or_else(|| setting("search"))
}

// ---- interfaces ----

fn interface(machine: &Machine, interface: &Interface, flags: &BTreeMap<(String, Ipv6Addr), Vec<&'static str>>) -> Facts {
    let mut facts = Facts::new();
    let sys = |file: &str| machine.line(format!("/sys/class/net/{}/{file}", interface.name));
    let mut put = |name: &str, value: Json| facts.insert(name.to_owned(), value);
    if let Some(mac) = permanent_mac(machine, &interface.name).or_else(|| interface.mac.clone()) {
        put("mac", mac.into());
    }
    if let Some(mtu) = sys("mtu").and_then(|it| it.parse::<u64>().ok()) {
        put("mtu", mtu.into());
    }
    if let Some(server) = dhcp(machine, &interface.name, sys("ifindex").as_deref()) {
        put("dhcp", server.into());
    }
    for (four, suffix) in [(true, ""), (false, "6")] {
        let addresses: Vec<Address> = interface.addresses.iter().copied().filter(|it| it.ip.is_ipv4() == four).collect();
        let Some(main) = addresses.iter().find(|it| !is_ignored(it.ip)).or(addresses.first()) else { continue };
        put(&format!("ip{suffix}"), main.ip.to_string().into());
        put(&format!("netmask{suffix}"), netmask(main).to_string().into());
        put(&format!("network{suffix}"), network(main).to_string().into());
        if let IpAddr::V6(ip) = main.ip {
            put("scope6", scope(ip).into());
        }
        let bindings = addresses.iter().map(|address| {
            let mut binding = json!({
                "address": address.ip.to_string(),
                "netmask": netmask(address).to_string(),
                "network": network(address).to_string(),
            });
            if let (IpAddr::V6(ip), Some(fields)) = (address.ip, binding.as_object_mut()) {
                fields.insert("scope6".to_owned(), scope(ip).into());
                if let Some(flags) = flags.get(&(interface.name.clone(), ip)) {
                    fields.insert("flags".to_owned(), flags.clone().into());
                }
            }
            binding
        });
        put(&format!("bindings{suffix}"), bindings.collect());
    }
    facts
}

/// The address that a part of a bond has of its own.
fn permanent_mac(machine: &Machine, name: &str) -> Option<String> {
    let master = machine.world.real_path(format!("/sys/class/net/{name}/master").as_ref()).ok()?;
    let text = machine.text(format!("/proc/net/bonding/{}", master.file_name()?.to_str()?))?;
    let mut own = false;
    for line in text.lines() {
        if let Some(slave) = line.trim().strip_prefix("Slave Interface: ") {
            own = slave == name;
        } else if let Some(mac) = line.trim().strip_prefix("Permanent HW addr: ").filter(|_| own) {
            return Some(mac.to_owned());
        }
    }
    None
}

fn dhcp(machine: &Machine, name: &str, index: Option<&str>) -> Option<String> {
    let server = |text: &str| text.lines().find_map(|it| it.strip_prefix("SERVER_ADDRESS=").map(str::to_owned));
    let of_systemd = index.and_then(|it| machine.text(format!("/run/systemd/netif/leases/{it}"))).and_then(|it| server(&it));
    let of_client = || {
        for folder in LEASES {
            for file in machine.names(folder).iter().filter(|it| it.contains("dhclient") && it.contains(".lease")) {
                let text = machine.text(format!("{folder}/{file}")).unwrap_or_default();
                let own = text.lines().any(|it| it.trim_start().starts_with("interface") && it.contains(name));
                let line = text.lines().find_map(|it| it.split_once("dhcp-server-identifier ")).filter(|_| own);
                if let Some((_, server)) = line {
                    return Some(server.trim_end_matches(';').to_owned());
                }
            }
        }
        None
    };
    let of_manager = || {
        let folder = "/var/lib/NetworkManager";
        let file = machine.names(folder).into_iter().find(|it| it.contains("internal") && it.ends_with(&format!("{name}.lease")))?;
        server(&machine.text(format!("{folder}/{file}"))?)
    };
    of_systemd.or_else(of_client).or_else(of_manager)
}

fn flags(machine: &Machine) -> BTreeMap<(String, Ipv6Addr), Vec<&'static str>> {
    let text = machine.text("/proc/net/if_inet6").unwrap_or_default();
    let line = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [address, _, _, _, bits, name] = fields.as_slice() else { return None };
        let ip = Ipv6Addr::from_bits(u128::from_str_radix(address, 16).ok()?);
        let bits = u32::from_str_radix(bits, 16).ok()?;
        Some((((*name).to_owned(), ip), FLAGS.iter().filter(|(_, it)| bits & it != 0).map(|(flag, _)| *flag).collect()))
    };
    text.lines().filter_map(line).collect()
}

fn default_route(machine: &Machine) -> Option<String> {
    let text = machine.text("/proc/net/route")?;
    text.lines().skip(1).find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_default = fields.get(1) == Some(&"00000000") && fields.get(7) == Some(&"00000000");
        fields.first().filter(|name| is_default && **name != "*").map(|it| (*it).to_owned())
    })
}

fn first_with_an_address(interfaces: &[Interface]) -> Option<String> {
    let found = interfaces.iter().find(|it| it.addresses.iter().any(|it| !is_ignored(it.ip)));
    found.map(|it| it.name.clone())
}

// ---- addresses ----

fn is_ignored(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unicast_link_local() || ip.is_unique_local(),
    }
}

fn netmask(address: &Address) -> IpAddr {
    match address.ip {
        IpAddr::V4(_) => IpAddr::V4(u32::MAX.checked_shl(32 - u32::from(address.prefix.min(32))).unwrap_or(0).into()),
        IpAddr::V6(_) => IpAddr::V6(u128::MAX.checked_shl(128 - u32::from(address.prefix.min(128))).unwrap_or(0).into()),
    }
}

fn network(address: &Address) -> IpAddr {
    match (address.ip, netmask(address)) {
        (IpAddr::V4(ip), IpAddr::V4(mask)) => IpAddr::V4(ip & mask),
        (IpAddr::V6(ip), IpAddr::V6(mask)) => IpAddr::V6(ip & mask),
        (ip, _) => ip,
    }
}

fn scope(ip: Ipv6Addr) -> String {
    let bits = ip.to_bits();
    let of_four = bits >> 32 == 0 && bits > 1;
    let kind = if ip.is_unicast_link_local() {
        "link"
    } else if bits >> 118 == 0xfec0 >> 6 {
        "site"
    } else if ip.is_loopback() {
        "host"
    } else {
        "global"
    };
    format!("{}{kind}", if of_four { "compat," } else { "" })
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::FixedHost;

    #[track_caller]
    fn check_names(files: &[(&str, &str)], hostname: &str, expected: (&str, Option<&str>)) {
        let mut world = MemoryWorld::new();
        world.add_file("/proc/sys/kernel/hostname", hostname);
        for (path, text) in files {
            world.add_file(path, *text);
        }
        let host = FixedHost::default();
        let found = names(&Machine { world: &world, host: &host });
        let text = |name: &str| found.get(name).and_then(Json::as_str);
        assert_eq!((text("fqdn").unwrap_or(""), text("domain")), expected);
    }

    #[test]
    fn the_domain_is_looked_for() {
        check_names(&[], "web.example.com\n", ("web.example.com", Some("example.com")));
        check_names(&[], "web\n", ("web", None));
        check_names(&[("/etc/resolv.conf", "searching x\nsearch a.com b.com\n")], "web\n", ("web.a.com", Some("a.com")));
        check_names(&[("/etc/resolv.conf", "search a.com\ndomain b.com\n")], "web\n", ("web.b.com", Some("b.com")));
        let hosts = ("/etc/hosts", "# web\n127.0.0.1 localhost\n127.0.1.1 web.c.com web\n");
        check_names(&[hosts, ("/etc/resolv.conf", "domain b.com\n")], "web\n", ("web.c.com", Some("c.com")));
    }

    #[test]
    fn scopes_and_networks() {
        let of = |it: &str| scope(it.parse().expect("an address"));
        assert_eq!(["fe80::1", "fec0::1", "::1", "fd00::2", "::7f00:1"].map(of), ["link", "site", "host", "global", "compat,global"]);
        let address = Address { ip: "192.0.2.77".parse().expect("an address"), prefix: 27 };
        assert_eq!((netmask(&address).to_string(), network(&address).to_string()), ("255.255.255.224".into(), "192.0.2.64".into()));
        let all = Address { ip: "::1".parse().expect("an address"), prefix: 0 };
        assert_eq!((netmask(&all).to_string(), network(&all).to_string()), ("::".into(), "::".into()));
    }

    #[test]
    fn leases_name_the_server() {
        let mut world = MemoryWorld::new();
        world.add_file("/run/systemd/netif/leases/2", "ADDRESS=1\nSERVER_ADDRESS=192.0.2.1\n");
        let lease = "lease {\n  interface \"eth1\";\n  option dhcp-server-identifier 192.0.2.9;\n}\n";
        world.add_file("/var/lib/dhcp/dhclient.eth1.leases", lease);
        world.add_file("/var/lib/NetworkManager/internal-1-eth2.lease", "SERVER_ADDRESS=192.0.2.3\n");
        let host = FixedHost::default();
        let machine = Machine { world: &world, host: &host };
        assert_eq!(dhcp(&machine, "eth0", Some("2")).as_deref(), Some("192.0.2.1"));
        assert_eq!(dhcp(&machine, "eth1", Some("3")).as_deref(), Some("192.0.2.9"));
        assert_eq!(dhcp(&machine, "eth2", None).as_deref(), Some("192.0.2.3"));
        assert_eq!(dhcp(&machine, "eth3", None), None);
    }
}
