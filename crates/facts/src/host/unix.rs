//! This machine, asked through the C library.

use std::net::IpAddr;
use std::path::Path;

use nix::ifaddrs::getifaddrs;
use nix::sys::socket::SockaddrStorage;
use nix::sys::statvfs::statvfs;
use nix::sys::utsname::uname;
use nix::unistd::{Gid, Group, Uid, User};

use super::{Address, Host, Identity, Interface, Space};

#[derive(Clone, Copy, Debug, Default)]
pub struct RealHost;

impl Host for RealHost {
    fn interfaces(&self) -> Vec<Interface> {
        let mut found: Vec<Interface> = Vec::new();
        let Ok(all) = getifaddrs() else { return found };
        for entry in all {
            let name = entry.interface_name;
            let at = found.iter().position(|it| it.name == name).unwrap_or_else(|| {
                found.push(Interface { name, mac: None, addresses: Vec::new() });
                found.len() - 1
            });
            let Some(interface) = found.get_mut(at) else { continue };
            let Some(address) = entry.address else { continue };
            if let Some(ip) = ip(&address) {
                let prefix = entry.netmask.as_ref().and_then(self::ip).map(prefix);
                interface.addresses.extend(prefix.map(|prefix| Address { ip, prefix }));
            } else if interface.mac.is_none() {
                interface.mac = mac(&address);
            }
        }
        found
    }

    fn space(&self, path: &Path) -> Option<Space> {
        let it = statvfs(path).ok()?;
        // Their types depend on the system.
        #[allow(clippy::useless_conversion)]
        let (unit, blocks, free, available): (u64, u64, u64, u64) =
            (it.fragment_size().into(), it.blocks().into(), it.blocks_free().into(), it.blocks_available().into());
        let bytes = |count: u64| count.saturating_mul(unit);
        Some(Space { total: bytes(blocks), free: bytes(free), available: bytes(available) })
    }

    fn identity(&self) -> Option<Identity> {
        let user = User::from_uid(Uid::effective()).ok()??;
        let gid: Gid = user.gid;
        let group = Group::from_gid(gid).ok()??;
        Some(Identity { uid: user.uid.as_raw(), user: user.name, gid: gid.as_raw(), group: group.name })
    }

    fn machine(&self) -> Option<String> {
        Some(uname().ok()?.machine().to_str()?.to_owned())
    }

    fn timezone(&self) -> Option<String> {
        Some(jiff::Zoned::now().strftime("%Z").to_string())
    }
}

fn ip(address: &SockaddrStorage) -> Option<IpAddr> {
    let four = address.as_sockaddr_in().map(|it| IpAddr::V4(it.ip()));
    four.or_else(|| address.as_sockaddr_in6().map(|it| IpAddr::V6(it.ip())))
}

/// How many bits of a netmask are set.
fn prefix(mask: IpAddr) -> u8 {
    let bits = match mask {
        IpAddr::V4(mask) => mask.to_bits().count_ones(),
        IpAddr::V6(mask) => mask.to_bits().count_ones(),
    };
    u8::try_from(bits).unwrap_or(u8::MAX)
}

fn mac(address: &SockaddrStorage) -> Option<String> {
    let bytes = address.as_link_addr()?.addr()?;
    if bytes.iter().all(|it| *it == 0) {
        return None;
    }
    Some(bytes.map(|it| format!("{it:02x}")).join(":"))
}
