//! Addresses of the internet as Ruby's `IPAddr` reads them, `enclose_ipv6` and `stdlib::ip_in_range`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use indexmap::IndexSet;
use issue::Issue;
use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

/// An address, or with a prefix the first one of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::modules) struct Address {
    pub(in crate::modules) ip: IpAddr,
    prefix: u32,
}

/// `IPAddr.new(text)`, or why the text is no address, in the words of Ruby.
pub(in crate::modules) fn address(text: &str) -> Result<Address, Issue> {
    // Ruby names what it has read so far, which is nothing.
    let invalid = || Issue::failed("invalid address: ");
    let (host, mask) = match text.split_once('/') {
        Some((host, mask)) => (host, Some(mask)),
        None => (text, None),
    };
    let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(host);
    let bare = bare.split_once('%').map_or(bare, |(it, _)| it);
    let ip: IpAddr = if host.contains(':') {
        bare.parse::<Ipv6Addr>().map_err(|_| invalid())?.into()
    } else {
        let parts: Vec<&str> = bare.split('.').collect();
        let numbers = parts.len() == 4 && parts.iter().all(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()));
        if numbers && parts.iter().any(|it| it.len() > 1 && it.starts_with('0')) {
            return Err(Issue::failed(format!("zero-filled number in IPv4 address is ambiguous: {text}")));
        }
        bare.parse::<Ipv4Addr>().map_err(|_| invalid())?.into()
    };
    let bits = if ip.is_ipv4() { 32 } else { 128 };
    let prefix = match mask {
        None => bits,
        Some(mask) => match mask.parse::<u32>() {
            Ok(prefix) if prefix <= bits => prefix,
            Ok(_) => {
                let number = match ip {
                    IpAddr::V4(ip) => u32::from(ip).to_string(),
                    IpAddr::V6(ip) => u128::from(ip).to_string(),
                };
                return Err(Issue::failed(format!("invalid length: {number}")));
            }
            Err(_) => match address(mask)?.ip {
                IpAddr::V4(mask) if bits == 32 => u32::from(mask).leading_ones(),
                IpAddr::V6(mask) if bits == 128 => u128::from(mask).leading_ones(),
                _ => return Err(Issue::failed(format!("invalid netmask: {text}"))),
            },
        },
    };
    Ok(Address { ip: masked(ip, prefix), prefix })
}

fn masked(ip: IpAddr, prefix: u32) -> IpAddr {
    match ip {
        IpAddr::V4(ip) => Ipv4Addr::from(u32::from(ip) & u32::MAX.checked_shl(32 - prefix).unwrap_or(0)).into(),
        IpAddr::V6(ip) => Ipv6Addr::from(u128::from(ip) & u128::MAX.checked_shl(128 - prefix).unwrap_or(0)).into(),
    }
}

impl Address {
    fn includes(&self, other: &Address) -> bool {
        self.ip.is_ipv4() == other.ip.is_ipv4() && self.prefix <= other.prefix && masked(other.ip, self.prefix) == self.ip
    }
}

/// `IPAddr.new(value)`.
pub(super) fn address_of(value: &Value) -> Result<Address, Issue> {
    match value {
        Value::String(text) => address(text),
        _ => Err(Issue::failed("unsupported address family: 0")),
    }
}

pub(super) fn enclose_ipv6(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [value] = call.arguments else {
        return Err(Failure::plain(format!("enclose_ipv6(): Wrong number of arguments given {} for 1", call.arguments.len())));
    };
    if !matches!(value, Value::String(_) | Value::Array(_)) {
        let class = ruby::class(value);
        return Err(Failure::plain(format!("enclose_ipv6(): Wrong argument type given {class} expected String or Array")));
    }
    let mut result: IndexSet<Value> = IndexSet::new();
    for value in ruby::flatten([value]) {
        if value.is_undef() {
            continue;
        }
        if value.as_str() == Some("*") {
            result.insert(value);
            continue;
        }
        match address_of(&value) {
            Ok(Address { ip: IpAddr::V6(ip), .. }) => result.insert(Value::from(format!("[{ip}]"))),
            Ok(_) => result.insert(value),
            Err(_) => {
                let shown = ruby::to_s(&value);
                return Err(Failure::plain(format!("enclose_ipv6(): Wrong argument given {shown} is not an ip address.")));
            }
        };
    }
    Ok(Value::array(result.into_iter().collect()))
}

pub(super) fn ip_in_range(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let address = address_of(call.at(0)).map_err(Failure::plain)?;
    let ranges = match call.at(1) {
        Value::Array(list) => list.iter().map(address_of).collect::<Result<Vec<_>, _>>(),
        other => address_of(other).map(|it| vec![it]),
    };
    Ok(Value::Boolean(ranges.map_err(Failure::plain)?.iter().any(|it| it.includes(&address))))
}
